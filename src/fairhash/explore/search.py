# SPDX-License-Identifier: Apache-2.0
"""Runs one strategy within its budget, and says what it found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fairhash.explore.strategies import Strategy
from fairhash.explore.trial import Outcome, Setting, Trial

Bench = Callable[[Sequence[Trial]], Sequence[Outcome]]
"""Makes runs: one outcome for each trial, in this order."""

_NOTHING_NEW = 200
"""A strategy that asks so often for nothing but what it knows has seen all it can."""


@dataclass(frozen=True)
class Found:
    """All a search tried, in its order. What each run says does not depend on what the store had already."""

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
        """Of the best."""
        return self.best[0].merit if self.best else None

    @property
    def runs_to_best(self) -> int | None:
        """After how many runs the best merit was first reached."""
        return 1 + self.tried.index(self.best[0]) if self.best else None


def gain_over(start: float, merit: float) -> float:
    """By which part `merit` is better; merits of what is to be small are negative."""
    return (merit - start) / abs(start)


@dataclass(frozen=True)
class Search:
    """A strategy and what it starts from."""

    strategy: Strategy
    setting: Setting


def explore(search: Search, bench: Bench) -> Found:
    """Ask `bench` for what the strategy wants until it ends or the budget is spent; the same trial is one run."""
    setting, known = search.setting, dict[Trial, Outcome]()
    asking = search.strategy.begin(setting)
    idle = 0
    try:
        wanted = next(asking)
        while idle < _NOTHING_NEW:
            trials = [replace(trial, point=setting.space.settled(trial.point)) for trial in wanted]
            fresh = [trial for trial in dict.fromkeys(trials) if trial not in known]
            fresh = fresh[: setting.budget - len(known)]
            idle = 0 if fresh else idle + 1
            known |= zip(fresh, bench(fresh) if fresh else (), strict=True)
            if len(known) >= setting.budget:
                break
            wanted = asking.send([known[trial] for trial in trials])
    except StopIteration:
        pass
    return Found(search.strategy.name, setting, tuple(known.values()))
