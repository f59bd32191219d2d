# SPDX-License-Identifier: Apache-2.0
"""Statistics over seeds: spread, confidence intervals, and the uncertainty of ranks."""

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

DRAWS = 2000
"""Number of bootstrap resamples; fifty of them are beyond each limit of a 95 % interval."""

RNG_SEED = 20101
"""Recorded with every interval; the same values give the same interval on every machine."""

LEVEL = 0.95


@dataclass(frozen=True)
class Spread:
    """Spread of one quantity over seeds; `best` is the largest value for speeds, the smallest for areas."""

    median: float
    lower: float
    """First quartile."""
    upper: float
    """Third quartile."""
    best: float
    count: int


@dataclass(frozen=True)
class RankRange:
    """A rank (1 is the highest value) and the range of ranks over resampled seeds."""

    name: str
    rank: int
    lowest: int
    highest: int
    first_share: float
    """Share of the resamples in which its rank is 1."""


def quantile(values: Sequence[float], share: float) -> float:
    """Linear between the order statistics (type 7 of Hyndman and Fan 1996, the default of R and NumPy)."""
    ordered = sorted(values)
    position = share * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return quantile(values, 0.5)


def spread(values: Sequence[float], best: Callable[[Sequence[float]], float] = max) -> Spread:
    """Median, quartiles and best of at least one value."""
    return Spread(median(values), quantile(values, 0.25), quantile(values, 0.75), best(values), len(values))


def median_coverage(count: int) -> Fraction:
    """Probability that the interval from the smallest to the largest of `count` values contains the true median.

    It does not where all values are on one side of the median. The bootstrap interval of three to five values is this
    interval: more than 2.5 % of their resamples have the smallest value as median.
    """
    return 1 - Fraction(2, 2**count)


def interval_note(counts: Iterable[int]) -> str:
    """How often intervals over so many seeds contain the true median, as a sentence beside a table or chart.

    Args:
        counts: The numbers of seeds of the figures shown; only those of three to five need the sentence.
    """
    few = [count for count in sorted(set(counts)) if 3 <= count <= 5]
    if not few:
        return ""
    shares = [_share(median_coverage(count), count) for count in few]
    return (
        "Few seeds: even the range from the smallest value to the largest, which is the 95 % bootstrap interval, "
        f"contains the true median only {', '.join(shares)}."
    )


def _share(probability: Fraction, count: int) -> str:
    return f"{probability.numerator} times in {probability.denominator} over {count} seeds"


def ratio_interval(
    above: Sequence[float], below: Sequence[float], rng_seed: int = RNG_SEED, draws: int = DRAWS
) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval of the quotient of two medians, both resampled independently."""
    rng = random.Random(rng_seed)
    quotients = [median(_resample(rng, above)) / median(_resample(rng, below)) for _ in range(draws)]
    return quantile(quotients, (1 - LEVEL) / 2), quantile(quotients, (1 + LEVEL) / 2)


def rank_ranges(
    samples: Mapping[str, Sequence[Sequence[float]]], rng_seed: int = RNG_SEED, draws: int = DRAWS
) -> list[RankRange]:
    """Rank by the geometric mean of medians, with the 95 % range of ranks over resampled seeds; best first.

    `samples` holds for each name one list of positive values per device, the same devices for all names.
    """
    rng = random.Random(rng_seed)
    ranks = _ranks({name: _score(lists) for name, lists in samples.items()})
    seen: dict[str, list[int]] = {name: [] for name in samples}
    for _ in range(draws):
        drawn = {name: _score([_resample(rng, list_) for list_ in lists]) for name, lists in samples.items()}
        for name, rank in _ranks(drawn).items():
            seen[name].append(rank)
    low, high = (1 - LEVEL) / 2, (1 + LEVEL) / 2
    return [
        RankRange(
            name,
            rank,
            math.floor(quantile(seen[name], low)),
            math.ceil(quantile(seen[name], high)),
            seen[name].count(1) / draws,
        )
        for name, rank in sorted(ranks.items(), key=lambda item: item[1])
    ]


def _resample(rng: random.Random, values: Sequence[float]) -> list[float]:
    return rng.choices(values, k=len(values))


def _score(lists: Sequence[Sequence[float]]) -> float:
    return math.fsum(math.log(median(list_)) for list_ in lists)


def _ranks(values: Mapping[str, float]) -> dict[str, int]:
    """Equal values share the better rank."""
    return {name: 1 + sum(other > value for other in values.values()) for name, value in values.items()}
