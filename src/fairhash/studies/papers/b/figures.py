# SPDX-License-Identifier: Apache-2.0
"""Figs 7 and 8 of paper B: throughput over area, throughput per area, and the parts of control and datapath."""

from fairhash.base.table import Cell, Column, Columns, Table, column, interval, interval_columns, mark
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.figures.charts.dot_groups import Dot, Group, specification
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.b import published
from fairhash.studies.papers.b.evidence import LightweightEvidence
from fairhash.studies.papers.b.published import (
    ALL,
    BAND_SLICES,
    CANDIDATES,
    FAMILIES,
    FIRST_FAMILY,
    MESSAGES,
    REFERENCE,
    SLICE_CELLS,
    Message,
    PublishedDesign,
)
from fairhash.studies.papers.charts import Chart, bars
from fairhash.studies.papers.compared_cores import core_link
from fairhash.studies.papers.estimate import Estimate, rank_ranges
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, seeds_note

BAND_CELLS = (SLICE_CELLS * BAND_SLICES[0], SLICE_CELLS * BAND_SLICES[1])
"""The paper's band in logic cells of one LUT4 and one register."""
_BAND_LUT_INPUTS = 4

_LEGEND = {"2": "round 2", "2 and 3": "rounds 2 and 3", "3": "round 3", "": "SHA-256, not in the paper"}
AXES = ("area in logic cells", "throughput of long messages in Mbit/s")


def figure_7(evidence: LightweightEvidence, device: str) -> Chart | None:
    """Return throughput over area of the cores on a device, or None if no core of the paper has a figure."""
    dots = {each: found for each in ALL if (found := dot(evidence, each, device))}
    if not set(dots) - {REFERENCE}:
        return None
    title = f"Fig. 7 on {device}: throughput over area"
    table = Table.declare(
        "",
        title,
        dots,
        (
            column("algorithm", lambda each: core_link(each.core, each.name)),
            column("cells", lambda each: dots[each].x),
            interval("Mbit/s", lambda each: _throughput(evidence, each, device), key="mbit_s"),
            column("note", lambda each: evidence.ours.statement(each.core, device)),
        ),
    )
    groups = {key: tuple(found for each, found in dots.items() if each.competition == key) for key in _LEGEND}
    shown = [Group(label, groups[key]) for key, label in _LEGEND.items() if groups[key]]
    band = BAND_CELLS if has_band(device) else None
    spec = specification(title, AXES, shown, band, f"{BAND_CELLS[0]} to {BAND_CELLS[1]} cells")
    caption = "Medians over the seeds, both axes logarithmic; bars: 95 % intervals; hollow: preliminary. "
    caption += (
        "Shaded: the paper's budget of 400 to 600 slices of two LUT4s and two registers."
        if band
        else "The paper's budget is not shown: a cell of this family is not a LUT4 with a register."
    )
    return Chart(f"figure-7-{device}", title, to_svg_element(spec, title), table.to_csv(), caption)


def _throughput(evidence: LightweightEvidence, candidate: PublishedDesign, device: str) -> Estimate | None:
    speed = evidence.speed(candidate.core, device, "long")
    return speed.mbit_s if speed else None


def dot(evidence: LightweightEvidence, candidate: PublishedDesign, device: str) -> Dot | None:
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


_PER_CELL = {message: f"{message}_mbit_s_per_cell" for message in MESSAGES}


def order_table(evidence: LightweightEvidence, device: str) -> Table:
    """Return the designs by throughput per cell of long messages, with their ranks and the published ones.

    The designs with preliminary speeds follow, without rank.
    """
    speeds = {
        message: {each: speed for each in CANDIDATES if (speed := evidence.speed(each.core, device, message))}
        for message in MESSAGES
    }
    known = {
        message: {each.name: speed.per_cell for each, speed in by_design.items() if speed.per_cell.is_known}
        for message, by_design in speeds.items()
    }
    ranks = {message: {each.name: each for each in rank_ranges(known[message])} for message in MESSAGES}
    by_name = {each.name: each for each in CANDIDATES}
    both = [each for each in speeds["long"] if each in speeds["short"]]
    shown = [*(by_name[name] for name in ranks["long"]), *(each for each in both if each.name not in known["long"])]

    def per_cell(heading: str, message: Message) -> Columns[PublishedDesign]:
        return interval(
            heading,
            lambda each: found.per_cell if (found := speeds[message].get(each)) else None,
            3,
            _PER_CELL[message],
        )

    def rank(each: PublishedDesign) -> tuple[Cell, ...]:
        found = ranks["long"].get(each.name)
        return (found.rank, found.lowest, found.highest) if found else (None, None, None)

    missing = [each.name for each in CANDIDATES if each not in shown]
    return Table.declare(
        f"figure-8-{device}",
        f"Fig. 8 on {device}: throughput per area",
        shown,
        (
            column("algorithm", lambda each: core_link(each.core, each.name)),
            Columns(interval_columns("rank", 0, "long_rank"), rank),
            per_cell("long: Mbit/s/cell", "long"),
            column(
                "rank, one block",
                lambda each: found.rank if (found := ranks["short"].get(each.name)) else None,
                key="short_rank",
            ),
            per_cell("Mbit/s/cell", "short"),
            column("published rank: long", lambda each: _published_rank(each, "long"), key="published_long_rank"),
            column("one block", lambda each: _published_rank(each, "short"), key="published_short_rank"),
            column("note", lambda each: evidence.ours.statement(each.core, device)),
        ),
        f"Ranks by Mbit/s per cell among the {len(known['long'])} of {len(CANDIDATES)} designs that are known; "
        "from and to: 95 % of the draws of seeds. Published ranks: throughput over area on "
        f"{FAMILIES[FIRST_FAMILY]}, among all sixteen designs.",
        seeds_note(evidence.ours.figure(each.core, device) for each in CANDIDATES),
        f"No figure: {', '.join(missing)}." if missing else "",
    )


