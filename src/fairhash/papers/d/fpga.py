# SPDX-License-Identifier: Apache-2.0
"""Table II of paper D, what goes beyond it, and the round-constant generators: on one device at a time."""

from collections.abc import Sequence

from fairhash.analysis.published import Row, number, printed_table
from fairhash.papers.content import Cell, Column, Table
from fairhash.papers.d.measured import BASE, CASES, GENERATORS, MISSING, Against, Ours
from fairhash.papers.d.rows import AGAINST, OURS, SEEDS_AND_NOTE, against, ours, seeds_and_note

PAPERS_ALGORITHM = "keccak-512"

_PRINTED = (
    Column("print: MHz", "printed_fmax_mhz"),
    Column("slices", "printed_area_slices"),
    Column("Mbit/s", "printed_throughput_mbit_s"),
    Column("Mbit/s/slice", "printed_efficiency_mbit_s_per_slice", 2),
)

_PRINTED_AGAINST = (
    Column("print: clock x", "printed_clock_ratio", 2),
    Column("Mbit/s x", "printed_throughput_ratio", 2),
    Column("slices x", "printed_area_ratio", 2),
    Column("Mbit/s/slice x", "printed_efficiency_ratio", 2),
    Column("derived", "derived_efficiency_ratio", 2),
)


def printed_cases() -> dict[str, Row]:
    """Table II by case."""
    return {row["case"]: row for row in printed_table("D", 2)}


def efficiency(row: Row) -> float:
    """Mbit/s per slice of a row of Table II or III, from its own throughput and area."""
    return 1000 * number(row["throughput_gbit_s"]) / number(row["area_slices"])


def _efficiency_of(row: Row) -> float:
    return number(row["efficiency_mbit_s_per_slice"])


def printed_against(row: Row, base: Row) -> tuple[float, ...]:
    """Clock, throughput, area, efficiency as printed, and efficiency from throughput and area, over another row's."""
    columns = ("fmax_mhz", "throughput_gbit_s", "area_slices", "efficiency_mbit_s_per_slice")
    quotients = [number(row[column]) / number(base[column]) for column in columns]
    return (*quotients, efficiency(row) / efficiency(base))


def summary(all_ours: Ours, places: Sequence[tuple[str, str]]) -> Table:
    """The best core with several messages in flight, and how much it gains over case I, beside print's case V."""
    printed = printed_cases()
    theirs = printed_against(printed["V"], printed["I"])
    rows: list[tuple[Cell, ...]] = [
        ("print: Keccak-512", "Virtex 6", "case V", _efficiency_of(printed["V"]), "slice", theirs[3], None, None)
    ]
    for algorithm, device in places:
        best = all_ours.best_of_several(algorithm, device)
        figure = all_ours.figure(algorithm, best, device) if best else None
        compared = all_ours.against(algorithm, best, device) if best else None
        ratio = figure.ratio.median if figure and figure.ratio else None
        unit = figure.first.area_unit if figure else None
        rows.append((algorithm, device, best or MISSING, ratio, unit, *_ratio(compared)))
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
            *AGAINST[-2:],
        ),
        tuple(rows),
        (f"Print's quotient from its own throughputs and areas is {theirs[4]:.2f}. Units are never compared.",),
    )


def cases(all_ours: Ours, algorithm: str, device: str) -> Table:
    """Table II: each case as printed and as measured."""
    rows = []
    for case, printed in printed_cases().items():
        figure = all_ours.figure(algorithm, CASES[case], device)
        theirs = (
            number(printed["fmax_mhz"]),
            number(printed["area_slices"]),
            1000 * number(printed["throughput_gbit_s"]),
            _efficiency_of(printed),
        )
        rows.append((case, printed["approach"], *theirs, *ours(figure), *seeds_and_note(figure)))
    return Table(
        f"table-2-{algorithm}-{device}",
        f"Table II: {algorithm} on {device}",
        (Column("case", "case"), Column("approach", "approach"), *_PRINTED, *OURS, *SEEDS_AND_NOTE),
        tuple(rows),
        (_printed_note(algorithm),),
    )


