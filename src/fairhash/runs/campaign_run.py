# SPDX-License-Identifier: Apache-2.0
"""One run of a campaign: what is stored of it, and what it is expected to cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results.schema import Result

State = Literal["done", "failed", "stale", "missing"]
"""`failed`: a run with the present inputs is stored and failed; `stale`: only a run with other inputs is stored."""

Stage = Literal["synthesis", "result"]
"""What is stored: the cell counts of a synthesis, for the choice of a recipe, or a result."""


@dataclass(frozen=True)
class Run:
    """One run of a campaign."""

    core: Core
    target: Target
    recipe: Recipe
    seed: int
    key: str
    state: State
    cpu_s: float | None
    """Expected CPU time in seconds, from stored runs; None if there is no stored run on the target."""
    stage: Stage = "result"
    selection: int = 0
    """Number of the campaign's entry that needs it for the choice of a recipe, from 1; 0 for all other runs."""

    @property
    def is_due(self) -> bool:
        """Whether it should be run."""
        return self.state in ("stale", "missing")


def stored_state(key: str, run: tuple[str, str, int], stored: Sequence[Result]) -> State:
    """State of the run with this key; `run` is the core, the recipe and the seed."""
    for result in stored:
        if result.key == key:
            return "done" if result.status in ("ok", "estimate") else "failed"
    is_stored = any((result.core, result.recipe, result.seed) == run for result in stored)
    return "stale" if is_stored else "missing"


def expected_cpu_s(core: str, recipe: str, stored: Sequence[Result]) -> float | None:
    """Median CPU time in seconds of the core's runs with the recipe, else of the core's runs, else of all runs."""
    costs = [(result.core, result.recipe, _cpu_s(result)) for result in stored if result.placement_cost]
    for similar in (
        [cost for name, used, cost in costs if (name, used) == (core, recipe)],
        [cost for name, _, cost in costs if name == core],
        [cost for _, _, cost in costs],
    ):
        if similar:
            return median(similar)
    return None


def expected_synthesis_s(core: str, stored: Sequence[Result]) -> float | None:
    """Median CPU time in seconds of the core's syntheses, else of all syntheses."""
    costs = [(result.core, result.synthesis_cost.cpu_s) for result in stored if result.synthesis_cost]
    for similar in ([cost for name, cost in costs if name == core], [cost for _, cost in costs]):
        if similar:
            return median(similar)
    return None


def _cpu_s(result: Result) -> float:
    return sum(cost.cpu_s for cost in (result.synthesis_cost, result.placement_cost) if cost)
