# SPDX-License-Identifier: Apache-2.0
"""The search strategies by name."""

from collections.abc import Callable
from dataclasses import dataclass

from fairhash.explore.strategies.athena_strategies import (
    exhaustive_search,
    frequency_search,
    placement_search,
    single_run,
)
from fairhash.explore.strategies.batch_elimination import batch_elimination
from fairhash.explore.strategies.clock_sampling import clock_sampling
from fairhash.explore.strategies.random_search import random_search
from fairhash.explore.strategies.tpe import tpe
from fairhash.explore.trial import Setting, TrialRequests


@dataclass(frozen=True)
class Strategy:
    """A search strategy with its name and a short description."""

    name: str
    about: str
    begin: Callable[[Setting], TrialRequests]


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("single-run", "the start point, once", single_run),
        Strategy("placement-search", "the start point with one placer seed after another", placement_search),
        Strategy("exhaustive-search", "all combinations of the options marked as grid", exhaustive_search),
        Strategy("frequency-search", "bisection for the highest requested clock that is achieved", frequency_search),
        Strategy("clock-sampling", "requested clocks over the whole range, then near the best", clock_sampling),
        Strategy("batch-elimination", "each option disabled once, then all harmful ones together", batch_elimination),
        Strategy("random", "random points", random_search),
        Strategy("tpe", "points near good ones, by a tree-structured Parzen estimator (Optuna)", tpe),
    )
}
