# SPDX-License-Identifier: Apache-2.0
"""Rank correlation of our order with paper A's, and Table 9 as far as mapping without placement goes."""

from collections.abc import Mapping, Sequence

from fairhash.base.table import Cell, Column, Columns, Table, column, csv_name, interval_columns
from fairhash.figures.measures import geometric_mean
from fairhash.studies.papers.a import normalised_values
from fairhash.studies.papers.a.normalised_values import (
    CANDIDATES,
    MEASURE_NAMES,
    SHA2,
    Bits,
    Candidate,
    NormalisedValues,
    Ranking,
)
from fairhash.studies.papers.a.rankings import NUMBERS
from fairhash.studies.papers.a.tables_3_7 import published_families
from fairhash.studies.papers.compared_cores import core_link
from fairhash.studies.papers.estimate import MEASURES, Estimate, Measure
from fairhash.studies.papers.orders import MIN_PAIRS, basis, coefficient_interval, kendall, spearman
from fairhash.studies.papers.our_results import OurResults

STATISTICS = {"median": "median of the seeds", "best": "best of the seeds"}

COLUMNS = (
    Column("table"),
    Column("the paper's column", key="published_column"),
    Column("ours", key="statistic"),
    Column("candidates", key="candidates_known"),
    *interval_columns("Spearman"),
    *interval_columns("Kendall"),
)


def correlation_table(all_values: Sequence[NormalisedValues]) -> Table:
    """Our overall order against the paper's, for each measure."""
    rows = [
        _row(
            Ranking.from_values(values, 512, measure).overalls,
            measure,
            "Overall",
            normalised_values.overalls(NUMBERS[measure]),
            values,
        )
        for measure in MEASURES
        for values in all_values
    ]
    return Table(
        "correlation",
        "Our order of the candidates against the paper's",
        COLUMNS,
        tuple(rows),
        (
            "Over the candidates that are known and that the paper has; 1 is the same order. From and to: 95 % of the "
            f"draws of seeds; which candidates there are is not drawn. At least {MIN_PAIRS} are needed. Shabal "
            "structured as in the paper: shabal-512/parallel in place of shabal-512/highspeed, on devices that "
            "have it.",
        ),
    )


def by_family(values: NormalisedValues) -> Table:
    """Our overall order against each published family, and for comparison the published families against Overall."""
    rows: list[tuple[Cell, ...]] = []
    for measure in MEASURES:
        ours = Ranking.from_values(values, 512, measure).overalls
        for number, name in enumerate(normalised_values.FAMILIES.values()):
            published_values = normalised_values.family(NUMBERS[measure], number)
            overall = {
                key: value
                for key, value in normalised_values.overalls(NUMBERS[measure]).items()
                if key in published_values
            }
            row = _row(ours, measure, name, published_values, values)
            among_published = spearman(list(published_values.values()), [overall[key] for key in published_values])
            rows.append((row[0], name, *row[3:7], among_published))
    return Table(
        "correlation-families",
        "Our overall order against each published family",
        (
            *(COLUMNS[0], COLUMNS[1], *COLUMNS[3:7]),
            Column("published families", 2, "spearman_published_family_with_published_overall"),
        ),
        tuple(rows),
        ("`published families`: Spearman of that family with the published Overall, over all its candidates.",),
    )


def our_families(values: NormalisedValues) -> Table:
    """Our order on each of our families against the published Overall."""
    rows = []
    for measure in MEASURES:
        published_values = normalised_values.overalls(NUMBERS[measure])
        for device in values.ours.family_devices:
            on_device = Ranking.from_values(values, 512, measure, [device]).overalls
            row = _row(on_device, measure, "Overall", published_values, values)
            rows.append((row[0], device, *row[3:]))
    return Table(
        "correlation-our-families",
        "Our order on each of our families against the published Overall",
        (COLUMNS[0], Column("device"), *COLUMNS[3:]),
        tuple(rows),
        (f"Over the candidates that are known on the device and that the paper has; at least {MIN_PAIRS} are needed.",),
    )


def family_spread(values: NormalisedValues) -> Table:
    """Throughput per area over SHA-512's: largest over smallest of the paper's families, and of ours."""
    number = NUMBERS["ratio"]

    def published(each: Candidate) -> tuple[Cell, ...]:
        found = [value for value in normalised_values.by_family(number, each.name) if value]
        return len(found), _spread(found)

    def ours(each: Candidate) -> tuple[Cell, ...]:
        by_device = values.normalised(each, _BITS, values.ours.family_devices).values()
        found = [estimates["ratio"].value for estimates in by_device if estimates["ratio"].is_known]
        return len(found), _spread(found)

    heads = {"published": published, "ours": ours}
    return Table.declare(
        "family-spread",
        "How far families differ: the largest over the smallest throughput per area over that of SHA-512",
        CANDIDATES,
        (
            column("algorithm", lambda each: core_link(each.core(_BITS), each.algorithm(_BITS))),
            *(
                Columns(
                    (
                        Column(f"{whose}: families", key=f"{whose}_families"),
                        Column("largest over smallest", 2, f"{whose}_largest_over_smallest"),
                    ),
                    cells,
                )
                for whose, cells in heads.items()
            ),
        ),
        "Over the families with a value; ours are those where both cores are known. Of one family there is no value.",
    )


def _spread(found: Sequence[float]) -> float | None:
    return max(found) / min(found) if len(found) > 1 else None


