# SPDX-License-Identifier: Apache-2.0
"""Synthesis alone, for the choice of a recipe: its cell counts, from the store where it was done before."""

import threading

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.results.synthesis_counts import SynthesisCount
from fairhash.runs.builds import remembered
from fairhash.runs.facts import Bench
from fairhash.runs.flow import Flow, real_flow
from fairhash.runs.keying import keys_of
from fairhash.runs.stages import synthesis_job
from fairhash.runs.store import Store


def count_synthesis(
    core: Core, device: Device, recipe: Recipe, *, flow: Flow | None = None, store: Store | None = None
) -> SynthesisCount:
    """Synthesise one core and count the cells of its mapped netlist; a failure has a reason and no counts.

    Raises FairhashError for what is not the core's fault: a missing tool, a full disk.
    """
    store, flow = store or Store(), flow or real_flow()
    keys = keys_of(core, device, recipe, remembered(flow.builds, device, store.folder / "tools"), Bench.here())
    job = synthesis_job(keys, flow)
    record, _ = store.make(job.stage, job.key, job.kind, job.work, threading.Event())
    made = record.outcome
    good = made.status == "ok"
    return SynthesisCount(
        core=core.name,
        device=device.id,
        recipe=recipe.name,
        source_digest=keys.source,
        yosys=made.yosys or f"pyosys {keys.builds['pyosys']}",
        luts=sum(made.cells.get(kind, 0) for kind in device.count.luts) if good else None,
        carry=sum(made.cells.get(kind, 0) for kind in device.count.carry) if good else None,
        flip_flops=made.flip_flops if good else None,
        reason="" if good else f"{made.status}: {made.reason}",
    )
