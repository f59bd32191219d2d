# SPDX-License-Identifier: Apache-2.0
"""Places and routes the mapped netlist of a core, and brings the wires back to it: SPEF and capacitances.

The core is routed without the frame; its ports are pins at the border. The clock is routed like any other net: there is
no clock tree. A pin of a cell at a constant is left open, because the library has no tie cells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairhash.catalog.device import CellLayout
from fairhash.targets.cells.floorplan import instance_names, plan
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.netlist import CLOCKS, Bit, Netlist, cell_name, frame_register, net_name
from fairhash.targets.cells.wires import RoutedNet, capacitances_pf, read_wires, spef
from fairhash.targets.frame import FRAME
from fairhash.toolchain import coloquinte, qflow

SPEF_FILE = "wires.spef"
_PORT = "PIN"
"""qrouter's instance name of the design's own pins."""


@dataclass(frozen=True)
class Wires:
    """The wires of a routed core."""

    spef: str
    """For the framed netlist."""
    loads: Mapping[Bit, float]
    """Capacitance of the wires by net, in the library's unit."""
    picofarads: float
    """Of all wires."""


def _same_nets(netlist: Netlist) -> dict[Bit, Bit]:
    """The net of clk for that of io_clk if both are one clock."""
    if netlist.io_ratio > 1:
        return {}
    return {netlist.ports["io_clk"][1][0]: netlist.ports["clk"][1][0]}


def wires(netlist: Netlist, library: Library, routed: Sequence[RoutedNet]) -> Wires:
    """The wires in the names of the framed netlist.

    The clocks are ideal in timing analysis, so their wires are not in the SPEF; their capacitance counts for power.
    """
    instances = {name: cell_name(number) for number, name in enumerate(instance_names(netlist.cells))}
    flip_flop = library.flip_flop
    frame_pins: dict[str, list[str]] = {}
    for direction, name, bit in netlist.frame_pins():
        pin = flip_flop.output if direction == "input" else flip_flop.data
        frame_pins.setdefault(net_name(bit), []).append(f"{frame_register(name)}/{pin}")

    def pin_names(net: str, pin: str) -> Sequence[str]:
        instance, _, name = pin.partition("/")
        return frame_pins.get(net, []) if instance == _PORT else [f"{instances[instance]}/{name}"]

    clocks = _clock_nets(netlist)
    unit_pf = library.capacitance_f / 1e-12
    by_name = capacitances_pf(routed)
    numbers = {net_name(bit): bit for cell in netlist.cells for bit in cell.pins.values() if isinstance(bit, int)}
    return Wires(
        spef(FRAME, (net for net in routed if net.name not in clocks), pin_names),
        {numbers[name]: picofarad / unit_pf for name, picofarad in by_name.items() if name in numbers},
        sum(by_name.values()),
    )


@dataclass(frozen=True)
class LayoutRun:
    """The outcome of place and route."""

    reason: str
    """Why there is no layout; empty if all nets are routed."""
    status: Literal["ok", "unfit", "unrouted", "timed-out", "failed"]
    routing: qflow.Routing | None
    """None if the cells are not placed."""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mib: float = 0.0


def place_and_route(netlist: Netlist, layout: CellLayout, workdir: Path, limit_s: float) -> LayoutRun:
    """Place and route; a netlist with more cells than the library's limit is refused with a reason.

    Args:
        netlist: The core without the frame.
        layout: The library's layout.
        workdir: Folder for all files.
        limit_s: Limit of CPU time of each tool; the library may have a lower one.
    """
    count = len(netlist.cells)
    if count > layout.max_cells:
        return LayoutRun(f"{count:,} cells; the limit of place and route is {layout.max_cells:,}", "unfit", None)
    limit_s = min(limit_s, layout.limit_s)
    floorplan = plan(netlist, layout, _same_nets(netlist), _clock_nets(netlist))
    run, places = coloquinte.place(floorplan.problem(), workdir, limit_s)
    cost = {"wall_s": run.wall_s, "cpu_s": run.cpu_s, "peak_mib": run.peak_mib}
    if run.stopped_after:
        return LayoutRun(f"coloquinte stopped after {run.stopped_after}", "timed-out", None, **cost)
    if not places:
        return LayoutRun(f"coloquinte placed no cells: {run.tail(1)}", "failed", None, **cost)
    files = qflow.LayoutFiles(layout.lef, layout.fill, (layout.supply, layout.ground))
    routing = qflow.route(floorplan.layout(places, layout.fill), files, workdir, limit_s)
    cost = {
        "wall_s": run.wall_s + routing.wall_s,
        "cpu_s": run.cpu_s + routing.cpu_s,
        "peak_mib": max(run.peak_mib, routing.peak_mib),
    }
    if routing.failed_nets is None:
        return LayoutRun(routing.reason, "timed-out" if routing.stopped else "failed", routing, **cost)
    return LayoutRun(routing.reason, "unrouted" if routing.failed_nets else "ok", routing, **cost)


def _clock_nets(netlist: Netlist) -> frozenset[str]:
    return frozenset(net_name(bit) for clock in CLOCKS for bit in netlist.ports[clock][1])


def versions() -> dict[str, str]:
    """The versions of the tools, by name."""
    return {"coloquinte": coloquinte.version(), "qrouter": qflow.version()}


def read_routed(run: qflow.Routing) -> list[RoutedNet]:
    """The nets that were routed."""
    return read_wires(run.delays.read_text(encoding="ascii"))
