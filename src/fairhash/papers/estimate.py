# SPDX-License-Identifier: Apache-2.0
"""Values with their uncertainty: bootstrap over the seeds, with the same draws in every value computed from them.

A core's throughput, area and throughput per area are resampled together, run by run, and every quotient, mean, rank and
correlation is computed again in each draw. A core with too few seeds on a device has no spread of its own there: it
takes the spread of the other cores on that device, whose runs are used relative to their medians.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairhash.analysis.figures import MIN_SEEDS, Figure
from fairhash.analysis.statistics import DRAWS, LEVEL, RNG_SEED, RankRange
from fairhash.papers.table import Cell, Column

Array = NDArray[np.float64]

Measure = Literal["throughput", "area", "ratio"]
MEASURES: tuple[Measure, ...] = ("throughput", "area", "ratio")

Statistic = Literal["median", "best"]
"""How several seeds become one value: the median of each measure, or the run with the highest throughput per area."""


@dataclass(frozen=True)
class Estimate:
    """A positive value, and the value computed from each bootstrap draw."""

    value: float
    draws: Array = field(repr=False)

    @property
    def low(self) -> float:
        """Lower end of the 95 % percentile interval."""
        return float(np.quantile(self.draws, (1 - LEVEL) / 2))

    @property
    def high(self) -> float:
        """Upper end of the 95 % percentile interval."""
        return float(np.quantile(self.draws, (1 + LEVEL) / 2))

    def over(self, other: "Estimate") -> "Estimate":
        """Return the quotient, draw by draw."""
        return Estimate(self.value / other.value, self.draws / other.draws)


Estimates = dict[Measure, Estimate]
"""The three measures of one core on one device, or their means."""


def geometric_mean(estimates: Sequence[Estimate]) -> Estimate:
    """Return the geometric mean of one or more estimates, draw by draw."""
    draws = np.exp(np.mean([np.log(estimate.draws) for estimate in estimates], axis=0))
    return Estimate(float(np.exp(np.mean([np.log(estimate.value) for estimate in estimates]))), draws)


def run_values(figure: Figure) -> Array:
    """Return throughput, area and throughput per area (rows) of each successful run (columns)."""
    return np.array([figure.throughputs_mbit_s, figure.areas, figure.ratios], dtype=float)


def pooled_spread(figures: Sequence[Figure]) -> Array | None:
    """Return runs relative to their core's medians (measures x runs), of all figures with MIN_SEEDS runs or more.

    Returns:
        None if no figure has that many runs.
    """
    samples = [run_values(figure) for figure in figures if len(figure.succeeded) >= MIN_SEEDS]
    relative = [values / np.median(values, axis=1, keepdims=True) for values in samples]
    return np.concatenate(relative, axis=1) if relative else None


def estimate(figure: Figure, statistic: Statistic, pooled: Array | None) -> Estimates:
    """Return the figure's three measures with their draws.

    Each core has its own random stream, so that adding a core does not change the others.

    Args:
        figure: with at least one successful run.
        statistic: how the seeds become one value.
        pooled: relative runs to resample when the figure has too few, from `pooled_spread`.
    """
    own = run_values(figure)
    count = own.shape[1]
    value = _reduced(own[:, np.newaxis, :], statistic)[:, 0]
    # RandomState is the NumPy generator whose stream never changes between versions
    rng = np.random.RandomState([RNG_SEED, *f"{figure.first.core} {figure.first.device}".encode()])
    if count >= MIN_SEEDS or pooled is None:
        draws = _reduced(own[:, rng.randint(count, size=(DRAWS, count))], statistic)
    else:
        chosen = pooled[:, rng.randint(pooled.shape[1], size=(DRAWS, count))]
        draws = value[:, np.newaxis] * _reduced(chosen, statistic)
    return {measure: Estimate(float(value[row]), draws[row]) for row, measure in enumerate(MEASURES)}


def _reduced(values: Array, statistic: Statistic) -> Array:
    """Reduce measures x draws x seeds to measures x draws."""
    if statistic == "median":
        return np.asarray(np.median(values, axis=2), dtype=float)
    chosen = values[2].argmax(axis=1)
    return np.take_along_axis(values, chosen[np.newaxis, :, np.newaxis], axis=2)[:, :, 0]


def rank_ranges(estimates: Mapping[str, Estimate], smallest_first: bool = False) -> list[RankRange]:
    """Return the ranks with their 95 % range over the draws, best first; equal values share the better rank."""
    if not estimates:
        return []
    sign = 1 if smallest_first else -1
    values = sign * np.array([estimate.value for estimate in estimates.values()])
    draws = sign * np.array([estimate.draws for estimate in estimates.values()])
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


def interval_columns(heading: str, key: str, digits: int = 2) -> tuple[Column, Column, Column]:
    """Return the columns of a value and its 95 % interval."""
    return (
        Column(heading, key, digits),
        Column("from", f"{key}_low", digits),
        Column("to", f"{key}_high", digits),
    )


def interval_cells(value: Estimate | None) -> tuple[Cell, Cell, Cell]:
    """Return the cells of `interval_columns`."""
    return (value.value, value.low, value.high) if value else (None, None, None)
