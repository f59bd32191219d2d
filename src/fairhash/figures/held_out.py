# SPDX-License-Identifier: Apache-2.0
"""Whether statements made from three seeds hold for the seeds that were left out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from fairhash.figures.figures import MIN_SEEDS
from fairhash.figures.measures import CELLS, AreaMeasure, throughput_per_area
from fairhash.figures.statistics import median
from fairhash.results.schema import Result

HELD_OUT = 2
"""Seeds that the statement does not see."""

BOUNDS = (1.02, 1.05, 1.1)
"""Ratios of the medians of all seeds that separate the rows of the table."""


@dataclass(frozen=True)
class HeldOutRow:
    """Comparisons of two cores whose medians differ by at least `above` and less than `below` (None: no limit)."""

    above: float
    below: float | None
    pairs: int
    """Pairs of cores measured on one device by one recipe."""
    comparisons: int
    """Of three seeds of each, all choices of them."""
    stated: int
    """Comparisons in which the interval of the ratio does not contain 1, so that one core is said to be ahead."""
    held: int
    """Statements with which the medians of the held-out seeds agree."""


def held_out(results: Iterable[Result], measure: AreaMeasure = CELLS) -> list[HeldOutRow]:
    """Compare each pair of cores by three seeds of each, in all ways, and look at the two seeds that were left out.

    The bootstrap interval of a ratio of medians over three seeds each reaches from the smallest quotient to the
    largest, because (7/27)^2 of the draws are an extreme. So one core is stated to be ahead if its slowest seed of
    three is faster than the fastest of the other. The quantity is throughput per area. Stale results count too: the
    runs of a series differ in nothing but the seed.

    Args:
        results: runs of any cores, devices and recipes; those of a series with five successful seeds or more count.
        measure: how area is counted.
    """
    counts = [[0, 0, 0, 0] for _ in range(len(BOUNDS) + 1)]
    for first, second in _pairs(_series(results, measure)):
        ratio = median(first) / median(second)
        row = counts[sum(max(ratio, 1 / ratio) >= bound for bound in BOUNDS)]
        row[0] += 1
        for one, one_left in _divided(first):
            for other, other_left in _divided(second):
                row[1] += 1
                sign = (min(one) > max(other)) - (max(one) < min(other))
                row[2] += sign != 0
                row[3] += sign * (median(one_left) - median(other_left)) > 0
    limits = zip((1.0, *BOUNDS), (*BOUNDS, None), counts, strict=True)
    return [HeldOutRow(above, below, *count) for above, below, count in limits]


def _series(
    results: Iterable[Result], measure: AreaMeasure
) -> Mapping[tuple[str, str, int], list[tuple[str, list[float]]]]:
    """By device, recipe and digest size: each core's values of five seeds."""
    first: dict[str, Result] = {}
    by_series: dict[str, dict[int, float]] = defaultdict(dict)
    for result in results:
        value = throughput_per_area(result, measure)
        if result.status == "ok" and result.seed is not None and value is not None:
            first.setdefault(result.series, result)
            by_series[result.series][result.seed] = value
    groups: dict[tuple[str, str, int], list[tuple[str, list[float]]]] = defaultdict(list)
    for series, seeds in by_series.items():
        if len(seeds) >= MIN_SEEDS + HELD_OUT:
            one = first[series]
            taken = [seeds[seed] for seed in sorted(seeds)[: MIN_SEEDS + HELD_OUT]]
            groups[one.device, one.recipe, one.digest_bits].append((one.core, taken))
    return groups


def _pairs(
    groups: Mapping[tuple[str, str, int], Sequence[tuple[str, list[float]]]],
) -> Iterator[tuple[list[float], list[float]]]:
    for members in groups.values():
        for (core, values), (other, others) in combinations(members, 2):
            if core != other:
                yield values, others


def _divided(values: Sequence[float]) -> Iterator[tuple[list[float], list[float]]]:
    """Every choice of three of the values, with those left out."""
    for chosen in combinations(range(len(values)), MIN_SEEDS):
        yield [values[i] for i in chosen], [values[i] for i in range(len(values)) if i not in chosen]
