# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist with simple names: nets n<number>, cells c<number>, so that no tool has to escape a name.

The netlist check and the simulation that counts signal changes read it as it is; OpenSTA reads it inside the frame.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairhash.targets.cells.library import Library
from fairhash.targets.frame import CORE, FRAME

Bit = int | str
_CONSTANT = {"0": "1'b0", "1": "1'b1", "x": "1'b0", "z": "1'b0"}
CLOCKS = ("clk", "io_clk")


@dataclass(frozen=True)
class CellInstance:
    """One cell: its type and the net at each connected pin."""

    cell_type: str
    pins: dict[str, Bit]


@dataclass(frozen=True)
class Netlist:
    """A flat netlist of library cells."""

    top: str
    ports: dict[str, tuple[bool, tuple[Bit, ...]]]
    """By name: whether the port is an input, and its nets, bit 0 first."""
    cells: tuple[CellInstance, ...]
    names: dict[int, str]
    """The source's name of a net, for nets that have one."""
    io_ratio: int
    """Cycles of io_clk in one cycle of clk; 1 if both are the same clock."""

    def area(self, library: Library) -> float:
        """Total area of the cells, in the library's unit."""
        return round(math.fsum(library.cells[cell.cell_type].area for cell in self.cells), 6)

    def count_cells(self) -> dict[str, int]:
        """Number of cells by type, sorted by type."""
        counts: dict[str, int] = {}
        for cell in self.cells:
            counts[cell.cell_type] = counts.get(cell.cell_type, 0) + 1
        return dict(sorted(counts.items()))

    def count_flip_flops(self, library: Library) -> int:
        """Number of flip-flops."""
        return sum(library.cells[cell.cell_type].sequential for cell in self.cells)

    def verilog(self) -> str:
        """The netlist as a Verilog module with the core's ports."""
        ports = [
            f"{'input' if is_input else 'output'} {f'[{len(bits) - 1}:0] ' if len(bits) > 1 else ''}{name}"
            for name, (is_input, bits) in self.ports.items()
        ]
        lines = [f"module {self.top}({', '.join(ports)});"]
        lines += [f"  wire n{net};" for net in sorted(self._nets())]
        for name, (is_input, bits) in self.ports.items():
            for index, bit in enumerate(bits):
                port = f"{name}[{index}]" if len(bits) > 1 else name
                left, right = (net_name(bit), port) if is_input else (port, net_name(bit))
                if not (is_input and isinstance(bit, str)):
                    lines.append(f"  assign {left} = {right};")
        lines += [f"  {text}" for text in _instances(self.cells)]
        return "\n".join([*lines, "endmodule", ""])

    def framed_verilog(self, library: Library) -> str:
        """The core inside the frame as one flat Verilog module, for OpenSTA.

        The frame is one flip-flop of the library at every bit of every port except the clocks. Its clock is clk for
        rst, and io_clk for all other ports; both may be the same clock.
        """
        clocks = self.clocks()
        pins = [
            *(f"input {clock}" for clock in clocks),
            *(f"{direction} {name}" for direction, name, _ in self.frame_pins()),
        ]
        lines = [f"module {FRAME}({', '.join(pins)});"]
        lines += [f"  wire n{net};" for net in sorted(self._nets() - self._clock_nets())]
        aliases = {self.ports["clk"][1][0]: "clk", self.ports["io_clk"][1][0]: clocks[-1]}
        lines += [f"  {text}" for text in _instances(self.cells, aliases)]
        flip_flop = library.flip_flop
        for direction, name, bit in self.frame_pins():
            clock = "clk" if name.startswith("frame_rst") else clocks[-1]
            data, output = (name, net_name(bit)) if direction == "input" else (net_name(bit), name)
            connections = f".{flip_flop.clock}({clock}), .{flip_flop.data}({data}), .{flip_flop.output}({output})"
            lines.append(f"  {flip_flop.cell} {frame_register(name)} ({connections});")
        return "\n".join([*lines, "endmodule", ""])

    def clocks(self) -> tuple[str, ...]:
        """The clock pins of the frame."""
        return CLOCKS if self.io_ratio > 1 else CLOCKS[:1]

    def frame_pins(self) -> Iterator[tuple[str, str, Bit]]:
        """The frame's pins except clocks: direction, name, and the core's net at the pin's register."""
        for name, (is_input, bits) in self.ports.items():
            for index, bit in enumerate(bits):
                if name not in CLOCKS and not (is_input and isinstance(bit, str)):
                    yield "input" if is_input else "output", f"{FRAME}_{name}_{index}", bit

    def _nets(self) -> set[int]:
        ports = {bit for _, bits in self.ports.values() for bit in bits}
        cells = {bit for cell in self.cells for bit in cell.pins.values()}
        return {bit for bit in ports | cells if isinstance(bit, int)}

    def _clock_nets(self) -> set[Bit]:
        return {bit for name in CLOCKS for bit in self.ports[name][1]}


def net_name(bit: Bit) -> str:
    """The Verilog expression for a net or constant; an undefined constant is 0."""
    return f"n{bit}" if isinstance(bit, int) else _CONSTANT[bit]


def frame_register(pin: str) -> str:
    """The instance name of the frame's register at a pin."""
    return f"r_{pin}"


def cell_name(number: int) -> str:
    """The instance name of the core's cell with this number."""
    return f"c{number}"


def _instances(cells: tuple[CellInstance, ...], aliases: Mapping[Bit, str] | None = None) -> Iterator[str]:
    aliases = aliases or {}
    for number, cell in enumerate(cells):
        connections = ", ".join(f".{pin}({aliases.get(bit) or net_name(bit)})" for pin, bit in cell.pins.items())
        yield f"{cell.cell_type} {cell_name(number)} ({connections});"


def read_netlist(module: Mapping[str, Any], top: str, io_ratio: int) -> Netlist:
    """Read a module of Yosys' JSON netlist; all its cells must be cells of the library."""
    ports = {name: (port["direction"] == "input", tuple(port["bits"])) for name, port in module["ports"].items()}
    cells = tuple(
        CellInstance(cell["type"], {pin: bits[0] for pin, bits in cell["connections"].items() if bits})
        for _, cell in sorted(module["cells"].items())
    )
    names: dict[int, str] = {}
    for name, named in sorted(module["netnames"].items(), key=lambda item: (item[1]["hide_name"], len(item[0]))):
        for index, bit in enumerate(named["bits"]):
            if isinstance(bit, int) and not named["hide_name"]:
                names.setdefault(bit, f"{name}[{index}]" if len(named["bits"]) > 1 else name)
    return Netlist(top, ports, cells, names, io_ratio)


def register_label(name: str, netlist: Netlist, library: Library) -> str:
    """Name of a timing path's register for readers: the signal that it drives, or the frame's pin."""
    if name.startswith("c") and name[1:].isdigit():
        cell = netlist.cells[int(name[1:])]
        outputs = [bit for pin, bit in cell.pins.items() if library.cells[cell.cell_type].pins[pin].output]
        signals = [netlist.names[bit] for bit in outputs if isinstance(bit, int) and bit in netlist.names]
        return f"{CORE}.{signals[0]}" if signals else name
    return name.removeprefix("r_")
