# SPDX-License-Identifier: Apache-2.0
"""Placement of a synthesised core inside its frame by nextpnr, and what came of it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from fairhash.catalog.core import Core
from fairhash.catalog.device import DedicatedKind, Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import family_recipe
from fairhash.errors import FairhashError
from fairhash.netlist import hygiene
from fairhash.targets.constraints import name_clock_nets, requested_clocks_mhz, sdc
from fairhash.targets.fpga import area, report
from fairhash.targets.fpga.ecp5_passes import restore_carry_outputs
from fairhash.targets.fpga.empty_rows import fill_rows
from fairhash.targets.fpga.netlist_passes import run_pass
from fairhash.targets.fpga.pins import pin_file
from fairhash.targets.fpga.synthesis import Synthesis
from fairhash.targets.fpga.timing import timing
from fairhash.targets.frame import FRAME, Frame, build_frame
from fairhash.toolchain import nextpnr, tools, yosys

_WRITTEN = "top"
"""What nextpnr calls the module in the netlist it writes."""

_FRAMED = "framed.json"
"""The netlist that is placed: the core inside its frame."""
_BETWEEN = ("netlist.json", "frame.json", _FRAMED, "placed.json", "placed.sdf")
"""Netlists between the steps: large, and made again from what is kept."""

Status = Literal["ok", "unfit", "unrouted", "timed-out", "failed"]


class Placement(BaseModel):
    """What one run of place and route gave. Times in seconds, memory in MiB; files lie in `folder`."""

    model_config = ConfigDict(frozen=True)

    status: Status
    reason: str = ""
    """One line; empty when the status is ok."""
    folder: Path
    seed: int
    arguments: tuple[str, ...]
    """What nextpnr was told."""
    constraints: str
    """The clock constraints it was given, SDC."""
    area: int | None = None
    """Area cells of the core: those of the whole design without those that hold nothing but the frame."""
    flip_flops: int | None = None
    """Flip-flops of the core."""
    frame_area: int | None = None
    """Area cells that hold nothing but the frame; they are not in `area`."""
    parts: dict[str, int] = {}
    """Area by the core's own instances, as far as the names in the netlist tell."""
    resources: dict[str, int] = {}
    """Everything the whole placed design uses, by the tool's own names."""
    dedicated: dict[DedicatedKind, int] = {}
    untimed: dict[str, int] = {}
    """Cells with outputs without a delay, by type; each type is one the device's file owns up to."""
    clocks: tuple[report.Clock, ...] = ()
    effective_mhz: float | None = None
    critical_paths: tuple[report.CriticalPath, ...] = ()
    folded: bool = False
    nextpnr: str = ""
    """Version as the tool reports it."""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mib: float = 0.0

    @property
    def log(self) -> Path:
        """What nextpnr said."""
        return self.folder / "place.log"


def place_request(core: Core, device: Device, recipe: Recipe, seed: int) -> dict[str, str]:
    """Everything place and route depends on besides the netlist and the builds of the tools."""
    asked = family_recipe(recipe, device)
    return {
        "frame": build_frame(core, device.usable_pins).verilog,
        "constraints": sdc(requested_clocks_mhz(core, recipe), after_buffers=bool(device.synthesis.buffers)),
        "arguments": " ".join(nextpnr.place_arguments(device, asked.place, seed)),
        # where the rows lie matters only to a recipe that keeps some empty
        **({"empty_rows": f"{asked.empty_rows} of {device.rows}"} if asked.empty_rows else {}),
    }


@dataclass(frozen=True)
class _Job:
    synthesis: Synthesis
    core: Core
    device: Device
    recipe: Recipe
    frame: Frame
    workdir: Path


def place(  # noqa: PLR0917 - the things a run is made of
    synthesis: Synthesis, core: Core, device: Device, recipe: Recipe, seed: int, workdir: Path
) -> Placement:
    """Place and route the netlist of `synthesis` inside its frame; a bad outcome is a status with a reason.

    Raises FairhashError for what is not the core's fault: no netlist to place, a missing tool, a recipe without
    this family.
    """
    if synthesis.status != "ok":
        raise FairhashError(f"nothing to place: synthesis {synthesis.status}", core.name, synthesis.reason)
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    job = _Job(synthesis, core, device, recipe, build_frame(core, device.usable_pins), workdir)
    constraints = sdc(requested_clocks_mhz(core, recipe), after_buffers=bool(device.synthesis.buffers))
    (workdir / "clocks.sdc").write_text(constraints, encoding="utf-8")
    arguments = nextpnr.place_arguments(device, family_recipe(recipe, device).place, seed)
    begun = Placement(
        status="ok",
        folder=workdir,
        seed=seed,
        arguments=arguments,
        constraints=constraints,
        folded=job.frame.folded,
        nextpnr=nextpnr.version(device),
    )
    try:
        return _run(job, begun)
    finally:
        for name in _BETWEEN:
            (workdir / name).unlink(missing_ok=True)


