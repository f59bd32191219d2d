# SPDX-License-Identifier: Apache-2.0
"""Known answers on a core's synthesised netlist, by itself."""

import threading

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results.schema import NetlistGate
from fairhash.runs.builds import remembered
from fairhash.runs.facts import Bench
from fairhash.runs.flow import real_flow
from fairhash.runs.implementing import refuse_foreign
from fairhash.runs.keying import keys_of
from fairhash.runs.stages import netlist_job, synthesis_job
from fairhash.runs.store import Store


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
