# SPDX-License-Identifier: Apache-2.0
"""Runs the runs of a campaign that are missing or stale, and reports how many are left."""

import signal
import threading
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from types import FrameType
from typing import Protocol

from fairhash.bench.campaign_batches import Batch, next_batch
from fairhash.bench.campaign_run import CampaignRun, CutOffRuns, PlanInputs, Prices, State, TimeBudget, stored_state
from fairhash.bench.campaign_selection import Selections, selection_runs
from fairhash.bench.implementing import NO_SEED, count_synthesis
from fairhash.bench.jobs import Progress, Silent, concerns_all_jobs, reason_of
from fairhash.bench.outdated_results import keys_of_today, mark_outdated
from fairhash.bench.sweep import Item, Sweep
from fairhash.bench.workers import default_worker_count, workers
from fairhash.bench.workspace import Workspace
from fairhash.catalog.campaign import CHOSEN, Campaign, Entry
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_device, find_target
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import add_counts
from fairhash.targets.kinds import kind_of

RecipeChoice = Callable[[str, str], Recipe]
"""From the names of a core and a target to the recipe that reports show the core with on that target."""


class Accelerators(Protocol):
    """Plans and makes the runs of entries of kind `accelerators`; see studies/system/accelerator_area.py."""

    def runs(self, entry: Entry) -> Iterator[CampaignRun]:
        """Every run of an entry, in order of priority."""

    def make(self, run: CampaignRun, stop: threading.Event) -> Callable[[], str]:
        """Make a run in this thread.

        Returns:
            What stores its outcome, called in the main thread, and returns a short text for the user.
        """


class NoAccelerators:
    """For campaigns without entries of kind `accelerators`."""

    def runs(self, entry: Entry) -> Iterator[CampaignRun]:
        """No runs."""
        return iter(())

    def make(self, run: CampaignRun, stop: threading.Event) -> Callable[[], str]:
        """Make nothing."""
        raise NotImplementedError


class TimeIsUp(BaseException):
    """Raised at the time limit of a campaign; running jobs are killed and their outcomes are not stored."""


@dataclass(frozen=True)
class Planner:
    """Makes the plan of a campaign from what is stored. Make a new object after results were added."""

    folder: ResultsFolder
    workspace: Workspace
    choice: RecipeChoice
    selections: Selections
    accelerators: Accelerators = field(default_factory=NoAccelerators)

    def plan(self, campaign: Campaign) -> list[CampaignRun]:
        """Every run of the campaign once, in order of priority.

        The sources of each core are elaborated if they have changed; no other tool is started. For the choice of a
        recipe, placements are known once the core is synthesised by all recipes: make another plan after that.
        """
        runs: dict[str, CampaignRun] = {}
        inputs = PlanInputs(self.folder, self.workspace)
        prices = Prices(inputs)
        open_choices: set[tuple[str, str]] = set()
        for number, entry in enumerate(campaign.entry, 1):
            for run in self._entry_runs(entry, number, inputs, open_choices):
                if run.key not in runs:
                    named = replace(run, entry=entry.name or f"entry {number}")
                    runs[run.key] = named if run.stage == "accelerator" else _with_price(named, prices)
        return list(runs.values())

    def _entry_runs(
        self, entry: Entry, number: int, inputs: PlanInputs, open_choices: set[tuple[str, str]]
    ) -> Iterator[CampaignRun]:
        match entry.kind:
            case "selection":
                open_choices.update(self._open_choices(entry, inputs))
                yield from selection_runs(entry, number, inputs, self.selections)
            case "accelerators":
                yield from self.accelerators.runs(entry)
            case "runs":
                yield from self._runs(entry, inputs, open_choices)

    def _open_choices(self, entry: Entry, inputs: PlanInputs) -> Iterator[tuple[str, str]]:
        """The cores of an entry of kind `selection`, with the target, whose recipe cannot be chosen yet."""
        for name in entry.targets:
            for core in entry.chosen_cores():
                keys = inputs.keys(core, find_target(name), find_recipe(DEFAULT_RECIPE))
                selection = self.selections(core.name, find_device(name), keys.elaboration.verilog)
                if selection.recipe is None and selection.needs:
                    yield core.name, name

    def _runs(
        self, entry: Entry, inputs: PlanInputs, open_choices: Container[tuple[str, str]]
    ) -> Iterator[CampaignRun]:
        for name in entry.targets:
            target, stored = find_target(name), inputs.results(name)
            seeds = entry.seeds if kind_of(target).has_seeds(target) else (NO_SEED,)
            designs = [
                (core, recipe, CHOSEN in entry.recipes and (core.name, name) in open_choices)
                for core in entry.chosen_cores()
                for recipe in dict.fromkeys(
                    self.choice(core.name, name).name if recipe == CHOSEN else recipe for recipe in entry.recipes
                )
            ]
            keys = [inputs.keys(core, target, find_recipe(recipe)) for core, recipe, _ in designs]
            unfit = {result.series for result in stored if result.status == "unfit"}
            for seed in seeds:
                for (core, recipe, waits), run_keys in zip(designs, keys, strict=True):
                    if seed != seeds[0] and run_keys.series in unfit:
                        # whether a core fits does not depend on the seed
                        continue
                    key = run_keys.result(seed)
                    state = stored_state(key, (core.name, recipe, seed), stored)
                    yield CampaignRun(core, target, find_recipe(recipe), seed, key, state, waits=waits)


