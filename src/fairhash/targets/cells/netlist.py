# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist with plain names: nets n<number>, cells c<number>, so that no tool can mistake one.

One text serves the netlist check, the simulation that counts changes, and OpenSTA, which gets the frame around it.
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
class Instance:
    """One cell: its type and the net at each connected pin."""

    kind: str
    pins: dict[str, Bit]


@dataclass(frozen=True)
class Netlist:
    """A flat netlist of library cells. Ports by name: whether it is an input, and its nets, bit 0 first."""

    top: str
    ports: dict[str, tuple[bool, tuple[Bit, ...]]]
    cells: tuple[Instance, ...]
    names: dict[int, str]
    """A name of the source for a net, where it has one."""
    io_ratio: int
    """Cycles of io_clk in one of clk; with 1 both are one clock."""

    def area(self, library: Library) -> float:
        """Sum of the cells' areas, in the library's unit."""
        return round(math.fsum(library.cells[cell.kind].area for cell in self.cells), 6)

    def counts(self) -> dict[str, int]:
        """Cells by type, sorted."""
        found: dict[str, int] = {}
        for cell in self.cells:
            found[cell.kind] = found.get(cell.kind, 0) + 1
        return dict(sorted(found.items()))

    def flip_flops(self, library: Library) -> int:
        """How many of the cells keep state."""
        return sum(library.cells[cell.kind].stateful for cell in self.cells)

    def verilog(self) -> str:
        """The netlist as a module with the core's ports."""
        ports = [
            f"{'input' if into else 'output'} {f'[{len(bits) - 1}:0] ' if len(bits) > 1 else ''}{name}"
            for name, (into, bits) in self.ports.items()
        ]
        lines = [f"module {self.top}({', '.join(ports)});"]
        lines += [f"  wire n{net};" for net in sorted(self._nets())]
        for name, (into, bits) in self.ports.items():
            for place, bit in enumerate(bits):
                end = f"{name}[{place}]" if len(bits) > 1 else name
                left, right = (net(bit), end) if into else (end, net(bit))
                if not (into and isinstance(bit, str)):
                    lines.append(f"  assign {left} = {right};")
        lines += [f"  {text}" for text in _instances(self.cells)]
        return "\n".join([*lines, "endmodule", ""])

    def framed(self, library: Library) -> str:
        """The core's cells with a register of the library at every port but the clocks, as one module; for OpenSTA.

        rst is registered by clk, the other ports by io_clk, which may be clk itself.
        """
        clocks = self.clocks()
        pins = [*(f"input {clock}" for clock in clocks), *(f"{way} {name}" for way, name, _ in self.frame_pins())]
        lines = [f"module {FRAME}({', '.join(pins)});"]
        lines += [f"  wire n{net};" for net in sorted(self._nets() - self._clock_nets())]
        aliases = {self.ports["clk"][1][0]: "clk", self.ports["io_clk"][1][0]: clocks[-1]}
        lines += [f"  {text}" for text in _instances(self.cells, aliases)]
        flip_flop = library.flip_flop
        for way, name, bit in self.frame_pins():
            clock = "clk" if name.startswith("frame_rst") else clocks[-1]
            data, output = (name, net(bit)) if way == "input" else (net(bit), name)
            ends = f".{flip_flop.clock}({clock}), .{flip_flop.data}({data}), .{flip_flop.output}({output})"
            lines.append(f"  {flip_flop.cell} {register_of(name)} ({ends});")
        return "\n".join([*lines, "endmodule", ""])

    def clocks(self) -> tuple[str, ...]:
        """The clocks of the frame."""
        return CLOCKS if self.io_ratio > 1 else CLOCKS[:1]

    def frame_pins(self) -> Iterator[tuple[str, str, Bit]]:
        """What the frame registers: direction of its pin, the pin's name, the core's net."""
        for name, (into, bits) in self.ports.items():
            for place, bit in enumerate(bits):
                if name not in CLOCKS and not (into and isinstance(bit, str)):
                    yield "input" if into else "output", f"{FRAME}_{name}_{place}", bit

    def _nets(self) -> set[int]:
        ports = {bit for _, bits in self.ports.values() for bit in bits}
        cells = {bit for cell in self.cells for bit in cell.pins.values()}
        return {bit for bit in ports | cells if isinstance(bit, int)}

    def _clock_nets(self) -> set[Bit]:
        return {bit for name in CLOCKS for bit in self.ports[name][1]}


def net(bit: Bit) -> str:
    """How Verilog names it; an unknown constant is 0."""
    return f"n{bit}" if isinstance(bit, int) else _CONSTANT[bit]


def register_of(pin: str) -> str:
    """The instance of the frame's register at a pin."""
    return f"r_{pin}"


def cell_name(number: int) -> str:
    """The instance of the core's cell with this number."""
    return f"c{number}"


def _instances(cells: tuple[Instance, ...], aliases: Mapping[Bit, str] | None = None) -> Iterator[str]:
    other = aliases or {}
    for number, cell in enumerate(cells):
        ends = ", ".join(f".{pin}({other.get(bit) or net(bit)})" for pin, bit in cell.pins.items())
        yield f"{cell.kind} {cell_name(number)} ({ends});"


def read_netlist(module: Mapping[str, Any], top: str, io_ratio: int) -> Netlist:
    """From a module of Yosys' JSON whose cells are all the library's."""
    ports = {name: (port["direction"] == "input", tuple(port["bits"])) for name, port in module["ports"].items()}
    cells = tuple(
        Instance(cell["type"], {pin: bits[0] for pin, bits in cell["connections"].items() if bits})
        for _, cell in sorted(module["cells"].items())
    )
    names: dict[int, str] = {}
    for name, found in sorted(module["netnames"].items(), key=lambda item: (item[1]["hide_name"], len(item[0]))):
        for place, bit in enumerate(found["bits"]):
            if isinstance(bit, int) and not found["hide_name"]:
                names.setdefault(bit, f"{name}[{place}]" if len(found["bits"]) > 1 else name)
    return Netlist(top, ports, cells, names, io_ratio)


def shown(name: str, netlist: Netlist, library: Library) -> str:
    """A register of a timing path as a reader knows it: by the signal it drives, else by the frame's pin."""
    if name.startswith("c") and name[1:].isdigit():
        cell = netlist.cells[int(name[1:])]
        outputs = [bit for pin, bit in cell.pins.items() if library.cells[cell.kind].pins[pin].output]
        known = [netlist.names[bit] for bit in outputs if isinstance(bit, int) and bit in netlist.names]
        return f"{CORE}.{known[0]}" if known else name
    return name.removeprefix("r_")
