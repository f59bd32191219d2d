# SPDX-License-Identifier: Apache-2.0
"""Makes the control/datapath split of a core's area, and finds the counts of the flat core to compare it with."""

import tempfile
from pathlib import Path
from typing import Any

from pydantic import Field

from fairhash.base.records import FrozenModel
from fairhash.bench.implementing import count_synthesis
from fairhash.bench.keys import digest
from fairhash.bench.record import Record, bench_commit
from fairhash.bench.revisions import revision
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import family_recipe
from fairhash.features.split_area.record import FOLDER, AreaSplit, CellCounts, Part, read_splits
from fairhash.netlist import lint
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Cost
from fairhash.results.synthesis_counts import read_counts
from fairhash.targets.fpga.netlist_passes import run_pass
from fairhash.targets.fpga.synthesis import synthesis_commands
from fairhash.toolchain import reaper, tools, yosys
from fairhash.toolchain.elaborate import elaborate
from fairhash.toolchain.sandbox import confined_if_external

PARTS: tuple[Part, ...] = ("control", "datapath", "shell")
_SHELL_FOLDER = "shell/"
_NETLIST = "parts.json"
_CHECK = "parts_check.txt"


class SplitSynthesis(FrozenModel):
    """The outcome; `parts` is empty if it failed. Times in seconds, memory in MiB."""

    parts: dict[Part, CellCounts] = Field(default_factory=dict)
    reason: str = ""
    yosys: str = ""
    """Yosys' version in the netlist that it wrote."""
    wall_s: float
    cpu_s: float
    peak_mib: float


def split_commands(core: Core, device: Device, recipe: Recipe, verilog: str) -> tuple[str, ...]:
    """The Yosys commands, from the elaborated Verilog in the file `verilog` to a netlist with one module for each part.

    Cells of the top module that belong to no other part are the datapath's.
    """
    top = core.entity
    # a module is named after its entity, followed by the values of its generics
    shell = [name for entity in _shell_entities(core) for name in (f"{top}/t:{entity}", f"{top}/t:{entity}_*")]
    cells = {
        "control": [f"{top}/c:control"],
        **({"shell": shell} if shell else {}),
        "datapath": [f"{top}/c:*", f"{top}/t:{top}_{_module('*')}", "%d"],
    }
    # one part at a time: `submod` knows the directions of ports only of modules that exist when it starts
    moves = [
        command
        for part, selected in cells.items()
        for command in (f'setattr -set submod "{_module(part)}" {" ".join(selected)}', f"submod {top}")
    ]
    return (
        yosys.read_command(Path(verilog)),
        f"hierarchy -check -top {top}",
        f"proc {top}",
        *moves,
        *(f"setattr -mod -set keep_hierarchy 1 {top}_{_module(part)}" for part in PARTS),
        f"tee -q -o {_CHECK} check -noinit {top} {top}_{_module('*')}",
        *synthesis_commands(core, device, recipe),
        "delete t:$scopeinfo",
        f"write_json {_NETLIST}",
    )


def synthesise_parts(core: Core, device: Device, recipe: Recipe, workdir: Path) -> SplitSynthesis:
    """Synthesise `core` in `workdir` and count the cells of each part.

    Raises:
        FairhashError: The sources do not elaborate, or a tool is missing.
    """
    workdir = workdir.resolve()
    verilog = elaborate(core, workdir, recipe.timeouts.synthesis_s)
    commands = split_commands(core, device, recipe, verilog.name)
    run = yosys.run_script(commands, workdir, "parts", recipe.timeouts.synthesis_s)
    cost: dict[str, Any] = {"wall_s": run.wall_s, "cpu_s": run.cpu_s, "peak_mib": run.peak_mib}
    if not run.ok:
        return SplitSynthesis(reason=_failure(run), **cost)
    netlist = yosys.netlist(workdir / _NETLIST)
    modules = netlist["modules"]
    part_modules = {part: module for part in PARTS if (module := modules.get(f"{core.entity}_{_module(part)}"))}
    if "control" not in part_modules:
        return SplitSynthesis(reason=f"{core.entity} has no instance `control`", yosys=netlist["creator"], **cost)
    passes = (*family_recipe(recipe, device).passes, *device.synthesis.always)
    for module in (*part_modules.values(), modules[core.entity]):
        for name in passes:
            run_pass(name, module)
    left = yosys.cell_counts(modules[core.entity])
    unknown = [kind for kind in left if kind not in {f"{core.entity}_{_module(part)}" for part in part_modules}]
    problems = [f"{kind} cell outside all parts" for kind in unknown]
    problems += lint.check_warnings((workdir / _CHECK).read_text(encoding="utf-8"))
    for module in part_modules.values():
        problems += lint.unknown_cells(yosys.cell_counts(module), device)
    if problems:
        return SplitSynthesis(reason=problems[0], yosys=netlist["creator"], **cost)
    parts = {part: count_cells(yosys.cell_counts(module), device) for part, module in part_modules.items()}
    return SplitSynthesis(parts=parts, yosys=netlist["creator"], **cost)


def count_cells(cells: dict[str, int], device: Device) -> CellCounts:
    """The counts of a mapped netlist from the number of its cells by type."""

    def total(kinds: Any) -> int:
        return sum(cells.get(kind, 0) for kind in kinds)

    dedicated = lint.dedicated_counts(cells, device)
    blocks = dedicated.get("bram", 0)
    return CellCounts(
        luts=total(device.count.luts),
        carry=total(device.count.carry),
        flip_flops=total(device.synthesis.flip_flops),
        blocks=blocks,
        others=sum(dedicated.values()) - blocks,
    )


def _shell_entities(core: Core) -> list[str]:
    """Names of the entities of rtl/shell that the core's list of files holds."""
    return [Path(name).stem for name in core.files if name.startswith(_SHELL_FOLDER) and not core.external]


def _module(part: str) -> str:
    """What Yosys' `submod` appends to the name of the top module; no entity ends so."""
    return f"part_{part}"


def _failure(run: tools.ToolRun) -> str:
    return f"synthesis stopped after {run.stopped_after}" if run.stopped_after else yosys.failure(run)


def split_area(core: Core, device: Device, recipe: Recipe, folder: Path) -> tuple[AreaSplit, bool]:
    """The stored split if the tools would receive the same today, else a new one, and whether it is new.

    Args:
        core: The core.
        device: An FPGA.
        recipe: How it is synthesised.
        folder: The folder of results; stored splits and counts are read from its subfolders.

    Raises:
        FairhashError: The sources do not elaborate, or a tool is missing.
    """
    workspace = Workspace()
    keys = workspace.keys(core, device, recipe)
    commands = split_commands(core, device, recipe, f"{core.entity}.v")
    builds = {tool: keys.design.builds[tool] for tool in ("pyosys",)}
    facts = [keys.elaboration.verilog, commands, device.synthesis_facts(), builds, revision("synthesis")]
    key = digest(facts)
    for stored in read_splits(folder / "synthesis" / FOLDER):
        if (stored.key, stored.core) == (key, core.name):
            return stored, False
    with (
        tempfile.TemporaryDirectory(prefix=".split.", dir=reaper.temporary_folder()) as work,
        confined_if_external(core),
    ):
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
