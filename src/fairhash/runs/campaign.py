# SPDX-License-Identifier: Apache-2.0
"""Runs the runs of a campaign that are missing or stale, and reports how many are left."""

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
"""`failed`: a run with the present inputs is stored and failed; `stale`: only a run with other inputs is stored."""

RecipeChoice = Callable[[str, str], Recipe]
"""From the names of a core and a target to the recipe that reports show the core with on that target."""

_SECONDS_PER_HOUR = 3600


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

    @property
    def is_due(self) -> bool:
        """Whether it should be run."""
        return self.state in ("stale", "missing")


class TimeIsUp(BaseException):
    """Raised at the time limit of a campaign; running jobs are killed and their outcomes are not stored."""


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
    is_stored = any((result.core, result.recipe, result.seed) == run for result in stored)
    return "stale" if is_stored else "missing"


def _expected_cpu_s(core: str, recipe: str, stored: Sequence[Result]) -> float | None:
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


def _cpu_s(result: Result) -> float:
    return sum(cost.cpu_s for cost in (result.synthesis_cost, result.placement_cost) if cost)


@dataclass(frozen=True)
class Status:
    """The progress of a campaign."""

    counts: dict[State, int]
    cpu_hours_left: float
    """CPU time of the due runs with a known cost."""
    unknown_cost: int
    """Number of due runs without a known cost."""


def status(runs: Iterable[Run]) -> Status:
    """The number of runs in each state, and the CPU hours that are left."""
    counts: dict[State, int] = dict.fromkeys(("done", "failed", "stale", "missing"), 0)
    seconds, unknown = 0.0, 0
    for run in runs:
        counts[run.state] += 1
        if run.is_due:
            seconds += run.cpu_s or 0
            unknown += run.cpu_s is None
    return Status(counts, seconds / _SECONDS_PER_HOUR, unknown)


def run_campaign(
    runs: Sequence[Run],
    folder: ResultsFolder,
    workspace: Workspace,
    progress: Progress | None = None,
    *,
    limit_s: float | None = None,
    jobs: int | None = None,
) -> list[Result]:
    """Run the due runs in order; every result is added to `folder` as soon as it is made.

    Args:
        runs: The runs that plan() returned.
        folder: Where results are added.
        workspace: Where runs are made.
        progress: Is informed of every job.
        limit_s: Elapsed seconds after which running tools are killed; None for no limit.
        jobs: Number of parallel jobs; by default the number of processors.

    Returns:
        The new results, including failures.
    """
    results: list[Result] = []

    def store(new: Sequence[Result]) -> None:
        folder.add(new)
        results.extend(new)

    due = [run for run in runs if run.is_due]
    storing = workspace.with_listener(store)
    try:
        with _time_limit(limit_s):
            for (_, _, seed), batch in groupby(due, key=lambda run: (run.target.id, run.recipe.name, run.seed)):
                batch_runs = list(batch)
                cores, first = [run.core for run in batch_runs], batch_runs[0]
                implement(cores, first.target, first.recipe, [seed], progress, workspace=storing, jobs=jobs)
    except TimeIsUp:
        pass
    return results


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
