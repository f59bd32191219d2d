# SPDX-License-Identifier: Apache-2.0
"""Fig. 7: throughput over area of the lightweight cores, with the band of the area budget."""

from fairhash.catalog.targets import devices as catalog_devices
from fairhash.charts.dot_groups import Dot, Group, specification
from fairhash.charts.svg import to_svg_element
from fairhash.papers.b.candidates import ALL, REFERENCE, Candidate
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.b.published import BAND_SLICES, SLICE_CELLS
from fairhash.papers.charts import Chart
from fairhash.papers.table import Cell, Column, Table, interval_cells, interval_columns

BAND_CELLS = (SLICE_CELLS * BAND_SLICES[0], SLICE_CELLS * BAND_SLICES[1])
"""The paper's band in logic cells of one LUT4 and one register."""
_BAND_LUT_INPUTS = 4

_LEGEND = {"2": "round 2", "2 and 3": "rounds 2 and 3", "3": "round 3", "": "SHA-256, not in the paper"}
AXES = ("area in logic cells", "throughput of long messages in Mbit/s")


def chart(evidence: Evidence, device: str) -> Chart | None:
    """Return the figure on a device, or None if no core of the paper has a figure there."""
    groups: dict[str, list[Dot]] = {}
    rows: list[tuple[Cell, ...]] = []
    for candidate in ALL:
        shown_dot = dot(evidence, candidate, device)
        if shown_dot:
            groups.setdefault(candidate.competition, []).append(shown_dot)
            speed = evidence.speed(candidate.core, device, "long")
            note = evidence.ours.statement(candidate.core, device)
            rows.append((candidate.name, shown_dot.x, *interval_cells(speed.mbit_s if speed else None), note))
    if not rows or set(groups) == {REFERENCE.competition}:
        return None
    title = f"Fig. 7 on {device}: throughput over area"
    columns = (
        Column("algorithm"),
        Column("cells"),
        *interval_columns("Mbit/s", key="mbit_s"),
        Column("note"),
    )
    shown = [Group(label, tuple(groups[key])) for key, label in _LEGEND.items() if key in groups]
    band = BAND_CELLS if has_band(device) else None
    spec = specification(title, AXES, shown, band, f"{BAND_CELLS[0]} to {BAND_CELLS[1]} cells")
    svg = to_svg_element(spec, title)
    caption = "Medians over the seeds, both axes logarithmic; bars: 95 % intervals; hollow: preliminary. "
    caption += (
        "Shaded: the paper's budget of 400 to 600 slices of two LUT4s and two registers."
        if band
        else "The paper's budget is not shown: a cell of this family is not a LUT4 with a register."
    )
    return Chart(f"figure-7-{device}", title, svg, Table("", title, columns, tuple(rows)).to_csv(), caption)


def dot(evidence: Evidence, candidate: Candidate, device: str) -> Dot | None:
    """Return area and throughput of a core, hollow if they are preliminary; None if they are missing or stale."""
    figure = evidence.figure(candidate.core, device)
    speed = evidence.speed(candidate.core, device, "long")
    if figure is None or figure.area_cells is None or speed is None or figure.ratio_exclusion:
        return None
    value = speed.mbit_s
    return Dot(candidate.name, figure.area_cells.median, value.value, value.low, value.high)


def has_band(device: str) -> bool:
    """Return whether the budget in cells applies to the device."""
    declared = catalog_devices().get(device)
    return declared is not None and declared.part.lut_inputs == _BAND_LUT_INPUTS
