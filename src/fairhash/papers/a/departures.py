# SPDX-License-Identifier: Apache-2.0
"""Where prediction or print and measurement part by more than a quarter, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fairhash.papers.a import printed
from fairhash.papers.a.algorithms import ALL, CANDIDATES, Candidate
from fairhash.papers.a.columns import MEASURE_NAMES, interval
from fairhash.papers.a.drawn import MEASURES, Estimate
from fairhash.papers.a.normalised import Ranking, Values, overall
from fairhash.papers.a.rankings import NUMBERS
from fairhash.papers.a.reasons import NONE_YET, Reason
from fairhash.papers.a.table_2 import prediction
from fairhash.papers.a.table_5 import printed_ratios
from fairhash.papers.content import Column, Table

LIMIT = 1.25
"""Sect. 5 of the paper calls more than 25 % a large discrepancy."""


@dataclass(frozen=True)
class Comparison:
    """A measured overall value and what print or an equation has for it."""

    algorithm: str
    quantity: str
    expected: float
    measured: Estimate

    @property
    def parts(self) -> bool:
        """Whether one is more than LIMIT times the other."""
        quotient = self.measured.value / self.expected
        return max(quotient, 1 / quotient) > LIMIT


QUANTITIES = (
    "Eq. 6: area",
    "Eq. 8: throughput",
    *(f"Table 5: {name}" for name, _ in MEASURE_NAMES.values()),
    *(f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}" for measure in MEASURES),
)
"""What is compared."""


def comparisons(values: Values) -> list[Comparison]:
    """Every overall value of ours that print or an equation has too."""
    return [*(each for candidate in ALL for each in _of_variants(values, candidate)), *_of_rankings(values)]


def _of_variants(values: Values, candidate: Candidate) -> Iterator[Comparison]:
    found = overall(values.large_over_small(candidate))
    if found is None:
        return
    predicted = prediction(candidate)
    yield Comparison(candidate.printed, QUANTITIES[0], predicted.area, found["area"])
    yield Comparison(candidate.printed, QUANTITIES[1], predicted.throughput, found["throughput"])
    theirs = printed_ratios(candidate)
    for measure in MEASURES:
        expected = theirs[measure]
        if expected is not None:
            quantity = f"Table 5: {MEASURE_NAMES[measure][0]}"
            yield Comparison(candidate.printed, quantity, expected, found[measure])


def _of_rankings(values: Values) -> Iterator[Comparison]:
    for measure in MEASURES:
        theirs = printed.overalls(NUMBERS[measure])
        own = Ranking.of(values, 512, measure).overalls
        for candidate in CANDIDATES:
            if candidate.printed in own:
                quantity = f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}"
                yield Comparison(candidate.printed, quantity, theirs[candidate.printed], own[candidate.printed])


def table(values: Values, reasons: Mapping[tuple[str, str], Reason]) -> Table:
    """Those that part, with the reason if one was found."""
    compared = comparisons(values)
    rows = []
    for each in compared:
        if each.parts:
            over = each.measured.value / each.expected
            why = _why(each, reasons.get((each.algorithm, each.quantity)))
            rows.append((each.algorithm, each.quantity, each.expected, *interval(each.measured), over, *why))
    return Table(
        "departures",
        "Departures of more than 25 %",
        (
            Column("algorithm", "algorithm"),
            Column("of", "quantity"),
            Column("print or prediction", "expected", 2),
            Column("ours", "measured", 2),
            Column("from", "measured_low", 2),
            Column("to", "measured_high", 2),
            Column("over", "measured_over_expected", 2),
            Column("reason", "reason"),
            Column("rests on", "rests_on"),
        ),
        tuple(rows),
        (
            f"{len(rows)} of {len(compared)} compared values. Eq. 6 and 8 predict 512 over 256 bits (Table 5). Tables "
            "8 to 10: the Overall column.",
        ),
    )


def _why(each: Comparison, reason: Reason | None) -> tuple[str, str]:
    """The reason and what it rests on; one that was given for another value is not repeated."""
    if reason is None:
        return NONE_YET, ""
    if not reason.holds(each.quantity, each.measured.value):
        return f"{NONE_YET}: a reason was given when it was {reason.of[each.quantity]:.2f}", ""
    return reason.text, reason.rests_on
