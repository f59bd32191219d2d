# SPDX-License-Identifier: Apache-2.0
"""Executes one strategy within its budget, and confirms its best trial with seeds that the search did not use."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fairhash.figures.statistics import median, ratio_interval
from fairhash.studies.explore.strategies import Objective, SearchSetting, Strategy, Trial, TrialOutcome

Bench = Callable[[Sequence[Trial]], Sequence[TrialOutcome]]
"""Executes trials: returns one outcome for each, in the same order."""

_MAX_IDLE_REQUESTS = 200
"""Consecutive requests without a new trial before the search ends."""


@dataclass(frozen=True)
class SearchResult:
    """The outcomes of all trials of a search, in the order of the trials."""

    strategy: str
    setting: SearchSetting
    outcomes: tuple[TrialOutcome, ...]

    @property
    def best(self) -> tuple[TrialOutcome, ...]:
        """The best outcomes: several if they are equally good, none if every run failed."""
        good = [outcome for outcome in self.outcomes if outcome.merit is not None]
        return tuple(outcome for outcome in good if not any(other.beats(outcome) for other in good))

    @property
    def merit(self) -> float | None:
        """Merit of the best outcomes; None if every run failed."""
        return self.best[0].merit if self.best else None


def gain_over(start: float, merit: float) -> float:
    """Relative improvement of `merit` over `start`; merits are negative for quantities that are minimised."""
    return (merit - start) / abs(start)


@dataclass(frozen=True)
class Search:
    """A strategy with its setting."""

    strategy: Strategy
    setting: SearchSetting


def explore(search: Search, bench: Bench) -> SearchResult:
    """Execute the trials that the strategy requests, until it ends or the budget is used up.

    Trials that are equal, or differ only in options without effect, are one run.
    """
    setting, outcomes = search.setting, dict[Trial, TrialOutcome]()
    requests = search.strategy.begin(setting)
    idle = 0
    try:
        requested = next(requests)
        while idle < _MAX_IDLE_REQUESTS:
            trials = [replace(trial, point=setting.space.canonical(trial.point)) for trial in requested]
            fresh = [trial for trial in dict.fromkeys(trials) if trial not in outcomes]
            fresh = fresh[: setting.budget - len(outcomes)]
            idle = 0 if fresh else idle + 1
            outcomes |= zip(fresh, bench(fresh) if fresh else (), strict=True)
            if len(outcomes) >= setting.budget:
                break
            requested = requests.send([outcomes[trial] for trial in trials])
    except StopIteration:
        pass
    return SearchResult(search.strategy.name, setting, tuple(outcomes.values()))


@dataclass(frozen=True)
class SearchConfirmation:
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


def confirm(search_result: SearchResult, bench: Bench, objective: Objective, count: int) -> SearchConfirmation:
    """Run the best trial (the first one if several are equal) and the start with `count` new seeds.

    The new seeds are greater than all that a search uses. `search_result` must have a best trial.
    """
    setting = search_result.setting
    first = setting.seed + setting.budget
    seeds = tuple(range(first, first + count))

    def values(trial: Trial) -> tuple[float, ...]:
        outcomes = bench([replace(trial, seed=seed) for seed in seeds])
        return tuple(objective.from_merit(outcome.merit) for outcome in outcomes if outcome.merit is not None)

    return SearchConfirmation(seeds, values(search_result.best[0].trial), values(setting.start))