def _row(
    ours: Mapping[str, Estimate],
    measure: Measure,
    column: str,
    published_values: Mapping[str, float],
    values: NormalisedValues,
) -> tuple[Cell, ...]:
    names = [
        candidate.name for candidate in CANDIDATES if candidate.name in ours and candidate.name in published_values
    ]
    expected = [published_values[name] for name in names]
    estimates = [ours[name] for name in names]
    coefficients = [
        cell for coefficient in (spearman, kendall) for cell in coefficient_interval(coefficient, estimates, expected)
    ]
    table_name = f"{NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}"
    known = basis(len(names), len(published_values), "candidates")
    return (table_name, column, STATISTICS[values.statistic] + values.title_suffix, known, *coefficients)


_AREA = 9
"""The table of areas."""
_BITS: Bits = 512


def mapped_areas(ours: OurResults) -> Table | None:
    """Return mapped areas of the 512-bit variants over SHA-512's, with the published ones; None without any."""
    mapped = _over_sha2(ours)
    if not mapped:
        return None

    def area(device: str) -> Columns[Candidate]:
        def cell(each: Candidate) -> Cell:
            return mapped[device].get(each.name) or _absence(ours, each, device)

        return column(device, cell, 2, f"{csv_name(device)}_mapped")

    families = published_families(_AREA).columns
    return Table.declare(
        "table-9-mapped",
        f"Table 9 by mapping alone, estimates: area over that of {SHA2.algorithm(_BITS)}",
        CANDIDATES,
        (
            column("algorithm", lambda each: core_link(each.core(_BITS), each.algorithm(_BITS))),
            Columns(families, lambda each: normalised_values.by_family(_AREA, each.name)),
            *map(area, mapped),
        ),
        "Mapped by the open tools to the cells of a family that they cannot place: an area, no clock, no ranking. "
        "A netlist of earlier sources is divided by no other one, and none by it.",
    )


def mapped_order(values: NormalisedValues) -> Table | None:
    """Agreement of mapped and of placed areas with the published ones; None if nothing was mapped."""
    every = _over_sha2(values.ours)
    if not every:
        return None
    placed = {name: estimate.value for name, estimate in Ranking.from_values(values, _BITS, "area").overalls.items()}
    columns = {
        words: normalised_values.family(_AREA, column)
        for column, words in enumerate(normalised_values.FAMILIES.values())
    }
    rows = []
    for device, mapped in every.items():
        for words, published_values in {**columns, "Overall": normalised_values.overalls(_AREA)}.items():
            names = [name for name in published_values if name in mapped and name in placed]
            rows.append(
                (
                    device,
                    words,
                    basis(len(names), len(published_values), "candidates"),
                    *_near(mapped, published_values, names),
                    *_near(placed, published_values, names),
                )
            )
    return Table(
        "table-9-mapped-order",
        "Areas by mapping alone and areas placed, against the paper's",
        (
            Column("mapped to", key="device"),
            Column("the paper's column", key="published_column"),
            Column("candidates"),
            *_near_columns("mapped"),
            *_near_columns("placed"),
        ),
        tuple(rows),
        (
            "Placed: the overall values of Table 9 above. All over the candidates that were mapped from today's "
            f"sources, whose placed area is known, and that are in the paper; at least {MIN_PAIRS} are needed. Apart: "
            "the geometric mean of the larger over the smaller of both areas; 1 is the same.",
        ),
    )


def _over_sha2(ours: OurResults) -> dict[str, dict[str, float]]:
    """By device that any of the cores was mapped to, and by the paper's name; only netlists that are not stale."""
    over: dict[str, dict[str, float]] = {}
    cores = {candidate.core(_BITS): candidate for candidate in CANDIDATES}
    for device in sorted({device for core, device in ours.mapped_figures if core in cores}):
        base = _mapped_area(ours, SHA2, device)
        areas = {candidate.name: _mapped_area(ours, candidate, device) for candidate in CANDIDATES}
        over[device] = {name: area / base for name, area in areas.items() if area and base}
    return over


def _mapped_area(ours: OurResults, candidate: Candidate, device: str) -> float | None:
    """The area of a netlist of today's sources."""
    figure = ours.mapped_figures.get((candidate.core(_BITS), device))
    return figure.area_cells.median if figure and figure.area_cells and not figure.stale else None


def _absence(ours: OurResults, candidate: Candidate, device: str) -> str:
    """Why a mapped area is not divided by that of SHA-512."""
    for each, prefix in ((candidate, ""), (SHA2, f"{SHA2.algorithm(_BITS)} ")):
        figure = ours.mapped_figures.get((each.core(_BITS), device))
        if figure is None:
            return prefix + ours.absence(each.core(_BITS), device)
        if figure.stale:
            return f"{prefix}stale: {figure.stale}"
    raise AssertionError(f"{candidate.name} has a mapped area on {device}")


def _near_columns(areas: str) -> tuple[Column, ...]:
    heads = {f"{areas}: Spearman": "spearman", "Kendall": "kendall", "apart": "apart"}
    return tuple(Column(heading, 2, f"{areas}_{name}") for heading, name in heads.items())


def _near(
    values: Mapping[str, float], published_values: Mapping[str, float], names: list[str]
) -> tuple[Cell, Cell, Cell]:
    """Spearman, Kendall and how many times apart."""
    pairs = [(values[name], published_values[name]) for name in names]
    ours, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    apart = geometric_mean([max(pair) / min(pair) for pair in pairs]) if pairs else None
    return spearman(ours, theirs), kendall(ours, theirs), apart
