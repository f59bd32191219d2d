# SPDX-License-Identifier: Apache-2.0
"""Block RAM of nextpnr's netlists for Lattice iCE40. An unconnected input is 0."""

from fairhash.netlist.timed.cell import Cell
from fairhash.netlist.timed.circuit import Bit, Memory, RoutedNetlistError

_CLOCKS = ("RCLK", "WCLK")
_BITS = {"RADDR": 11, "WADDR": 11, "MASK": 16, "WDATA": 16}
_ENABLES = ("RCLKE", "RE", "WCLKE", "WE")


def block_ram(cell: Cell) -> list[Memory]:
    """An ICESTORM_RAM, which is an SB_RAM40_4K before placement; an unread one is nothing.

    Raises:
        RoutedNetlistError: for a clock of the falling edge, which no core has.
    """
    read = tuple(cell.net(f"RDATA_{number}") for number in range(16))
    if not any(read):
        return []
    if any(cell.parameter(name, "0") == "1" for name in ("NEG_CLK_R", "NEG_CLK_W")):
        raise RoutedNetlistError("a block RAM of the falling edge has no model", cell.name)
    inputs: dict[str, tuple[Bit, ...]] = {
        pin: tuple(_bit(cell, f"{pin}_{number}") for number in range(bits)) for pin, bits in _BITS.items()
    }
    inputs |= {pin: (_bit(cell, pin),) for pin in _ENABLES}
    clocks = {pin: net for pin in _CLOCKS if (net := cell.net(pin)) is not None}
    inputs |= {pin: ("0",) for pin in _CLOCKS if pin not in clocks}
    parameters = {
        name: value
        for name, value in cell.parameters.items()
        if name.startswith("INIT_") or name in {"READ_MODE", "WRITE_MODE"}
    }
    return [Memory(cell.name, "SB_RAM40_4K", parameters, clocks, inputs, {"RDATA": read})]


def _bit(cell: Cell, pin: str) -> Bit:
    net = cell.net(pin)
    return str(cell.constant(pin, 0)) if net is None else net
