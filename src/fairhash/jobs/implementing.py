# SPDX-License-Identifier: Apache-2.0
"""What `fairhash implement` and ./run call."""

from collections.abc import Sequence

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.errors import FairhashError
from fairhash.jobs.builds import remembered
from fairhash.jobs.facts import Bench, Keys
from fairhash.jobs.flow import Flow, real_flow
from fairhash.jobs.progress import Progress, Silent
from fairhash.jobs.store import Store
from fairhash.jobs.sweep import Sweep
from fairhash.jobs.workers import workers
from fairhash.results import Database, Result

AT_ONCE = 2


def implement(
    cores: Sequence[Core],
    device: Device,
    recipe: Recipe,
    seeds: Sequence[int],
    progress: Progress | None = None,
    *,
    again: bool = False,
    flow: Flow | None = None,
    store: Store | None = None,
    database: Database | None = None,
) -> list[Result]:
    """One result for each core and seed, in this order, good or bad; also put into the database.

    What the store holds is not run again, except failures where `again` is set. Raises FairhashError for what is not a
    core's fault: a missing tool, a full disk.
    """
    if not seeds:
        raise FairhashError("no seeds to run", "", "ask for at least one")
    store = store or Store()
    flow = flow or real_flow()
    builds, bench = remembered(flow.builds, device, store.folder / "tools"), Bench.here()
    wanted = [Keys(core, device, recipe, builds, bench) for core in cores]
    with workers(AT_ONCE) as crew:
        sweep = Sweep(
            flow=flow,
            store=store,
            database=database or Database(),
            crew=crew,
            progress=progress or Silent(),
            seeds=tuple(dict.fromkeys(seeds)),
            again=again,
        )
        return sweep.run(wanted)
