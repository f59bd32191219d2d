# SPDX-License-Identifier: Apache-2.0
"""Block RAM in nextpnr's netlists for Lattice iCE40, without delays (cells/memory/ice40.v) and with timed ports.

An unconnected pin is 0.
"""

from fairhash.netlist.timed.circuit import Bit, RoutedNetlistError, TimedCell, TimedMemory
from fairhash.netlist.timed.memory_ports import MemoryBuilder, PortPin

_CLOCKS = ("RCLK", "WCLK")
_BITS = {"RADDR": 11, "WADDR": 11, "MASK": 16, "WDATA": 16}
_ENABLES = ("RCLKE", "RE", "WCLKE", "WE")
_ROW_BITS, _ROW_ADDRESS_BITS = 16, 8
_ROWS_OF_INIT = 16


def block_ram(cell: TimedCell) -> list[TimedMemory]:
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
        pin: tuple(cell.bit(f"{pin}_{number}", 0) for number in range(bits)) for pin, bits in _BITS.items()
    }
    inputs |= {pin: (cell.bit(pin, 0),) for pin in _ENABLES}
    clocks = {pin: net for pin in _CLOCKS if (net := cell.net(pin)) is not None}
    inputs |= {pin: ("0",) for pin in _CLOCKS if pin not in clocks}
    parameters = {
        name: value
        for name, value in cell.parameters.items()
        if name.startswith("INIT_") or name in {"READ_MODE", "WRITE_MODE"}
    }
    return [TimedMemory(cell.name, "SB_RAM40_4K", parameters, clocks, inputs, {"RDATA": read}, cell)]


def add_block_ram_ports(cell: TimedCell, builder: MemoryBuilder) -> str:
    """Add the ports of an ICESTORM_RAM; returns its contents at power-up."""
    if (clock := cell.net("WCLK")) is not None:
        group, first = _group(cell, "WRITE_MODE")
        masks = [[_pin(cell, f"MASK_{k}").complement()] if group == 1 else [] for k in range(_ROW_BITS)]
        bits = [(k, masks[k], _pin(cell, f"WDATA_{k + first}")) for k in range(0, _ROW_BITS, group)]
        builder.write(clock, [_pin(cell, "WE"), _pin(cell, "WCLKE")], _address(cell, "WADDR", group), bits)
    if (clock := cell.net("RCLK")) is not None:
        group, first = _group(cell, "READ_MODE")
        outputs = [
            (k, net, cell.arc_ps("RCLK", pin), None)
            for k in range(0, _ROW_BITS, group)
            if (net := cell.net(pin := f"RDATA_{k + first}")) is not None
        ]
        enable = [_pin(cell, "RE"), _pin(cell, "RCLKE")]
        builder.read(clock, enable, PortPin(0), _address(cell, "RADDR", group), outputs)
    rows = (cell.parameter(f"INIT_{row:X}").rjust(_ROW_BITS * _ROWS_OF_INIT, "0")[::-1] for row in range(16))
    return "".join(rows)


def _group(cell: TimedCell, mode: str) -> tuple[int, int]:
    """How many neighbouring bits of a row belong to one bit of a word, and the first one's distance from its pin."""
    bits = int(cell.parameter(mode, "0"), 2)
    return 1 << bits, (1 << bits) // 2 - (bits != 0)


def _address(cell: TimedCell, name: str, group: int) -> list[tuple[PortPin, int]]:
    """The address pins and their weights; those above the row's address select a bit within each group."""
    row = [(_pin(cell, f"{name}_{k}"), _ROW_BITS << k) for k in range(_ROW_ADDRESS_BITS)]
    within = range(group.bit_length() - 1)
    return row + [(_pin(cell, f"{name}_{_ROW_ADDRESS_BITS + k}"), 1 << k) for k in within]


def _pin(cell: TimedCell, pin: str) -> PortPin:
    """A pin with its setup time."""
    return PortPin(cell.captured(pin) if cell.net(pin) is not None else cell.constant(pin, 0))
