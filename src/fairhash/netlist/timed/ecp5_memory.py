# SPDX-License-Identifier: Apache-2.0
"""Memories of nextpnr's netlists for Lattice ECP5: block RAM, and RAM of look-up tables.

nextpnr splits a TRELLIS_DPR16X4 into four half slices in mode DPRAM, one for each bit, and a TRELLIS_RAMW that passes
the write address and data on. Constants at the pins of a DP16KD become parameters; an unconnected input is 1.
"""

from collections.abc import Callable, Sequence

from fairhash.netlist.timed.cell import TimedCell
from fairhash.netlist.timed.circuit import Bit, Input, Net, RoutedNetlistError, TimedMemory, TruthTable

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


def write_pins(cell: TimedCell) -> list[TruthTable]:
    """The outputs of a TRELLIS_RAMW."""
    return [
        TruthTable(cell.name, end, out, 0b10, (Input(start, cell.required_net(start), 0, 0),))
        for end, start in _WRITE_PINS.items()
        if (out := cell.net(end)) is not None
    ]


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
            "WRE": (_bit(cell, "WRE"),),
            "DI": (_bit(cell, "WD"), "0", "0", "0"),
            "WAD": tuple(_bit(cell, f"WAD{number}") for number in range(4)),
            "RAD": tuple(_bit(cell, pin) for pin in _READ_ADDRESS),
        },
        {"DO": (out, None, None, None)},
    )


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
        bit, source = _bit(cell, pin), cell.parameter(f"{pin}MUX", pin)
        if source in ("0", "1"):
            bit = source
        elif source == "INV" and isinstance(bit, str):
            bit = "0" if bit == "1" else "1"
        elif source == "INV" and isinstance(bit, int):
            out = new_net()
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
    return [*tables, TimedMemory(cell.name, cell.kind, parameters, clocks, inputs, outputs)]


def _bit(cell: TimedCell, pin: str) -> Bit:
    net = cell.net(pin)
    return str(cell.constant(pin, 1)) if net is None else net
