# SPDX-License-Identifier: Apache-2.0
"""Places and routes the mapped netlist of a core, and brings the wires back to it: SPEF and capacitances.

The core is routed without the frame; its ports are pins at the border. The cells are placed twice: by the first places
the clock trees are made, then all cells with the buffers are placed. A pin of a cell at a constant is left open,
because the library has no tie cells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from fairhash.catalog.device import CellLayout
from fairhash.targets.cells.clock_tree import ClockedNetlist, with_clock_trees
from fairhash.targets.cells.floorplan import Floorplan, instance_names, plan
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.netlist import CLOCKS, Bit, CellInstance, Netlist, cell_name, frame_register, net_name
from fairhash.targets.cells.wires import RoutedNet, capacitances_pf, read_wires, spef
from fairhash.targets.frame import FRAME
from fairhash.toolchain import coloquinte, qflow, tools

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


def _on_one_clock(netlist: Netlist) -> Netlist:
    """The netlist with the pins on io_clk on clk, if both are one clock."""
    if netlist.io_ratio > 1:
        return netlist
    clk, io_clk = (netlist.ports[name][1][0] for name in CLOCKS)

    def moved(cell: CellInstance) -> CellInstance:
        return CellInstance(cell.cell_type, {pin: clk if bit == io_clk else bit for pin, bit in cell.pins.items()})

    return replace(netlist, cells=tuple(map(moved, netlist.cells)))


def wires(clocked: ClockedNetlist, library: Library, routed: Sequence[RoutedNet]) -> Wires:
    """The wires in the names of the framed netlist.

    The clocks are ideal in timing analysis, so their wires are not in the SPEF; their capacitance counts for power.
    """
    netlist = clocked.netlist
    instances = {name: cell_name(number) for number, name in enumerate(instance_names(netlist.cells))}
    flip_flop = library.flip_flop
    frame_pins: dict[str, list[str]] = {}
    for direction, name, bit in netlist.frame_pins():
        pin = flip_flop.output if direction == "input" else flip_flop.data
        frame_pins.setdefault(net_name(bit), []).append(f"{frame_register(name)}/{pin}")

    def pin_names(net: str, pin: str) -> Sequence[str]:
        instance, _, name = pin.partition("/")
        return frame_pins.get(net, []) if instance == _PORT else [f"{instances[instance]}/{name}"]

    clocks = _clock_nets(netlist) | {net_name(bit) for bit in clocked.changes}
    unit_pf = library.capacitance_f / 1e-12
    by_name = capacitances_pf(routed)
    numbers = {net_name(bit): bit for cell in netlist.cells for bit in cell.pins.values() if isinstance(bit, int)}
    return Wires(
        spef(FRAME, (net for net in routed if net.name not in clocks), pin_names),
        {numbers[name]: picofarad / unit_pf for name, picofarad in by_name.items() if name in numbers},
        sum(by_name.values()),
    )


LayoutStatus = Literal["ok", "unfit", "unrouted", "timed-out", "failed"]


@dataclass(frozen=True)
class LayoutRun:
    """The outcome of place and route."""

    reason: str
    """Why there is no layout; empty if all nets are routed."""
    status: LayoutStatus
    routing: qflow.Routing | None
    """None if routing did not end."""
    clocked: ClockedNetlist | None = None
    """The routed netlist."""
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
    return _Flow(layout, workdir, min(limit_s, layout.limit_s)).run(_on_one_clock(netlist))


class _Flow:
    def __init__(self, layout: CellLayout, workdir: Path, limit_s: float) -> None:
        self.layout, self.workdir, self.limit_s = layout, workdir, limit_s
        self.wall_s = self.cpu_s = self.peak_mib = 0.0

    def run(self, netlist: Netlist) -> LayoutRun:
        # the whole net of a clock would draw all flip-flops together
        first = self._place(plan(netlist, self.layout, _clock_nets(netlist)))
        if isinstance(first, LayoutRun):
            return first
        clocked = with_clock_trees(netlist, first, self.layout.clock_buffer)
        floorplan = plan(clocked.netlist, self.layout)
        places = self._place(floorplan) if clocked.changes else first
        if isinstance(places, LayoutRun):
            return places
        layout = self.layout
        files = qflow.LayoutFiles(layout.lef, layout.fill, (layout.supply, layout.ground))
        routing = qflow.route(floorplan.layout(places, layout.fill), files, self.workdir, self.limit_s)
        self._add_cost(routing)
        if routing.failed_nets is None:
            return self._outcome("timed-out" if routing.stopped else "failed", routing.reason)
        outcome = self._outcome("unrouted" if routing.failed_nets else "ok", routing.reason)
        return replace(outcome, routing=routing, clocked=clocked)

    def _place(self, floorplan: Floorplan) -> list[coloquinte.Place] | LayoutRun:
        """The places, or the outcome if there are none."""
        run, places = coloquinte.place(floorplan.problem(), self.workdir, self.limit_s)
        self._add_cost(run)
        if run.stopped_after:
            return self._outcome("timed-out", f"coloquinte stopped after {run.stopped_after}")
        return places or self._outcome("failed", f"coloquinte placed no cells: {run.tail(1)}")

    def _add_cost(self, run: tools.ToolRun | qflow.Routing) -> None:
        self.wall_s += run.wall_s
        self.cpu_s += run.cpu_s
        self.peak_mib = max(self.peak_mib, run.peak_mib)

    def _outcome(self, status: LayoutStatus, reason: str) -> LayoutRun:
        return LayoutRun(reason, status, None, wall_s=self.wall_s, cpu_s=self.cpu_s, peak_mib=self.peak_mib)


def _clock_nets(netlist: Netlist) -> frozenset[str]:
    return frozenset(net_name(bit) for clock in CLOCKS for bit in netlist.ports[clock][1])


def versions() -> dict[str, str]:
    """The versions of the tools, by name."""
    return {"coloquinte": coloquinte.version(), "qrouter": qflow.version()}


def read_routed(run: qflow.Routing, clocked: ClockedNetlist) -> list[RoutedNet]:
    """The nets that were routed. A pin that qrouter's tree of a net lacks is at its driver."""
    cells = clocked.netlist.cells
    of_nets: dict[str, set[str]] = {}
    for name, cell in zip(instance_names(cells), cells, strict=True):
        for pin, bit in cell.pins.items():
            if isinstance(bit, int):
                of_nets.setdefault(net_name(bit), set()).add(f"{name}/{pin}")
    routed = read_wires(run.delays.read_text(encoding="ascii"))
    for net in routed:
        net.tree.pins.extend(sorted(of_nets.get(net.name, set()) - net.pins() - {net.driver}))
    return routed