def case_ratios(all_ours: Ours, algorithm: str, device: str) -> Table:
    """Each case over case I: print's ratios beside ours."""
    printed = printed_cases()
    rows = [
        (
            case,
            *printed_against(row, printed["I"]),
            *against(all_ours.against(algorithm, CASES[case], device)),
        )
        for case, row in printed.items()
    ]
    return Table(
        f"table-2-ratios-{algorithm}-{device}",
        f"Each case over case I: {algorithm} on {device}",
        (Column("case", "case"), *_PRINTED_AGAINST, *AGAINST),
        tuple(rows),
        (
            "`derived` is made of the printed throughput and area: print has 11.47 for case V where they give 11.74.",
            f"Ours: quotients of medians, from and to the 95 % interval; a dash where a figure or {BASE} may not be "
            "compared (docs/measures.md).",
        ),
    )


def beyond(all_ours: Ours, algorithm: str, device: str) -> Table:
    """The architectures the paper does not have, in the same form."""
    rows: list[tuple[Cell, ...]] = []
    for architecture in all_ours.beyond(algorithm):
        figure = all_ours.figure(algorithm, architecture, device)
        built = all_ours.structure(algorithm, architecture)
        compared = all_ours.against(algorithm, architecture, device)
        what = (built.approach() if built else "-", built.ranks if built else None)
        rows.append((architecture, *what, *ours(figure), *_ratio(compared), *seeds_and_note(figure)))
    names = (Column("architecture", "architecture"), Column("approach", "approach"))
    return Table(
        f"beyond-{algorithm}-{device}",
        f"Beyond the paper: {algorithm} on {device}",
        (*names, Column("messages", "messages_in_flight"), *OURS, *AGAINST[-3:], *SEEDS_AND_NOTE),
        tuple(rows),
        (f"The ratios are to {algorithm}/{BASE}.",),
    )


def generators(all_ours: Ours, algorithm: str, device: str) -> Table:
    """The round-constant generators in the same core, and what each costs more than the paper's."""
    small = all_ours.figure(algorithm, BASE, device)
    rows: list[tuple[Cell, ...]] = []
    for architecture, kind in GENERATORS.items():
        figure = all_ours.figure(algorithm, architecture, device)
        more: list[Cell] = [None, None]
        if figure and small and figure.area_cells and small.area_cells and figure.flip_flops and small.flip_flops:
            more = [
                figure.area_cells.median - small.area_cells.median,
                figure.flip_flops.median - small.flip_flops.median,
            ]
        compared = all_ours.against(algorithm, architecture, device)
        rows.append((kind, architecture, *ours(figure), *more, *_ratio(compared), *seeds_and_note(figure)))
    names = (Column("generator", "generator"), Column("core", "architecture"))
    more_columns = (Column("cells more", "area_cells_more"), Column("FFs more", "flip_flops_more"))
    return Table(
        f"generators-{algorithm}-{device}",
        f"Round-constant generators: {algorithm} on {device}",
        (*names, *OURS, *more_columns, *AGAINST[-3:], *SEEDS_AND_NOTE),
        tuple(rows),
        (f"More than, and ratio to, {algorithm}/{BASE}.",),
    )


def _ratio(compared: Against | None) -> Sequence[Cell]:
    return against(compared)[-3:]


def _printed_note(algorithm: str) -> str:
    same = "" if algorithm == PAPERS_ALGORITHM else f" The paper has no {algorithm}: print's columns are Keccak-512's."
    return (
        "Printed: Virtex 6, one run each. Ours: median over the seeds with the quartiles of the clock, each core by "
        f"the recipe that suits it best. A slice of theirs and a cell of ours are not the same area.{same}"
    )
