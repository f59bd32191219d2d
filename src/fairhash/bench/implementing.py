# SPDX-License-Identifier: Apache-2.0
"""Measures cores on a target: over seeds, or only their synthesis; and the job of ./run. Stored outcomes are reused."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from fairhash.base.errors import FairhashError
from fairhash.bench.cluster import Cluster
from fairhash.bench.jobs import NetlistJob, Progress, Silent, SynthesisJob
from fairhash.bench.keys import digest, file_contents_digest
from fairhash.bench.sweep import Item, Sweep
from fairhash.bench.workers import default_worker_count, workers
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import MAIN_RECIPE, find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_device
from fairhash.results import Result, own_results
from fairhash.results.schema import NetlistGate
from fairhash.results.synthesis_counts import SynthesisCount
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import Design
from fairhash.testbench.answers import official_place
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify

NO_SEED = 0
"""The seed recorded for a target whose tools take no seed; such a core has one run."""


def implement(
    cores: Sequence[Core],
    target: Target,
    recipe: Recipe,
    seeds: Sequence[int],
    progress: Progress | None = None,
    *,
    retry_failed: bool = False,
    workspace: Workspace | None = None,
    jobs: int | None = None,
    scheduler: str | Cluster | None = None,
) -> list[Result]:
    """Measure each core with each seed, and add the results, good or bad, to the folder of results.

    Args:
        cores: The cores, each with the same recipe.
        target: The device or cell library.
        recipe: Options, constraint and limits of the tools.
        seeds: Seeds of place and route; ignored if the target's tools take no seed.
        progress: Is informed of every job.
        retry_failed: Whether jobs with a stored failure run again.
        workspace: Where runs are stored; by default that of this checkout.
        jobs: Number of parallel jobs; by default the number of processors.
        scheduler: Address of the Dask scheduler whose workers run the jobs; by default they run on this machine.

    Returns:
        One result for each core and seed, in this order.

    Raises:
        FairhashError: For errors that have nothing to do with a core, such as a missing tool, a full disk or a damaged
            file of results.
    """
    workspace = workspace or Workspace()
    workspace.results.read()  # a damaged file is reported before the work
    if not seeds:
        raise FairhashError("no seeds to run", "", "ask for at least one")
    kind = workspace.kind_of(target)
    for core in cores:
        kind.require_support(core, target)
    if not kind.has_seeds(target):
        seeds = (NO_SEED,)
    builds = workspace.tool_builds(target)
    cluster = Cluster(scheduler) if isinstance(scheduler, str) else scheduler
    with (
        cluster or nullcontext(),
        workers(jobs or (cluster.parallel_jobs if cluster else default_worker_count())) as crew,
    ):
        sweep = Sweep(
            workspace=workspace,
            crew=crew,
            progress=progress or Silent(),
            retry_failed=retry_failed,
            cluster=cluster,
        )
        once = tuple(dict.fromkeys(seeds))
        return sweep.run([Item(Design(core, target, recipe, builds, kind), once) for core in cores])


def netlist_verdict(core: Core, target: Target, recipe: Recipe) -> NetlistGate:
    """The verdict on the netlist of `core`; stored netlists and verdicts are reused.

    Raises:
        FairhashError: If the target does not support the core, a tool is missing, or the disk is full.
    """
    kind_of(target).require_support(core, target)
    workspace = Workspace()
    keys = workspace.keys(core, target, recipe)
    record = SynthesisJob(keys).stored_outcome(workspace)
    if record.outcome.status != "ok":
        return NetlistGate(detail=f"no netlist: {record.outcome.reason}")
    return NetlistJob(keys, record).stored_outcome(workspace)


def count_synthesis(
    core: Core, device: Device, recipe: Recipe, *, workspace: Workspace | None = None
) -> SynthesisCount:
    """Synthesise one core and count the cells of its mapped netlist; a stored synthesis is reused.

    Returns:
        The counts; a failed synthesis has a reason and no counts.

    Raises:
        FairhashError: For errors that have nothing to do with the core, such as a missing tool or a full disk.
    """
    workspace = workspace or Workspace()
    keys = workspace.keys(core, device, recipe)
    synthesis = SynthesisJob(keys).stored_outcome(workspace).outcome
    succeeded = synthesis.status == "ok"
    return SynthesisCount(
        core=core.name,
        device=device.id,
        recipe=recipe.name,
        verilog_digest=keys.elaboration.verilog,
        yosys=synthesis.yosys or f"pyosys {keys.design.builds['pyosys']}",
        luts=sum(synthesis.cells.get(kind, 0) for kind in device.count.luts) if succeeded else None,
        carry=sum(synthesis.cells.get(kind, 0) for kind in device.count.carry) if succeeded else None,
        flip_flops=synthesis.flip_flops if succeeded else None,
        reason="" if succeeded else f"{synthesis.status}: {synthesis.reason}",
    )


CORES = ("ascon-hash256/highspeed", "sha-256/highspeed")
DEVICE = "ecp5-85k-8"
SEEDS = (1, 2, 3)
"""As many as a known figure needs."""

_VERIFY_SEED = 0
"""Fixed, because it is part of the key of a stored verdict."""


@dataclass(frozen=True)
class MainJob:
    """The outcome of ./run. There are no results if a core failed its verification."""

    reports: tuple[VerifyReport, ...]
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether every core passed its verification and every run succeeded with a correct netlist."""
        return all(report.ok for report in self.reports) and all(result.ranked for result in self.results)


def main_job(progress: Progress | None = None) -> MainJob:
    """Verify the cores of ./run, then implement them.

    Args:
        progress: Is informed of every job; it receives two plans, first for verification, then for implementation.
    """
    own_results().read()  # a damaged file is reported before the work
    cores = [find_core(name) for name in CORES]
    reports = verify_all(cores, progress or Silent())
    if not all(report.ok for report in reports):
        return MainJob(tuple(reports), ())
    results = implement(cores, find_device(DEVICE), find_recipe(MAIN_RECIPE), SEEDS, progress)
    return MainJob(tuple(reports), tuple(results))


def verify_all(cores: Sequence[Core], progress: Progress) -> list[VerifyReport]:
    """Verify each core in all modes of the testbench, in parallel; stored reports are reused."""
    device, recipe = find_device(DEVICE), find_recipe(MAIN_RECIPE)
    progress.planned(len(cores))
    with workers(default_worker_count()) as crew:
        workspace = Workspace(stop=crew.stop)

        def verify_core(core: Core) -> VerifyReport:
            job = f"{core.name} verification"
            keys = workspace.keys(core, device, recipe)
            official = official_place(core)
            key = digest([keys.verification, file_contents_digest([official] if official else []), _VERIFY_SEED])

            def work(_folder: object) -> VerifyReport:
                progress.started(job)
                return verify(core, VerifyOptions(seed=_VERIFY_SEED))

            report, fresh = workspace.store.get_or_make("verification", key, VerifyReport, work, crew.stop)
            progress.finished(job, "pass" if report.ok else "FAIL", fresh)
            return report

        return crew.map(verify_core, cores)
