# SPDX-License-Identifier: Apache-2.0
"""How many seeds a claimed difference between two cores needs, given the spread that is seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairhash.analysis.statistics import LEVEL, RNG_SEED, median, ratio_interval
from fairhash.errors import FairhashError

POWER = 0.8
"""How often a comparison with enough seeds finds the difference: the usual one (Cohen 1988)."""
MOST = 200
"""More seeds than this are not looked at."""
FEWEST = 3
"""As many as a figure needs to be ranked."""

_EXPERIMENTS = 500
_DRAWS = 500
_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SeedsNeeded:
    """Two samples of one quantity, what they say of its ratio, and how many seeds each would take to be sure."""

    ratio: float
    """Median of the first over median of the second."""
    interval: tuple[float, float]
    """Its middle 95 % when the seeds are drawn anew."""
    counts: tuple[int, int]
    """Seeds there are."""
    power_now: float
    """How often as many seeds as the smaller sample has, drawn anew from both, would show the difference."""
    needed: int | None
    """Seeds of each by which it is shown four times in five; None where not even MOST are enough."""

    @property
    def established(self) -> bool:
        """Whether the interval leaves no doubt about which of the two is larger."""
        low, high = self.interval
        return low > 1 or high < 1


def seeds_needed(first: Sequence[float], second: Sequence[float], rng_seed: int = RNG_SEED) -> SeedsNeeded:
    """Power by the bootstrap (Efron and Tibshirani 1993, chapter 25).

    The samples stand for all seeds. For a number n of seeds the comparison is made again and again: n values are drawn
    from each sample, and the difference is shown where the 95 % bootstrap interval of the ratio of medians leaves out
    1. The least n with which it is shown with a power of 0.8 is found by doubling and halving. With few values the
    estimate rests on few: it is a plan, not a proof. Raises FairhashError for samples of fewer than three.
    """
    if min(len(first), len(second)) < FEWEST:
        raise FairhashError(
            f"{len(first)} and {len(second)} runs that ended well; a spread needs at least {FEWEST} of each",
            "",
            "run fairhash implement with more seeds",
        )

    def enough(count: int) -> bool:
        return power(first, second, count, rng_seed) >= POWER

    return SeedsNeeded(
        ratio=median(first) / median(second),
        interval=ratio_interval(first, second, rng_seed),
        counts=(len(first), len(second)),
        power_now=power(first, second, min(len(first), len(second)), rng_seed),
        needed=None if median(first) == median(second) else _least(enough),
    )


def power(first: Sequence[float], second: Sequence[float], count: int, rng_seed: int = RNG_SEED) -> float:
    """Share of comparisons with `count` seeds of each that show the difference the medians of the samples have."""
    rng = np.random.default_rng([rng_seed, count])
    share = (1 - LEVEL) / 2
    above, below = (_medians(rng, np.asarray(values, float), count) for values in (first, second))
    low, high = np.quantile(above / below, [share, 1 - share], axis=1)
    return float(np.mean(low > 1 if median(first) > median(second) else high < 1))


def _medians(rng: np.random.Generator, values: _Floats, count: int) -> _Floats:
    """Bootstrap medians, experiments by draws: `count` values are drawn, and of those again and again `count`.

    The k-th smallest of n uniform numbers is Beta(k, n + 1 - k), and the one before it is that times a uniform number
    to the power 1/(k-1); so which of the values is the median of a draw is drawn without drawing all of them.
    """
    drawn = np.sort(rng.choice(values, (_EXPERIMENTS, count)), axis=1)
    size = (_EXPERIMENTS, _DRAWS)
    middle = count // 2 + 1
    upper = rng.beta(middle, count + 1 - middle, size)
    lower = upper if count % 2 else upper * rng.random(size) ** (1 / (middle - 1))
    picked = [np.take_along_axis(drawn, (count * share).astype(int), axis=1) for share in (lower, upper)]
    return np.asarray((picked[0] + picked[1]) / 2)


def _least(enough: Callable[[int], bool]) -> int | None:
    """The least count that is enough, taking it that more are never worse."""
    low, high = FEWEST - 1, FEWEST
    while not enough(high):
        if high == MOST:
            return None
        low, high = high, min(2 * high, MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
