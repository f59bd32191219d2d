# SPDX-License-Identifier: Apache-2.0
"""Synthesis of a core: VHDL to a netlist of the family's cells, by GHDL and Yosys, fit to be measured or not."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from fairhash.catalog.core import Core
from fairhash.catalog.device import DedicatedKind, Device, OwnPass
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import family_recipe
from fairhash.catalog.target import Estimate
from fairhash.errors import FairhashError
from fairhash.netlist import hygiene
from fairhash.netlist.check_source import check_source
from fairhash.targets.fpga.netlist_passes import run_pass
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.elaborate import TimeLimitExceeded, elaborate, elaboration_command

_BETWEEN = ("mapped.json", "passed.json")
"""Netlists between the steps: large, and made again from what is kept."""


class Synthesis(BaseModel):
    """What one synthesis gave. Times in seconds, memory in MiB; files lie in `folder`."""

    model_config = ConfigDict(frozen=True)

    status: Literal["ok", "failed", "timed-out"]
    reason: str = ""
    """One line; empty when the status is ok."""
    folder: Path
    top: str
    elaboration: tuple[str, ...] = ()
    """What GHDL was told; empty where the Verilog came from elsewhere."""
    commands: tuple[str, ...]
    """What Yosys was told, in order."""
    cells: dict[str, int] = {}
    flip_flops: int = 0
    dedicated: dict[DedicatedKind, int] = {}
    yosys: str = ""
    """Version as the tool itself writes it into the netlist."""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mib: float = 0.0

    @property
    def json_netlist(self) -> Path:
        """The mapped netlist for place and route: one module, named `top`."""
        return self.folder / "netlist.json"

    @property
    def verilog_netlist(self) -> Path:
        """The same netlist for simulation: instances of the family's cells only."""
        return self.folder / "netlist.v"

    @property
    def log(self) -> Path:
        """What Yosys said."""
        return self.folder / "synthesis.log"


def synthesis_commands(core: Core, device: Device | Estimate, recipe: Recipe) -> tuple[str, ...]:
    """The Yosys commands of the recipe for this core on this device."""
    refuse = [r.refuse for kind, r in device.dedicated.items() if r.refuse and kind not in core.allowed_dedicated]
    synth = f"{device.synthesis.command} {device.synthesis.bare} -top {core.entity}"
    return family_recipe(recipe, device).commands(synth, " ".join(refuse), core.entity)


def synthesise(core: Core, device: Device | Estimate, recipe: Recipe, workdir: Path) -> Synthesis:
    """Elaborate and synthesise `core` as the top, flat, without I/O buffers; a bad outcome is a status with a reason.

    Raises FairhashError for what is not the core's fault: a missing tool, a recipe without this family.
    """
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    commands = synthesis_commands(core, device, recipe)
    tools.require_tool("ghdl")
    told = elaboration_command(core)
    try:
        verilog = elaborate(core, workdir, recipe.timeouts.synthesis_s)
    except tools.ToolKilled:
        raise
    except FairhashError as error:
        return Synthesis(
            status="timed-out" if isinstance(error, TimeLimitExceeded) else "failed",
            reason=error.what,
            folder=workdir,
            top=core.entity,
            elaboration=told,
            commands=commands,
        )
    made = synthesise_verilog(verilog, core, device, recipe, workdir)
    return made.model_copy(update={"elaboration": told})


def synthesise_verilog(
    verilog: Path, core: Core, device: Device | Estimate, recipe: Recipe, workdir: Path
) -> Synthesis:
    """Like synthesise(), from the elaborated Verilog, which lies in `workdir`."""
    try:
        return _attempt(verilog, core, device, recipe, workdir)
    finally:
        for name in _BETWEEN:
            (workdir / name).unlink(missing_ok=True)


def _attempt(verilog: Path, core: Core, device: Device | Estimate, recipe: Recipe, workdir: Path) -> Synthesis:
    top, limit_s = core.entity, recipe.timeouts.synthesis_s
    mapping = (
        yosys.read_command(verilog),
        f"hierarchy -check -top {top}",
        *synthesis_commands(core, device, recipe),
        f"select -module {top}",
        "delete t:$scopeinfo",
    )
    writing = (
        "tee -q -o check.txt check -noinit",
        "write_json -selected netlist.json",
        "write_verilog -selected -noattr -noexpr netlist.v",
    )
    own = (*family_recipe(recipe, device).passes, *device.synthesis.always)
    commands = (*mapping, *(f"own pass: {name}" for name in own), *writing)
    begun = Synthesis(status="ok", folder=workdir, top=top, commands=commands)

    checked, problems = check_source(verilog, top, workdir, limit_s)
    begun = _charged(begun, checked)
    if not checked.ok:
        return _ended(begun, checked)
    if problems:
        return _failed(begun, problems)

    scripts = {"synthesis": (*mapping, *writing)}
    if own:
        # what comes back is a list of instances only: the family's cells have to be known for their directions
        cells = f"{device.synthesis.command} -top {top} -run begin:coarse"
        reading = ("read_json passed.json", cells, f"select -module {top}")
        scripts = {"synthesis": (*mapping, "write_json -selected mapped.json"), "passed": (*reading, *writing)}
    for name, script in scripts.items():
        if name == "passed":
            _run_passes(own, workdir, top)
        ran = yosys.run_script(script, workdir, name, limit_s)
        begun = _charged(begun, ran)
        if not ran.ok:
            return _ended(begun, ran)
    return _judged(begun, core, device)


def _run_passes(names: Sequence[OwnPass], workdir: Path, top: str) -> None:
    """Apply the bench's own passes to mapped.json, giving passed.json."""
    mapped = yosys.netlist(workdir / "mapped.json")
    for name in names:
        run_pass(name, mapped["modules"][top])
    (workdir / "passed.json").write_text(json.dumps(mapped), encoding="utf-8")


def _judged(begun: Synthesis, core: Core, device: Device | Estimate) -> Synthesis:
    netlist = yosys.netlist(begun.json_netlist)
    cells = yosys.cell_counts(netlist["modules"][begun.top])
    dedicated = hygiene.dedicated_counts(cells, device)
    problems = [
        *hygiene.unknown_cells(cells, device),
        *hygiene.disallowed_resources(dedicated, core.allowed_dedicated),
        *hygiene.check_warnings((begun.folder / "check.txt").read_text(encoding="utf-8")),
    ]
    done = begun.model_copy(
        update={
            "cells": cells,
            "flip_flops": sum(cells.get(kind, 0) for kind in device.synthesis.flip_flops),
            "dedicated": dedicated,
            "yosys": netlist["creator"],
        }
    )
    return _failed(done, problems) if problems else done


def _charged(synthesis: Synthesis, ran: tools.ToolRun) -> Synthesis:
    cost = {
        "wall_s": synthesis.wall_s + ran.wall_s,
        "cpu_s": synthesis.cpu_s + ran.cpu_s,
        "peak_mib": max(synthesis.peak_mib, ran.peak_mib),
    }
    return synthesis.model_copy(update=cost)


def _failed(synthesis: Synthesis, problems: list[str]) -> Synthesis:
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return synthesis.model_copy(update={"status": "failed", "reason": problems[0] + more})


def _ended(synthesis: Synthesis, ran: tools.ToolRun) -> Synthesis:
    if ran.stopped_after:
        reason = f"synthesis stopped after {ran.stopped_after}"
        return synthesis.model_copy(update={"status": "timed-out", "reason": reason})
    return _failed(synthesis, [yosys.failure(ran)])
