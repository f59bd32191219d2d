# SPDX-License-Identifier: Apache-2.0
"""Places and routes a synthesised core in its frame by nextpnr, and counts the area of core, parts and frame."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device, Pins, Rows
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import family_recipe
from fairhash.netlist import lint
from fairhash.targets.constraints import name_clock_nets, requested_clocks_mhz, sdc
from fairhash.targets.fpga import report
from fairhash.targets.fpga.annealing.annealer import anneal
from fairhash.targets.fpga.annealing.bound_netlist import CannotAnneal
from fairhash.targets.fpga.netlist_passes import restore_carry_outputs, run_pass
from fairhash.targets.fpga.timing import timing
from fairhash.targets.frame import CORE, FRAME, Frame, build_frame
from fairhash.targets.outcome import Placement, Synthesis, effective_mhz
from fairhash.toolchain import nextpnr, tools, yosys

_FILLER_PREFIX = "idle."
"""First characters of the names of these cells, which do not count as area."""


def fill_rows(module: dict[str, Any], rows: Rows, every: int) -> int:
    """Fill one in `every` rows of the device with locked cells, in place: fewer cells then share the wires.

    nextpnr's electrostatic placer ignores options for density, but it respects cells that are locked to a location. The
    cells are look-up tables without inputs, whose outputs are unconnected.

    Args:
        module: a module of a netlist in Yosys JSON.
        rows: the device's rows of logic cells.
        every: 40 fills rows 40, 80, ...

    Returns:
        The number of added cells.
    """
    first, last = rows.columns
    locations = [
        location.format(x=column, y=row)
        for row in rows.rows[every - 1 :: every]
        for column in range(first, last + 1)
        for location in rows.places
    ]
    for number, location in enumerate(locations):
        module["cells"][f"{_FILLER_PREFIX}{number}"] = {
            "hide_name": 0,
            "type": rows.function,
            "parameters": {},
            "attributes": {"BEL": location, "keep": "1"},
            "port_directions": {rows.output: "output"},
            "connections": {rows.output: []},
        }
    return len(locations)


def without_fillers(module: Mapping[str, Any]) -> dict[str, Any]:
    """The module without the cells that keep rows empty."""
    cells = {name: cell for name, cell in module["cells"].items() if not name.startswith(_FILLER_PREFIX)}
    return {**module, "cells": cells}


_CORE_PREFIXES = (f"{CORE}.", "$")
"""First characters of names of the core's cells: its instance name, or `$` for cells that nextpnr added."""
TOP_PART = "top"
"""Name of the part that holds the core's cells outside all instances."""


def core_area(module: Mapping[str, Any], device: Device) -> tuple[int, int]:
    """Count the area cells of the core and those that hold only the frame.

    A cell with logic of the core and a register of the frame counts for the core. So do the cells that nextpnr adds
    (to feed carry chains, for constants): the frame needs none of them.
    """
    names = _area_cells(module, device)
    frame = sum(not name.startswith(_CORE_PREFIXES) for name in names)
    return len(names) - frame, frame


def area_by_part(module: Mapping[str, Any], device: Device) -> dict[str, int]:
    """Area cells by instance in the core, largest first. Instances are recognised by the names of the flat netlist."""
    counts: dict[str, int] = {}
    for name in _area_cells(module, device):
        if name.startswith(_CORE_PREFIXES):
            counts[_part_of(name)] = counts.get(_part_of(name), 0) + 1
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def _area_cells(module: Mapping[str, Any], device: Device) -> list[str]:
    """Names of the cells that count as area; a cell that occupies several logic cells is listed several times."""
    logic_cells = device.place.area_cells
    cells = [(name, cell["type"]) for name, cell in without_fillers(module)["cells"].items()]
    return [name for name, kind in cells for _ in range(logic_cells.get(kind, 0))]


def _part_of(name: str) -> str:
    scopes = name.split(".")
    return scopes[1] if len(scopes) > 2 and scopes[0] == CORE else TOP_PART


def pin_file(ports: Mapping[str, Any], clocks: tuple[str, ...], pins: Pins) -> str:
    """Return the pin file: one line for each bit of each port.

    Clocks get pins of the clock network, the other bits get the remaining pins in order. There are enough pins,
    because the frame is folded if the device has fewer than the core has ports.

    Args:
        ports: the frame's ports, Yosys JSON.
        clocks: names of the clock ports.
        pins: the device's pins and the format of a line.
    """
    assigned = dict(zip(clocks, pins.clocks, strict=False))
    others = [
        name for port, entry in ports.items() if port not in clocks for name in _port_bits(port, len(entry["bits"]))
    ]
    assigned.update(zip(others, pins.others[: len(others)], strict=True))
    return "".join(pins.line.format(port=port, pin=pin) + "\n" for port, pin in assigned.items())


def _port_bits(port: str, width: int) -> list[str]:
    return [port] if width == 1 else [f"{port}[{bit}]" for bit in range(width)]


_PLACED_MODULE = "top"
"""Name of the module in the netlist that nextpnr writes."""

