# SPDX-License-Identifier: Apache-2.0
"""Values with what chance leaves open: the seeds of every core drawn anew, the same draw in all that follows from it.

A core's throughput, area and throughput per area are drawn together, as its seeds gave them, and every ratio, mean,
rank and correlation is made anew in each draw. A core with too few seeds on a device has no spread of its own there: it
borrows that of the other cores on the device, whose runs are taken relative to their medians.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairhash.analysis.figures import MIN_SEEDS, Figure
from fairhash.analysis.statistics import DRAWS, LEVEL, RNG_SEED, RankRange

Array = NDArray[np.float64]

Measure = Literal["throughput", "area", "ratio"]
MEASURES: tuple[Measure, ...] = ("throughput", "area", "ratio")

Statistic = Literal["median", "best"]
"""What stands for several seeds: the median of each measure, or the run of most throughput per area."""


@dataclass(frozen=True)
class Estimate:
    """A positive value, and what it came to in each draw."""

    value: float
    draws: Array = field(repr=False)

    @property
    def low(self) -> float:
        """Lower end of the 95 % percentile interval."""
        return float(np.quantile(self.draws, (1 - LEVEL) / 2))

    @property
    def high(self) -> float:
        """Upper end."""
        return float(np.quantile(self.draws, (1 + LEVEL) / 2))

    def over(self, other: "Estimate") -> "Estimate":
        """The quotient."""
        return Estimate(self.value / other.value, self.draws / other.draws)


Triple = dict[Measure, Estimate]


def mean(estimates: Sequence[Estimate]) -> Estimate:
    """The geometric mean, of at least one."""
    draws = np.exp(np.mean([np.log(estimate.draws) for estimate in estimates], axis=0))
    return Estimate(float(np.exp(np.mean([np.log(estimate.value) for estimate in estimates]))), draws)


def runs(figure: Figure) -> Array:
    """Throughput, area and throughput per area (rows) of each good run (columns)."""
    areas = [run.resources.area_cells for run in figure.good if run.resources]
    return np.array([figure.throughputs_mbit_s, areas, figure.ratios], dtype=float)


def spread_of_others(figures: Sequence[Figure]) -> Array | None:
    """Runs relative to their core's medians, of all that have seeds enough; None where none has."""
    known = [runs(figure) for figure in figures if len(figure.good) >= MIN_SEEDS]
    relative = [values / np.median(values, axis=1, keepdims=True) for values in known]
    return np.concatenate(relative, axis=1) if relative else None


def draw(figure: Figure, statistic: Statistic, others: Array | None) -> Triple:
    """The core's three measures; each core has its own stream of chance, so that one more does not move the rest."""
    own = runs(figure)
    count = own.shape[1]
    value = _reduced(own[:, np.newaxis, :], statistic)[:, 0]
    # of NumPy's generators the one whose stream is frozen
    rng = np.random.RandomState([RNG_SEED, *f"{figure.first.core} {figure.first.device}".encode()])
    if count >= MIN_SEEDS or others is None:
        draws = _reduced(own[:, rng.randint(count, size=(DRAWS, count))], statistic)
    else:
        chosen = others[:, rng.randint(others.shape[1], size=(DRAWS, count))]
        draws = value[:, np.newaxis] * _reduced(chosen, statistic)
    return {measure: Estimate(float(value[row]), draws[row]) for row, measure in enumerate(MEASURES)}


def _reduced(values: Array, statistic: Statistic) -> Array:
    """Of measures x draws x seeds, over the seeds."""
    if statistic == "median":
        return np.asarray(np.median(values, axis=2), dtype=float)
    chosen = values[2].argmax(axis=1)
    return np.take_along_axis(values, chosen[np.newaxis, :, np.newaxis], axis=2)[:, :, 0]


def ranking(estimates: Mapping[str, Estimate], smallest_first: bool = False) -> list[RankRange]:
    """Ranks, best first, with the 95 % range of them over the draws; equal values share the better rank."""
    if not estimates:
        return []
    sign = 1 if smallest_first else -1
    values = sign * np.array([estimate.value for estimate in estimates.values()])
    draws = sign * np.array([estimate.draws for estimate in estimates.values()])
    drawn = 1 + (draws[np.newaxis, :, :] < draws[:, np.newaxis, :]).sum(axis=1)
    low, high = (1 - LEVEL) / 2, (1 + LEVEL) / 2
    ranges = [
        RankRange(
            name,
            1 + int((values < values[row]).sum()),
            int(np.floor(np.quantile(drawn[row], low))),
            int(np.ceil(np.quantile(drawn[row], high))),
            float((drawn[row] == 1).mean()),
        )
        for row, name in enumerate(estimates)
    ]
    return sorted(ranges, key=lambda found: found.rank)
