# SPDX-License-Identifier: Apache-2.0
"""Executes one strategy within its budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fairhash.explore.strategies import Strategy
from fairhash.explore.trial import Outcome, Setting, Trial

Bench = Callable[[Sequence[Trial]], Sequence[Outcome]]
"""Executes trials: returns one outcome for each, in the same order."""

_MAX_IDLE_REQUESTS = 200
"""Consecutive requests without a new trial before the search ends."""


@dataclass(frozen=True)
class SearchResult:
    """The outcomes of all trials of a search, in the order of the trials."""

    strategy: str
    setting: Setting
    outcomes: tuple[Outcome, ...]

    @property
    def best(self) -> tuple[Outcome, ...]:
        """The best outcomes: several if they are equally good, none if every run failed."""
        good = [outcome for outcome in self.outcomes if outcome.merit is not None]
        return tuple(outcome for outcome in good if not any(other.beats(outcome) for other in good))

    @property
    def merit(self) -> float | None:
        """Merit of the best outcomes; None if every run failed."""
        return self.best[0].merit if self.best else None

    @property
    def runs_to_best(self) -> int | None:
        """Number of the first run with the best merit, counted from 1."""
        return 1 + self.outcomes.index(self.best[0]) if self.best else None


def gain_over(start: float, merit: float) -> float:
    """Relative improvement of `merit` over `start`; merits are negative for quantities that are minimised."""
    return (merit - start) / abs(start)


@dataclass(frozen=True)
class Search:
    """A strategy with its setting."""

    strategy: Strategy
    setting: Setting


def explore(search: Search, bench: Bench) -> SearchResult:
    """Execute the trials that the strategy requests, until it ends or the budget is used up.

    Trials that are equal, or differ only in options without effect, are one run.
    """
    setting, outcomes = search.setting, dict[Trial, Outcome]()
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
