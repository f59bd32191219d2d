# SPDX-License-Identifier: Apache-2.0
"""Executes the runs that a search requests."""

from collections.abc import Sequence
from typing import Protocol

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.explore.objective import Objective
from fairhash.explore.space import Space
from fairhash.explore.trial import Outcome, Trial
from fairhash.results import Result


class Implement(Protocol):
    """The signature of fairhash.runs.implement for one core, without the arguments that all runs share."""

    def __call__(self, core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> Sequence[Result]:
        """One result for each seed."""


class ToolBench:
    """Executes runs of one core on one device; `results` holds the results of the requested trials, in order."""

    def __init__(
        self,
        core: Core,
        device: Device,
        space: Space,
        *,
        objective: Objective,
        implement: Implement,
    ) -> None:
        self._core, self._device, self._space = core, device, space
        self._objective, self._implement = objective, implement
        self._stored: dict[tuple[str, int], Result] = {}
        self.results: dict[Trial, Result] = {}

    def __call__(self, trials: Sequence[Trial]) -> list[Outcome]:
        """Execute the trials and return their outcomes; trials of one recipe share a netlist and run in parallel."""
        recipes = {trial: self._space.recipe(trial.point) for trial in trials}
        for recipe in {recipe.name: recipe for recipe in recipes.values()}.values():
            seeds = [trial.seed for trial in trials if recipes[trial].name == recipe.name]
            missing = [seed for seed in seeds if (recipe.name, seed) not in self._stored]
            new = self._implement(self._core, self._device, recipe, missing) if missing else ()
            self._stored |= {(recipe.name, result.seed): result for result in new}
        return [self._outcome(trial, self._stored[recipes[trial].name, trial.seed]) for trial in trials]

    def _outcome(self, trial: Trial, result: Result) -> Outcome:
        self.results[trial] = result
        achieved = result.achieved.effective_mhz if result.achieved else None
        return Outcome(trial, self._objective.merit(result), achieved, disqualification(result))


def disqualification(result: Result) -> str:
    """Why a result cannot be the best of a search; empty if it can."""
    if result.status != "ok":
        return f"{result.status}: {result.reason}"
    if result.netlist.verdict != "pass":
        return f"netlist check: {result.netlist.verdict} {result.netlist.detail}".strip()
    return "" if result.measured_cycles else f"cycles not measured: {result.cycles_note}"
