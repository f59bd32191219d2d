# SPDX-License-Identifier: Apache-2.0
"""The strategies by name: one module each."""

from collections.abc import Callable
from dataclasses import dataclass

from fairhash.explore.strategies.batch_elimination import batch_elimination
from fairhash.explore.strategies.clock_sampling import clock_sampling
from fairhash.explore.strategies.exhaustive_search import exhaustive_search
from fairhash.explore.strategies.frequency_search import frequency_search
from fairhash.explore.strategies.placement_search import placement_search
from fairhash.explore.strategies.random_search import random_search
from fairhash.explore.strategies.single_run import single_run
from fairhash.explore.strategies.tpe import tpe
from fairhash.explore.trial import Asking, Setting


@dataclass(frozen=True)
class Strategy:
    """How a search is named, and what it does in a few words."""

    name: str
    about: str
    begin: Callable[[Setting], Asking]


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("single-run", "the start, once", single_run),
        Strategy("placement-search", "the start with one seed of the placer after another", placement_search),
        Strategy("exhaustive-search", "every combination of the options marked as grid", exhaustive_search),
        Strategy(
            "frequency-search", "requested clocks by bisection, as if achieved clocks rose with them", frequency_search
        ),
        Strategy("clock-sampling", "requested clocks all over the range, then beside the best", clock_sampling),
        Strategy("batch-elimination", "each option left out once, then all that did harm at once", batch_elimination),
        Strategy("random", "points drawn by chance", random_search),
        Strategy("tpe", "points drawn where good ones were found (Optuna)", tpe),
    )
}
