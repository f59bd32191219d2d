# SPDX-License-Identifier: Apache-2.0
"""Trials, which a strategy requests, and outcomes, which it receives for them."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from fairhash.studies.explore.space import Point, Space


@dataclass(frozen=True)
class Trial:
    """One run: a point of the space and the placer's seed."""

    point: Point
    seed: int


@dataclass(frozen=True)
class TrialOutcome:
    """The outcome of a trial."""

    trial: Trial
    merit: float | None
    """Larger is better; None if the run failed or its netlist did not pass its check: it is never the best then."""
    achieved_mhz: float | None = None
    note: str = ""
    """Why there is no merit; empty if there is one."""

    def beats(self, other: "TrialOutcome") -> bool:
        """Whether it is strictly better; a failure is never better."""
        return self.merit is not None and (other.merit is None or self.merit > other.merit)


@dataclass(frozen=True)
class SearchSetting:
    """What every strategy receives: the space, the budget and the seed."""

    space: Space
    budget: int
    """Number of runs that a strategy may request; the first is the start."""
    seed: int
    """Seed of the strategy's random choices, and of the placer unless the strategy varies it."""

    @property
    def start(self) -> Trial:
        """The first trial of every search, so that the best one is at least as good as the start recipe."""
        return Trial(self.space.start, self.seed)

    def with_options(self, point: Point) -> Trial:
        """The start trial with other options."""
        return replace(self.start, point=point)


TrialRequests = Generator[Sequence[Trial], Sequence[TrialOutcome], None]
"""A running strategy: it yields trials that may run in any order, and is sent their outcomes in the yielded order."""
