# SPDX-License-Identifier: Apache-2.0
"""Table II of paper D on one device with its chart, the same for further cores, and the round-constant generators."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairhash.base.table import Cell, Column, Columns, Table, column, mark
from fairhash.figures.figures import Figure
from fairhash.figures.ranking import Point, Relative
from fairhash.figures.statistics import Spread
from fairhash.studies.papers.charts import Chart, points_csv, throughput_area_chart
from fairhash.studies.papers.compared_cores import Compared, CoreOnDevice, core_link, divided, measured, published
from fairhash.studies.papers.d.structure import (
    ALGORITHM,
    BASE,
    CASES,
    GENERATORS,
    architectures,
    best_pipelined,
    core_name,
    core_structure,
    further_architectures,
    label,
    preliminary_pipelined,
)
from fairhash.studies.papers.orders import order_line
from fairhash.studies.papers.our_results import (
    NOT_MEASURED,
    PRELIMINARY,
    UNDECIDED,
    OurResults,
    figure_note,
    quotient_cells,
    quotients,
    seeds_note,
)
from fairhash.studies.papers.published_table import Row, RowsByName, parse_number, published_table

_RATIO = ("ratio", "ratio_low", "ratio_high")
_RATIO_COLUMNS = divided("ratio")


def _quartiles(one: CoreOnDevice) -> tuple[Cell, Cell]:
    clock = one.figure.clock_mhz if one.figure and one.figure.has_interval else None
    return (clock.lower, clock.upper) if clock else (None, None)


_FIGURE: tuple[Columns[CoreOnDevice], ...] = (
    measured("fmax MHz", "clock_mhz", 1, "fmax_median_mhz"),
    Columns((Column("Q1", 1, "fmax_lower_quartile_mhz"), Column("Q3", 1, "fmax_upper_quartile_mhz")), _quartiles),
    measured("cells", "area_cells"),
    measured("LUTs", "luts"),
    measured("carry", "carry"),
    measured("FFs", "flip_flops"),
    measured("Mbit/s", "throughput_mbit_s"),
    measured("Mbit/s/cell", "ratio", 3, "throughput_per_cell_mbit_s"),
)
"""Medians over the seeds, and the quartiles of the clock where there are several runs."""


def _seeds(one: CoreOnDevice) -> int:
    return len(one.figure.succeeded) if one.figure else 0


@dataclass(frozen=True)
class _Case(Compared):
    """One of the five cases."""

    case: str = ""


def published_cases() -> dict[str, Row]:
    """Return Table II by case."""
    return RowsByName({row["case"]: row for row in published_table("D", 2)})


def _cases(ours: OurResults, algorithm: str, device: str) -> list[_Case]:
    return [
        _Case(ours, core_name(algorithm, CASES[case]), device, core_name(algorithm, BASE), row, case)
        for case, row in published_cases().items()
    ]


def efficiency(row: Row) -> float:
    """Return the Mbit/s per slice that follow from the throughput and area of a row of Table II or III."""
    return 1000 * parse_number(row["throughput_gbit_s"]) / parse_number(row["area_slices"])


def published_quotients(row: Row, base: Row) -> tuple[float, ...]:
    """Return a row over another: clock, throughput, area, published efficiency, and computed efficiency."""
    columns = ("fmax_mhz", "throughput_gbit_s", "area_slices", "efficiency_mbit_s_per_slice")
    values = [parse_number(row[name]) / parse_number(base[name]) for name in columns]
    return (*values, efficiency(row) / efficiency(base))


def summary(ours: OurResults, places: Sequence[tuple[str, str]]) -> Table:
    """Return the best core of several messages in flight, its gain over case I, and the same of the paper's case V."""
    cases = published_cases()
    paper_values = published_quotients(cases["V"], cases["I"])
    case_v = parse_number(cases["V"]["efficiency_mbit_s_per_slice"])
    rows: list[tuple[Cell, ...]] = [
        ("published: Keccak-512", "Virtex 6", "case V", case_v, "slice", paper_values[3], None, None, "")
    ]
    for algorithm, device in places:
        best = best_pipelined(ours, algorithm, device)
        figure = ours.figure(core_name(algorithm, best), device) if best else None
        compared = ours.quotients(core_name(algorithm, best), core_name(algorithm, BASE), device) if best else None
        ratio = figure.ratio.median if figure and figure.ratio else None
        unit = ours.area_unit(figure) if figure else None
        others = preliminary_pipelined(ours, algorithm, device)
        name = label(algorithm, best) if best else PRELIMINARY if others else NOT_MEASURED
        note = f"{UNDECIDED}, {PRELIMINARY} are: {', '.join(others)}" if others else ""
        if best and compared is None:
            note = "; ".join(part for part in (f"{BASE} is not known", note) if part)
        rows.append((algorithm, device, name, ratio, unit, *quotient_cells(compared, *_RATIO), note))
    return Table(
        "summary",
        "The best core with several messages in flight",
        (
            Column("algorithm"),
            Column("device"),
            Column("core", key="architecture"),
            Column("Mbit/s per unit", 3, "throughput_per_area_mbit_s"),
            Column("unit"),
            Column("over case I", 2, "throughput_per_area_ratio"),
            *_RATIO_COLUMNS.columns[1:],
            Column("note"),
        ),
        tuple(rows),
        (
            f"The quotient of the published throughputs and areas is {paper_values[4]:.2f}. Units are never compared. "
            "The best core is the best one that is known; while others are preliminary that is undecided.",
        ),
    )


