# SPDX-License-Identifier: Apache-2.0
"""Known answers on a core's synthesised netlist, by itself."""

import threading

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.jobs.builds import remembered
from fairhash.jobs.facts import Bench
from fairhash.jobs.flow import real_flow
from fairhash.jobs.implementing import refuse_foreign
from fairhash.jobs.keying import keys_of
from fairhash.jobs.stages import netlist_job, synthesis_job
from fairhash.jobs.store import Store
from fairhash.results.schema import NetlistGate


def netlist_verdict(core: Core, device: Target, recipe: Recipe) -> NetlistGate:
    """Whether the netlist of `core` gives the known answers; it and its verdict come from the store where they can."""
    if isinstance(device, CellLibrary):
        refuse_foreign([core], device)
    store, flow, stop = Store(), real_flow(), threading.Event()
    builds = remembered(flow.builds, device, store.folder / "tools")
    keys = keys_of(core, device, recipe, builds, Bench.here())
    job = synthesis_job(keys, flow)
    record, _ = store.make(job.stage, job.key, job.kind, job.work, stop)
    if record.outcome.status != "ok":
        return NetlistGate(detail=f"no netlist: {record.outcome.reason}")
    check = netlist_job(keys, flow, record.outcome)
    gate, _ = store.make(check.stage, check.key, check.kind, check.work, stop)
    return gate
