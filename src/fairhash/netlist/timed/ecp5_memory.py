# SPDX-License-Identifier: Apache-2.0
"""Memories in nextpnr's netlists for Lattice ECP5, without delays (cells/memory/ecp5.v) and with timed ports.

nextpnr splits a TRELLIS_DPR16X4 into four half slices in mode DPRAM, one for each bit, and a TRELLIS_RAMW that passes
the write address and data on. Constants at the pins of a DP16KD become parameters; an unconnected pin is 1.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairhash.netlist.arcs import Delays
from fairhash.netlist.timed.circuit import Bit, Input, Net, RoutedNetlistError, TimedCell, TimedMemory, TruthTable
from fairhash.netlist.timed.memory_ports import MemoryBuilder, PortPin

WRITE_TO_OUTPUT_PS = {"6": 929, "7": 823, "8": 717}
"""Delay from the write clock of a RAM of LUTs to its output, which changes if the addressed word is written, by speed
grade. nextpnr has no such arc. Source: github.com/YosysHQ/prjtrellis-db (4dda149b), ECP5/timing/speed_*/cells.json,
SDPRAME, WCK to F0 and F1: the slowest."""
_READ_ADDRESS = ("D", "B", "C", "A")
"""Pins of a half slice in mode DPRAM, bit 0 first."""
_WRITE_PINS = {
    **{"WADO0": "D0", "WADO1": "B0", "WADO2": "C0", "WADO3": "A0"},
    **{"WDO0": "C1", "WDO1": "A1", "WDO2": "D1", "WDO3": "B1"},
}
"""The input of TRELLIS_RAMW that each of its outputs passes on."""
_BLOCK_CLOCKS = ("CLKA", "CLKB")
_BLOCK_PARAMETERS = (
    "DATA_WIDTH_",
    "REGMODE_",
    "CSDECODE_",
    "WRITEMODE_",
    "RESETMODE",
    "ASYNC_RESET_RELEASE",
    "INITVAL_",
)
"""How the parameters of the model start (cells/memory/ecp5.v)."""
_UNIT = 9
"""Bits of a unit of a DP16KD: eight and one parity bit, which words of less than nine bits do not reach."""
_UNIT_ADDRESS_BITS = 3
_ADDRESS_BITS = 14
_PORT_BITS = 18
_WIDE = 36
"""Width of a word that occupies the data pins of both ports: port A writes and port B reads."""
_ROWS = 64
_ROW_DIGITS, _ROW_WORDS, _WORD_DIGITS = 320, 16, 20
"""A row of INITVAL, and the words of 18 bits in it."""


def add_write_arcs(module: Mapping[str, Any], delays: Delays, speed_grade: str) -> None:
    """Add to `delays` the arc from the write clock to the output of each RAM of LUTs, which nextpnr lacks.

    Raises:
        RoutedNetlistError: for a speed grade without a known delay.
    """
    for name, cell in module["cells"].items():
        if cell["type"] != "TRELLIS_COMB" or str(cell["parameters"].get("MODE", "")).strip() != "DPRAM":
            continue
        if speed_grade not in WRITE_TO_OUTPUT_PS:
            hint = f"known are speed grades {', '.join(WRITE_TO_OUTPUT_PS)}"
            raise RoutedNetlistError(f"no delay from WCK to F of a RAM of LUTs of grade {speed_grade}", name, hint)
        delays.arcs.setdefault(name, {}).setdefault(("WCK", "F"), WRITE_TO_OUTPUT_PS[speed_grade])


def write_pins(cell: TimedCell) -> list[TruthTable]:
    """The outputs of a TRELLIS_RAMW."""
    return [cell.table(end, 0b10, ((start, 1),)) for end, start in _WRITE_PINS.items() if cell.net(end) is not None]


def lut_ram(cell: TimedCell) -> TimedMemory:
    """A half slice in mode DPRAM: 16 words of one bit.

    Raises:
        RoutedNetlistError: for initial contents, which no core has.
    """
    if "1" in cell.parameter("INITVAL", "0"):
        raise RoutedNetlistError("a RAM of look-up tables with initial contents has no model after routing", cell.name)
    clock, out = cell.required_net("WCK"), cell.required_net("F")
    muxes = {name: cell.parameter(name, name.removesuffix("MUX")) for name in ("WCKMUX", "WREMUX")}
    return TimedMemory(
        cell.name,
        "TRELLIS_DPR16X4",
        # what is read before it is written is unknown
        {**muxes, "INITVAL": "x" * 64},
        {"WCK": clock},
        {
            "WRE": (cell.bit("WRE", 1),),
            "DI": (cell.bit("WD", 1), "0", "0", "0"),
            "WAD": tuple(cell.bit(f"WAD{number}", 1) for number in range(4)),
            "RAD": tuple(cell.bit(pin, 1) for pin in _READ_ADDRESS),
        },
        {"DO": (out, None, None, None)},
        cell,
    )


def add_lut_ram_ports(cell: TimedCell, builder: MemoryBuilder) -> str:
    """Add the ports of a half slice in mode DPRAM; returns its contents at power-up."""
    if cell.parameter("WCKMUX", "WCK") != "WCK":
        raise RoutedNetlistError("the timed simulator has memories of the rising edge only", cell.name)
    clock = cell.required_net("WCK")
    address = [(_port_pin(cell, f"WAD{number}"), 1 << number) for number in range(len(_READ_ADDRESS))]
    builder.write(clock, [_port_pin(cell, "WRE")], address, [(0, [], _port_pin(cell, "WD"))])
    read = [_arc_pin(cell, pin, "F") for pin in _READ_ADDRESS]
    builder.look_up(("F", cell.required_net("F")), read, (clock, "WCK", cell.arc_ps("WCK", "F")))
    return "x" * (1 << len(_READ_ADDRESS))


def block_ram(cell: TimedCell, new_net: Callable[[], Net]) -> Sequence[TruthTable | TimedMemory]:
    """A DP16KD, with a table for each inverted pin; an unread one is nothing.

    `new_net` makes a net that exists only inside the cell.
    """
    outputs = {pin: (cell.net(pin),) for pin in cell.connections if pin.startswith("DO")}
    if not any(net for (net,) in outputs.values()):
        return []
    tables: list[TruthTable] = []
    inputs: dict[str, tuple[Bit, ...]] = {}
    for pin in cell.connections:
        if pin in outputs or pin in _BLOCK_CLOCKS:
            continue
        bit, source = cell.bit(pin, 1), cell.parameter(f"{pin}MUX", pin)
        if source in ("0", "1"):
            bit = source
        elif source == "INV" and isinstance(bit, str):
            bit = "0" if bit == "1" else "1"
        elif source == "INV" and isinstance(bit, int):
            out = new_net()
            # the simulation without delays reads it; timed ports have the pin itself
            tables.append(TruthTable(cell.name, pin, out, 0b01, (Input(pin, bit, 0, 0),)))
            bit = out
        inputs[pin] = (bit,)
    clocks = {pin: net for pin in _BLOCK_CLOCKS if (net := cell.net(pin)) is not None}
    parameters = {
        name: value
        for name, value in cell.parameters.items()
        if name.startswith(_BLOCK_PARAMETERS) or name in {f"{pin}MUX" for pin in clocks}
    }
    inputs |= {pin: ("0",) for pin in _BLOCK_CLOCKS if pin not in clocks}
    return [*tables, TimedMemory(cell.name, cell.kind, parameters, clocks, inputs, outputs, cell)]


def _port_pin(cell: TimedCell, pin: str) -> PortPin:
    """A pin with its setup time."""
    source = cell.parameter(f"{pin}MUX", pin)
    if source in ("0", "1"):
        return PortPin(int(source))
    value = cell.captured(pin) if cell.net(pin) is not None else cell.constant(pin, 1)
    return PortPin(value, inverted=source == "INV")


def _arc_pin(cell: TimedCell, pin: str, end: str) -> PortPin:
    """A pin with its delay to an output."""
    net = cell.net(pin)
    if net is None:
        return PortPin(cell.constant(pin, 1))
    return PortPin(Input(pin, net, cell.wire_ps(pin), max(0, cell.arc_ps(pin, end))))


def add_block_ram_ports(cell: TimedCell, builder: MemoryBuilder) -> str:
    """Add the ports of a DP16KD; returns its contents at power-up.

    Raises:
        RoutedNetlistError: for a mode that the model in cells/memory/ecp5.v lacks, or an asynchronous reset.
    """
    required = {"REGMODE_": "NOREG", "CSDECODE_": "0b000"}
    for port in "AB":
        unsupported = [
            f"{name}{port}" for name, value in required.items() if cell.parameter(name + port, value) != value
        ]
        if cell.parameter(f"CLK{port}MUX", f"CLK{port}") != f"CLK{port}":
            unsupported.append(f"CLK{port}MUX")
        if cell.parameter("RESETMODE", "SYNC") != "SYNC" and _port_pin(cell, f"RST{port}").constant != 0:
            unsupported.append("RESETMODE")
        if unsupported:
            raise RoutedNetlistError(f"no timed model of a DP16KD with this {unsupported[0]}", cell.name)
        if cell.net(f"CLK{port}") is not None:
            _add_block_port(cell, builder, port)
    return _block_contents(cell)


def _add_block_port(cell: TimedCell, builder: MemoryBuilder, port: str) -> None:
    """Add what port A or B writes and reads."""
    clock, width = cell.required_net(f"CLK{port}"), _number(cell, f"DATA_WIDTH_{port}", _PORT_BITS)
    wide = _WIDE in (_number(cell, f"DATA_WIDTH_{other}", _PORT_BITS) for other in "AB")
    reset, write = _port_pin(cell, f"RST{port}"), _port_pin(cell, f"WE{port}")
    selects = [_port_pin(cell, f"CS{port}{number}").complement() for number in range(3)]
    enable = [_port_pin(cell, f"CE{port}"), *selects, reset.complement()]
    pins = [_port_pin(cell, f"AD{port}{number}") for number in range(_ADDRESS_BITS)]
    address = [(pin, _weight(k)) for k, pin in enumerate(pins) if k >= _word_address_bits(width)]
    data = [*_names("DI", port), *(_names("DI", "B") if port == "A" else ())][:width]
    masks = [[pins[number // _UNIT]] if width >= _PORT_BITS else [] for number in range(width)]
    writes = [] if wide and port == "B" else [(k, masks[k], _port_pin(cell, pin)) for k, pin in enumerate(data)]
    builder.write(clock, [*enable, write], address, writes)
    mode = cell.parameter(f"WRITEMODE_{port}", "NORMAL")
    new = {k: ([*enable, write, *more], pin) for k, more, pin in writes} if mode == "WRITETHROUGH" else {}
    bits = [
        (number, net, cell.arc_ps(f"CLK{port}", pin), new.get(number))
        for number, pin in enumerate(_output_names(cell, port, width))
        if (net := cell.net(pin)) is not None
    ]
    load = [*enable, write.complement()] if mode == "NORMAL" and writes else enable
    if bits:
        builder.read(clock, load, reset, address, bits, enable)


def _output_names(cell: TimedCell, port: str, width: int) -> list[str]:
    """The output pins of a port, bit 0 first; a port B of 36 bits has those of port A too."""
    if _number(cell, "DATA_WIDTH_B", _PORT_BITS) != _WIDE:
        return _names("DO", port)[:width]
    return [*_names("DO", "A"), *_names("DO", "B")] if port == "B" else []


def _names(pins: str, port: str) -> list[str]:
    return [f"{pins}{port}{number}" for number in range(_PORT_BITS)]


def _word_address_bits(width: int) -> int:
    """The lowest bits of the address that do not select a word of this width."""
    if width < _UNIT:
        return width.bit_length() - 1
    return _UNIT_ADDRESS_BITS + (width // _UNIT).bit_length() - 1


def _weight(number: int) -> int:
    """The weight of an address bit: an address counts bits without parity bits."""
    return 1 << number if number < _UNIT_ADDRESS_BITS else _UNIT << (number - _UNIT_ADDRESS_BITS)


def _number(cell: TimedCell, name: str, default: int) -> int:
    value = cell.parameters.get(name, default)
    return value if isinstance(value, int) else int(value, 2)


def _block_contents(cell: TimedCell) -> str:
    """Bits of a DP16KD at power-up, location 0 first."""
    words = []
    for row in range(_ROWS):
        digits = cell.parameter(f"INITVAL_{row:02X}").rjust(_ROW_DIGITS, "0")[::-1]
        words += [digits[k * _WORD_DIGITS :][:_PORT_BITS] for k in range(_ROW_WORDS)]
    return "".join(words)
