# SPDX-License-Identifier: Apache-2.0
"""Placement of a synthesised core inside its frame by nextpnr, and what came of it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from fairhash import tools
from fairhash.catalog.core import Core
from fairhash.catalog.device import DedicatedKind, Device
from fairhash.catalog.recipe import Recipe
from fairhash.errors import FairhashError
from fairhash.implement import area, hygiene, nextpnr, report, yosys
from fairhash.implement.frame import FRAME, Frame, build_frame
from fairhash.implement.registry import family_recipe
from fairhash.implement.synthesis import Synthesis

_WRITTEN = "top"
"""What nextpnr calls the module in the netlist it writes."""


class Placement(BaseModel):
    """What one run of place and route gave. Times in seconds, memory in MiB; files lie in `folder`."""

    model_config = ConfigDict(frozen=True)

    status: Literal["ok", "unfit", "unrouted", "timed-out", "failed"]
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


def asked_clocks(core: Core, recipe: Recipe) -> dict[str, float]:
    """The constraint on each clock of the core's frame, MHz."""
    target_mhz = recipe.clock.target(core.name)
    return {"clk": target_mhz} if core.io_ratio == 1 else {"clk": target_mhz, "io_clk": target_mhz * core.io_ratio}


def sdc(clocks_mhz: Mapping[str, float]) -> str:
    """The constraints in the one language every nextpnr reads."""
    lines = [f"create_clock -period {1000 / mhz:.4f} [get_ports {{{name}}}]\n" for name, mhz in clocks_mhz.items()]
    return "".join(lines)


def place_request(core: Core, device: Device, recipe: Recipe, seed: int) -> dict[str, str]:
    """Everything place and route depends on besides the netlist and the builds of the tools."""
    return {
        "frame": build_frame(core, device.part.user_pins).verilog,
        "constraints": sdc(asked_clocks(core, recipe)),
        "arguments": " ".join(nextpnr.place_arguments(device, family_recipe(recipe, device).place, seed)),
    }


def place(synthesis: Synthesis, core: Core, device: Device, recipe: Recipe, seed: int, workdir: Path) -> Placement:
    """Place and route the netlist of `synthesis` inside its frame; a bad outcome is a status with a reason."""
    if synthesis.status != "ok":
        raise FairhashError(f"nothing to place: synthesis {synthesis.status}", core.name, synthesis.reason)
    workdir.mkdir(parents=True, exist_ok=True)
    clocks_mhz = asked_clocks(core, recipe)
    frame = build_frame(core, device.part.user_pins)
    constraints = sdc(clocks_mhz)
    (workdir / "clocks.sdc").write_text(constraints, encoding="utf-8")
    arguments = nextpnr.place_arguments(device, family_recipe(recipe, device).place, seed)
    begun = Placement(
        status="ok",
        folder=workdir,
        seed=seed,
        arguments=arguments,
        constraints=constraints,
        folded=frame.folded,
        nextpnr=nextpnr.version(device),
    )
    ran = _enclose(frame, synthesis, core, device, recipe, workdir)
    begun = _charged(begun, ran)
    if not ran.ok:
        return _stopped(begun, ran, recipe) or begun.model_copy(
            update={"status": "failed", "reason": yosys.failure(ran)}
        )
    problem = _frame_problem(frame, synthesis, device, workdir)
    if problem:
        return begun.model_copy(update={"status": "failed", "reason": problem})
    ran = nextpnr.run(device, arguments, workdir, recipe.timeouts.place_s)
    begun = _charged(begun, ran)
    if not ran.ok:
        return _stopped(begun, ran, recipe) or begun.model_copy(
            update=dict(zip(("status", "reason"), report.failure(ran.output), strict=True))
        )
    return _read(begun, ran.output, synthesis, core, device, clocks_mhz)


def _enclose(
    frame: Frame, synthesis: Synthesis, core: Core, device: Device, recipe: Recipe, workdir: Path
) -> tools.ToolRun:
    """Map the frame with the core as a black box, then put the core's netlist, as it is, in its place."""
    (workdir / "frame.v").write_text(frame.verilog, encoding="utf-8")
    (workdir / "netlist.json").write_bytes(synthesis.json_netlist.read_bytes())
    commands = (
        "read_verilog frame.v",
        f"{device.synthesis.command} -noflatten -top {FRAME}",
        f"select -module {FRAME}",
        "write_json -selected frame.json",
        "select -clear",
        f"delete ={core.entity}",
        "read_json netlist.json",
        f"hierarchy -top {FRAME}",
        "flatten -noscopeinfo",
        f"select -module {FRAME}",
        "write_json -selected framed.json",
    )
    return yosys.run_script(commands, workdir, "frame", recipe.timeouts.place_s)


def _frame_problem(frame: Frame, synthesis: Synthesis, device: Device, workdir: Path) -> str:
    """Hold the frame to its promise: nothing but registers, and the core's netlist unchanged."""
    own = yosys.cell_counts(yosys.netlist(workdir / "frame.json")["modules"][FRAME])
    del own[synthesis.top]
    other = [kind for kind in own if kind not in device.synthesis.flip_flops]
    if other and not frame.folded:
        return f"the frame was mapped to {', '.join(other)} besides registers"
    whole = yosys.cell_counts(yosys.netlist(workdir / "framed.json")["modules"][FRAME])
    for kind, count in whole.items():
        if count != own.get(kind, 0) + synthesis.cells.get(kind, 0):
            return f"framing the core changed its number of {kind} cells"
    return ""


def _read(
    begun: Placement, log: str, synthesis: Synthesis, core: Core, device: Device, clocks_mhz: Mapping[str, float]
) -> Placement:
    read = json.loads((begun.folder / "report.json").read_text(encoding="utf-8"))
    resources = {name: entry["used"] for name, entry in read["utilization"].items() if entry["used"]}
    dedicated = hygiene.dedicated_counts(resources, device, placed=True)
    placed = yosys.netlist(begun.folder / "placed.json")["modules"][_WRITTEN]
    core_area, frame_area = area.core_area(placed, device)
    clocks = report.clocks(read, log, clocks_mhz)
    paths = report.critical_paths(read)
    problems = hygiene.refused(dedicated, core.allowed_dedicated)
    problems += [f"no constraint reached clock {clock.name}" for clock in clocks if clock.received_mhz is None]
    (begun.folder / "placed.json").unlink()
    (begun.folder / "netlist.json").unlink()
    return begun.model_copy(
        update={
            "status": "failed" if problems else "ok",
            "reason": problems[0] if problems else "",
            "area": core_area,
            "flip_flops": synthesis.flip_flops,
            "frame_area": frame_area,
            "parts": area.parts(placed, device),
            "resources": resources,
            "dedicated": dedicated,
            "clocks": clocks,
            "critical_paths": paths,
            "effective_mhz": report.effective_mhz(clocks, paths, core.io_ratio),
        }
    )


def _charged(placement: Placement, ran: tools.ToolRun) -> Placement:
    cost = {
        "wall_s": placement.wall_s + ran.wall_s,
        "cpu_s": placement.cpu_s + ran.cpu_s,
        "peak_mib": max(placement.peak_mib, ran.peak_mib),
    }
    return placement.model_copy(update=cost)


def _stopped(placement: Placement, ran: tools.ToolRun, recipe: Recipe) -> Placement | None:
    if not ran.timed_out:
        return None
    reason = f"place and route stopped after {recipe.timeouts.place_s:g} s"
    return placement.model_copy(update={"status": "timed-out", "reason": reason})