def cases(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return Table II: each case as published and as measured."""
    recipe = f"recipe `{ours.recipe}`" if ours.recipe else "the recipe chosen for it (measures.md)"
    same = "" if algorithm == ALGORITHM else f" The paper has no {algorithm}: the paper's columns are Keccak-512's."
    return Table.declare(
        f"table-2-{algorithm}-{device}{ours.name_suffix}",
        f"Table II: {algorithm} on {device}{ours.title_suffix}",
        _cases(ours, algorithm, device),
        (
            column("case", lambda one: one.case),
            column("approach", lambda one: core_link(one.core, one.row["approach"])),
            published("published: MHz", "fmax_mhz"),
            published("slices", "area_slices"),
            column(
                "Mbit/s",
                lambda one: 1000 * parse_number(one.row["throughput_gbit_s"]),
                key="published_throughput_mbit_s",
            ),
            published("Mbit/s/slice", "efficiency_mbit_s_per_slice", 2),
            *_FIGURE,
            column("seeds", _seeds),
            column("note", lambda one: figure_note(one.figure)),
        ),
        "Published: Virtex 6, one run each. Ours: median over the seeds with the quartiles of the clock, each core by "
        f"{recipe}. Case I is the circuit {label(algorithm, BASE)}, measured once. A "
        f"slice of theirs and a cell of ours are not the same area.{same}",
    )


def order_by_one_recipe(by_rule: OurResults, by_recipe: OurResults, algorithm: str, device: str) -> str:
    """Return whether the order of the architectures differs if all cores have one recipe."""
    rule, recipe = (
        {
            architecture: figure.ratio.median
            for architecture in architectures(by_rule, algorithm)
            if (figure := ours.known_figure(core_name(algorithm, architecture), device)) and figure.ratio
        }
        for ours in (by_rule, by_recipe)
    )
    return order_line(f"throughput per area of {algorithm} on {device}", rule, recipe, smallest_first=False)


def case_ratios(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return each case over case I: the paper's ratios and ours."""
    rows = _cases(ours, algorithm, device)
    base = rows[0].row
    return Table.declare(
        f"table-2-ratios-{algorithm}-{device}{ours.name_suffix}",
        f"Each case over case I: {algorithm} on {device}{ours.title_suffix}",
        rows,
        (
            column("case", lambda one: one.case),
            Columns(
                (
                    Column("published: clock x", 2),
                    Column("Mbit/s x", 2, "published_throughput_ratio"),
                    Column("slices x", 2, "published_area_ratio"),
                    Column("Mbit/s/slice x", 2, "published_efficiency_ratio"),
                    Column("derived", 2, "derived_efficiency_ratio"),
                ),
                lambda one: published_quotients(one.row, base),
            ),
            divided("clock", "throughput", "area", "ratio"),
            column("note", lambda one: one.ours.quotient_note(one.core, one.base, one.device)),
        ),
        "`derived` is published throughput over published area: the paper has 11.47 for case V, they give 11.74.",
        f"Ours: quotients of medians, from and to the 95 % interval; a dash where {BASE} is not known, or the "
        "figure is stale or has another recipe that is not the rule's final choice (docs/measures.md).",
        seeds_note(one.figure for one in rows),
    )


def _rows(ours: OurResults, algorithm: str, names: Sequence[str], device: str) -> list[CoreOnDevice]:
    base = core_name(algorithm, BASE)
    return [CoreOnDevice(ours, core_name(algorithm, name), device, base) for name in names]


def _label(one: CoreOnDevice) -> str:
    return core_link(one.core, label(*one.core.split("/")))


def _note(one: CoreOnDevice) -> str:
    """Return what must be said of the figure, and why there is no ratio over case I."""
    base = one.ours.statement(one.base, one.device)
    if one.figure and base and one.core != one.base:
        return f"{figure_note(one.figure)}; not divided by {BASE}: {base}"
    return figure_note(one.figure)


def further_cores(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return the architectures that the paper does not have."""
    names = further_architectures(ours, algorithm)
    built = {core_name(algorithm, name): core_structure(ours, algorithm, name) for name in names}
    return Table.declare(
        f"beyond-{algorithm}-{device}",
        f"Beyond the paper: {algorithm} on {device}",
        _rows(ours, algorithm, names, device),
        (
            column("architecture", _label),
            column("approach", lambda one: each.approach() if (each := built[one.core]) else "-"),
            column("messages", lambda one: each.ranks if (each := built[one.core]) else None, 0, "messages_in_flight"),
            *_FIGURE,
            _RATIO_COLUMNS,
            column("seeds", _seeds),
            column("note", _note),
        ),
        f"The ratios are to {algorithm}/{BASE}.",
    )


def generators(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return the round-constant generators in the same core, and what each costs more than the paper's."""
    base = ours.figure(core_name(algorithm, BASE), device)

    def more(one: CoreOnDevice, measure: str) -> Cell:
        spreads: list[Spread | None] = [getattr(figure, measure, None) for figure in (one.figure, base)]
        # what must not be divided must not be subtracted either
        if one.quotients and spreads[0] and spreads[1]:
            return mark(spreads[0].median - spreads[1].median, one.quotients.preliminary)
        return None

    return Table.declare(
        f"generators-{algorithm}-{device}",
        f"Round-constant generators: {algorithm} on {device}",
        _rows(ours, algorithm, list(GENERATORS), device),
        (
            column("generator", lambda one: GENERATORS[one.core.partition("/")[2]]),
            column("core", _label, key="architecture"),
            *_FIGURE,
            column("cells more", lambda one: more(one, "area_cells"), key="area_cells_more"),
            column("FFs more", lambda one: more(one, "flip_flops"), key="flip_flops_more"),
            _RATIO_COLUMNS,
            column("seeds", _seeds),
            column("note", _note),
        ),
        f"More than, and ratio to, {algorithm}/{BASE}.",
    )


def chart(ours: OurResults, algorithm: str, device: str) -> Chart | None:
    """Return throughput over area of the architectures over case I, hollow where they are preliminary.

    Returns:
        None if case I is not known or no other architecture may be divided by it.
    """
    base = ours.figure(core_name(algorithm, BASE), device)
    if base is None or base.preliminary:
        return None
    points = []
    for architecture in architectures(ours, algorithm):
        figure = ours.figure(core_name(algorithm, architecture), device)
        if figure is not None and quotients(figure, base):
            points.append(_point(label(algorithm, architecture), figure, base))
    if len(points) < 2:
        return None
    return throughput_area_chart(
        f"throughput-over-area-{algorithm}-{device}",
        f"{algorithm} on {device}, each core by the recipe chosen for it",
        points,
        reference=label(algorithm, BASE),
        csv=points_csv(points),
        caption="Divided by case I, both axes logarithmic; bars from quartile to quartile; dashed: equal throughput "
        "per area; hollow: preliminary.",
    )


def _point(architecture: str, figure: Figure, base: Figure) -> Point:
    def relative(measure: Callable[[Figure], Spread | None]) -> Relative:
        value, other = measure(figure), measure(base)
        if value is None or other is None:
            raise ValueError(f"{architecture} has no obstacle and lacks a figure")
        if not figure.has_interval:
            return Relative(value.median / other.median, None, None)
        return Relative(*(each / other.median for each in (value.median, value.lower, value.upper)))

    return Point(
        architecture,
        relative(lambda each: each.throughput_mbit_s),
        relative(lambda each: each.area_cells),
        relative(lambda each: each.ratio),
        (figure.first.device,),
        (figure,),
    )
