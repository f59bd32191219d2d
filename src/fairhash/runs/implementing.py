# SPDX-License-Identifier: Apache-2.0
"""What `fairhash implement` and ./run call."""

from collections.abc import Sequence
from contextlib import nullcontext

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Estimate, Target, VendorDevice
from fairhash.errors import FairhashError
from fairhash.results import Database, Result
from fairhash.runs.builds import remembered
from fairhash.runs.cluster import Cluster
from fairhash.runs.facts import Bench
from fairhash.runs.flow import Flow, real_flow
from fairhash.runs.keying import keys_of
from fairhash.runs.progress import Progress, Silent
from fairhash.runs.store import Store
from fairhash.runs.sweep import Sweep
from fairhash.runs.workers import at_once, workers
from fairhash.targets.vendor.vendor_tools import tool_of

NO_SEED = 0
"""The one run of a core where nothing is drawn by chance: on standard cells, of an estimate, by tools without seeds."""


def seeded(device: Target) -> bool:
    """Whether runs differ with the seed."""
    if isinstance(device, VendorDevice):
        return tool_of(device).seeded
    return not isinstance(device, CellLibrary | Estimate)


def refuse_foreign(cores: Sequence[Core], library: CellLibrary) -> None:
    """Power on standard cells is counted at the core's own nets, which an adapter hides: only ours go there."""
    foreign = [core for core in cores if core.external]
    if foreign:
        hint = "name an FPGA by --device"
        raise FairhashError(
            f"{library.id} is a library of cells, for cores of the catalogue", foreign[0].user_name, hint
        )


def implement(
    cores: Sequence[Core],
    device: Target,
    recipe: Recipe,
    seeds: Sequence[int],
    progress: Progress | None = None,
    *,
    again: bool = False,
    flow: Flow | None = None,
    store: Store | None = None,
    database: Database | None = None,
    jobs: int | None = None,
    scheduler: str | Cluster | None = None,
) -> list[Result]:
    """One result for each core and seed, in this order, good or bad; also put into the database.

    Where a run has no seed there is one result a core, whatever the seeds.
    `jobs` run at a time, by default as many as there are processors; with a Dask `scheduler` on its workers.
    What the store holds is not run again, except failures where `again` is set. Raises FairhashError for what is not a
    core's fault: a missing tool, a full disk.
    """
    if not seeds:
        raise FairhashError("no seeds to run", "", "ask for at least one")
    if isinstance(device, CellLibrary):
        refuse_foreign(cores, device)
    if not seeded(device):
        seeds = (NO_SEED,)
    store = store or Store()
    flow = flow or real_flow()
    builds, bench = remembered(flow.builds, device, store.folder / "tools"), Bench.here()
    wanted = [keys_of(core, device, recipe, builds, bench) for core in cores]
    cluster = Cluster(scheduler) if isinstance(scheduler, str) else scheduler
    with cluster or nullcontext(), workers(jobs or (cluster.ahead if cluster else at_once())) as crew:
        sweep = Sweep(
            flow=flow,
            store=store,
            database=database or Database(),
            crew=crew,
            progress=progress or Silent(),
            seeds=tuple(dict.fromkeys(seeds)),
            again=again,
            cluster=cluster,
        )
        return sweep.run(wanted)
