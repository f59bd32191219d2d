# SPDX-License-Identifier: Apache-2.0
"""Rank correlation of our order with the paper's: Spearman and Kendall, with their intervals over seeds."""

from collections.abc import Mapping, Sequence

from fairhash.papers.a import published
from fairhash.papers.a.candidates import CANDIDATES
from fairhash.papers.a.normalised_values import MEASURE_NAMES, NormalisedValues, Ranking
from fairhash.papers.a.tables_8_10 import NUMBERS
from fairhash.papers.estimate import MEASURES, Estimate, Measure
from fairhash.papers.orders import MIN_PAIRS, basis, coefficient_interval, kendall, spearman
from fairhash.papers.table import Cell, Column, Table

STATISTICS = {"median": "median of the seeds", "best": "best of the seeds"}

COLUMNS = (
    Column("table"),
    Column("the paper's column", key="published_column"),
    Column("ours", key="statistic"),
    Column("candidates", key="candidates_known"),
    Column("Spearman", 2),
    Column("from", 2, "spearman_low"),
    Column("to", 2, "spearman_high"),
    Column("Kendall", 2),
    Column("from", 2, "kendall_low"),
    Column("to", 2, "kendall_high"),
)


def table(all_values: Sequence[NormalisedValues]) -> Table:
    """Our overall order against the paper's, for each measure."""
    rows = [
        _row(
            Ranking.from_values(values, 512, measure).overalls,
            measure,
            "Overall",
            published.overalls(NUMBERS[measure]),
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
        for column, name in enumerate(published.FAMILIES.values()):
            published_values = published.family(NUMBERS[measure], column)
            overall = {
                key: value for key, value in published.overalls(NUMBERS[measure]).items() if key in published_values
            }
            row = _row(ours, measure, name, published_values, values)
            own = spearman(list(published_values.values()), [overall[key] for key in published_values])
            rows.append((row[0], name, *row[3:7], own))
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
    own = [ours[name] for name in names]
    coefficients = [
        cell for coefficient in (spearman, kendall) for cell in coefficient_interval(coefficient, own, expected)
    ]
    table_name = f"{NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}"
    known = basis(len(names), len(published_values), "candidates")
    return (table_name, column, STATISTICS[values.statistic] + values.title_suffix, known, *coefficients)
