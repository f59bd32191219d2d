# SPDX-License-Identifier: Apache-2.0
"""One search of one core with the real tools: what `fairhash explore` runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.explore.bench import Implement, ToolBench
from fairhash.explore.confirmation import Confirmation, confirm
from fairhash.explore.objective import Objective, objectives
from fairhash.explore.registry import space_for
from fairhash.explore.search import Found, Search, explore, gain_over
from fairhash.explore.strategies import STRATEGIES
from fairhash.explore.trial import Setting
from fairhash.results import Result
from fairhash.runs import Progress, implement


def tools(progress: Progress | None) -> Implement:
    """The tools, through the store: what it holds is not run again."""

    def made(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> Sequence[Result]:
        return implement([core], device, recipe, seeds, progress)

    return made


@dataclass(frozen=True)
class Request:
    """The user's request."""

    core: Core
    device: Device
    strategy: str
    objective: str
    budget: int
    seed: int
    fresh_seeds: int = 0
    """Number of new seeds for the confirmation; 0 for none."""
    area: AreaMeasure = CELLS
    """What areas are counted in."""


@dataclass(frozen=True)
class Session:
    """A search of one core with all its results."""

    request: Request
    objective: Objective
    found: Found
    results: tuple[Result, ...]
    confirmation: Confirmation | None

    @property
    def unit(self) -> str:
        """Of the objective."""
        return self.objective.unit

    @property
    def best_recipe(self) -> Recipe | None:
        """Of the best trial, of a tie the first tried."""
        if not self.found.best:
            return None
        trial = self.found.best[0].trial
        return self.found.setting.space.recipe(trial.point, trial.clock_mhz)

    def verdict(self) -> str:
        """One line: the best, a tie, or that every run failed."""
        found, tried = self.found, len(self.found.tried)
        if not found.best:
            return f"Every run failed, nothing was found; the first: {found.tried[0].note}"
        numbers = [str(1 + found.tried.index(outcome)) for outcome in found.best]
        value = f"{self.objective.shown(found.best[0].merit or 0):.4g} {self.unit}"
        if len(numbers) > 1:
            return f"Tie: runs {', '.join(numbers)} of {tried} are equally good, {value}"
        start = found.tried[0].merit
        gain = f", better than the start by {gain_over(start, found.merit):.1%}" if found.merit and start else ""
        return f"Best: run {numbers[0]} of {tried}, {value}{gain}"

    def header(self) -> list[str]:
        """Column titles for rows()."""
        return ["run", self.unit, "MHz", "requested", "seed", "best", "with", "note"]

    def rows(self) -> list[list[str]]:
        """A line for each run, as it is printed."""
        best, space = set(self.found.best), self.found.setting.space
        return [
            [
                str(number),
                "N/A" if outcome.merit is None else f"{self.objective.shown(outcome.merit):.4g}",
                "N/A" if outcome.achieved_mhz is None else f"{outcome.achieved_mhz:.1f}",
                f"{outcome.trial.clock_mhz:g}",
                str(outcome.trial.seed),
                ("tie" if len(best) > 1 else "best") if outcome in best else "",
                space.differences(outcome.trial.point),
                outcome.note,
            ]
            for number, outcome in enumerate(self.found.tried, 1)
        ]

    def data(self) -> dict[str, Any]:
        """For JSON."""
        space, best = self.found.setting.space, set(self.found.best)
        return {
            "core": self.request.core.name,
            "device": self.request.device.id,
            "strategy": self.found.strategy,
            "objective": self.objective.name,
            "unit": self.unit,
            "budget": self.request.budget,
            "seed": self.request.seed,
            "verdict": self.verdict(),
            "runs": [
                {
                    "value": None if outcome.merit is None else self.objective.shown(outcome.merit),
                    "best": outcome in best,
                    "options": dict(zip((o.name for o in space.option), outcome.trial.point, strict=True)),
                    "requested_mhz": outcome.trial.clock_mhz,
                    "achieved_mhz": outcome.achieved_mhz,
                    "seed": outcome.trial.seed,
                    "note": outcome.note,
                }
                for outcome in self.found.tried
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


def run(request: Request, implement_: Implement) -> Session:
    """Search, and confirm the best where that is asked for and there is one."""
    objective = objectives(request.area)[request.objective]
    space = space_for(request.device)
    bench = ToolBench(request.core, request.device, space, objective=objective, implement=implement_)
    setting = Setting(space, request.budget, request.seed)
    found = explore(Search(STRATEGIES[request.strategy], setting), bench)
    sure = confirm(found, bench, objective, request.fresh_seeds) if found.best and request.fresh_seeds else None
    return Session(request, objective, found, tuple(bench.results.values()), sure)
