# SPDX-License-Identifier: Apache-2.0
"""Synthesis alone, for the choice of a recipe: its cell counts, from the store where it was done before."""

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.results.synthesis_counts import SynthesisCount
from fairhash.runs.stages import synthesis_job
from fairhash.runs.workspace import Workspace


def count_synthesis(
    core: Core, device: Device, recipe: Recipe, *, workspace: Workspace | None = None
) -> SynthesisCount:
    """Synthesise one core and count the cells of its mapped netlist; a failure has a reason and no counts.

    Raises:
        FairhashError: for what is not the core's fault, such as a missing tool or a full disk.
    """
    workspace = workspace or Workspace()
    store, keys = workspace.store, workspace.keys(core, device, recipe)
    job = synthesis_job(keys, workspace.flow)
    record, _ = store.make(job.stage, job.key, job.kind, job.work, workspace.stop)
    made = record.outcome
    good = made.status == "ok"
    return SynthesisCount(
        core=core.name,
        device=device.id,
        recipe=recipe.name,
        verilog_digest=keys.elaboration.verilog,
        yosys=made.yosys or f"pyosys {keys.design.builds['pyosys']}",
        luts=sum(made.cells.get(kind, 0) for kind in device.count.luts) if good else None,
        carry=sum(made.cells.get(kind, 0) for kind in device.count.carry) if good else None,
        flip_flops=made.flip_flops if good else None,
        reason="" if good else f"{made.status}: {made.reason}",
    )
