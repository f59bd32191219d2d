# SPDX-License-Identifier: Apache-2.0
"""Makes the control/datapath split of a core's area, and finds the counts of the flat core to compare it with."""

import tempfile
from pathlib import Path

from fairhash.base import paths
from fairhash.bench.bench_commit import bench_commit
from fairhash.bench.keys import digest
from fairhash.bench.record import Record
from fairhash.bench.revisions import revision
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.synthesis_counting import count_synthesis
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.features.split_area.record import FOLDER, AreaSplit, CellCounts, read_splits
from fairhash.features.split_area.synthesis import SplitSynthesis, split_commands, synthesise_parts
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Cost
from fairhash.results.synthesis_counts import read_counts
from fairhash.toolchain.sandbox import confined_if_external


def split_area(
    core: Core, device: Device, recipe: Recipe, folder: Path, *, workspace: Workspace | None = None
) -> tuple[AreaSplit, bool]:
    """The stored split if the tools would receive the same today, else a new one, and whether it is new.

    Args:
        core: The core.
        device: An FPGA.
        recipe: How it is synthesised.
        folder: The folder of results; stored splits and counts are read from its subfolders.
        workspace: Where a flat core of which nothing is stored is synthesised.

    Raises:
        FairhashError: The sources do not elaborate, or a tool is missing.
    """
    workspace = workspace or Workspace()
    keys = workspace.keys(core, device, recipe)
    commands = split_commands(core, device, recipe, f"{core.entity}.v")
    builds = {tool: keys.design.builds[tool] for tool in ("pyosys",)}
    facts = [keys.elaboration.verilog, commands, device.synthesis_facts(), builds, revision("synthesis")]
    key = digest(facts)
    for stored in read_splits(folder / "synthesis" / FOLDER):
        if (stored.key, stored.core) == (key, core.name):
            return stored, False
    build = paths.build()
    build.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".split.", dir=build) as work, confined_if_external(core):
        record = Record[SplitSynthesis](outcome=synthesise_parts(core, device, recipe, Path(work)))
    outcome = record.outcome
    flat, source = _flat_counts(keys, outcome.yosys, folder, workspace)
    split = AreaSplit(
        key=key,
        core=core.name,
        device=device.id,
        recipe=recipe.name,
        verilog_digest=keys.elaboration.verilog,
        yosys=outcome.yosys or f"pyosys {builds['pyosys']}",
        commands=commands,
        parts=outcome.parts,
        flat=flat,
        flat_source=source,
        reason=outcome.reason,
        cost=Cost(wall_s=outcome.wall_s, cpu_s=outcome.cpu_s, peak_mib=outcome.peak_mib),
        bench_commit=bench_commit(),
        date=record.date,
        machine=record.machine,
    )
    return split, True


def _flat_counts(keys: RunKeys, yosys: str, folder: Path, workspace: Workspace) -> tuple[CellCounts | None, str]:
    """Cells of the flattened core by the same recipe and build of Yosys, and where they are from."""
    core, device, recipe = keys.design.core, keys.design.target, keys.design.recipe
    for count in read_counts(folder / "synthesis"):
        same = (count.core, count.device, count.recipe) == (core.name, device.id, recipe.name)
        if same and (count.verilog_digest, count.yosys) == (keys.elaboration.verilog, yosys):
            return _counts(count.luts, count.carry, count.flip_flops), "stored count of a synthesis"
    series = keys.series
    for result in ResultsFolder(folder).read(device.id):
        if result.series == series and result.resources:
            used = result.resources
            others = used.dsp + used.lutram
            counts = CellCounts(
                luts=used.luts, carry=used.carry, flip_flops=used.flip_flops, blocks=used.bram, others=others
            )
            return counts, f"result {result.key[:12]}"
    synthesis = count_synthesis(core, device, recipe, workspace=workspace)
    return _counts(synthesis.luts, synthesis.carry, synthesis.flip_flops), "synthesis made for this comparison"


def _counts(*numbers: int | None) -> CellCounts | None:
    luts, carry, flip_flops = numbers
    if luts is None or carry is None or flip_flops is None:
        return None
    return CellCounts(luts=luts, carry=carry, flip_flops=flip_flops)