def _with_price(run: CampaignRun, prices: Prices) -> CampaignRun:
    return replace(run, price=prices.price(run.core.name, run.recipe.name, run.target.id))


@dataclass(frozen=True)
class CampaignStatus:
    """The progress of a campaign."""

    counts: dict[State, int]
    cpu_hours_left: float
    """CPU time of the due runs with a known cost."""
    unknown_cost: int
    """Number of due runs without a known cost."""


def status(runs: Iterable[CampaignRun]) -> CampaignStatus:
    """The number of runs in each state, and the CPU hours that are left.

    The seeds of a design share one synthesis.
    """
    counts: dict[State, int] = dict.fromkeys(("done", "failed", "stale", "missing"), 0)
    seconds, unknown = 0.0, 0
    synthesised: set[tuple[str, str, str, int]] = set()
    for run in runs:
        counts[run.state] += 1
        design = run.core.name, run.target.id, run.recipe.name, run.copies
        if not run.is_due:
            continue
        unknown += run.cpu_s is None
        if run.cpu_s is not None:
            seconds += run.cpu_s
            if design in synthesised:
                seconds -= run.price.synthesis_s or 0
            synthesised.add(design)
    return CampaignStatus(counts, seconds / 3600, unknown)


@dataclass(frozen=True)
class CampaignContext:
    """Where and within which limits a campaign is run."""

    folder: ResultsFolder
    workspace: Workspace
    progress: Progress
    budget: TimeBudget
    jobs: int
    accelerators: Accelerators
    cut_off: CutOffRuns


def run_campaign(
    make_plan: Callable[[], Sequence[CampaignRun]],
    folder: ResultsFolder,
    workspace: Workspace,
    progress: Progress | None = None,
    accelerators: Accelerators | None = None,
    *,
    limit_s: float | None = None,
    jobs: int | None = None,
) -> list[Result]:
    """Run the due runs of a campaign in order; every result is stored in `folder` as soon as it is made.

    First, stored results that a run of today would not repeat are marked stale. Another plan is made after each part
    that may decide what is needed next. A run is not started if it is not expected to end within the limit, nor if it
    was cut off by the end of an earlier campaign and half of the time that is left is less than it had then.

    Args:
        make_plan: Returns the runs of the campaign by what is stored at that time.
        folder: Where results and counts are added.
        workspace: Where runs are made.
        progress: Is informed of every job.
        accelerators: Makes the runs of entries of that kind.
        limit_s: Elapsed seconds after which running tools are killed; None for no limit.
        jobs: Number of parallel jobs; by default the number of processors.

    Returns:
        The new results, including failures.
    """
    results: list[Result] = []
    attempted: set[str] = set()
    budget = TimeBudget(limit_s)
    context = CampaignContext(
        folder,
        replace(workspace, results=folder, listener=results.extend),
        progress or Silent(),
        budget,
        jobs or default_worker_count(),
        accelerators or NoAccelerators(),
        CutOffRuns(workspace.store.folder / "cut-off.json"),
    )
    try:
        with suppress(TimeIsUp), _time_limit(limit_s):
            mark_outdated(folder.folder, keys_of_today(folder.folder, workspace))
            while batch := next_batch(make_plan(), attempted, _RUNS_OF_A_PLAN * context.jobs, context.jobs):
                attempted |= {run.key for run in batch.runs}
                _run(batch, context)
    finally:
        context.cut_off.store(budget)
    return results


