# SPDX-License-Identifier: Apache-2.0
"""Confirms the best trial of a search: runs it and the start again, with seeds that the search did not use."""

from dataclasses import dataclass, replace

from fairhash.analysis.statistics import median, ratio_interval
from fairhash.explore.objective import Objective
from fairhash.explore.search import Bench, SearchResult
from fairhash.explore.trial import Trial


@dataclass(frozen=True)
class Confirmation:
    """Values of the objective for new seeds, of the best trial and of the start; failed runs are missing."""

    seeds: tuple[int, ...]
    best: tuple[float, ...]
    start: tuple[float, ...]

    @property
    def ratio(self) -> float | None:
        """Median of the best trial divided by the median of the start; None if all runs of either failed."""
        return median(self.best) / median(self.start) if self.best and self.start else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % bootstrap interval of the ratio, over resampled seeds."""
        return ratio_interval(self.best, self.start) if self.best and self.start else None

    def text(self) -> str:
        """The outcome in one line."""
        if self.ratio is None or self.interval is None:
            return f"Not confirmed: with {len(self.seeds)} new seeds every run of the best trial or of the start failed"
        low, high = self.interval
        return (
            f"With {len(self.seeds)} new seeds: median {median(self.best):.4g}, "
            f"median of the start {median(self.start):.4g}; ratio {self.ratio:.3f} (95 %: {low:.3f} to {high:.3f})"
        )


def confirm(search_result: SearchResult, bench: Bench, objective: Objective, count: int) -> Confirmation:
    """Run the best trial (the first one if several are equal) and the start with `count` new seeds.

    The new seeds are greater than all that a search uses. `search_result` must have a best trial.
    """
    setting = search_result.setting
    first = setting.seed + setting.budget
    seeds = tuple(range(first, first + count))

    def values(trial: Trial) -> tuple[float, ...]:
        outcomes = bench([replace(trial, seed=seed) for seed in seeds])
        return tuple(objective.from_merit(outcome.merit) for outcome in outcomes if outcome.merit is not None)

    return Confirmation(seeds, values(search_result.best[0].trial), values(setting.start))
