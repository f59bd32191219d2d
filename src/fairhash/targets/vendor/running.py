# SPDX-License-Identifier: Apache-2.0
"""Elaboration for a vendor's tool, and one run of it: the same types as everywhere, from other tools."""

import re
from collections.abc import Sequence
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import require_default_options
from fairhash.catalog.target import VendorDevice
from fairhash.errors import FairhashError
from fairhash.netlist import hygiene
from fairhash.netlist.check_source import check_source
from fairhash.targets.constraints import asked_clocks, sdc
from fairhash.targets.fpga.placement import Placement, Status
from fairhash.targets.fpga.report import effective_mhz
from fairhash.targets.fpga.synthesis import Synthesis
from fairhash.targets.frame import Frame, build_frame
from fairhash.targets.vendor.project import write_project
from fairhash.targets.vendor.reading import Reading, Unreadable, clocks, critical_paths
from fairhash.targets.vendor.tool import Request
from fairhash.targets.vendor.vendor_tools import program, tool_of, tool_version
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.builds import front_end_builds, package_build
from fairhash.toolchain.elaborate import TimeLimitExceeded, elaborate, elaboration_command

_ERROR = re.compile(r"^\s*(?:\*\*\*\s*)?(?:ERROR|Error)\b[^:\n]*:?\s*(.*)$", re.MULTILINE)
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
    """Everything a run depends on besides the sources, the bench's code and the builds of the tools."""
    asked = asked_of(core, recipe, seed)
    return {
        "frame": build_frame(core, device.part.user_pins).verilog,
        "constraints": asked.sdc,
        "seed": seed if tool_of(device).seeded else None,
    }


def prepare(core: Core, device: VendorDevice, recipe: Recipe, workdir: Path) -> Synthesis:
    """Elaborate `core` and look through the source; the vendor's tool synthesises it, with each seed anew.

    Raises FairhashError for what is not the core's fault: a missing tool, a recipe that means nothing to it.
    """
    require_default_options(recipe, device.id)
    program(device)
    workdir.mkdir(parents=True, exist_ok=True)
    begun = Synthesis(status="ok", folder=workdir, top=core.entity, elaboration=elaboration_command(core), commands=())
    limit_s = recipe.timeouts.synthesis_s
    tools.require_tool("ghdl")
    try:
        verilog = elaborate(core, workdir, limit_s)
    except tools.ToolKilled:
        raise
    except FairhashError as error:
        status = "timed-out" if isinstance(error, TimeLimitExceeded) else "failed"
        return begun.model_copy(update={"status": status, "reason": error.what})
    ran, problems = check_source(verilog, core.entity, workdir, limit_s)
    done = begun.model_copy(update=_cost([ran]))
    if ran.stopped_after:
        return done.model_copy(update={"status": "timed-out", "reason": f"look-through stopped after {limit_s:g} s"})
    if not ran.ok:
        problems = [yosys.failure(ran)]
    return done.model_copy(update={"status": "failed", "reason": problems[0]}) if problems else done


def place_by_vendor(  # noqa: PLR0917 - the things a run is made of
    synthesis: Synthesis, core: Core, device: VendorDevice, recipe: Recipe, seed: int, workdir: Path
) -> Placement:
    """Map, place and route the elaborated core inside its frame; a bad outcome is a status with a reason."""
    tool, asked, frame = tool_of(device), asked_of(core, recipe, seed), build_frame(core, device.part.user_pins)
    program(device)
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    begun = Placement(
        status="ok",
        folder=workdir,
        seed=seed,
        arguments=tuple(word for command in tool.commands for word in (*command, ";"))[:-1],
        constraints=asked.sdc,
        folded=frame.folded,
        nextpnr=tool_version(device),
    )
    if frame.folded:
        return _ended(begun, "unfit", f"{device.part.number} has too few pins for the frame")
    if len(asked.clocks_mhz) > 1 and not tool.two_clocks:
        return _ended(begun, "unfit", f"{tool.label} does not report the paths between two clocks")
    write_project(core, device, frame, synthesis.folder / f"{core.entity}.v", asked, workdir)
    ran: list[tools.ToolRun] = []
    for number, (name, *arguments) in enumerate(tool.commands, 1):
        log = workdir / ("place.log" if len(tool.commands) == 1 else f"place-{number}.log")
        ran.append(tools.run([tools.require_tool(name), *arguments], workdir, recipe.timeouts.place_s, log=log))
        if not ran[-1].ok:
            break
    begun = begun.model_copy(update=_cost(ran))
    if ran[-1].stopped_after:
        return _ended(begun, "timed-out", f"{tool.label} stopped after {ran[-1].stopped_after}")
    if not ran[-1].ok:
        return _ended(begun, *failure(ran[-1]))
    try:
        return _measured(begun, core, frame, asked, tool.read(workdir))
    except Unreadable as error:
        return _ended(begun, "failed", f"{tool.label}'s reports: {error}")


def asked_of(core: Core, recipe: Recipe, seed: int) -> Request:
    """What one run is made of."""
    asked = asked_clocks(core, recipe)
    return Request(clocks_mhz=asked, sdc=sdc(asked), allowed=core.allowed_dedicated, seed=seed)


def _measured(begun: Placement, core: Core, frame: Frame, asked: Request, reading: Reading) -> Placement:
    found, paths = clocks(reading, asked.clocks_mhz), critical_paths(reading)
    registers = frame_registers(core)
    problems = hygiene.disallowed_resources(reading.dedicated, core.allowed_dedicated)
    problems += [f"no constraint reached clock {clock.name}" for clock in found if clock.received_mhz is None]
    effective = effective_mhz(found, paths, core.io_ratio)
    if effective is None:
        problems.append("no path between registers was timed")
    return begun.model_copy(
        update={
            "status": "failed" if problems else "ok",
            "reason": problems[0] if problems else "",
            "area": reading.luts,
            "flip_flops": max(0, reading.registers - registers),
            "frame_area": 0,
            "resources": {**reading.resources, "frame registers": registers},
            "dedicated": reading.dedicated,
            "clocks": found,
            "critical_paths": paths,
            "effective_mhz": effective,
            "nextpnr": reading.version or begun.nextpnr,
        }
    )


def frame_registers(core: Core) -> int:
    """Of a frame that is not folded: a word in, a word out, two handshakes and reset."""
    return 2 * core.word_bits + 5


def failure(ran: tools.ToolRun) -> tuple[Status, str]:
    """Why the tool gave up, from its own words; without any, how its process ended and what it said last."""
    errors = [said.strip() for said in _ERROR.findall(ran.output) if said.strip()]
    if not errors:
        return "failed", f"ended with status {ran.returncode}: {ran.tail(1)}"
    if any(_UNFIT.search(line) for line in errors):
        return "unfit", errors[0]
    if any(_UNROUTED.search(line) for line in errors):
        return "unrouted", errors[0]
    return "failed", errors[0]


def _ended(placement: Placement, status: Status, reason: str) -> Placement:
    return placement.model_copy(update={"status": status, "reason": reason})


def _cost(ran: Sequence[tools.ToolRun]) -> dict[str, float]:
    return {
        "wall_s": sum(run.wall_s for run in ran),
        "cpu_s": sum(run.cpu_s for run in ran),
        "peak_mib": max(run.peak_mib for run in ran),
    }
