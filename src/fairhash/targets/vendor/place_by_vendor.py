# SPDX-License-Identifier: Apache-2.0
"""Elaborates a core for a vendor's tool, and runs that tool from Verilog to a placed and routed design."""

import logging
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import require_default_options
from fairhash.catalog.target import VendorDevice, VendorToolName
from fairhash.netlist import lint
from fairhash.netlist.lint import check_source
from fairhash.targets.constraints import requested_clocks_mhz, sdc
from fairhash.targets.frame import FRAME, Frame, build_frame
from fairhash.targets.outcome import Placement, Status, Synthesis, effective_mhz, elaborate_core
from fairhash.targets.vendor.quartus import QUARTUS
from fairhash.targets.vendor.vendor_tool import (
    Request,
    UnreadableReport,
    VendorReport,
    VendorTool,
    clocks,
    critical_paths,
)
from fairhash.targets.vendor.vivado import VIVADO
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.builds import front_end_builds, package_build
from fairhash.toolchain.elaborate import elaboration_command

TOOLS: dict[VendorToolName, VendorTool] = {"vivado": VIVADO, "quartus": QUARTUS}

_VERSION_LIMIT_S = 120


def find_vendor_tool(device: VendorDevice) -> VendorTool:
    """The tool that supports the device."""
    return TOOLS[device.tool]


def require_program(device: VendorDevice) -> Path:
    """Return the path of the tool's first program.

    Raises:
        FairhashError: if one of its programs is not on PATH; the hint says how to install it.
    """
    tool = find_vendor_tool(device)
    for name in tool.programs:
        if tools.find_tool(name) is None:
            raise FairhashError(f"{device.id} needs {tool.label}: {name} is not on PATH", "", tool.hint)
    return tools.require_tool(tool.programs[0])


def tool_version(device: VendorDevice) -> str:
    """The tool's version from its output; if there is none, the modification time of its program."""
    tool, program = find_vendor_tool(device), require_program(device)
    run = tools.run([program, tool.version_option], Path.home(), _VERSION_LIMIT_S)
    if not run.ok:
        raise FairhashError(f"{program.name} does not start: {run.tail(1)}", str(program), tool.hint)
    version = re.search(tool.version_pattern, run.output)
    return f"{tool.label} {version[1]}" if version else f"{tool.label} of {program.stat().st_mtime_ns}"


SOURCES = ("core.v", "frame.v")
_STUB = "(* blackbox *)"
"""End of the frame's own text; what follows declares the core as a black box, for Yosys only."""
_MODULE = re.compile(r"^module (\w+)", re.MULTILINE)


def add_attributes(verilog: str, common: Mapping[str, str], additional: Mapping[str, str], module: str) -> str:
    """Return the Verilog with the `common` attributes on every module, and the `additional` ones on `module`."""

    def prepend(match: re.Match[str]) -> str:
        attributes = {**common, **(additional if match[1] == module else {})}
        assignments = ", ".join(f'{name} = "{value}"' for name, value in attributes.items())
        return f"(* {assignments} *)\n{match[0]}"

    return _MODULE.sub(prepend, verilog) if common or additional else verilog


def write_project(  # noqa: PLR0917 - the inputs of a project
    core: Core, device: VendorDevice, frame: Frame, verilog: Path, request: Request, workdir: Path
) -> None:
    """Write all files that the tool needs into `workdir`; `verilog` is the elaborated core."""
    tool = find_vendor_tool(device)
    attributes = tool.attributes(request.allowed)
    texts = {
        "core.v": add_attributes(verilog.read_text(encoding="utf-8"), attributes, tool.keep, core.entity),
        "frame.v": add_attributes(frame.verilog.partition(_STUB)[0], attributes, {}, ""),
    }
    files = [{"name": name, "file_type": "verilogSource"} for name in SOURCES]
    for file in tool.files(request):
        texts[file.name] = file.text
        # settings come first: tools apply some of them to the sources that follow
        files.insert(0 if file.kind == "tclSource" else len(files), {"name": file.name, "file_type": file.kind})
    for name, text in texts.items():
        (workdir / name).write_text(text, encoding="utf-8")
    _configure(device, files, {**tool.options, **device.project}, workdir)


def _configure(device: VendorDevice, files: list[dict[str, str]], options: Mapping[str, Any], workdir: Path) -> None:
    # Edalize warns of every file type that a tool does not use
    logging.getLogger("edalize").setLevel(logging.ERROR)
    edam: dict[str, Any] = {"name": FRAME, "toplevel": FRAME, "files": files}
    # Edalize's flows (Vivado) and its older backends (Quartus) each read their own entry
    edam |= {"flow_options": dict(options), "tool_options": {device.tool: dict(options)}}
    module, _, name = find_vendor_tool(device).edalize_class.partition(":")
    getattr(import_module(module), name)(edam, str(workdir)).configure()


_ERROR = re.compile(r"^\s*(?:ERROR|Error)\b[^:\n]*:?\s*(.*)$", re.MULTILINE)
_UNFIT = re.compile(
    r"over-utilized|utilization exceeds|not enough|cannot fit|can't fit|does not fit|doesn't fit|exceeds|insufficient|"
    r"device contains only|no available|too many",
    re.IGNORECASE,
)
_UNROUTED = re.compile(
    r"can't route|rout(?:e|ing|able)\b.*(?:fail|congest|unable)|(?:fail|unable).*\brout", re.IGNORECASE
)


