# SPDX-License-Identifier: Apache-2.0
"""Synthesises a core without placing it and counts the cells, for the choice of a recipe."""

from fairhash.bench.jobs import SynthesisJob
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.results.synthesis_counts import SynthesisCount


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
    store, keys = workspace.store, workspace.keys(core, device, recipe)
    job = SynthesisJob(keys)
    record, _ = store.get_or_make(job.stage, job.key, job.outcome_type, job.work, workspace.stop)
    synthesis = record.outcome
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
