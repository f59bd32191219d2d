# SPDX-License-Identifier: Apache-2.0
"""Table II of paper D on one device, the same for further cores, and the round-constant generators."""

from collections.abc import Sequence

from fairhash.papers.d.architectures import (
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
from fairhash.papers.d.shared_columns import (
    FIGURE_COLUMNS,
    QUOTIENT_COLUMNS,
    SEED_COLUMNS,
    figure_cells,
    quotient_cells,
    seed_cells,
)
from fairhash.papers.orders import order_line
from fairhash.papers.our_results import (
    NOT_MEASURED,
    PRELIMINARY,
    UNDECIDED,
    OurResults,
    Quotients,
    seeds_note,
)
from fairhash.papers.published_table import Row, RowsByName, parse_number, published_table
from fairhash.papers.table import Cell, Column, Preliminary, Table

_PUBLISHED = (
    Column("published: MHz", key="published_fmax_mhz"),
    Column("slices", key="published_area_slices"),
    Column("Mbit/s", key="published_throughput_mbit_s"),
    Column("Mbit/s/slice", 2, "published_efficiency_mbit_s_per_slice"),
)

_PUBLISHED_QUOTIENTS = (
    Column("published: clock x", 2),
    Column("Mbit/s x", 2, "published_throughput_ratio"),
    Column("slices x", 2, "published_area_ratio"),
    Column("Mbit/s/slice x", 2, "published_efficiency_ratio"),
    Column("derived", 2, "derived_efficiency_ratio"),
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
            "",
        )
    ]
    for algorithm, device in places:
        best = best_pipelined(ours, algorithm, device)
        figure = ours.figure(core_name(algorithm, best), device) if best else None
        compared = ours.quotients(core_name(algorithm, best), core_name(algorithm, BASE), device) if best else None
        ratio = figure.ratio.median if figure and figure.ratio else None
        unit = ours.area_unit(figure) if figure else None
        others = preliminary_pipelined(ours, algorithm, device)
        none = PRELIMINARY if others else NOT_MEASURED
        note = f"{UNDECIDED}, {PRELIMINARY} are: {', '.join(others)}" if others else ""
        if best and compared is None:
            note = "; ".join(part for part in (f"{BASE} is not known", note) if part)
        rows.append((algorithm, device, label(algorithm, best) if best else none, ratio, unit, *_ratio(compared), note))
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
            *QUOTIENT_COLUMNS[-2:],
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
        f"table-2-{algorithm}-{device}{_name(ours)}",
        f"Table II: {algorithm} on {device}{_title(ours)}",
        (Column("case"), Column("approach"), *_PUBLISHED, *FIGURE_COLUMNS, *SEED_COLUMNS),
        tuple(rows),
        (_note(ours, algorithm),),
    )


def _name(ours: OurResults) -> str:
    return f"-recipe-{ours.recipe}" if ours.recipe else ""


def _title(ours: OurResults) -> str:
    return f", all cores by recipe `{ours.recipe}`" if ours.recipe else ""


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
    published = published_cases()
    base = core_name(algorithm, BASE)
    rows = []
    for case, row in published.items():
        core = core_name(algorithm, CASES[case])
        cells = quotient_cells(ours.quotients(core, base, device))
        note = ours.quotient_note(core, base, device)
        rows.append((case, *published_quotients(row, published["I"]), *cells, note))
    figures = [ours.figure(core_name(algorithm, architecture), device) for architecture in CASES.values()]
    return Table(
        f"table-2-ratios-{algorithm}-{device}{_name(ours)}",
        f"Each case over case I: {algorithm} on {device}{_title(ours)}",
        (Column("case"), *_PUBLISHED_QUOTIENTS, *QUOTIENT_COLUMNS, Column("note")),
        tuple(rows),
        (
            "`derived` is published throughput over published area: the paper has 11.47 for case V, they give 11.74.",
            f"Ours: quotients of medians, from and to the 95 % interval; a dash where {BASE} is not known, or the "
            "figure is stale or has another recipe that is not the rule's final choice (docs/measures.md).",
            *([note] if (note := seeds_note(figures)) else []),
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
            (
                label(algorithm, architecture),
                *what,
                *figure_cells(figure),
                *_ratio(compared),
                *_seed_cells(ours, architecture, algorithm, device),
            )
        )
    names = (Column("architecture"), Column("approach"))
    return Table(
        f"beyond-{algorithm}-{device}",
        f"Beyond the paper: {algorithm} on {device}",
        (*names, Column("messages", key="messages_in_flight"), *FIGURE_COLUMNS, *QUOTIENT_COLUMNS[-3:], *SEED_COLUMNS),
        tuple(rows),
        (f"The ratios are to {algorithm}/{BASE}.",),
    )


def generators(ours: OurResults, algorithm: str, device: str) -> Table:
    """Return the round-constant generators in the same core, and what each costs more than the paper's."""
    small = ours.figure(core_name(algorithm, BASE), device)
    rows: list[tuple[Cell, ...]] = []
    for architecture, kind in GENERATORS.items():
        figure = ours.figure(core_name(algorithm, architecture), device)
        compared = ours.quotients(core_name(algorithm, architecture), core_name(algorithm, BASE), device)
        more: list[Cell] = [None, None]
        # what must not be divided must not be subtracted either
        if compared and figure and small:
            for number, (own, other) in enumerate(
                ((figure.area_cells, small.area_cells), (figure.flip_flops, small.flip_flops))
            ):
                if own and other:
                    difference = own.median - other.median
                    more[number] = Preliminary(difference) if compared.preliminary else difference
        rows.append(
            (
                kind,
                label(algorithm, architecture),
                *figure_cells(figure),
                *more,
                *_ratio(compared),
                *_seed_cells(ours, architecture, algorithm, device),
            )
        )
    names = (Column("generator"), Column("core", key="architecture"))
    more_columns = (Column("cells more", key="area_cells_more"), Column("FFs more", key="flip_flops_more"))
    return Table(
        f"generators-{algorithm}-{device}",
        f"Round-constant generators: {algorithm} on {device}",
        (*names, *FIGURE_COLUMNS, *more_columns, *QUOTIENT_COLUMNS[-3:], *SEED_COLUMNS),
        tuple(rows),
        (f"More than, and ratio to, {algorithm}/{BASE}.",),
    )


def _seed_cells(ours: OurResults, architecture: str, algorithm: str, device: str) -> tuple[Cell, ...]:
    """The cells of SEED_COLUMNS, with why there is no ratio over case I."""
    figure = ours.figure(core_name(algorithm, architecture), device)
    seeds, note = seed_cells(figure)
    base = ours.statement(core_name(algorithm, BASE), device)
    if figure and base and architecture != BASE:
        note = f"{note}; not divided by {BASE}: {base}"
    return seeds, note


def _ratio(compared: Quotients | None) -> Sequence[Cell]:
    return quotient_cells(compared)[-3:]


def _note(ours: OurResults, algorithm: str) -> str:
    recipe = f"recipe `{ours.recipe}`" if ours.recipe else "the recipe chosen for it (measures.md)"
    same = "" if algorithm == ALGORITHM else f" The paper has no {algorithm}: the paper's columns are Keccak-512's."
    return (
        "Published: Virtex 6, one run each. Ours: median over the seeds with the quartiles of the clock, each core by "
        f"{recipe}. Case I is the circuit {label(algorithm, BASE)}, measured once. A "
        f"slice of theirs and a cell of ours are not the same area.{same}"
    )