def vendor_builds(device: VendorDevice) -> dict[str, str]:
    """Exact version of every tool between the sources and the result on `device`."""
    return {**front_end_builds(), "edalize": package_build("edalize"), device.tool: tool_version(device)}


def request(core: Core, device: VendorDevice, recipe: Recipe, seed: int) -> dict[str, object]:
    """The inputs of one run for its key: everything but the sources, the bench's code and the builds of the tools."""
    return {
        "frame": build_frame(core, device.part.user_pins).verilog,
        "constraints": run_request(core, recipe, seed).sdc,
        "seed": seed if find_vendor_tool(device).seeded else None,
    }


def elaborate_for_vendor(core: Core, device: VendorDevice, recipe: Recipe, workdir: Path) -> Synthesis:
    """Elaborate `core` and check the source. The vendor's tool synthesises it in place_by_vendor(), once per seed.

    Raises:
        FairhashError: for an error that the core does not cause: a missing tool, a recipe whose options the tool does
            not have.
    """
    require_default_options(recipe, device.id)
    require_program(device)
    workdir.mkdir(parents=True, exist_ok=True)
    outcome = Synthesis(
        status="ok", folder=workdir, top=core.entity, elaboration=elaboration_command(core), commands=()
    )
    limit_s = recipe.timeouts.synthesis_s
    tools.require_tool("ghdl")
    verilog = elaborate_core(outcome, core, limit_s)
    if not isinstance(verilog, Path):
        return verilog
    run, problems = check_source(verilog, core.entity, workdir, limit_s)
    outcome = outcome.with_cost(run)
    if run.stopped_after:
        return outcome.with_status("timed-out", f"the check of the source stopped after {limit_s:g} s")
    if not run.ok:
        problems = [yosys.failure(run)]
    return outcome.with_status("failed", problems[0]) if problems else outcome


def place_by_vendor(  # noqa: PLR0917 - the inputs of a run
    synthesis: Synthesis, core: Core, device: VendorDevice, recipe: Recipe, seed: int, workdir: Path
) -> Placement:
    """Synthesise, place and route the elaborated core inside its frame.

    A run that fails is an outcome with a status and a reason.
    """
    tool, frame = find_vendor_tool(device), build_frame(core, device.part.user_pins)
    requested = run_request(core, recipe, seed)
    require_program(device)
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    outcome = Placement(
        status="ok",
        folder=workdir,
        seed=seed,
        arguments=("make",),
        constraints=requested.sdc,
        folded=frame.folded,
        nextpnr=tool_version(device),
    )
    if frame.folded:
        return outcome.with_status("unfit", f"{device.part.number} has too few pins for the frame")
    write_project(core, device, frame, synthesis.folder / f"{core.entity}.v", requested, workdir)
    run = tools.run([tools.require_tool("make")], workdir, recipe.timeouts.place_s, log=workdir / "place.log")
    outcome = outcome.with_cost(run)
    if run.stopped_after:
        return outcome.with_status("timed-out", f"{tool.label} stopped after {run.stopped_after}")
    if not run.ok:
        return outcome.with_status(*failure(run))
    try:
        return _add_measurements(outcome, core, requested, tool.read(workdir))
    except UnreadableReport as error:
        return outcome.with_status("failed", f"{tool.label}'s reports: {error}")


def run_request(core: Core, recipe: Recipe, seed: int) -> Request:
    """The clocks, allowed resources and seed of one run."""
    clocks_mhz = requested_clocks_mhz(core, recipe)
    return Request(clocks_mhz=clocks_mhz, sdc=sdc(clocks_mhz), allowed=core.allowed_dedicated, seed=seed)


def _add_measurements(outcome: Placement, core: Core, requested: Request, report: VendorReport) -> Placement:
    """The outcome with area and timing from the tool's report, and with status `failed` if they cannot be used."""
    achieved, paths = clocks(report, requested.clocks_mhz), critical_paths(report)
    registers = frame_registers(core)
    problems = lint.disallowed_resources(report.dedicated, core.allowed_dedicated)
    problems += [f"no constraint reached clock {clock.name}" for clock in achieved if clock.received_mhz is None]
    effective = effective_mhz(achieved, paths, core.io_ratio)
    if effective is None:
        problems.append("no path between registers was timed")
    return outcome.model_copy(
        update={
            "status": "failed" if problems else "ok",
            "reason": problems[0] if problems else "",
            "area": report.luts,
            "flip_flops": max(0, report.registers - registers),
            "frame_area": 0,
            "resources": {**report.resources, "frame registers": registers},
            "dedicated": report.dedicated,
            "clocks": achieved,
            "critical_paths": paths,
            "effective_mhz": effective,
            "nextpnr": report.version or outcome.nextpnr,
        }
    )


def frame_registers(core: Core) -> int:
    """Registers of a frame that is not folded: an input word, an output word, two handshakes and reset."""
    return core.in_port_bits + core.out_port_bits + 5


def failure(run: tools.ToolRun) -> tuple[Status, str]:
    """Status and reason of a failed run: the tool's first error, or else its exit status and last line."""
    errors = [message.strip() for message in _ERROR.findall(run.output) if message.strip()]
    if not errors:
        return "failed", f"ended with status {run.returncode}: {run.tail(1)}"
    if any(_UNFIT.search(line) for line in errors):
        return "unfit", errors[0]
    if any(_UNROUTED.search(line) for line in errors):
        return "unrouted", errors[0]
    return "failed", errors[0]