_RUNS_OF_A_PLAN = 4
"""Runs for each parallel job after which another plan is made, since their outcomes may change what comes next."""


def _run(batch: Batch, context: CampaignContext) -> None:
    """Run a batch; the workspace's listener receives each result after it is stored."""
    match batch.runs[0].stage:
        case "result":
            _make_results(batch, context)
        case "synthesis":
            _in_parallel(
                batch.runs,
                lambda run, stop: _count(run, replace(context.workspace, stop=stop), context.folder),
                context,
            )
        case "accelerator":
            _in_parallel(batch.runs, context.accelerators.make, context)


def _make_results(batch: Batch, context: CampaignContext) -> None:
    begin = datetime.now(UTC)
    left = {run.key for run in batch.runs}
    fillers = {run.key for run in batch.fillers}

    def spend(new: Sequence[Result]) -> None:
        for cost in (result.placement_cost for result in new if result.date > begin):
            if cost:
                context.budget.ended(cost.wall_s, cost.cpu_s)
        for result in new:
            context.cut_off.ended(result.key)
            left.discard(result.key)
        context.workspace.listener(new)

    def refuses(run: CampaignRun, stage: str) -> str:
        price = run.price.cpu_s if stage == "synthesis" else run.price.later_s
        if run.key in fillers and not left:
            why = "left for the next plan"
        elif context.budget.admits(price) and context.cut_off.admits(run.key, context.budget):
            context.cut_off.started(run.key)
            return ""
        else:
            why = "the time that is left is too short"
        context.cut_off.stopped(run.key)
        left.discard(run.key)
        return why

    runs = [*batch.runs, *batch.fillers]
    for run in runs:
        kind_of(run.target).require_support(run.core, run.target)
    with workers(context.jobs) as crew:
        Sweep(context.workspace.with_listener(spend), crew, context.progress).run(
            [
                Item(context.workspace.design(run.core, run.target, run.recipe), (run.seed,), partial(refuses, run))
                for run in runs
            ]
        )


def _in_parallel(
    runs: Sequence[CampaignRun],
    make: Callable[[CampaignRun, threading.Event], Callable[[], str]],
    context: CampaignContext,
) -> None:
    """Make runs in parallel; what `make` returns, which stores the outcome, is called in this thread.

    Nothing is stored of a run whose tool was killed or misbehaved; the other runs are made.
    """
    with workers(context.jobs) as crew:

        def work(run: CampaignRun, name: str) -> Callable[[], str] | None:
            if not context.budget.admits(run.cpu_s):
                return None
            with lock:
                context.progress.started(name)
            try:
                return make(run, crew.stop)
            except Exception as error:
                if concerns_all_jobs(error):
                    raise
                reason = reason_of(error, context.workspace.store.problem_file(name))
                return lambda: reason

        lock = threading.Lock()
        context.progress.planned(len(runs))
        names = [_name(run) for run in runs]
        running = {
            crew.submit(partial(work, run, name), number): name
            for number, (run, name) in enumerate(zip(runs, names, strict=True))
        }
        for future in as_completed(running):
            store = future.result()
            outcome = store() if store else "not started: the time that is left is too short"
            with lock:
                context.progress.finished(running[future], outcome, store is not None)


def _name(run: CampaignRun) -> str:
    what = f"accelerator of {run.copies}" if run.copies else "synthesis"
    return f"{run.core.name} by {run.recipe.name} on {run.target.id}: {what}"


def _count(run: CampaignRun, workspace: Workspace, folder: ResultsFolder) -> Callable[[], str]:
    """Synthesise the core of `run`; the returned function stores the counts."""
    assert isinstance(run.target, Device)
    count = count_synthesis(run.core, run.target, run.recipe, workspace=workspace)

    def store() -> str:
        add_counts(folder.folder / "synthesis", [count])
        return count.reason or "ok"

    return store


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
