# SPDX-License-Identifier: Apache-2.0
"""Compare orders of cores: rank correlations with their intervals and a permutation test, and one recipe for all."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy import stats

from fairhash.base.table import Cell
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.figures.statistics import DRAWS, LEVEL, RNG_SEED, quantile
from fairhash.studies.papers.estimate import Array, Estimate

MIN_PAIRS = 4
"""Of fewer pairs a coefficient says nothing: three have six orders, so one random order in six is the same."""


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Spearman's coefficient (1904): Pearson's of the mean ranks.

    None if there are too few pairs or all values of one side are equal.
    """
    return _coefficient(stats.spearmanr, one, other)


def kendall(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Kendall's tau-b (1945), in which pairs with ties do not count; None where `spearman` is None."""
    return _coefficient(stats.kendalltau, one, other)


def _coefficient(function: Callable[..., Any], one: Sequence[float], other: Sequence[float]) -> float | None:
    if len(one) < MIN_PAIRS or len(set(one)) == 1 or len(set(other)) == 1:
        return None
    return float(function(one, other).statistic)


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
    chosen = np.random.RandomState(RNG_SEED).randint(len(one), size=(DRAWS, len(one)))
    # spearmanr of each resample takes a minute for the tables of one page
    ours, theirs = (_centred_ranks(np.asarray(values)[chosen]) for values in (one, other))
    squares = (ours**2).sum(axis=1) * (theirs**2).sum(axis=1)
    drawn = ((ours * theirs).sum(axis=1)[squares > 0] / np.sqrt(squares[squares > 0])).tolist()
    return quantile(drawn, (1 - LEVEL) / 2), quantile(drawn, (1 + LEVEL) / 2)


def _centred_ranks(values: Array) -> Array:
    """The mean ranks along the last axis, minus their mean."""
    ranks: Array = stats.rankdata(values, axis=-1) - (values.shape[-1] + 1) / 2
    return ranks


def permutation_share(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return the share of random orders whose Spearman's coefficient is at least as high: a one-sided p value.

    The given order is counted as one of the random ones, so the share is never 0.
    """
    value = spearman(one, other)
    if value is None:
        return None
    rng = np.random.RandomState(RNG_SEED)
    # the ranks are computed once: a permutation of the values permutes their ranks
    ours, theirs = (_centred_ranks(np.asarray(values)) for values in (one, other))
    products = np.array([ours[rng.permutation(len(one))] @ theirs for _ in range(PERMUTATIONS)])
    drawn = products / np.sqrt((ours @ ours) * (theirs @ theirs))
    return float((1 + (drawn >= value - _ROUNDING).sum()) / (1 + PERMUTATIONS))


_NEEDED = 2


def order_line(what: str, by_rule: Mapping[str, float], by_recipe: Mapping[str, float], *, smallest_first: bool) -> str:
    """Return one line that says whether the order of the cores differs.

    Args:
        what: the value by which the cores are ordered.
        by_rule: its known values, each core by the recipe that the rule chose.
        by_recipe: its known values by the recipe MAIN_RECIPE.
        smallest_first: whether the smallest value is the best.
    """
    names = [name for name in by_rule if name in by_recipe]
    if len(names) < _NEEDED:
        number = "1 core is" if len(names) == 1 else f"{len(names)} cores are"
        return (
            f"Order by recipe `{MAIN_RECIPE}` for all cores, by {what}: not measured; {number} known by "
            "both the rule and that recipe."
        )
    sign = 1 if smallest_first else -1
    rule = sorted(names, key=lambda name: sign * by_rule[name])
    recipe = sorted(names, key=lambda name: sign * by_recipe[name])
    if rule == recipe:
        return (
            f"Order by recipe `{MAIN_RECIPE}` for all cores, by {what}: the same, of {len(names)} cores known by both."
        )
    differing = [f"{one} / {other}" for one, other in zip(rule, recipe, strict=True) if one != other]
    return (
        f"Order by recipe `{MAIN_RECIPE}` for all cores, by {what}: differs at {len(differing)} of {len(names)} ranks "
        f"of the cores known by both (rule / `{MAIN_RECIPE}`): {', '.join(differing)}."
    )
