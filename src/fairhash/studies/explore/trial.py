# SPDX-License-Identifier: Apache-2.0
"""Trials, which a strategy requests, the outcomes that it receives for them, and the objectives of a search."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from fairhash.figures.measures import CELLS, AreaMeasure, area, area_name, result_throughput_mbit_s, throughput_per_area
from fairhash.results import Result
from fairhash.studies.explore.space import Point, Space


@dataclass(frozen=True)
class Objective:
    """A quantity of a result and whether larger or smaller is better."""

    name: str
    unit: str
    value: Callable[[Result], float | None]
    smaller_is_better: bool = False

    def merit(self, result: Result) -> float | None:
        """The quantity with the sign that makes larger better; None if the result cannot be ranked."""
        value = self.value(result) if result.ranked else None
        return -value if value is not None and self.smaller_is_better else value

    def from_merit(self, merit: float) -> float:
        """The quantity that belongs to a merit."""
        return -merit if self.smaller_is_better else merit


def objectives(measure: AreaMeasure = CELLS) -> dict[str, Objective]:
    """All objectives by name; areas are in this measure."""
    unit = area_name("", measure)
    every = (
        Objective("throughput", "Mbit/s", result_throughput_mbit_s),
        Objective("area", f"{unit}s", partial(area, measure=measure), smaller_is_better=True),
        Objective("throughput-per-area", f"Mbit/s/{unit}", partial(throughput_per_area, measure=measure)),
    )
    return {objective.name: objective for objective in every}


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
