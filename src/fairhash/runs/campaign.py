# SPDX-License-Identifier: Apache-2.0
"""Makes the runs of a campaign that have no result yet, and reports how many are left."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from types import FrameType
from typing import Literal

from fairhash.catalog.campaign import CHOSEN, Campaign, Entry
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_target
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result
from fairhash.runs.implementing import NO_SEED, implement
from fairhash.runs.progress import Progress
from fairhash.runs.workspace import Workspace
from fairhash.targets.kinds import kind_of

State = Literal["done", "failed", "stale", "missing"]
"""`failed`: the run was made with today's inputs and has no figure; `stale`: only a run with other inputs is stored."""

RecipeChoice = Callable[[str, str], Recipe]
"""From the names of a core and a target to the recipe that the core is shown with there."""

_SECONDS_AN_HOUR = 3600


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
    """Expected processor time, from stored runs; None where nothing similar is stored."""

    @property
    def is_due(self) -> bool:
        """Whether it should be run."""
        return self.state in ("stale", "missing")


class TimeIsUp(BaseException):
    """The time limit of a campaign has passed: running tools are ended and nothing of theirs is stored."""


def plan(campaign: Campaign, folder: ResultsFolder, workspace: Workspace, choice: RecipeChoice) -> list[Run]:
    """Every run of the campaign once, in order of priority.

    The sources of each core are elaborated if they have changed; no other tool is started.
    """
    runs: dict[str, Run] = {}
    for entry in campaign.entry:
        for run in _entry_runs(entry, folder, workspace, choice):
            runs.setdefault(run.key, run)
    return list(runs.values())


def _entry_runs(entry: Entry, folder: ResultsFolder, workspace: Workspace, choice: RecipeChoice) -> Iterator[Run]:
    for name in entry.targets:
        target, stored = find_target(name), folder.read(name)
        seeds = entry.seeds if kind_of(target).has_seeds(target) else (NO_SEED,)
        designs = [
            (core, recipe)
            for core in entry.chosen_cores()
            for recipe in dict.fromkeys(
                choice(core.name, name).name if recipe == CHOSEN else recipe for recipe in entry.recipes
            )
        ]
        keys = {(core.name, recipe): workspace.keys(core, target, find_recipe(recipe)) for core, recipe in designs}
        for seed in seeds:
            for core, recipe in designs:
                key = keys[core.name, recipe].result(seed)
                state = _state(key, (core.name, recipe, seed), stored)
                cpu_s = _expected_cpu_s(core.name, recipe, stored)
                yield Run(core, target, find_recipe(recipe), seed, key, state, cpu_s)


def _state(key: str, run: tuple[str, str, int], stored: Sequence[Result]) -> State:
    for result in stored:
        if result.key == key:
            return "done" if result.status in ("ok", "estimate") else "failed"
    same = any((result.core, result.recipe, result.seed) == run for result in stored)
    return "stale" if same else "missing"


def _expected_cpu_s(core: str, recipe: str, stored: Sequence[Result]) -> float | None:
    """Median processor seconds of the core's runs by the recipe, else by any recipe, else of all runs there are."""
    costs = [(result.core, result.recipe, _cpu_s(result)) for result in stored if result.placement_cost]
    for fits in (
        [cost for name, used_recipe, cost in costs if (name, used_recipe) == (core, recipe)],
        [cost for name, _, cost in costs if name == core],
        [cost for _, _, cost in costs],
    ):
        if fits:
            return median(fits)
    return None


def _cpu_s(result: Result) -> float:
    return sum(cost.cpu_s for cost in (result.synthesis_cost, result.placement_cost) if cost)


@dataclass(frozen=True)
class Status:
    """How far a campaign is."""

    counts: dict[State, int]
    cpu_hours_left: float
    """Of the runs that are due and whose cost is known."""
    unknown_cost: int
    """How many due runs nothing similar is stored for."""


def status(runs: Iterable[Run]) -> Status:
    """Counts of each state, and the processor hours that are left."""
    counts: dict[State, int] = dict.fromkeys(("done", "failed", "stale", "missing"), 0)
    seconds, unknown = 0.0, 0
    for run in runs:
        counts[run.state] += 1
        if run.is_due:
            seconds += run.cpu_s or 0
            unknown += run.cpu_s is None
    return Status(counts, seconds / _SECONDS_AN_HOUR, unknown)


def run_campaign(
    runs: Sequence[Run],
    folder: ResultsFolder,
    workspace: Workspace,
    progress: Progress | None = None,
    *,
    limit_s: float | None = None,
    jobs: int | None = None,
) -> list[Result]:
    """Run what is due, in order; every result is in `folder` as soon as it is made.

    Args:
        runs: what plan() returned.
        folder: where results are added.
        workspace: where runs are made.
        progress: is told of every job.
        limit_s: elapsed seconds after which the running tools are ended.
        jobs: how many run at a time; by default as many as there are processors.

    Returns:
        The results that were made, good or bad.
    """
    made: list[Result] = []

    def store(results: Sequence[Result]) -> None:
        folder.add(results)
        made.extend(results)

    due = [run for run in runs if run.is_due]
    listening = workspace.with_listener(store)
    try:
        with _time_limit(limit_s):
            for (_, _, seed), batch in groupby(due, key=lambda run: (run.target.id, run.recipe.name, run.seed)):
                same = list(batch)
                cores = [run.core for run in same]
                implement(cores, same[0].target, same[0].recipe, [seed], progress, workspace=listening, jobs=jobs)
    except TimeIsUp:
        pass
    return made


@contextmanager
def _time_limit(limit_s: float | None) -> Iterator[None]:
    """Raise TimeIsUp in the main thread after `limit_s` elapsed seconds."""
    if limit_s is None:
        yield
        return

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