def _run(job: _Job, begun: Placement) -> Placement:
    ran = _enclose(job)
    begun = _charged(begun, ran)
    if not ran.ok:
        return _stopped(begun, ran) or _ended(begun, "failed", yosys.failure(ran))
    framed = yosys.netlist(job.workdir / _FRAMED)
    problem = _frame_problem(job, framed["modules"][FRAME])
    if problem:
        return _ended(begun, "failed", problem)
    # most families need no change: then Yosys' own file is placed, and nothing is written
    if _changed(framed["modules"][FRAME], job):
        (job.workdir / _FRAMED).write_text(json.dumps(framed), encoding="utf-8")
    if job.device.pins:
        ports = framed["modules"][FRAME]["ports"]
        (job.workdir / job.device.pins.file).write_text(pin_file(ports, job.frame.clocks, job.device.pins), "utf-8")
    ran = nextpnr.run(job.device, begun.arguments, job.workdir, job.recipe.timeouts.place_s)
    begun = _charged(begun, ran)
    if not ran.ok:
        return _stopped(begun, ran) or _ended(begun, *report.failure(ran.output, ran.returncode))
    return _read(begun, job, ran.output)


def _enclose(job: _Job) -> tools.ToolRun:
    """Map the frame with the core as a black box, then put the core's netlist, as it is, in its place."""
    (job.workdir / "frame.v").write_text(job.frame.verilog, encoding="utf-8")
    (job.workdir / "netlist.json").write_bytes(job.synthesis.json_netlist.read_bytes())
    commands = (
        "read_verilog frame.v",
        f"{job.device.synthesis.command} -noflatten -top {FRAME}",
        # area.py tells the frame's cells by their names, and not every family's command gives any
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


def _changed(module: dict[str, Any], job: _Job) -> int:
    """Make the framed netlist what the place tool wants; returns how much had to be done.

    What the core went through is done to the frame too, rows that are to stay empty are filled, clock nets get the
    names of the constraints, and carries that trimming left bare are fixed.
    """
    synthesis = job.device.synthesis
    every = family_recipe(job.recipe, job.device).empty_rows
    done = sum(run_pass(name, module) for name in synthesis.always)
    if every and job.device.rows:
        done += fill_rows(module, job.device.rows, every)
    return done + name_clock_nets(module, job.frame.clocks, synthesis.buffers) + restore_carry_outputs(module)


def _frame_problem(job: _Job, framed: dict[str, Any]) -> str:
    """Hold the frame to its promise: nothing but registers, and the core's netlist unchanged."""
    own = yosys.cell_counts(yosys.netlist(job.workdir / "frame.json")["modules"][FRAME])
    del own[job.synthesis.top]
    synthesis = job.device.synthesis
    other = [kind for kind in own if kind not in (*synthesis.flip_flops, *synthesis.buffers)]
    if other and not job.frame.folded:
        return f"the frame was mapped to {', '.join(other)} besides registers"
    for kind, count in yosys.cell_counts(framed).items():
        if count != own.get(kind, 0) + job.synthesis.cells.get(kind, 0):
            return f"framing the core changed its number of {kind} cells"
    return ""


def _read(begun: Placement, job: _Job, log: str) -> Placement:
    read = json.loads((job.workdir / "report.json").read_text(encoding="utf-8"))
    resources = {name: entry["used"] for name, entry in read["utilization"].items() if entry["used"]}
    dedicated = hygiene.dedicated_counts(resources, job.device, placed=True)
    placed = yosys.netlist(job.workdir / "placed.json")["modules"][_WRITTEN]
    core_area, frame_area = area.core_area(placed, job.device)
    timed = timing(job.workdir, log, placed, job.device, requested_clocks_mhz(job.core, job.recipe))
    problems = [*hygiene.disallowed_resources(dedicated, job.core.allowed_dedicated), *timed.problems]
    return begun.model_copy(
        update={
            "status": "failed" if problems else "ok",
            "reason": problems[0] if problems else "",
            "area": core_area,
            "flip_flops": job.synthesis.flip_flops,
            "frame_area": frame_area,
            "parts": area.parts(placed, job.device),
            "resources": resources,
            "dedicated": dedicated,
            "untimed": timed.untimed,
            "clocks": timed.clocks,
            "critical_paths": timed.paths,
            "effective_mhz": report.effective_mhz(timed.clocks, timed.paths, job.core.io_ratio),
        }
    )


def _charged(placement: Placement, ran: tools.ToolRun) -> Placement:
    cost = {
        "wall_s": placement.wall_s + ran.wall_s,
        "cpu_s": placement.cpu_s + ran.cpu_s,
        "peak_mib": max(placement.peak_mib, ran.peak_mib),
    }
    return placement.model_copy(update=cost)


def _ended(placement: Placement, status: Status, reason: str) -> Placement:
    return placement.model_copy(update={"status": status, "reason": reason})


def _stopped(placement: Placement, ran: tools.ToolRun) -> Placement | None:
    if not ran.stopped_after:
        return None
    return _ended(placement, "timed-out", f"place and route stopped after {ran.stopped_after}")
