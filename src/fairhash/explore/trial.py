# SPDX-License-Identifier: Apache-2.0
"""Trials, which a strategy requests, and outcomes, which it receives for them."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from fairhash.explore.space import Point, Space


@dataclass(frozen=True)
class Trial:
    """One run: a point of the space, the requested clock and the placer's seed."""

    point: Point
    clock_mhz: float
    seed: int


@dataclass(frozen=True)
class Outcome:
    """The outcome of a trial."""

    trial: Trial
    merit: float | None
    """Larger is better; None if the run failed or its netlist did not pass its check: it is never the best then."""
    achieved_mhz: float | None = None
    note: str = ""
    """Why there is no merit; empty if there is one."""

    def beats(self, other: "Outcome") -> bool:
        """Whether it is strictly better; a failure is never better."""
        return self.merit is not None and (other.merit is None or self.merit > other.merit)

    @property
    def met(self) -> bool:
        """Whether the requested clock was achieved."""
        return self.achieved_mhz is not None and self.achieved_mhz >= self.trial.clock_mhz


@dataclass(frozen=True)
class Setting:
    """What every strategy receives: the space, the budget and the seed."""

    space: Space
    budget: int
    """Number of runs that a strategy may request; the first is the start."""
    seed: int
    """Seed of the strategy's random choices, and of the placer unless the strategy varies it."""

    @property
    def start(self) -> Trial:
        """The first trial of every search, so that the best one is at least as good as the start recipe."""
        return Trial(self.space.start, self.space.clock.start_mhz, self.seed)

    def with_options(self, point: Point) -> Trial:
        """The start trial with other options."""
        return replace(self.start, point=point)

    def with_clock(self, clock_mhz: float) -> Trial:
        """The start trial with another clock, rounded to 10 kHz and limited to the range of the space."""
        low, high = self.space.clock.low_mhz, self.space.clock.high_mhz
        return replace(self.start, clock_mhz=round(min(max(clock_mhz, low), high), 2))


TrialRequests = Generator[Sequence[Trial], Sequence[Outcome], None]
"""A running strategy: it yields trials that may run in any order, and is sent their outcomes in the yielded order."""


_MIN_REQUESTS = 3


def requests_ignored(outcomes: Sequence[Outcome]) -> bool:
    """Whether at least three different requested clocks gave exactly the same achieved clock and merit.

    nextpnr behaves so (docs/measuring.md). Such a search ends, since its remaining runs would show nothing new.
    """
    return (
        len({outcome.trial.clock_mhz for outcome in outcomes}) >= _MIN_REQUESTS
        and len({(outcome.achieved_mhz, outcome.merit) for outcome in outcomes}) == 1
        and outcomes[0].achieved_mhz is not None
    )
