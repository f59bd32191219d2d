# SPDX-License-Identifier: Apache-2.0
"""Measures cores on a target over seeds: what `fairhash implement` and ./run call."""

from collections.abc import Sequence
from contextlib import nullcontext

from fairhash.base.errors import FairhashError
from fairhash.bench.cluster import Cluster
from fairhash.bench.progress import Progress, Silent
from fairhash.bench.sweep import Item, Sweep
from fairhash.bench.workers import default_worker_count, workers
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results import Result
from fairhash.targets.target_kind import Design

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