def order_chart(table: Table, device: str) -> Chart | None:
    """Return Fig. 8a to d of one of our devices as bars."""
    series = {"long messages": _PER_CELL["long"], "one block": _PER_CELL["short"]}
    caption = "In the order of long messages, then the preliminary ones; medians over the seeds."
    return bars(table, f"Fig. 8: throughput per area on {device}", series, "Mbit/s per cell", caption, "algorithm")


def published_chart(family: str) -> Chart:
    """Return Fig. 8a to d as published, from Table 4."""
    unit = published.AREA_UNITS[family]
    keys = {message: f"{message}_mbit_s_per_{unit}" for message in MESSAGES}
    table = Table.declare(
        f"figure-8-published-{family.replace('_', '-')}",
        f"Fig. 8 on {FAMILIES[family]}, published",
        sorted(CANDIDATES, key=lambda each: -(published.per_area(each, family, "long") or 0)),
        (
            column("algorithm", lambda each: core_link(each.core, each.name)),
            column("long", lambda each: published.rounded_per_area(each, family, "long"), 2, keys["long"]),
            column("one block", lambda each: published.rounded_per_area(each, family, "short"), 3, keys["short"]),
        ),
    )
    series = {"long messages": keys["long"], "one block": keys["short"]}
    caption = "The values of Table 4: we have the paper's text without its figures."
    chart = bars(table, table.title, series, f"Mbit/s per {unit}", caption, "algorithm")
    assert chart is not None
    return chart


def split_table(evidence: LightweightEvidence, device: str) -> Table:
    """Return the cells of control, datapath and shell of each core (Fig. 8e)."""

    def counts(each: PublishedDesign) -> tuple[Cell, ...]:
        split = evidence.split(each.core, device)
        if split is None or split.total is None:
            return (*(None,) * 9, NOT_MEASURED)
        parts = [split.parts.get(part, 0) for part in ("control", "datapath", "shell")]
        without_shell = split.control_share_without_shell
        shares = [100 * part / split.total for part in parts]
        stale = evidence.split_staleness(split)
        numbers = (*parts, split.total, split.flat, *shares, None if without_shell is None else 100 * without_shell)
        note = f"recipe {split.recipe}" + (f"; {PRELIMINARY}: {stale}" if stale else "")
        return (*(mark(number, stale) for number in numbers), note)

    return Table.declare(
        f"figure-8e-{device}",
        f"Fig. 8e on {device}: control and datapath",
        ALL,
        (
            column("algorithm", lambda each: core_link(each.core, each.name)),
            Columns(
                (
                    Column("control cells"),
                    Column("datapath", key="datapath_cells"),
                    Column("shell", key="shell_cells"),
                    Column("sum", key="sum_cells"),
                    Column("whole core", key="flat_cells"),
                    Column("control %", 1),
                    Column("datapath %", 1),
                    Column("shell %", 1),
                    Column("control % of control and datapath", 1, "control_percent_without_shell"),
                    Column("note"),
                ),
                counts,
            ),
        ),
        "Each part is synthesised on its own (`fairhash area --split`), so the sum differs from the whole core. "
        "Counted are LUTs, carry cells and registers of mapped netlists, without RAM of LUTs. "
        "Control is the instance of that name; the shell reads segments and sends the digest.",
    )


def split_chart(table: Table, device: str) -> Chart | None:
    """Return Fig. 8e as stacked bars."""
    series = {part: f"{part}_percent" for part in ("control", "datapath", "shell")}
    caption = "Parts of the area, each synthesised on its own."
    return bars(table, f"Fig. 8e: parts of the area on {device}", series, "%", caption, "algorithm", stacked=True)


def _published_rank(candidate: PublishedDesign, message: Message) -> int:
    values = [published.per_area(each, FIRST_FAMILY, message) or 0.0 for each in (candidate, *CANDIDATES)]
    return 1 + sum(value > values[0] for value in values)
