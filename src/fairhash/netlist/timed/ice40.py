# SPDX-License-Identifier: Apache-2.0
"""Cells of nextpnr's netlists for Lattice iCE40 (FPGA-DS-02029, chapter 2.1): logic cells and block RAMs.

A block RAM is read without delays (cells/memory/ice40.v) and with timed ports. An unconnected pin is 0. The register
of a logic cell captures the LUT's output, so the setup times belong to the inputs of the LUT; the net between the two
exists only inside the cell.
"""

from collections.abc import Callable, Sequence

from fairhash.netlist.timed import circuit
from fairhash.netlist.timed.circuit import Bit, Net, RoutedNetlistError, TimedCell
from fairhash.netlist.timed.memory_ports import MemoryBuilder, PortPin

_Element = circuit.TruthTable | circuit.TimedRegister | circuit.TimedMemory

CLOCK_BUFFERS = {"SB_IO": ("PACKAGE_PIN", "D_IN_0"), "SB_GB": ("USER_SIGNAL_TO_GLOBAL_BUFFER", "GLOBAL_BUFFER_OUTPUT")}
PAD = ("SB_IO", "D_OUT_0", "PACKAGE_PIN")
"""Output pad: type, pin with the fabric's net, pin with the port's net."""

_LUT_PINS = ("I0", "I1", "I2", "I3")
INNER_PIN = "LUT"
"""Name of the inner pin between the LUT and the register."""

_CLOCKS = ("RCLK", "WCLK")
_BITS = {"RADDR": 11, "WADDR": 11, "MASK": 16, "WDATA": 16}
_ENABLES = ("RCLKE", "RE", "WCLKE", "WE")
_ROW_BITS, _ROW_ADDRESS_BITS = 16, 8
_ROWS_OF_INIT = 16


def elements(cell: TimedCell, new_net: Callable[[], Net]) -> Sequence[_Element]:
    """The tables, registers and memories of a cell; `new_net` makes a net that exists only inside the cell."""
    if cell.kind == "ICESTORM_RAM":
        return block_ram(cell)
    if cell.kind != "ICESTORM_LC":
        raise RoutedNetlistError(f"the timed simulator has no {cell.kind}", cell.name)
    carry_in = int(cell.parameter("CIN_CONST", "0") == "1" and cell.parameter("CIN_SET", "0") == "1")
    cells: list[circuit.TruthTable | circuit.TimedRegister] = []
    if cell.net("COUT") is not None:
        majority = circuit.truth_table(3, lambda bits: int(sum(bits) >= 2))
        cells.append(cell.table("COUT", majority, (("I1", 0), ("I2", 0), ("CIN", carry_in))))
    if cell.net("O") is None:
        return cells
    contents = int(cell.parameter("LUT_INIT", "0"), 2) & 0xFFFF
    defaults = tuple((pin, carry_in if pin == "I3" else 0) for pin in _LUT_PINS)
    if cell.parameter("DFF_ENABLE", "0") != "1":
        return [*cells, cell.table("O", contents, defaults)]
    return [*cells, *_registered(cell, contents, defaults, new_net())]


def _registered(
    cell: TimedCell, contents: int, defaults: tuple[tuple[str, int], ...], inner: Net
) -> list[circuit.TruthTable | circuit.TimedRegister]:
    """The LUT and the register of a logic cell.

    The register's setup time is the smallest of the LUT's inputs; what the others have more is part of their delay.
    """
    clock, out = cell.net("CLK"), cell.net("O")
    if clock is None or out is None:
        raise RoutedNetlistError("a register without a clock", cell.name)
    if cell.parameter("NEG_CLK", "0") == "1":
        raise RoutedNetlistError("the timed simulator has registers of the rising edge only", cell.name)
    if cell.parameter("ASYNC_SR", "0") == "1" and cell.net("SR") is not None:
        raise RoutedNetlistError("the timed simulator has no asynchronous reset", cell.name)
    table, names = cell.used_inputs(contents, defaults)
    setups = {pin: cell.setup_ps(pin) for pin in names}
    least = min(setups.values(), default=0)
    inputs = [circuit.Input(pin, cell.required_net(pin), cell.wire_ps(pin), setups[pin] - least) for pin in names]
    register = circuit.controlled_register(
        cell.name,
        clock,
        (out, cell.arc_ps("CLK", "O")),
        (
            circuit.Input(INNER_PIN, inner, 0, least),
            cell.captured("CEN") if cell.net("CEN") is not None else cell.constant("CEN", 1),
            cell.captured("SR") if cell.net("SR") is not None else cell.constant("SR", 0),
        ),
        int(cell.parameter("SET_NORESET", "0") == "1"),
        enable_first=True,
    )
    return [circuit.TruthTable(cell.name, INNER_PIN, inner, table, tuple(inputs)), register]


def block_ram(cell: TimedCell) -> list[circuit.TimedMemory]:
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
    return [circuit.TimedMemory(cell.name, "SB_RAM40_4K", parameters, clocks, inputs, {"RDATA": read}, cell)]


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
