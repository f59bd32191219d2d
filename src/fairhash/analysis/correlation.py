# SPDX-License-Identifier: Apache-2.0
"""Rank correlation by Spearman's and Kendall's coefficients, with ties."""

import math
from collections.abc import Sequence
from itertools import combinations

MIN_PAIRS = 3
"""With two pairs every coefficient is 1 or -1."""


def mean_ranks(values: Sequence[float]) -> list[float]:
    """1 for the smallest value; equal values share the mean of their ranks."""
    return [
        1 + sum(other < value for other in values) + (sum(other == value for other in values) - 1) / 2
        for value in values
    ]


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
