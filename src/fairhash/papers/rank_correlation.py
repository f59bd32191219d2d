# SPDX-License-Identifier: Apache-2.0
"""Rank correlations by Spearman's and Kendall's coefficients, with ties, their intervals and a permutation test."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from fairhash.analysis.statistics import DRAWS, LEVEL, RNG_SEED, quantile
from fairhash.papers.estimate import Estimate
from fairhash.papers.table import Cell

MIN_PAIRS = 4
"""Of fewer pairs a coefficient says nothing: three have six orders, so one random order in six is the same."""


def mean_ranks(values: Sequence[float]) -> list[float]:
    """1 for the smallest value; equal values share the mean of their ranks."""
    order = sorted(values)
    return [(1 + bisect_left(order, value) + bisect_right(order, value)) / 2 for value in values]


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's coefficient of the mean ranks (Spearman 1904).

    None if there are too few pairs or all values are equal.
    """
    if len(one) < MIN_PAIRS:
        return None
    x, y = mean_ranks(one), mean_ranks(other)
    middle = (len(x) + 1) / 2
    product = math.fsum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    squares = math.fsum((a - middle) ** 2 for a in x) * math.fsum((b - middle) ** 2 for b in y)
    return product / math.sqrt(squares) if squares else None


def kendall(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's tau-b (1945).

    The number of concordant minus discordant pairs, divided by the geometric mean of the numbers of pairs that are not
    tied in each ranking. None if there are too few pairs or all values are equal.
    """
    if len(one) < MIN_PAIRS:
        return None
    pairs = list(combinations(zip(one, other, strict=True), 2))
    signs = [(_sign(a - c), _sign(b - d)) for (a, b), (c, d) in pairs]
    untied = sum(x * x for x, _ in signs) * sum(y * y for _, y in signs)
    return sum(x * y for x, y in signs) / math.sqrt(untied) if untied else None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def basis(known: int, all_items: int, what: str) -> str:
    """Return how many items are known, and why there is no coefficient if they are too few.

    Args:
        known: number of items that both sides have.
        all_items: number of items that there could be.
        what: the items, in the plural.
    """
    text = f"{known} of {all_items} {what} known"
    return text if known >= MIN_PAIRS else f"not measured: {text}, {MIN_PAIRS} are needed"


Coefficient = Callable[[Sequence[float], Sequence[float]], float | None]

PERMUTATIONS = 10_000
"""A share of 0.01 has then a standard error of 0.001."""
_ROUNDING = 1e-12
"""Equal coefficients may differ by this much in floating point."""


def coefficient_interval(
    coefficient: Coefficient, own: Sequence[Estimate], expected: Sequence[float]
) -> tuple[Cell, Cell, Cell]:
    """Return the coefficient of known values, and the middle 95 % of those of the draws of seeds."""
    value = coefficient([estimate.value for estimate in own], expected)
    if value is None:
        return None, None, None
    draws = np.array([estimate.known_draws for estimate in own])
    places = (draws[np.newaxis, :, :] < draws[:, np.newaxis, :]).sum(axis=1)
    # few orders are drawn, each often
    orders, counts = np.unique(places, axis=1, return_counts=True)
    drawn = []
    for order, count in zip(orders.T.tolist(), counts.tolist(), strict=True):
        again = coefficient(order, expected)
        drawn += [again if again is not None else value] * count
    return value, quantile(drawn, (1 - LEVEL) / 2), quantile(drawn, (1 + LEVEL) / 2)


def spearman_over_items(one: Sequence[float], other: Sequence[float]) -> tuple[Cell, Cell]:
    """Return the 95 % interval of Spearman's coefficient by bootstrap over the items: the pairs are resampled.

    Resamples in which all values of one side are equal have no coefficient and are not counted. With few items the
    interval is wide: it says what another choice of items could give.
    """
    if spearman(one, other) is None:
        return None, None
    # RandomState is the NumPy generator whose stream never changes between versions
    rng = np.random.RandomState(RNG_SEED)
    drawn = []
    for chosen in rng.randint(len(one), size=(DRAWS, len(one))).tolist():
        again = spearman([one[i] for i in chosen], [other[i] for i in chosen])
        if again is not None:
            drawn.append(again)
    return quantile(drawn, (1 - LEVEL) / 2), quantile(drawn, (1 + LEVEL) / 2)


def permutation_share(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return the share of random orders whose Spearman's coefficient is at least as high: a one-sided p value.

    The given order is counted as one of the random ones, so the share is never 0.
    """
    value = spearman(one, other)
    if value is None:
        return None
    rng = np.random.RandomState(RNG_SEED)
    # the ranks are computed once: a permutation of the values permutes their ranks
    ours, theirs = (np.array(mean_ranks(values)) - (len(values) + 1) / 2 for values in (one, other))
    products = np.array([ours[rng.permutation(len(one))] @ theirs for _ in range(PERMUTATIONS)])
    drawn = products / np.sqrt((ours @ ours) * (theirs @ theirs))
    return float((1 + (drawn >= value - _ROUNDING).sum()) / (1 + PERMUTATIONS))
