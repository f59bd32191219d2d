# SPDX-License-Identifier: Apache-2.0
"""Runs one strategy within its budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fairhash.explore.strategies import Strategy
from fairhash.explore.trial import Outcome, Setting, Trial

Bench = Callable[[Sequence[Trial]], Sequence[Outcome]]
"""Makes runs: one outcome for each trial, in this order."""

_MAX_IDLE_REQUESTS = 200
"""Consecutive requests without a new trial before the search ends."""


@dataclass(frozen=True)
class Found:
    """All outcomes of a search, in the order of the trials."""

    strategy: str
    setting: Setting
    tried: tuple[Outcome, ...]

    @property
    def best(self) -> tuple[Outcome, ...]:
        """The best outcomes: several where they tie, none where every run failed."""
        good = [outcome for outcome in self.tried if outcome.merit is not None]
        return tuple(outcome for outcome in good if not any(other.beats(outcome) for other in good))

    @property
    def merit(self) -> float | None:
        """Merit of the best outcomes; None if every run failed."""
        return self.best[0].merit if self.best else None

    @property
    def runs_to_best(self) -> int | None:
        """After how many runs the best merit was first reached."""
        return 1 + self.tried.index(self.best[0]) if self.best else None


def gain_over(start: float, merit: float) -> float:
    """Relative improvement of `merit` over `start`; merits of quantities to minimise are negative."""
    return (merit - start) / abs(start)


@dataclass(frozen=True)
class Search:
    """A strategy and what it starts from."""

    strategy: Strategy
    setting: Setting


def explore(search: Search, bench: Bench) -> Found:
    """Run the trials that the strategy requests until it ends or the budget is spent; equal trials are one run."""
    setting, known = search.setting, dict[Trial, Outcome]()
    requests = search.strategy.begin(setting)
    idle = 0
    try:
        requested = next(requests)
        while idle < _MAX_IDLE_REQUESTS:
            trials = [replace(trial, point=setting.space.settled(trial.point)) for trial in requested]
            fresh = [trial for trial in dict.fromkeys(trials) if trial not in known]
            fresh = fresh[: setting.budget - len(known)]
            idle = 0 if fresh else idle + 1
            known |= zip(fresh, bench(fresh) if fresh else (), strict=True)
            if len(known) >= setting.budget:
                break
            requested = requests.send([known[trial] for trial in trials])
    except StopIteration:
        pass
    return Found(search.strategy.name, setting, tuple(known.values()))
