# SPDX-License-Identifier: Apache-2.0
"""Confirms the best trial of a search: it and the start run again with seeds that the search did not use."""

from dataclasses import dataclass, replace

from fairhash.analysis.statistics import median, ratio_interval
from fairhash.explore.objective import Objective
from fairhash.explore.search import Bench, Found
from fairhash.explore.trial import Trial


@dataclass(frozen=True)
class Confirmation:
    """The quantity searched for over fresh seeds, of the best trial and of the start; failed runs are missing."""

    seeds: tuple[int, ...]
    best: tuple[float, ...]
    start: tuple[float, ...]

    @property
    def ratio(self) -> float | None:
        """Median of the best over median of the start."""
        return median(self.best) / median(self.start) if self.best and self.start else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The middle 95 % of that ratio when the seeds are drawn anew."""
        return ratio_interval(self.best, self.start) if self.best and self.start else None

    def text(self) -> str:
        """The outcome in one line."""
        if self.ratio is None or self.interval is None:
            return f"Not confirmed: with {len(self.seeds)} fresh seeds the best or the start had no run that ended well"
        low, high = self.interval
        return (
            f"With {len(self.seeds)} fresh seeds: median {median(self.best):.4g}, "
            f"of the start {median(self.start):.4g}; ratio {self.ratio:.3f} (95 %: {low:.3f} to {high:.3f})"
        )


def confirm(found: Found, bench: Bench, objective: Objective, count: int) -> Confirmation:
    """Run the best trial (of a tie the first tried) and the start with `count` seeds beyond the search's own.

    `found` must have a best.
    """
    first = found.setting.seed + found.setting.budget
    seeds = tuple(range(first, first + count))

    def values(trial: Trial) -> tuple[float, ...]:
        outcomes = bench([replace(trial, seed=seed) for seed in seeds])
        return tuple(objective.shown(outcome.merit) for outcome in outcomes if outcome.merit is not None)

    return Confirmation(seeds, values(found.best[0].trial), values(found.setting.start))
