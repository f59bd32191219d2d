# SPDX-License-Identifier: Apache-2.0
"""Every overall value of ours that paper A or one of its equations has too."""

from collections.abc import Iterator

from fairhash.papers.a import explanations, published
from fairhash.papers.a.candidates import ALL, CANDIDATES, Candidate
from fairhash.papers.a.normalised_values import MEASURE_NAMES, NormalisedValues, Ranking, overall
from fairhash.papers.a.table_2 import prediction
from fairhash.papers.a.table_5 import published_ratios
from fairhash.papers.a.tables_8_10 import NUMBERS
from fairhash.papers.differences import Comparison, Explanation
from fairhash.papers.estimate import MEASURES, Estimate

QUANTITIES = (
    "Eq. 6: area",
    "Eq. 8: throughput",
    *(f"Table 5: {name}" for name, _ in MEASURE_NAMES.values()),
    *(f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}" for measure in MEASURES),
)
"""The compared quantities, as the departures table and reasons.toml name them."""

NOTE = (
    "Eq. 6 and 8 predict 512 over 256 bits (Table 5). Tables 8 to 10: the Overall column. Only known values "
    "are compared."
)
"""Below the departures table."""


def comparisons(values: NormalisedValues) -> list[Comparison]:
    """Return the comparisons of Table 5, algorithm by algorithm, then those of Tables 8 to 10."""
    return [*(each for candidate in ALL for each in _variant_ratios(values, candidate)), *_overall_values(values)]


def _variant_ratios(values: NormalisedValues, candidate: Candidate) -> Iterator[Comparison]:
    measured = overall(values.large_over_small(candidate), values.ours.overall_devices)
    if measured is None or not measured["ratio"].is_known:
        return
    predicted = prediction(candidate)
    why = {measure: explanations.large_over_small(values.ours, candidate, measure) for measure in MEASURES}
    yield _comparison(candidate, QUANTITIES[0], predicted.area, measured["area"], why["area"])
    yield _comparison(candidate, QUANTITIES[1], predicted.throughput, measured["throughput"], why["throughput"])
    expected_ratios = published_ratios(candidate)
    for measure in MEASURES:
        expected = expected_ratios[measure]
        if expected is not None:
            quantity = f"Table 5: {MEASURE_NAMES[measure][0]}"
            yield _comparison(candidate, quantity, expected, measured[measure], why[measure])


def _overall_values(values: NormalisedValues) -> Iterator[Comparison]:
    for measure in MEASURES:
        expected = published.overalls(NUMBERS[measure])
        measured = Ranking.from_values(values, 512, measure).overalls
        overs = {name: own.value / expected[name] for name, own in measured.items()}
        for candidate in CANDIDATES:
            if candidate.name in measured:
                quantity = f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}"
                why = explanations.over_reference(values.ours, candidate, 512, measure, overs)
                yield _comparison(candidate, quantity, expected[candidate.name], measured[candidate.name], why)


def _comparison(
    candidate: Candidate, quantity: str, expected: float, measured: Estimate, why: Explanation | None
) -> Comparison:
    return Comparison(candidate.name, quantity, expected, measured.value, measured.low, measured.high, why)
