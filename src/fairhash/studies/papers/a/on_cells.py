# SPDX-License-Identifier: Apache-2.0
"""The candidates on standard cells beside FPGAs: throughput per area over SHA-2, ranks, and rank correlations."""

from collections.abc import Mapping

from fairhash.base.table import Cell, Column, Table
from fairhash.studies.papers.a import normalised_values
from fairhash.studies.papers.a.normalised_values import (
    CANDIDATES,
    MEASURE_NAMES,
    SHA2,
    Bits,
    NormalisedValues,
    Ranking,
)
from fairhash.studies.papers.a.rankings import NUMBERS
from fairhash.studies.papers.estimate import MEASURES, Measure
from fairhash.studies.papers.orders import basis, spearman
from fairhash.studies.papers.our_results import OurResults


def measured_libraries(ours: OurResults) -> list[str]:
    """Return the cell libraries on which a candidate's core is known beside SHA-2."""
    return [
        library
        for library in ours.libraries
        if any(_over_sha2(ours, library, bits, "ratio") for bits in normalised_values.VARIANTS)
    ]


def _over_sha2(ours: OurResults, library: str, bits: Bits, measure: Measure) -> dict[str, float]:
    """Return the known quotients over SHA-2 of equal digest, by the paper's name of the candidate."""
    quotients = {
        candidate.name: ours.quotients(candidate.core(bits), SHA2.core(bits), library) for candidate in CANDIDATES
    }
    return {
        name: getattr(quotient, measure)
        for name, quotient in quotients.items()
        if quotient is not None and not quotient.preliminary
    }


def _ranks(values: Mapping[str, float]) -> dict[str, int]:
    """Return the rank of each name, the largest value first."""
    return {name: rank for rank, name in enumerate(sorted(values, key=lambda name: -values[name]), 1)}


def ranking_table(values: NormalisedValues, bits: Bits) -> Table:
    """Return throughput per area over SHA-2 and its rank: on our FPGAs, and on each library."""
    ours = values.ours
    libraries = measured_libraries(ours)
    fpgas = {name: mean.value for name, mean in Ranking.from_values(values, bits, "ratio").overalls.items()}
    columns = {"FPGAs": fpgas} | {library: _over_sha2(ours, library, bits, "ratio") for library in libraries}
    ranks = {name: _ranks(over) for name, over in columns.items()}
    rows = [
        (
            candidate.name,
            *(
                cell
                for name in columns
                for cell in (columns[name].get(candidate.name), ranks[name].get(candidate.name))
            ),
        )
        for candidate in CANDIDATES
    ]
    return Table(
        f"cells-{bits}",
        f"Throughput per area over SHA-2 on standard cells, {bits} bits",
        (
            Column("candidate"),
            *(
                column
                for name in columns
                for column in (
                    Column(name, 2, f"{name.lower()}_ratio"),
                    Column("rank", 0, f"{name.lower()}_rank"),
                )
            ),
        ),
        tuple(rows),
        (
            "FPGAs: the overall value of Table 10 over our families. Ranks are among the candidates that are known in "
            "the column. On standard cells wires have no delay and no area.",
        ),
    )


def correlation_table(values: NormalisedValues) -> Table:
    """Return the rank correlation of each library's order with that of our FPGAs and with the paper's."""
    rows: list[tuple[Cell, ...]] = []
    for library in measured_libraries(values.ours):
        for bits in normalised_values.VARIANTS:
            for measure in MEASURES:
                on_cells = _over_sha2(values.ours, library, bits, measure)
                fpgas = {name: mean.value for name, mean in Ranking.from_values(values, bits, measure).overalls.items()}
                published = normalised_values.overalls(NUMBERS[measure]) if bits == 512 else {}
                rows.append(
                    (
                        library,
                        bits,
                        MEASURE_NAMES[measure][0],
                        basis(len(on_cells), len(CANDIDATES), "candidates"),
                        _spearman(on_cells, fpgas),
                        _spearman(on_cells, published),
                    )
                )
    return Table(
        "cells-correlation",
        "Order on standard cells against the order on FPGAs",
        (
            Column("library"),
            Column("bits"),
            Column("measure"),
            Column("candidates", key="candidates_known"),
            Column("with our FPGAs", 2, "spearman_fpgas"),
            Column("with the paper's FPGAs", 2, "spearman_published"),
        ),
        tuple(rows),
        (
            "Spearman's coefficient over the candidates that both orders have; the paper's Overall columns are of 512 "
            "bits.",
        ),
    )


def _spearman(one: Mapping[str, float], other: Mapping[str, float]) -> float | None:
    names = [name for name in one if name in other]
    return spearman([one[name] for name in names], [other[name] for name in names])