_FRAMED = "framed.json"
"""The netlist that is placed: the core inside its frame."""
ROUTED_FILES = ("placed.json", "placed.sdf")
"""The routed netlist and its delays, as nextpnr writes them."""
_NO_ROUTING = ("--no-route",)
"""Arguments of nextpnr's first run if the annealer follows."""
_INTERMEDIATE_FILES = ("netlist.json", "frame.json", _FRAMED, *ROUTED_FILES)
"""Deleted after the run: they are large, and can be regenerated from the stored files."""


def place_request(core: Core, device: Device, recipe: Recipe, seed: int) -> dict[str, str]:
    """The inputs of place and route for its key, except the netlist and the builds of the tools."""
    options = family_recipe(recipe, device)
    return {
        "frame": build_frame(core, device.usable_pins).verilog,
        "constraints": sdc(requested_clocks_mhz(core, recipe), after_buffers=bool(device.synthesis.buffers)),
        "arguments": " ".join(nextpnr.place_arguments(device, options.place, seed)),
        **({"routing": " ".join(nextpnr.place_arguments(device, options.anneal, seed))} if options.anneal else {}),
        # the device's rows are an input only if the recipe keeps some empty
        **({"empty_rows": f"{options.empty_rows} of {device.rows}"} if options.empty_rows else {}),
    }


@dataclass(frozen=True)
class _Job:
    synthesis: Synthesis
    core: Core
    device: Device
    recipe: Recipe
    frame: Frame
    workdir: Path


def place(  # noqa: PLR0917 - the inputs of a run
    synthesis: Synthesis,
    core: Core,
    device: Device,
    recipe: Recipe,
    seed: int,
    workdir: Path,
    *,
    keep_routed: bool = False,
) -> Placement:
    """Place and route the netlist of `synthesis` inside its frame.

    A run that fails is an outcome with a status and a reason. With `keep_routed` the ROUTED_FILES stay in `workdir`.

    Raises:
        FairhashError: for an error that the core does not cause: no netlist to place, a missing tool, a recipe without
            options for the device's family.
    """
    if synthesis.status != "ok":
        raise FairhashError(f"nothing to place: synthesis {synthesis.status}", core.name, synthesis.reason)
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    job = _Job(synthesis, core, device, recipe, build_frame(core, device.usable_pins), workdir)
    constraints = sdc(requested_clocks_mhz(core, recipe), after_buffers=bool(device.synthesis.buffers))
    (workdir / "clocks.sdc").write_text(constraints, encoding="utf-8")
    options = family_recipe(recipe, device)
    arguments = nextpnr.place_arguments(device, options.place, seed)
    outcome = Placement(
        status="ok",
        folder=workdir,
        seed=seed,
        arguments=(*arguments, *_NO_ROUTING) if options.anneal else arguments,
        routing_arguments=nextpnr.place_arguments(device, options.anneal, seed) if options.anneal else (),
        constraints=constraints,
        folded=job.frame.folded,
        nextpnr=nextpnr.version(device),
    )
    try:
        return _run(job, outcome)
    finally:
        for name in _INTERMEDIATE_FILES:
            if not (keep_routed and name in ROUTED_FILES):
                (workdir / name).unlink(missing_ok=True)


def _run(job: _Job, outcome: Placement) -> Placement:
    run = _build_framed_netlist(job)
    outcome = outcome.with_cost(run)
    if not run.ok:
        return _timed_out(outcome, run) or outcome.with_status("failed", yosys.failure(run))
    framed = yosys.netlist(job.workdir / _FRAMED)
    problem = _frame_problem(job, framed["modules"][FRAME])
    if problem:
        return outcome.with_status("failed", problem)
    # for most families nothing changes, and the large file that Yosys wrote is used as it is
    if _adapt_to_nextpnr(framed["modules"][FRAME], job):
        (job.workdir / _FRAMED).write_text(json.dumps(framed), encoding="utf-8")
    if job.device.pins:
        ports = framed["modules"][FRAME]["ports"]
        (job.workdir / job.device.pins.file).write_text(pin_file(ports, job.frame.clocks, job.device.pins), "utf-8")
    run = nextpnr.run(job.device, outcome.arguments, job.workdir, job.recipe.timeouts.place_s)
    outcome = outcome.with_cost(run)
    if run.ok and outcome.routing_arguments:
        return _anneal_and_route(outcome, job)
    return _measured(outcome, job, run)


def _anneal_and_route(outcome: Placement, job: _Job) -> Placement:
    """Anneal the placement of nextpnr's first run, in the tiles that it used, and let a second run route it."""
    placed = without_fillers(_placed_module(job))
    try:
        run = anneal(placed, job.workdir / _FRAMED, FRAME, outcome.seed, job.recipe.timeouts.place_s)
    except CannotAnneal as error:
        return outcome.with_status("failed", str(error))
    outcome = outcome.with_cost(run)
    if not run.ok:
        return _timed_out(outcome, run) or outcome.with_status("failed", f"the annealer failed: {run.tail(1)}")
    run = nextpnr.run(job.device, outcome.routing_arguments, job.workdir, job.recipe.timeouts.place_s)
    return _measured(outcome.with_cost(run), job, run)


