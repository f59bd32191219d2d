# SPDX-License-Identifier: Apache-2.0
"""Places and routes the mapped netlist of a small core, and brings the wires back to it: SPEF and capacitances.

The core is routed without the frame; its ports are pins at the border. The clock is routed like any other net: there is
no clock tree. A pin of a cell at a constant is left open, because the library has no tie cells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.device import CellLayout
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.netlist import CLOCKS, Bit, Netlist, cell_name, frame_register, net_name
from fairhash.targets.cells.wires import RoutedNet, capacitances_pf, read_wires, spef
from fairhash.targets.frame import FRAME
from fairhash.toolchain import qflow

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


def blif(netlist: Netlist) -> str:
    """The netlist for place and route, with one clock net if both clocks are the same."""
    same = _same_nets(netlist)
    inputs = {same.get(bit, bit): None for is_input, bits in netlist.ports.values() if is_input for bit in bits}
    outputs = {bit: None for is_input, bits in netlist.ports.values() if not is_input for bit in bits}
    connected = {same.get(bit, bit) for cell in netlist.cells for bit in cell.pins.values()}
    lines = [
        f".model {FRAME}",
        ".inputs " + " ".join(net_name(bit) for bit in inputs if isinstance(bit, int) and bit in connected),
        ".outputs " + " ".join(net_name(bit) for bit in outputs if isinstance(bit, int) and bit not in inputs),
    ]
    for cell in netlist.cells:
        pins = [f"{pin}={net_name(same.get(bit, bit))}" for pin, bit in cell.pins.items() if isinstance(bit, int)]
        lines.append(f".gate {cell.cell_type} {' '.join(pins)}")
    return "\n".join([*lines, ".end", ""])


def _same_nets(netlist: Netlist) -> dict[Bit, Bit]:
    """The net of clk for that of io_clk if both are one clock."""
    if netlist.io_ratio > 1:
        return {}
    return {netlist.ports["io_clk"][1][0]: netlist.ports["clk"][1][0]}


def _instances(netlist: Netlist) -> dict[str, str]:
    """Our name of each cell by that of place and route, which numbers the cells of each type from 1."""
    counts: dict[str, int] = {}
    names = {}
    for number, cell in enumerate(netlist.cells):
        counts[cell.cell_type] = counts.get(cell.cell_type, 0) + 1
        names[f"{cell.cell_type}_{counts[cell.cell_type]}"] = cell_name(number)
    return names


def wires(netlist: Netlist, library: Library, routed: Sequence[RoutedNet]) -> Wires:
    """The wires in the names of the framed netlist.

    The clocks are ideal in timing analysis, so their wires are not in the SPEF; their capacitance counts for power.
    """
    instances = _instances(netlist)
    flip_flop = library.flip_flop
    frame_pins: dict[str, list[str]] = {}
    for direction, name, bit in netlist.frame_pins():
        pin = flip_flop.output if direction == "input" else flip_flop.data
        frame_pins.setdefault(net_name(bit), []).append(f"{frame_register(name)}/{pin}")

    def pin_names(net: str, pin: str) -> Sequence[str]:
        instance, _, name = pin.partition("/")
        return frame_pins.get(net, []) if instance == _PORT else [f"{instances[instance]}/{name}"]

    clocks = {net_name(bit) for clock in CLOCKS for bit in netlist.ports[clock][1]}
    unit_pf = library.capacitance_f / 1e-12
    by_name = capacitances_pf(routed)
    numbers = {net_name(bit): bit for cell in netlist.cells for bit in cell.pins.values() if isinstance(bit, int)}
    return Wires(
        spef(FRAME, (net for net in routed if net.name not in clocks), pin_names),
        {numbers[name]: picofarad / unit_pf for name, picofarad in by_name.items() if name in numbers},
        sum(by_name.values()),
    )


def route(netlist: Netlist, layout: CellLayout, workdir: Path, limit_s: float) -> qflow.QflowRun:
    """Place and route; a netlist with more cells than the tools can place is refused with a reason."""
    if len(netlist.cells) > layout.max_cells:
        reason = f"{len(netlist.cells):,} cells; graywolf places at most {layout.max_cells:,} in reasonable time"
        return qflow.refused(reason)
    files = qflow.LayoutFiles(layout.lef, layout.parameters, layout.fill, (layout.supply, layout.ground))
    return qflow.place_and_route(blif(netlist), files, workdir, limit_s)


def read_routed(run: qflow.QflowRun) -> list[RoutedNet]:
    """The nets that were routed."""
    return read_wires(run.delays.read_text(encoding="ascii"))
