# SPDX-License-Identifier: Apache-2.0
"""Compares two cores on one device: whether their seeds show a difference, and how many seeds would.

held_out() shows whether statements made from few seeds hold for seeds that were left out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import main_name
from fairhash.figures.figures import MIN_SEEDS, Figure, figures, own_best
from fairhash.figures.measures import CELLS, AreaMeasure, throughput_per_area
from fairhash.figures.statistics import LEVEL, RNG_SEED, Spread, interval_note, median, ratio_interval, spread
from fairhash.results.reader import under_main_name
from fairhash.results.schema import Result

POWER = 0.8
"""Required power: share of comparisons that show the difference; 0.8 is usual (Cohen 1988)."""
MAX_SEEDS = 200
"""The search ends at this number of seeds."""
MIN_SAMPLE = 3
"""Minimum number of values in a sample, as for ranked figures."""

_EXPERIMENTS = 500
_DRAWS = 500
_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SeedsNeeded:
    """The ratio of two samples' medians with its uncertainty, and the number of seeds needed to show it."""

    ratio: float
    """Median of the first over median of the second."""
    interval: tuple[float, float]
    """The 95 % bootstrap interval of the ratio."""
    counts: tuple[int, int]
    """Number of measured seeds of each."""
    power_now: float
    """Power of a comparison with as many seeds of each as the smaller sample has."""
    needed: int | None
    """Number of seeds of each that give the required power; None if MAX_SEEDS are not enough."""

    @property
    def established(self) -> bool:
        """Whether the interval does not contain 1, so that the two differ."""
        low, high = self.interval
        return low > 1 or high < 1