def _measured(outcome: Placement, job: _Job, run: tools.ToolRun) -> Placement:
    """The outcome of the last run of nextpnr."""
    if not run.ok:
        tools.require_message(run, job.device.place.command)
        return _timed_out(outcome, run) or outcome.with_status(*report.failure(run.output, run.returncode))
    return _add_measurements(outcome, job, run.output)


def _build_framed_netlist(job: _Job) -> tools.ToolRun:
    """Map the frame with the core as a black box, then replace the black box by the core's unchanged netlist."""
    (job.workdir / "frame.v").write_text(job.frame.verilog, encoding="utf-8")
    (job.workdir / "netlist.json").write_bytes(job.synthesis.json_netlist.read_bytes())
    commands = (
        "read_verilog frame.v",
        f"{job.device.synthesis.command} -noflatten -top {FRAME}",
        # area_by_part() recognises the frame's cells by name, and not every family's command keeps names
        "autoname",
        f"select -module {FRAME}",
        "write_json -selected frame.json",
        "select -clear",
        f"delete ={job.synthesis.top}",
        "read_json netlist.json",
        f"hierarchy -top {FRAME}",
        "flatten -noscopeinfo",
        f"select -module {FRAME}",
        f"write_json -selected {_FRAMED}",
    )
    return yosys.run_script(commands, job.workdir, "frame", job.recipe.timeouts.place_s)


def _adapt_to_nextpnr(module: dict[str, Any], job: _Job) -> int:
    """Change the framed netlist, in place, to what nextpnr requires; returns the number of changes.

    The device's passes are applied to the frame too, rows that stay empty are filled, clock nets get the names that
    the constraints use, and carry cells get the output port that the pass `trim` removed.
    """
    synthesis = job.device.synthesis
    every = family_recipe(job.recipe, job.device).empty_rows
    changes = sum(run_pass(name, module) for name in synthesis.always)
    if every and job.device.rows:
        changes += fill_rows(module, job.device.rows, every)
    return changes + name_clock_nets(module, job.frame.clocks, synthesis.buffers) + restore_carry_outputs(module)


def _frame_problem(job: _Job, framed: dict[str, Any]) -> str:
    """Check that the frame contains only registers and the core's netlist is unchanged; empty if so."""
    frame_cells = yosys.cell_counts(yosys.netlist(job.workdir / "frame.json")["modules"][FRAME])
    del frame_cells[job.synthesis.top]
    synthesis = job.device.synthesis
    other = [kind for kind in frame_cells if kind not in (*synthesis.flip_flops, *synthesis.buffers)]
    if other and not job.frame.folded:
        return f"the frame was mapped to {', '.join(other)} in addition to registers"
    for kind, count in yosys.cell_counts(framed).items():
        if count != frame_cells.get(kind, 0) + job.synthesis.cells.get(kind, 0):
            return f"framing the core changed its number of {kind} cells"
    return ""


def _placed_module(job: _Job) -> dict[str, Any]:
    """The module of the netlist that nextpnr wrote last."""
    contents = tools.read_json(job.workdir / "placed.json", job.device.place.command)
    module: dict[str, Any] = contents["modules"][_PLACED_MODULE]
    return module


def _add_measurements(outcome: Placement, job: _Job, log: str) -> Placement:
    """The outcome with area and timing from nextpnr's files, and with status `failed` if they cannot be used."""
    json_report = tools.read_json(job.workdir / "report.json", job.device.place.command)
    resources = {name: entry["used"] for name, entry in json_report["utilization"].items() if entry["used"]}
    dedicated = lint.dedicated_counts(resources, job.device, placed=True)
    placed = _placed_module(job)
    area, frame_area = core_area(placed, job.device)
    design_timing = timing(job.workdir, log, placed, job.device, requested_clocks_mhz(job.core, job.recipe))
    problems = [*lint.disallowed_resources(dedicated, job.core.allowed_dedicated), *design_timing.problems]
    return outcome.model_copy(
        update={
            "status": "failed" if problems else "ok",
            "reason": problems[0] if problems else "",
            "area": area,
            "flip_flops": job.synthesis.flip_flops,
            "frame_area": frame_area,
            "parts": area_by_part(placed, job.device),
            "resources": resources,
            "dedicated": dedicated,
            "untimed": design_timing.untimed,
            "clocks": design_timing.clocks,
            "critical_paths": design_timing.paths,
            "effective_mhz": effective_mhz(design_timing.clocks, design_timing.paths, job.core.io_ratio),
        }
    )


def _timed_out(placement: Placement, run: tools.ToolRun) -> Placement | None:
    """The outcome of a run that was stopped at its time limit; None for any other run."""
    if not run.stopped_after:
        return None
    return placement.with_status("timed-out", f"place and route stopped after {run.stopped_after}")
