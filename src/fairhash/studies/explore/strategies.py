# SPDX-License-Identifier: Apache-2.0
"""The search strategies by name. Each requests trials; explore() executes them and sends their outcomes back.

A trial is one run; its outcome has the objective of the search.
"""

import random
import warnings
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

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


if TYPE_CHECKING:
    from optuna.study import Study
    from optuna.trial import Trial as Suggestion


def single_run(setting: SearchSetting) -> TrialRequests:
    """Request the start trial only, whatever the budget. Source: ATHENa, the tool of paper A."""
    yield [setting.start]


def placement_search(setting: SearchSetting) -> TrialRequests:
    """Request one placer seed for each run of the budget, all at once; ATHENa varies placement starting points."""
    yield [replace(setting.start, seed=setting.seed + step) for step in range(setting.budget)]


def exhaustive_search(setting: SearchSetting) -> TrialRequests:
    """Request the points of the grid in order, as many as the budget allows. Source: ATHENa."""
    yield [setting.with_options(point) for point in grid(setting.space)[: setting.budget]]


def grid(space: Space) -> list[Point]:
    """All combinations of the options marked as grid, the start first; the last option changes fastest."""
    axes = [
        [option.start, *(name for name in option.choice if name != option.start)] if option.grid else [option.start]
        for option in space.option
    ]
    return list(dict.fromkeys(space.canonical(point) for point in product(*axes)))


def batch_elimination(setting: SearchSetting) -> TrialRequests:
    """Disable each option that has a `without` choice once, then all harmful options together.

    An option is harmful if disabling it gives a strictly better run. With n options this needs n + 2 runs; a small
    budget tries the first options. Options are assumed to be independent of each other. Source: Pan and Eigenmann,
    "Fast and Effective Orchestration of Compiler Optimizations", CGO 2006, section 2.
    """
    space = setting.space
    disabled = [(option.name, option.without) for option in space.option if option.without]
    disabled = disabled[: max(0, setting.budget - 2)]
    (start,) = yield [setting.start]
    alone = yield [setting.with_options(space.with_choice(space.start, name, choice)) for name, choice in disabled]
    together = space.start
    for (name, choice), outcome in zip(disabled, alone, strict=True):
        if outcome.beats(start):
            together = space.with_choice(together, name, choice)
    yield [setting.with_options(together)]


def random_search(setting: SearchSetting) -> TrialRequests:
    """Request the start, then random points without end; repeated points do not use up the budget.

    All choices of an option are equally probable. It is the baseline for the other strategies.
    """
    rng = random.Random(setting.seed)
    yield [setting.start]
    while True:
        yield [setting.with_options(tuple(rng.choice(list(option.choice)) for option in setting.space.option))]


def tpe(setting: SearchSetting) -> TrialRequests:
    """Request the start, random points (a quarter of the budget, 2 to 10), then points near good ones.

    Source: the tree-structured Parzen estimator (TPE) of Bergstra et al. 2011, by Optuna.
    """
    # imported only here, because the import takes a second
    import optuna  # noqa: PLC0415

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    random_points = min(10, max(2, setting.budget // 4))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sampler = optuna.samplers.TPESampler(seed=setting.seed, n_startup_trials=1 + random_points)
        study = optuna.create_study(direction="maximize", sampler=sampler)
    study.enqueue_trial({option.name: option.start for option in setting.space.option})
    while True:
        suggestion = study.ask()
        point = tuple(
            suggestion.suggest_categorical(option.name, list(option.choice)) for option in setting.space.option
        )
        (outcome,) = yield [setting.with_options(point)]
        _report(study, suggestion, outcome)


def _report(study: "Study", suggestion: "Suggestion", outcome: TrialOutcome) -> None:
    """Report an outcome to Optuna; a failed run as pruned trial, which TPE ranks below every success."""
    from optuna.trial import TrialState  # noqa: PLC0415

    if outcome.merit is None:
        study.tell(suggestion, state=TrialState.PRUNED)
    else:
        study.tell(suggestion, outcome.merit)


@dataclass(frozen=True)
class Strategy:
    """A search strategy with its name and a short description."""

    name: str
    about: str
    begin: Callable[[SearchSetting], TrialRequests]


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("single-run", "the start point, once", single_run),
        Strategy("placement-search", "the start point with one placer seed after another", placement_search),
        Strategy("exhaustive-search", "all combinations of the options marked as grid", exhaustive_search),
        Strategy("batch-elimination", "each option disabled once, then all harmful ones together", batch_elimination),
        Strategy("random", "random points", random_search),
        Strategy("tpe", "points near good ones, by a tree-structured Parzen estimator (Optuna)", tpe),
    )
}
