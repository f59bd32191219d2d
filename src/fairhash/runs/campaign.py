# SPDX-License-Identifier: Apache-2.0
"""Runs the runs of a campaign that are missing or stale, and reports how many are left."""

import signal
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from types import FrameType

from fairhash.catalog.campaign import CHOSEN, Campaign, Entry
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_target
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import add_counts
from fairhash.runs.campaign_run import Run, State, expected_cpu_s, stored_state
from fairhash.runs.campaign_selection import Selections, selection_runs
from fairhash.runs.implementing import NO_SEED, implement
from fairhash.runs.progress import Progress
from fairhash.runs.synthesis_counting import count_synthesis
from fairhash.runs.workspace import Workspace
from fairhash.targets.kinds import kind_of

RecipeChoice = Callable[[str, str], Recipe]
"""From the names of a core and a target to the recipe that reports show the core with on that target."""

_SECONDS_PER_HOUR = 3600


class TimeIsUp(BaseException):
    """Raised at the time limit of a campaign; running jobs are killed and their outcomes are not stored."""


def plan(
    campaign: Campaign, folder: ResultsFolder, workspace: Workspace, choice: RecipeChoice, selections: Selections
) -> list[Run]:
    """Every run of the campaign once, in order of priority.

    The sources of each core are elaborated if they have changed; no other tool is started. For the choice of a recipe,
    placements are known once the core is synthesised by all recipes: make another plan after that.
    """
    runs: dict[str, Run] = {}
    for number, entry in enumerate(campaign.entry, 1):
        if entry.kind == "selection":
            entry_runs = selection_runs(entry, number, folder, workspace, selections)
        else:
            entry_runs = _entry_runs(entry, folder, workspace, choice)
        for run in entry_runs:
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
                state = stored_state(key, (core.name, recipe, seed), stored)
                cpu_s = expected_cpu_s(core.name, recipe, stored)
                yield Run(core, target, find_recipe(recipe), seed, key, state, cpu_s)


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
    make_plan: Callable[[], Sequence[Run]],
    folder: ResultsFolder,
    workspace: Workspace,
    progress: Progress | None = None,
    *,
    limit_s: float | None = None,
    jobs: int | None = None,
) -> list[Result]:
    """Run the due runs of a campaign in order; every result is stored in `folder` as soon as it is made.

    Runs to the end of the campaign, making another plan after each part that may decide what is needed next.

    Args:
        make_plan: Returns the runs of the campaign by what is stored at that time.
        folder: Where results and counts are added.
        workspace: Where runs are made.
        progress: Is informed of every job.
        limit_s: Elapsed seconds after which running tools are killed; None for no limit.
        jobs: Number of parallel jobs; by default the number of processors.

    Returns:
        The new results, including failures.
    """
    results: list[Result] = []
    attempted: set[str] = set()
    with suppress(TimeIsUp), _time_limit(limit_s):
        while batch := _next_batch(make_plan(), attempted):
            attempted |= {run.key for run in batch}
            _run(batch, folder, workspace.with_listener(results.extend), progress, jobs)
    return results


def _next_batch(runs: Sequence[Run], attempted: Container[str]) -> list[Run]:
    """The due runs up to the first one whose need may change by an earlier one."""
    due = [run for run in runs if run.is_due and run.key not in attempted]
    return [*next((batch for _, batch in groupby(due, key=lambda run: (run.selection, run.stage))), ())]


def _run(
    runs: Sequence[Run], folder: ResultsFolder, workspace: Workspace, progress: Progress | None, jobs: int | None
) -> None:
    """Run the due ones of `runs`; the workspace's listener receives each result after it is stored."""

    def store(new: Sequence[Result]) -> None:
        folder.add(new)
        workspace.listener(new)

    due = [run for run in runs if run.is_due]
    for run in due:
        if run.stage == "synthesis" and isinstance(run.target, Device):
            _count(run, run.target, folder, workspace, progress)
    due = [run for run in due if run.stage == "result"]
    storing = workspace.with_listener(store)
    for (_, _, seed), batch in groupby(due, key=lambda run: (run.target.id, run.recipe.name, run.seed)):
        batch_runs = list(batch)
        cores, first = [run.core for run in batch_runs], batch_runs[0]
        implement(cores, first.target, first.recipe, [seed], progress, workspace=storing, jobs=jobs)


def _count(run: Run, device: Device, folder: ResultsFolder, workspace: Workspace, progress: Progress | None) -> None:
    """Synthesise the core of `run` and store the counts."""
    name = f"{run.core.name} by {run.recipe.name} on {device.id}: synthesis"
    if progress:
        progress.started(name)
    count = count_synthesis(run.core, device, run.recipe, workspace=workspace)
    add_counts(folder.folder / "synthesis", [count])
    if progress:
        progress.finished(name, count.reason or "ok", fresh=True)


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
