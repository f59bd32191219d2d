# SPDX-License-Identifier: Apache-2.0
"""Table II of paper D on one device, the same for further cores, and the round-constant generators."""

from collections.abc import Sequence

from fairhash.papers.d.architectures import (
    ALGORITHM,
    BASE,
    CASES,
    GENERATORS,
    best_pipelined,
    core_name,
    core_structure,
    further_architectures,
    label,
)
from fairhash.papers.d.shared_columns import (
    FIGURE_COLUMNS,
    QUOTIENT_COLUMNS,
    SEED_COLUMNS,
    figure_cells,
    quotient_cells,
    seed_cells,
)
from fairhash.papers.our_results import NOT_MEASURED, OurResults, Quotients
from fairhash.papers.published_table import Row, RowsByName, parse_number, published_table
from fairhash.papers.table import Cell, Column, Table

_PUBLISHED = (
    Column("published: MHz", "published_fmax_mhz"),
    Column("slices", "published_area_slices"),
    Column("Mbit/s", "published_throughput_mbit_s"),
    Column("Mbit/s/slice", "published_efficiency_mbit_s_per_slice", 2),
)

_PUBLISHED_QUOTIENTS = (
    Column("published: clock x", "published_clock_ratio", 2),
    Column("Mbit/s x", "published_throughput_ratio", 2),
    Column("slices x", "published_area_ratio", 2),
    Column("Mbit/s/slice x", "published_efficiency_ratio", 2),
    Column("derived", "derived_efficiency_ratio", 2),
)


def published_cases() -> dict[str, Row]:
    """Return Table II by case."""
    return RowsByName({row["case"]: row for row in published_table("D", 2)})


def efficiency(row: Row) -> float:
    """Return the Mbit/s per slice that follow from the throughput and area of a row of Table II or III."""
    return 1000 * parse_number(row["throughput_gbit_s"]) / parse_number(row["area_slices"])


def _efficiency_of(row: Row) -> float:
    return parse_number(row["efficiency_mbit_s_per_slice"])


def published_quotients(row: Row, base: Row) -> tuple[float, ...]:
    """Return a row over another: clock, throughput, area, published efficiency, and computed efficiency."""
    columns = ("fmax_mhz", "throughput_gbit_s", "area_slices", "efficiency_mbit_s_per_slice")
    quotients = [parse_number(row[column]) / parse_number(base[column]) for column in columns]
    return (*quotients, efficiency(row) / efficiency(base))


def summary(ours: OurResults, places: Sequence[tuple[str, str]]) -> Table:
    """Return the best core of several messages in flight, its gain over case I, and the same of the paper's case V."""
    published = published_cases()
    paper_values = published_quotients(published["V"], published["I"])
    rows: list[tuple[Cell, ...]] = [
        (
            "published: Keccak-512",
            "Virtex 6",
            "case V",
            _efficiency_of(published["V"]),
            "slice",
            paper_values[3],
            None,
            None,
        )
    ]
    for algorithm, device in places:
        best = best_pipelined(ours, algorithm, device)
        figure = ours.figure(core_name(algorithm, best), device) if best else None
        compared = ours.quotients(core_name(algorithm, best), core_name(algorithm, BASE), device) if best else None
        ratio = figure.ratio.median if figure and figure.ratio else None
        unit = ours.area_unit(figure) if figure else None
        rows.append(
            (algorithm, device, label(algorithm, best) if best else NOT_MEASURED, ratio, unit, *_ratio(compared))
        )
    return Table(
        "summary",
        "The best core with several messages in flight",
        (
            Column("algorithm", "algorithm"),
            Column("device", "device"),
            Column("core", "architecture"),
            Column("Mbit/s per unit", "throughput_per_area_mbit_s", 3),
            Column("unit", "area_unit"),
            Column("over case I", "throughput_per_area_ratio", 2),
            *QUOTIENT_COLUMNS[-2:],
        ),
        tuple(rows),
        (f"The quotient of the published throughputs and areas is {paper_values[4]:.2f}. Units are never compared.",),
    )


