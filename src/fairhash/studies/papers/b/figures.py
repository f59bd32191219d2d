# SPDX-License-Identifier: Apache-2.0
"""Figs 7 and 8 of paper B, and throughput over area of all architectures of an algorithm (its future work)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairhash.base.table import Cell, Column, Columns, Table, column, interval, interval_columns, mark
from fairhash.catalog.core import Core
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.figures.charts.dot_groups import Dot, Group, specification
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.b import published
from fairhash.studies.papers.b.evidence import CoreSpeed, LightweightEvidence
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
            column("algorithm", lambda each: each.name),
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
            column("algorithm", lambda each: each.name),
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
            column("algorithm", lambda each: each.name),
            column("long", lambda each: published.rounded_per_area(each, family, "long"), 2, keys["long"]),
            column("one block", lambda each: published.rounded_per_area(each, family, "short"), 3, keys["short"]),
        ),
    )
    series = {"long messages": keys["long"], "one block": keys["short"]}
    caption = "The values of Table 4; the figure itself is not in our text of the paper."
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
            column("algorithm", lambda each: each.name),
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


LEAST_ARCHITECTURES = 2
"""An algorithm with fewer architectures in the catalogue has no curve."""
_OWN_CHART = 3
"""An algorithm with at least this many measured architectures has a chart of its own."""


@dataclass(frozen=True)
class ArchitecturePlace:
    """Area and throughput of one architecture."""

    core: Core
    cells: float
    speed: CoreSpeed
    note: str
    """Why it is preliminary; empty if it is known."""

    @property
    def mbit_s(self) -> float:
        """Throughput of long messages."""
        return self.speed.mbit_s.value

    @property
    def is_known(self) -> bool:
        """Whether its figure is known."""
        return self.speed.per_cell.is_known


def architectures(evidence: LightweightEvidence, candidate: PublishedDesign) -> list[Core]:
    """Return all cores of the algorithm in the catalogue, the lightweight one first."""
    cores = [core for core in evidence.ours.cores.values() if core.algorithm == candidate.algorithm]
    return sorted(cores, key=lambda core: (core.name != candidate.core, core.name))


def places(evidence: LightweightEvidence, candidate: PublishedDesign, device: str) -> list[ArchitecturePlace]:
    """Return the architectures that have a figure on the device which is not stale, smallest first."""
    designs = []
    for core in architectures(evidence, candidate):
        figure = evidence.figure(core.name, device)
        speed = evidence.speed(core.name, device, "long")
        if figure and figure.area_cells and speed and not figure.ratio_exclusion:
            designs.append(
                ArchitecturePlace(core, figure.area_cells.median, speed, evidence.ours.statement(core.name, device))
            )
    return sorted(designs, key=lambda place: (place.cells, -place.mbit_s))


def curve(among: Sequence[ArchitecturePlace]) -> list[ArchitecturePlace]:
    """Return the known architectures that no smaller or equal known one surpasses: throughput grows along them."""
    best: list[ArchitecturePlace] = []
    for place in among:
        if not place.is_known:
            continue
        if not best or place.mbit_s > best[-1].mbit_s:
            best.append(place)
    return best


@dataclass(frozen=True)
class _Row:
    """An architecture of a declared table: its place among those of its algorithm, or none."""

    core: Core
    place: ArchitecturePlace | None = None
    curve: Sequence[ArchitecturePlace] = ()
    """The curve of the algorithm."""

    def over(self, value: Callable[[ArchitecturePlace], float]) -> Cell:
        """Return a value over that of the smallest known architecture, which begins the curve."""
        return self.marked(lambda place: value(place) / value(self.curve[0])) if self.curve else None

    def marked(self, value: Callable[[ArchitecturePlace], float]) -> Cell:
        """Return a value, marked if the architecture is preliminary."""
        return mark(value(self.place), not self.place.is_known) if self.place else None

    def exponent(self) -> float | None:
        """Return the exponent against the next smaller architecture of the curve."""
        smaller = [each for each in self.curve if self.place and each.cells < self.place.cells]
        return exponent(smaller[-1], self.place) if smaller and self.place in self.curve and self.place else None

    def surpassing(self) -> str:
        """Return a smaller architecture that is as fast."""
        if self.place is None or not self.place.is_known or self.place in self.curve:
            return ""
        return next((each.core.architecture for each in self.curve if each.mbit_s >= self.place.mbit_s), "")


def trade_off_table(evidence: LightweightEvidence, device: str) -> Table | None:
    """Return all architectures of each algorithm with two or more of them, or None if none was measured."""
    rows: list[_Row] = []
    absent: list[str] = []
    for candidate in ALL:
        cores = architectures(evidence, candidate)
        if len(cores) < LEAST_ARCHITECTURES:
            continue
        designs = places(evidence, candidate, device)
        rows += [_Row(place.core, place, curve(designs)) for place in designs]
        without = [core for core in cores if core not in [place.core for place in designs]]
        for core in without:
            if evidence.ours.absence(core.name, device) == NOT_MEASURED:
                absent.append(core.name)
            else:
                rows.append(_Row(core))
    if not any(row.place for row in rows):
        return None
    return Table.declare(
        f"trade-off-{device}",
        f"Throughput over area on {device}",
        rows,
        (
            column("core", lambda row: row.core.name),
            column("cells", lambda row: row.marked(lambda place: place.cells)),
            column("Mbit/s", lambda row: row.marked(lambda place: place.mbit_s), 1, "mbit_s"),
            interval("Mbit/s/cell", lambda row: row.place.speed.per_cell if row.place else None, 3, "mbit_s_per_cell"),
            column("cells x", lambda row: row.over(lambda place: place.cells), 2),
            column("Mbit/s x", lambda row: row.over(lambda place: place.mbit_s), 2),
            column("exponent", _Row.exponent, 2),
            column("no better than", _Row.surpassing, key="dominated_by"),
            column("note", lambda row: evidence.ours.statement(row.core.name, device)),
        ),
        "All architectures of the catalogue, of every algorithm with two or more, by area. `cells x` and "
        "`Mbit/s x` are over the smallest known one. `exponent` is log(throughput ratio) / log(area ratio) against "
        "the next smaller architecture that no smaller one surpasses: above 1, more area gives more throughput per "
        "area. `no better than` names a smaller architecture that is as fast.",
        f"Not measured: {', '.join(absent)}." if absent else "",
    )


def trade_off_charts(evidence: LightweightEvidence, device: str) -> list[Chart]:
    """Return the curves of all algorithms together, then of each algorithm with enough measured architectures."""
    by_algorithm = {candidate: places(evidence, candidate, device) for candidate in ALL}
    several = {candidate: designs for candidate, designs in by_algorithm.items() if len(designs) >= LEAST_ARCHITECTURES}
    drawn = []
    if several:
        groups = [
            Group(candidate.name, tuple(_dot(place, "") for place in designs), _line(designs))
            for candidate, designs in several.items()
        ]
        drawn.append(_chart(f"trade-off-{device}", f"Throughput over area on {device}", groups, several))
    for candidate, designs in several.items():
        if len(designs) >= _OWN_CHART:
            dots = tuple(_dot(place, place.core.architecture) for place in designs)
            title = f"{candidate.name} on {device}: throughput over area"
            name = f"trade-off-{candidate.algorithm}-{device}"
            drawn.append(_chart(name, title, [Group(candidate.name, dots, _line(designs))], {candidate: designs}))
    return drawn


def exponent(small: ArchitecturePlace, large: ArchitecturePlace) -> float:
    """Return the exponent of area that throughput grows with from one architecture to a larger one."""
    return math.log(large.mbit_s / small.mbit_s) / math.log(large.cells / small.cells)


def _dot(place: ArchitecturePlace, name: str) -> Dot:
    value = place.speed.mbit_s
    return Dot(name, place.cells, value.value, value.low, value.high)


def _line(designs: Sequence[ArchitecturePlace]) -> tuple[tuple[float, float], ...]:
    return tuple((place.cells, place.mbit_s) for place in curve(designs))


def _chart(
    name: str, title: str, groups: Sequence[Group], shown: dict[PublishedDesign, list[ArchitecturePlace]]
) -> Chart:
    table = Table.declare(
        "",
        title,
        [place for designs in shown.values() for place in designs],
        (
            column("core", lambda place: place.core.name),
            column("cells", lambda place: place.cells),
            interval("Mbit/s", lambda place: place.speed.mbit_s, key="mbit_s"),
            column("note", lambda place: place.note),
        ),
    )
    caption = (
        "Both axes logarithmic; bars: 95 % intervals; the line joins the known architectures that no smaller one "
        "surpasses; hollow: preliminary."
    )
    return Chart(name, title, to_svg_element(specification(title, AXES, groups), title), table.to_csv(), caption)
