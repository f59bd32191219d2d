# SPDX-License-Identifier: Apache-2.0
"""Values with their uncertainty: bootstrap over the seeds, with the same draws in every value computed from them.

A core's throughput, area and throughput per area are resampled together, run by run, and every quotient, mean, rank and
correlation is computed again in each draw. Only known figures are resampled: the value of a preliminary one has no
draws, so it has no interval and is in no mean, rank or correlation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairhash.figures.figures import Figure
from fairhash.figures.statistics import DRAWS, LEVEL, RNG_SEED, RankRange

Array = NDArray[np.float64]
_Key = TypeVar("_Key")

Measure = Literal["throughput", "area", "ratio"]
MEASURES: tuple[Measure, ...] = ("throughput", "area", "ratio")

Statistic = Literal["median", "best"]
"""How several seeds become one value: the median of each measure, or the run with the highest throughput per area."""


@dataclass(frozen=True)
class Estimate:
    """A positive value, and the value computed from each bootstrap draw."""

    value: float
    draws: Array | None = field(repr=False)
    """None if the value is preliminary."""

    @property
    def is_known(self) -> bool:
        """Whether it is made of known figures only."""
        return self.draws is not None

    @property
    def low(self) -> float | None:
        """Lower end of the 95 % percentile interval; None if the value is preliminary."""
        return None if self.draws is None else float(np.quantile(self.draws, (1 - LEVEL) / 2))

    @property
    def high(self) -> float | None:
        """Upper end of the 95 % percentile interval; None if the value is preliminary."""
        return None if self.draws is None else float(np.quantile(self.draws, (1 + LEVEL) / 2))

    @property
    def known_draws(self) -> Array:
        """The draws of a known value.

        Raises:
            ValueError: it is preliminary, so it must be in no mean, rank or correlation, and divide nothing.
        """
        if self.draws is None:
            raise ValueError("a preliminary value has no draws")
        return self.draws

    def over(self, other: "Estimate") -> "Estimate":
        """Return the quotient, draw by draw; it is preliminary if this value is.

        Raises:
            ValueError: the divisor is preliminary.
        """
        divisor = other.known_draws
        return Estimate(self.value / other.value, None if self.draws is None else self.draws / divisor)

    def times(self, factor: float) -> "Estimate":
        """Return the value multiplied by a number that has no uncertainty."""
        return Estimate(self.value * factor, None if self.draws is None else self.draws * factor)


Estimates = dict[Measure, Estimate]
"""The three measures of one core on one device, or their means."""


def geometric_mean(estimates: Sequence[Estimate]) -> Estimate:
    """Return the geometric mean of one or more known estimates, draw by draw."""
    draws = np.exp(np.mean([np.log(estimate.known_draws) for estimate in estimates], axis=0))
    return Estimate(float(np.exp(np.mean([np.log(estimate.value) for estimate in estimates]))), draws)


def run_values(figure: Figure) -> Array:
    """Return throughput, area and throughput per area (rows) of each successful run (columns)."""
    return np.array([figure.throughputs_mbit_s, figure.areas, figure.ratios], dtype=float)


def estimate(figure: Figure, statistic: Statistic = "median") -> Estimates:
    """Return the figure's three measures, with their draws if it is known.

    Each core has its own random stream, so that adding a core does not change the others.

    Args:
        figure: with at least one successful run, measured cycles and areas.
        statistic: how the seeds become one value.
    """
    own = run_values(figure)
    count = own.shape[1]
    value = _reduced(own[:, np.newaxis, :], statistic)[:, 0]
    if figure.preliminary:
        return {measure: Estimate(float(value[row]), None) for row, measure in enumerate(MEASURES)}
    # RandomState is the NumPy generator whose stream never changes between versions
    rng = np.random.RandomState([RNG_SEED, *f"{figure.first.core} {figure.first.device}".encode()])
    draws = _reduced(own[:, rng.randint(count, size=(DRAWS, count))], statistic)
    return {measure: Estimate(float(value[row]), draws[row]) for row, measure in enumerate(MEASURES)}


def _reduced(values: Array, statistic: Statistic) -> Array:
    """Reduce measures x draws x seeds to measures x draws."""
    if statistic == "median":
        return np.asarray(np.median(values, axis=2), dtype=float)
    chosen = values[2].argmax(axis=1)
    return np.take_along_axis(values, chosen[np.newaxis, :, np.newaxis], axis=2)[:, :, 0]


def rank_ranges(estimates: Mapping[str, Estimate], smallest_first: bool = False) -> list[RankRange]:
    """Return the ranks of known values with their 95 % range over the draws, best first; equal values share the better
    rank."""
    if not estimates:
        return []
    sign = 1 if smallest_first else -1
    values = sign * np.array([estimate.value for estimate in estimates.values()])
    draws = sign * np.array([estimate.known_draws for estimate in estimates.values()])
    drawn_ranks = 1 + (draws[np.newaxis, :, :] < draws[:, np.newaxis, :]).sum(axis=1)
    low, high = (1 - LEVEL) / 2, (1 + LEVEL) / 2
    ranges = [
        RankRange(
            name,
            1 + int((values < values[row]).sum()),
            int(np.floor(np.quantile(drawn_ranks[row], low))),
            int(np.ceil(np.quantile(drawn_ranks[row], high))),
            float((drawn_ranks[row] == 1).mean()),
        )
        for row, name in enumerate(estimates)
    ]
    return sorted(ranges, key=lambda range_: range_.rank)


def known_only(estimates: Mapping[_Key, Estimate]) -> dict[_Key, Estimate]:
    """Return the estimates that are known."""
    return {key: estimate for key, estimate in estimates.items() if estimate.is_known}
