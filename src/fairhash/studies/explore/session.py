# SPDX-License-Identifier: Apache-2.0
"""One search of one core with the real tools, as `fairhash explore` executes it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fairhash.base import files
from fairhash.bench import Progress, implement
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.results import Result
from fairhash.studies.explore.search import Search, SearchConfirmation, SearchResult, confirm, explore, gain_over
from fairhash.studies.explore.space import Space, find_space
from fairhash.studies.explore.strategies import STRATEGIES, Objective, SearchSetting, Trial, TrialOutcome, objectives


class Implement(Protocol):
    """The signature of fairhash.bench.implement for one core, without the arguments that all runs share."""

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

    def __call__(self, trials: Sequence[Trial]) -> list[TrialOutcome]:
        """Execute the trials and return their outcomes; trials of one recipe share a netlist and run in parallel."""
        recipes = {trial: self._space.recipe(trial.point) for trial in trials}
        for recipe in {recipe.name: recipe for recipe in recipes.values()}.values():
            seeds = [trial.seed for trial in trials if recipes[trial].name == recipe.name]
            missing = [seed for seed in seeds if (recipe.name, seed) not in self._stored]
            new = self._implement(self._core, self._device, recipe, missing) if missing else ()
            self._stored |= {(recipe.name, result.seed): result for result in new}
        return [self._outcome(trial, self._stored[recipes[trial].name, trial.seed]) for trial in trials]

    def _outcome(self, trial: Trial, result: Result) -> TrialOutcome:
        self.results[trial] = result
        achieved = result.achieved.effective_mhz if result.achieved else None
        return TrialOutcome(trial, self._objective.merit(result), achieved, disqualification(result))


def disqualification(result: Result) -> str:
    """Why a result cannot be the best of a search; empty if it can."""
    if result.status != "ok":
        return f"{result.status}: {result.reason}"
    if result.netlist.verdict != "pass":
        return f"netlist check: {result.netlist.verdict} {result.netlist.detail}".strip()
    return "" if result.measured_cycles else f"cycles not measured: {result.cycles_note}"


def implement_through_store(progress: Progress | None) -> Implement:
    """A function that executes runs with the real tools, except those that are in the store."""

    def implement_core(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> Sequence[Result]:
        return implement([core], device, recipe, seeds, progress)

    return implement_core


@dataclass(frozen=True)
class SearchRequest:
    """What the user requested."""

    core: Core
    device: Device
    strategy: str
    objective: str
    budget: int
    seed: int
    new_seeds: int = 0
    """Number of new seeds for the confirmation; 0 for none."""
    area: AreaMeasure = CELLS
    """The measure of areas."""
    anneal: bool = False
    """Whether every placement is annealed before it is routed."""


@dataclass(frozen=True)
class SearchSession:
    """One search of one core, with all its results."""

    request: SearchRequest
    objective: Objective
    search_result: SearchResult
    results: tuple[Result, ...]
    confirmation: SearchConfirmation | None

    @property
    def unit(self) -> str:
        """The unit of the objective."""
        return self.objective.unit

    @property
    def best_recipe(self) -> Recipe | None:
        """The recipe of the best trial, the first one if several are equal; None if every run failed."""
        if not self.search_result.best:
            return None
        trial = self.search_result.best[0].trial
        return self.search_result.setting.space.recipe(trial.point)

    def verdict(self) -> str:
        """One line: the best run, a tie, or that every run failed."""
        result, runs = self.search_result, len(self.search_result.outcomes)
        if not result.best:
            return f"Every run failed; the first: {result.outcomes[0].note}"
        numbers = [str(1 + result.outcomes.index(outcome)) for outcome in result.best]
        value = f"{self.objective.from_merit(result.best[0].merit or 0):.4g} {self.unit}"
        if len(numbers) > 1:
            return f"Tie: runs {', '.join(numbers)} of {runs} are equally good, {value}"
        start = result.outcomes[0].merit
        gain = f", better than the start by {gain_over(start, result.merit):.1%}" if result.merit and start else ""
        return f"Best: run {numbers[0]} of {runs}, {value}{gain}"

    def header(self) -> list[str]:
        """Column titles for rows()."""
        return ["run", self.unit, "MHz", "seed", "best", "options", "note"]

    def rows(self) -> list[list[str]]:
        """One table row for each run."""
        best, space = set(self.search_result.best), self.search_result.setting.space
        return [
            [
                str(number),
                "N/A" if outcome.merit is None else f"{self.objective.from_merit(outcome.merit):.4g}",
                "N/A" if outcome.achieved_mhz is None else f"{outcome.achieved_mhz:.1f}",
                str(outcome.trial.seed),
                ("tie" if len(best) > 1 else "best") if outcome in best else "",
                space.differences(outcome.trial.point),
                outcome.note,
            ]
            for number, outcome in enumerate(self.search_result.outcomes, 1)
        ]

    def data(self) -> dict[str, Any]:
        """The session for JSON output."""
        space, best = self.search_result.setting.space, set(self.search_result.best)
        return {
            "core": self.request.core.name,
            "device": self.request.device.id,
            "strategy": self.search_result.strategy,
            "objective": self.objective.name,
            "unit": self.unit,
            "budget": self.request.budget,
            "seed": self.request.seed,
            "verdict": self.verdict(),
            "runs": [
                {
                    "value": None if outcome.merit is None else self.objective.from_merit(outcome.merit),
                    "best": outcome in best,
                    "options": dict(zip((o.name for o in space.option), outcome.trial.point, strict=True)),
                    "achieved_mhz": outcome.achieved_mhz,
                    "seed": outcome.trial.seed,
                    "note": outcome.note,
                }
                for outcome in self.search_result.outcomes
            ],
            "confirmation": None
            if self.confirmation is None
            else {
                "seeds": self.confirmation.seeds,
                "best": self.confirmation.best,
                "start": self.confirmation.start,
                "ratio": self.confirmation.ratio,
                "interval": self.confirmation.interval,
            },
            "best_recipe": self.best_recipe.model_dump(mode="json") if self.best_recipe else None,
            "results": [result.model_dump(mode="json") for result in self.results],
        }


def run(request: SearchRequest, implement_: Implement) -> SearchSession:
    """Search; then confirm the best trial if that is requested and there is one."""
    objective = objectives(request.area)[request.objective]
    space = find_space(request.device, anneal=request.anneal)
    bench = ToolBench(request.core, request.device, space, objective=objective, implement=implement_)
    setting = SearchSetting(space, request.budget, request.seed)
    search_result = explore(Search(STRATEGIES[request.strategy], setting), bench)
    confirmation = None
    if search_result.best and request.new_seeds:
        confirmation = confirm(search_result, bench, objective, request.new_seeds)
    return SearchSession(request, objective, search_result, tuple(bench.results.values()), confirmation)


def write_recipe(recipe: Recipe, file: Path) -> None:
    """Write `recipe` to `file`, named after the file; in catalog/recipes/ it is usable as any other recipe."""
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        f"name = {_text(file.stem)}",
        f"description = {_text(f'Found by fairhash explore: {recipe.description}')}",
        "",
        "[clock]",
        f"target_mhz = {recipe.clock.target_mhz}",
        "",
        "# of CPU time",
        "[timeouts]",
        f"synthesis_s = {recipe.timeouts.synthesis_s}",
        f"place_s = {recipe.timeouts.place_s}",
    ]
    for family, options in recipe.family.items():
        lines += ["", f"[family.{family}]", "synthesis = ["]
        lines += [f"  {_text(command)}," for command in options.synthesis]
        lines += ["]"]
        words = {"passes": options.passes, "place": options.place, "anneal": options.anneal}
        lines += [f"{name} = [{', '.join(map(_text, each))}]" for name, each in words.items() if each is not None]
    files.write_text(file, "\n".join(lines) + "\n")


def _text(text: str) -> str:
    """A TOML basic string; for printable text JSON's is one."""
    return json.dumps(text, ensure_ascii=False)
