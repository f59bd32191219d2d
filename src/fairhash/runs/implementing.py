# SPDX-License-Identifier: Apache-2.0
"""Measures cores on a target over seeds: what `fairhash implement` and ./run call."""

from collections.abc import Sequence
from contextlib import nullcontext

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.errors import FairhashError
from fairhash.results import Result
from fairhash.runs.cluster import Cluster
from fairhash.runs.progress import Progress, Silent
from fairhash.runs.sweep import Sweep
from fairhash.runs.workers import default_worker_count, workers
from fairhash.runs.workspace import Workspace
from fairhash.targets.design import Design
from fairhash.targets.kinds import kind_of

NO_SEED = 0
"""The seed of the one run of a core where nothing depends on a seed."""


def implement(
    cores: Sequence[Core],
    target: Target,
    recipe: Recipe,
    seeds: Sequence[int],
    progress: Progress | None = None,
    *,
    again: bool = False,
    workspace: Workspace | None = None,
    jobs: int | None = None,
    scheduler: str | Cluster | None = None,
) -> list[Result]:
    """Measure each core with each seed, and add the results, good or bad, to the database.

    Args:
        cores: the cores, each with the same recipe.
        target: what they are implemented on.
        recipe: the options, constraint and limits of the tools.
        seeds: of place and route; ignored where runs have no seed.
        progress: is told of every job.
        again: whether stored failures are made again.
        workspace: where runs are stored; by default that of this checkout.
        jobs: how many run at a time; by default as many as there are processors.
        scheduler: of a Dask cluster whose workers run the jobs.

    Returns:
        One result for each core and seed, in this order.

    Raises:
        FairhashError: for what is not a core's fault, such as a missing tool or a full disk.
    """
    if not seeds:
        raise FairhashError("no seeds to run", "", "ask for at least one")
    kind, workspace = kind_of(target), workspace or Workspace()
    for core in cores:
        kind.require_support(core, target)
    if not kind.has_seeds(target):
        seeds = (NO_SEED,)
    builds = workspace.tool_builds(target)
    cluster = Cluster(scheduler) if isinstance(scheduler, str) else scheduler
    with cluster or nullcontext(), workers(jobs or (cluster.ahead if cluster else default_worker_count())) as crew:
        sweep = Sweep(
            workspace=workspace,
            crew=crew,
            progress=progress or Silent(),
            seeds=tuple(dict.fromkeys(seeds)),
            again=again,
            cluster=cluster,
        )
        return sweep.run([Design(core, target, recipe, builds) for core in cores])