def cases(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return Table II: each case as published and as measured."""
    rows = []
    for case, published in published_cases().items():
        figure = ours.figure(core_name(algorithm, CASES[case]), device)
        paper_values = (
            parse_number(published["fmax_mhz"]),
            parse_number(published["area_slices"]),
            1000 * parse_number(published["throughput_gbit_s"]),
            _efficiency_of(published),
        )
        rows.append((case, published["approach"], *paper_values, *figure_cells(figure), *seed_cells(figure)))
    return Table(
        f"table-2-{algorithm}-{device}",
        f"Table II: {algorithm} on {device}",
        (Column("case", "case"), Column("approach", "approach"), *_PUBLISHED, *FIGURE_COLUMNS, *SEED_COLUMNS),
        tuple(rows),
        (_note(algorithm),),
    )


def case_ratios(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return each case over case I: the paper's ratios and ours."""
    published = published_cases()
    rows = [
        (
            case,
            *published_quotients(row, published["I"]),
            *quotient_cells(ours.quotients(core_name(algorithm, CASES[case]), core_name(algorithm, BASE), device)),
        )
        for case, row in published.items()
    ]
    return Table(
        f"table-2-ratios-{algorithm}-{device}",
        f"Each case over case I: {algorithm} on {device}",
        (Column("case", "case"), *_PUBLISHED_QUOTIENTS, *QUOTIENT_COLUMNS),
        tuple(rows),
        (
            "`derived` is published throughput over published area: the paper has 11.47 for case V, they give 11.74.",
            f"Ours: quotients of medians, from and to the 95 % interval; a dash where a figure or {BASE} may not be "
            "compared (docs/measures.md).",
        ),
    )


def further_cores(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return the architectures that the paper does not have."""
    rows: list[tuple[Cell, ...]] = []
    for architecture in further_architectures(ours, algorithm):
        figure = ours.figure(core_name(algorithm, architecture), device)
        built = core_structure(ours, algorithm, architecture)
        compared = ours.quotients(core_name(algorithm, architecture), core_name(algorithm, BASE), device)
        what = (built.approach() if built else "-", built.ranks if built else None)
        rows.append(
            (label(algorithm, architecture), *what, *figure_cells(figure), *_ratio(compared), *seed_cells(figure))
        )
    names = (Column("architecture", "architecture"), Column("approach", "approach"))
    return Table(
        f"beyond-{algorithm}-{device}",
        f"Beyond the paper: {algorithm} on {device}",
        (*names, Column("messages", "messages_in_flight"), *FIGURE_COLUMNS, *QUOTIENT_COLUMNS[-3:], *SEED_COLUMNS),
        tuple(rows),
        (f"The ratios are to {algorithm}/{BASE}.",),
    )


def generators(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return the round-constant generators in the same core, and what each costs more than the paper's."""
    small = ours.figure(core_name(algorithm, BASE), device)
    rows: list[tuple[Cell, ...]] = []
    for architecture, kind in GENERATORS.items():
        figure = ours.figure(core_name(algorithm, architecture), device)
        more: list[Cell] = [None, None]
        if figure and small and figure.area_cells and small.area_cells and figure.flip_flops and small.flip_flops:
            more = [
                figure.area_cells.median - small.area_cells.median,
                figure.flip_flops.median - small.flip_flops.median,
            ]
        compared = ours.quotients(core_name(algorithm, architecture), core_name(algorithm, BASE), device)
        rows.append(
            (kind, label(algorithm, architecture), *figure_cells(figure), *more, *_ratio(compared), *seed_cells(figure))
        )
    names = (Column("generator", "generator"), Column("core", "architecture"))
    more_columns = (Column("cells more", "area_cells_more"), Column("FFs more", "flip_flops_more"))
    return Table(
        f"generators-{algorithm}-{device}",
        f"Round-constant generators: {algorithm} on {device}",
        (*names, *FIGURE_COLUMNS, *more_columns, *QUOTIENT_COLUMNS[-3:], *SEED_COLUMNS),
        tuple(rows),
        (f"More than, and ratio to, {algorithm}/{BASE}.",),
    )


def _ratio(compared: Quotients | None) -> Sequence[Cell]:
    return quotient_cells(compared)[-3:]


def _note(algorithm: str) -> str:
    same = "" if algorithm == ALGORITHM else f" The paper has no {algorithm}: the paper's columns are Keccak-512's."
    return (
        "Published: Virtex 6, one run each. Ours: median over the seeds with the quartiles of the clock, each core by "
        f"the recipe chosen for it (measures.md). Case I is the circuit {label(algorithm, BASE)}, measured once. A "
        f"slice of theirs and a cell of ours are not the same area.{same}"
    )
