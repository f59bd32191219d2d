# SPDX-License-Identifier: Apache-2.0
"""Synthesis of a core: from VHDL to a checked netlist of the family's cells, by GHDL and Yosys."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core, DesignMemory
from fairhash.catalog.device import DedicatedKind, Device
from fairhash.catalog.recipe import OwnPass, Recipe
from fairhash.catalog.recipes import family_recipe
from fairhash.catalog.target import EstimateTarget
from fairhash.netlist import lint
from fairhash.netlist.lint import check_source
from fairhash.targets.fpga.netlist_passes import run_pass
from fairhash.targets.outcome import Synthesis, elaborate_core
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.elaborate import elaboration_command

_NETLIST = "memories.json"


def find_memories(verilog: Path, top: str, workdir: Path, limit_s: float) -> tuple[tools.ToolRun, list[DesignMemory]]:
    """Return the memories of the elaborated source with the run of Yosys, the largest first."""
    commands = (
        yosys.read_command(verilog),
        f"hierarchy -check -top {top}",
        "proc",
        "flatten -noscopeinfo",
        # an address matters only while the port is enabled: otherwise GHDL's Verilog leaves it undefined
        "opt -mux_undef",
        # merges the registers of a clocked read into the memory's ports
        "memory_dff",
        "memory_collect",
        "opt_clean",
        f"select -module {top}",
        f"write_json -selected {_NETLIST}",
    )
    json_netlist = workdir / _NETLIST
    try:
        run = yosys.run_script(commands, workdir, "memories", limit_s)
        if not run.ok:
            return run, []
        module = yosys.netlist(json_netlist)["modules"][top]
    finally:
        json_netlist.unlink(missing_ok=True)
    memories = [_memory(name, cell) for name, cell in module["cells"].items() if cell["type"] == "$mem_v2"]
    return run, sorted(memories, key=lambda memory: (-memory.bits, memory.name))


def _memory(name: str, cell: Mapping[str, Any]) -> DesignMemory:
    width, size = _number(cell, "WIDTH"), _number(cell, "SIZE")
    clocked = _flags(cell, "RD_CLK_ENABLE", _number(cell, "RD_PORTS"))
    writes = _number(cell, "WR_PORTS")
    kind: Any = "block" if clocked and all(clocked) else "distributed" if writes else "table"
    ports = _ports(cell)
    return DesignMemory(
        name=name,
        kind=kind,
        bits=width * size,
        ports=len(ports),
        port_bits=width * max(ports.values(), default=1),
    )


def _ports(cell: Mapping[str, Any]) -> dict[tuple[Any, ...], int]:
    """For each address of the memory how many words are read or written at once there.

    Yosys has a read port for each word; those that continue a wider port repeat its upper address bits.
    """
    words: dict[tuple[Any, ...], int] = {}
    for side in ("RD", "WR"):
        count = _number(cell, f"{side}_PORTS")
        continues = _flags(cell, f"{side}_WIDE_CONTINUATION", count)
        bits, width = cell["connections"][f"{side}_ADDR"], _number(cell, "ABITS")
        addresses = [tuple(bits[port * width : (port + 1) * width]) for port in range(count)]
        of_side: dict[tuple[Any, ...], int] = {}
        first: tuple[Any, ...] = ()
        for address, continued in zip(addresses, continues, strict=True):
            first = first if continued else address
            of_side[first] = of_side.get(first, 0) + 1 if continued else 1
        for address, wide in of_side.items():
            words[address] = max(words.get(address, 0), wide)
    return words


def _number(cell: Mapping[str, Any], parameter: str) -> int:
    return int(cell["parameters"][parameter], 2)


def _flags(cell: Mapping[str, Any], parameter: str, count: int) -> list[bool]:
    """One flag for each port, that of port 0 first."""
    bits = cell["parameters"][parameter][::-1].ljust(count, "0")
    return [bit == "1" for bit in bits[:count]]


_INTERMEDIATE_FILES = ("mapped.json", "passed.json")
"""Deleted after the run: they are large, and can be regenerated from the stored files."""

_MEMORY_KINDS: frozenset[DedicatedKind] = frozenset(("bram", "lutram"))


def synthesis_commands(core: Core, device: Device | EstimateTarget, recipe: Recipe) -> tuple[str, ...]:
    """The Yosys commands of the recipe for this core on this device."""
    refuse = [
        resource.refuse
        for kind, resource in device.dedicated.items()
        if resource.refuse and (resource.never or kind not in core.allowed_dedicated)
    ]
    synth = f"{device.synthesis.command} {device.synthesis.bare} -top {core.entity}"
    return family_recipe(recipe, device).commands(synth, " ".join(refuse), core.entity)


def synthesise(
    core: Core, device: Device | EstimateTarget, recipe: Recipe, workdir: Path, *, separate: str = ""
) -> Synthesis:
    """Elaborate and synthesise `core` as the top module, flattened and without I/O buffers.

    A core that cannot be synthesised gives an outcome with a status and a reason.

    Args:
        core: The design.
        device: What it is synthesised for.
        recipe: The tools' options.
        workdir: Folder of the files.
        separate: Name of an instance. Its module is synthesised once, separately from the rest of the design, and
            copied for each instance of the same module afterwards: nothing is optimised across its ports.

    Raises:
        FairhashError: for an error that the core does not cause: a missing tool, a recipe without options for the
            device's family.
    """
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    commands = synthesis_commands(core, device, recipe)
    tools.require_tool("ghdl")
    elaboration = elaboration_command(core)
    failed = Synthesis(status="failed", folder=workdir, top=core.entity, elaboration=elaboration, commands=commands)
    verilog = elaborate_core(failed, core, recipe.timeouts.synthesis_s)
    if not isinstance(verilog, Path):
        return verilog
    outcome = synthesise_verilog(verilog, core, device, recipe, workdir, separate=separate)
    return outcome.model_copy(update={"elaboration": elaboration})


def synthesise_verilog(
    verilog: Path, core: Core, device: Device | EstimateTarget, recipe: Recipe, workdir: Path, *, separate: str = ""
) -> Synthesis:
    """Like synthesise(), but from the elaborated Verilog, which must be in `workdir`."""
    try:
        return _synthesise_verilog(verilog, core, device, recipe, workdir, separate)
    finally:
        for name in _INTERMEDIATE_FILES:
            (workdir / name).unlink(missing_ok=True)


def _synthesise_verilog(  # noqa: PLR0917 - as synthesise_verilog()
    verilog: Path, core: Core, device: Device | EstimateTarget, recipe: Recipe, workdir: Path, separate: str
) -> Synthesis:
    top, limit_s = core.entity, recipe.timeouts.synthesis_s
    modules = (_module_of(separate, verilog),) if separate else ()
    mapping = (
        yosys.read_command(verilog),
        f"hierarchy -check -top {top}",
        *(f"setattr -mod -set keep_hierarchy 1 {module}" for module in modules),
        *synthesis_commands(core, device, recipe),
        *(f"setattr -mod -unset keep_hierarchy {module}" for module in modules),
        *(("flatten", "clean") if modules else ()),
        f"select -module {top}",
        "delete t:$scopeinfo",
    )
    writing = (
        "tee -q -o check.txt check -noinit",
        "write_json -selected netlist.json",
        "write_verilog -selected -noattr -noexpr netlist.v",
    )
    passes = (*family_recipe(recipe, device).passes, *device.synthesis.always)
    commands = (*mapping, *(f"own pass: {name}" for name in passes), *writing)
    outcome = Synthesis(status="ok", folder=workdir, top=top, commands=commands)

    run, problems = check_source(verilog, top, workdir, limit_s)
    outcome = outcome.with_cost(run)
    if not run.ok:
        return _with_tool_failure(outcome, run)
    if problems:
        return outcome.with_problems(problems)
    if _MEMORY_KINDS.intersection(core.allowed_dedicated):
        run, memories = find_memories(verilog, top, workdir, limit_s)
        outcome = outcome.with_cost(run).model_copy(update={"memories": tuple(memories)})
        if not run.ok:
            return _with_tool_failure(outcome, run)

    scripts = {"synthesis": (*mapping, *writing)}
    if passes:
        # passed.json has instances only: Yosys must read the family's cells to know the directions of their pins
        cells = f"{device.synthesis.command} -top {top} -run begin:coarse"
        reading = ("read_json passed.json", cells, f"select -module {top}")
        scripts = {"synthesis": (*mapping, "write_json -selected mapped.json"), "passed": (*reading, *writing)}
    for name, script in scripts.items():
        if name == "passed":
            _run_passes(passes, workdir, top)
        run = yosys.run_script(script, workdir, name, limit_s)
        outcome = outcome.with_cost(run)
        if not run.ok:
            return _with_tool_failure(outcome, run)
    return _add_counts(outcome, core, device)


def _module_of(instance: str, verilog: Path) -> str:
    """Return the module of an instance in GHDL's Verilog.

    Raises:
        ValueError: there is no such instance.
    """
    match = re.search(rf"^\s*(\w+) {re.escape(instance)} \($", verilog.read_text(encoding="utf-8"), re.MULTILINE)
    if not match:
        raise ValueError(f"{verilog} has no instance {instance}")
    return match[1]


def _run_passes(names: Sequence[OwnPass], workdir: Path, top: str) -> None:
    """Apply the bench's passes to mapped.json and write passed.json."""
    mapped = yosys.netlist(workdir / "mapped.json")
    for name in names:
        run_pass(name, mapped["modules"][top])
    (workdir / "passed.json").write_text(json.dumps(mapped), encoding="utf-8")


def _add_counts(outcome: Synthesis, core: Core, device: Device | EstimateTarget) -> Synthesis:
    """The outcome with the cells of its netlist, and with status `failed` if the netlist has a fault."""
    netlist = yosys.netlist(outcome.json_netlist)
    cells = yosys.cell_counts(netlist["modules"][outcome.top])
    dedicated = lint.dedicated_counts(cells, device)
    problems = [
        *lint.unknown_cells(cells, device),
        *lint.disallowed_resources(dedicated, core.allowed_dedicated),
        *lint.check_warnings((outcome.folder / "check.txt").read_text(encoding="utf-8")),
    ]
    counted = outcome.model_copy(
        update={
            "cells": cells,
            "flip_flops": sum(cells.get(kind, 0) for kind in device.synthesis.flip_flops),
            "dedicated": dedicated,
            "yosys": netlist["creator"],
        }
    )
    return counted.with_problems(problems) if problems else counted


def _with_tool_failure(synthesis: Synthesis, run: tools.ToolRun) -> Synthesis:
    if run.stopped_after:
        return synthesis.with_status("timed-out", f"synthesis stopped after {run.stopped_after}")
    return synthesis.with_status("failed", yosys.failure(run))