def seeds_needed(first: Sequence[float], second: Sequence[float], rng_seed: int = RNG_SEED) -> SeedsNeeded:
    """Determine the number of seeds by bootstrap (Efron and Tibshirani 1993, chapter 25).

    The samples represent all seeds. To compute the power for n seeds, the comparison is simulated repeatedly: n values
    are drawn from each sample, and the difference is shown if the 95 % bootstrap interval of the ratio of medians does
    not contain 1. The least n with the required power is found by doubling and bisection. With small samples the
    answer is an approximate plan, not a proof.

    Raises:
        FairhashError: if a sample has fewer than three values.
    """
    if min(len(first), len(second)) < MIN_SAMPLE:
        raise FairhashError(
            f"{len(first)} and {len(second)} successful runs; at least {MIN_SAMPLE} of each core are needed",
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
    """Share of simulated comparisons with `count` seeds of each that show the difference between the medians."""
    rng = np.random.default_rng([rng_seed, count])
    share = (1 - LEVEL) / 2
    above, below = (_medians(rng, np.asarray(values, float), count) for values in (first, second))
    low, high = np.quantile(above / below, [share, 1 - share], axis=1)
    return float(np.mean(low > 1 if median(first) > median(second) else high < 1))


def _medians(rng: np.random.Generator, values: _Floats, count: int) -> _Floats:
    """Bootstrap medians: one row for each simulated experiment, one column for each resample.

    An experiment draws `count` values, and a resample draws `count` of these. To be fast, only the position of the
    resample's median is drawn: the k-th smallest of n uniform numbers has the distribution Beta(k, n + 1 - k), and the
    one before it is that number times a uniform number to the power 1/(k-1).
    """
    drawn = np.sort(rng.choice(values, (_EXPERIMENTS, count)), axis=1)
    size = (_EXPERIMENTS, _DRAWS)
    middle = count // 2 + 1
    upper = rng.beta(middle, count + 1 - middle, size)
    lower = upper if count % 2 else upper * rng.random(size) ** (1 / (middle - 1))
    picked = [np.take_along_axis(drawn, (count * share).astype(int), axis=1) for share in (lower, upper)]
    return np.asarray((picked[0] + picked[1]) / 2)


def _least(enough: Callable[[int], bool]) -> int | None:
    """The least count that is enough, assuming that a larger count is never worse; None if MAX_SEEDS is not enough."""
    low, high = MIN_SAMPLE - 1, MIN_SAMPLE
    while not enough(high):
        if high == MAX_SEEDS:
            return None
        low, high = high, min(2 * high, MAX_SEEDS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


QUANTITIES: dict[str, Callable[[Figure], list[float]]] = {
    "throughput": lambda figure: figure.throughputs_mbit_s,
    "area": lambda figure: figure.areas,
    "throughput-per-area": lambda figure: figure.ratios,
}


@dataclass(frozen=True)
class Difference:
    """The comparison of one quantity between two figures."""

    quantity: str
    figures: tuple[Figure, Figure]
    spreads: tuple[Spread, Spread]
    seeds: SeedsNeeded

    def verdict(self) -> str:
        """Whether a difference is shown, and the number of seeds that would show it."""
        (low, high), (one, other), seeds = self.seeds.interval, self.seeds.counts, self.seeds
        claim = (
            f"Shown: the 95 % interval of the ratio, {low:.4f} to {high:.4f}, does not contain 1."
            if seeds.established
            else f"Not shown: the 95 % interval of the ratio, {low:.4f} to {high:.4f}, contains 1."
        )
        plan = (
            f"To show a ratio of {seeds.ratio:.4f} in {POWER:.0%} of comparisons takes {seeds.needed} seeds of each"
            if seeds.needed
            else f"A ratio of {seeds.ratio:.4f} would not be shown with {MAX_SEEDS} seeds of each core either"
        )
        found = f"there are {one} and {other}, which show it in {seeds.power_now:.0%}."
        return " ".join(filter(None, (f"{claim} {plan}; {found}", interval_note(seeds.counts))))

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "quantity": self.quantity,
            "cores": [
                {"core": figure.first.core, "recipe": figure.first.recipe, **asdict(one)}
                for figure, one in zip(self.figures, self.spreads, strict=True)
            ],
            **asdict(self.seeds),
            "established": self.seeds.established,
        }


def difference(  # noqa: PLR0917 - all conditions of the comparison
    results: Iterable[Result],
    cores: tuple[str, str],
    device: str,
    recipe: str | None,
    quantity: str,
    area: AreaMeasure = CELLS,
) -> Difference:
    """Compare two cores with `recipe`, or each core with the recipe chosen for it if that is None.

    Raises:
        FairhashError: if a figure is missing or preliminary.
    """
    names = (main_name(cores[0]), main_name(cores[1]))
    candidates = figures(
        (result for result in under_main_name(results) if result.device == device and result.core in names), area
    )
    if recipe is None:
        candidates = own_best(candidates)
    one, other = (_find_figure(candidates, core, device, recipe) for core in names)
    first, second = QUANTITIES[quantity](one), QUANTITIES[quantity](other)
    return Difference(quantity, (one, other), (spread(first), spread(second)), seeds_needed(first, second))


def _find_figure(candidates: Iterable[Figure], core: str, device: str, recipe: str | None) -> Figure:
    with_recipe = f" with recipe {recipe}" if recipe else ""
    for figure in candidates:
        if figure.first.core == core and recipe in (None, figure.first.recipe):
            if figure.on_cells:
                raise FairhashError("standard cells have no seeds", device, "name an FPGA")
            if figure.preliminary:
                raise FairhashError(
                    f"the figure of {core} is preliminary: {figure.preliminary}",
                    device,
                    f"{MIN_SEEDS} successful runs of today's sources are needed; --recipe compares by one recipe",
                )
            return figure
    raise FairhashError(
        f"no result of {core} on {device}{with_recipe}", "", f"run fairhash implement {core} --device {device}"
    )


HELD_OUT = 2
"""Seeds that the statement does not see, unless told otherwise."""

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
    """All choices of the seeds that are compared, of both cores."""
    stated: int
    """Comparisons in which the interval of the ratio does not contain 1, so that one core is said to be ahead."""
    held: int
    """Statements with which the medians of the held-out seeds agree."""


def held_out(
    results: Iterable[Result], measure: AreaMeasure = CELLS, compared: int = MIN_SEEDS, left_out: int = HELD_OUT
) -> list[HeldOutRow]:
    """Compare each pair of cores by `compared` seeds of each, in all ways, and look at the seeds that were left out.

    The 95 % bootstrap interval of a ratio of medians over at most five seeds each reaches from the smallest quotient to
    the largest: of three seeds (7/27)^2 of the draws are an extreme. So one core is stated to be ahead if its slowest
    compared seed is faster than the fastest of the other. The quantity is throughput per area. Stale results count too:
    the runs of a series differ in nothing but the seed.

    Args:
        results: runs of any cores, devices and recipes; those of a series with `compared` + `left_out` successful seeds
            or more count, by their first ones.
        measure: how area is counted.
        compared: number of seeds of each core that make the statement, 2 to 5.
        left_out: number of seeds of each core whose medians test it, at least 1.
    """
    counts = [[0, 0, 0, 0] for _ in range(len(BOUNDS) + 1)]
    for first, second in _pairs(_series(results, measure, compared + left_out)):
        ratio = median(first) / median(second)
        row = counts[sum(max(ratio, 1 / ratio) >= bound for bound in BOUNDS)]
        row[0] += 1
        for one, one_left in _divided(first, compared):
            for other, other_left in _divided(second, compared):
                row[1] += 1
                sign = (min(one) > max(other)) - (max(one) < min(other))
                row[2] += sign != 0
                row[3] += sign * (median(one_left) - median(other_left)) > 0
    limits = zip((1.0, *BOUNDS), (*BOUNDS, None), counts, strict=True)
    return [HeldOutRow(above, below, *count) for above, below, count in limits]


def _series(
    results: Iterable[Result], measure: AreaMeasure, count: int
) -> Mapping[tuple[str, str, int], list[tuple[str, list[float]]]]:
    """By device, recipe and digest size: each core's values of its first `count` seeds."""
    first: dict[str, Result] = {}
    by_series: dict[str, dict[int, float]] = defaultdict(dict)
    for result in results:
        value = throughput_per_area(result, measure)
        if result.status == "ok" and value is not None:
            first.setdefault(result.series, result)
            by_series[result.series][result.seed] = value
    groups: dict[tuple[str, str, int], list[tuple[str, list[float]]]] = defaultdict(list)
    for series, seeds in by_series.items():
        if len(seeds) >= count:
            one = first[series]
            taken = [seeds[seed] for seed in sorted(seeds)[:count]]
            groups[one.device, one.recipe, one.digest_bits].append((one.core, taken))
    return groups


def _pairs(
    groups: Mapping[tuple[str, str, int], Sequence[tuple[str, list[float]]]],
) -> Iterator[tuple[list[float], list[float]]]:
    for members in groups.values():
        for (core, values), (other, others) in combinations(members, 2):
            if core != other:
                yield values, others


def _divided(values: Sequence[float], compared: int) -> Iterator[tuple[list[float], list[float]]]:
    """Every choice of `compared` of the values, with those left out."""
    for chosen in combinations(range(len(values)), compared):
        yield [values[i] for i in chosen], [values[i] for i in range(len(values)) if i not in chosen]
