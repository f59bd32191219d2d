# SPDX-License-Identifier: Apache-2.0
"""Cells of nextpnr's netlists for Lattice ECP5 (FPGA-DS-02012, chapter 2.4): half slices and their registers.

A TRELLIS_COMB is one LUT4 of a slice, in mode CCU2 with its half of the carry chain. nextpnr folds constants at the
inputs of a LUT4 into its contents; an unconnected input is 1.
"""

from collections.abc import Callable, Sequence

from fairhash.netlist.timed.circuit import (
    Net,
    RoutedNetlistError,
    TimedCell,
    TimedMemory,
    TimedRegister,
    TruthTable,
    controlled_register,
    truth_table,
)
from fairhash.netlist.timed.ecp5_memory import block_ram, lut_ram, write_pins

CLOCK_BUFFERS = {"TRELLIS_IO": ("B", "O"), "DCCA": ("CLKI", "CLKO")}
PAD = ("TRELLIS_IO", "I", "B")
"""Output pad: type, pin with the fabric's net, pin with the port's net."""

_LUT_PINS = tuple((pin, 1) for pin in "ABCD")
_CARRY_PINS = (*_LUT_PINS, ("FCI", 0))
_UNSUPPORTED = ("OFX", "F1", "FXA", "FXB")


def elements(cell: TimedCell, new_net: Callable[[], Net]) -> Sequence[TruthTable | TimedRegister | TimedMemory]:
    """The tables, registers and memories of a cell; `new_net` makes a net that exists only inside the cell."""
    if cell.kind == "TRELLIS_COMB":
        return _comb_or_memory(cell)
    if cell.kind == "TRELLIS_FF":
        return [_register(cell)]
    if cell.kind == "TRELLIS_RAMW":
        return write_pins(cell)
    if cell.kind == "DP16KD":
        return block_ram(cell, new_net)
    raise RoutedNetlistError(f"the timed simulator has no {cell.kind}", cell.name)


def _comb_or_memory(cell: TimedCell) -> Sequence[TruthTable | TimedMemory]:
    mode = cell.parameter("MODE", "LOGIC")
    if mode == "DPRAM":
        return [lut_ram(cell)] if cell.net("F") is not None else []
    # the half slices that hold the write pins of a RAM
    return [] if mode == "RAMW_BLOCK" else _comb(cell, mode)


def _comb(cell: TimedCell, mode: str) -> list[TruthTable]:
    if mode not in ("LOGIC", "CCU2") or any(cell.net(pin) is not None for pin in _UNSUPPORTED):
        raise RoutedNetlistError(
            f"the timed simulator has no TRELLIS_COMB in mode {mode} with wide functions", cell.name
        )
    contents = int(cell.parameter("INITVAL", "0"), 2)
    if mode == "LOGIC":
        return [cell.table("F", contents & 0xFFFF, _LUT_PINS)] if cell.net("F") is not None else []
    injected = cell.parameter("CCU2_INJECT1") == "YES"

    def bit(a: int, b: int, c: int, d: int) -> int:
        return contents >> (a | b << 1 | c << 2 | d << 3) & 1

    def total(bits: Sequence[int]) -> int:
        return bit(bits[0], bits[1], bits[2], bits[3]) ^ (0 if injected else bits[4])

    def carry(bits: Sequence[int]) -> int:
        generated = 0 if injected else bit(bits[0], bits[1], 0, 0)
        return bits[4] if bit(bits[0], bits[1], bits[2], bits[3]) else generated

    functions = {"F": total, "FCO": carry}
    return [
        cell.table(end, truth_table(5, function), _CARRY_PINS)
        for end, function in functions.items()
        if cell.net(end) is not None
    ]


def _register(cell: TimedCell) -> TimedRegister:
    mode = cell.parameter("SRMODE", "LSR_OVER_CE")
    clock, q = cell.net("CLK"), cell.net("Q")
    if mode == "ASYNC" and cell.net("LSR") is not None:
        raise RoutedNetlistError("the timed simulator has no asynchronous reset", cell.name)
    if cell.parameter("CLKMUX", "CLK") != "CLK" or cell.parameter("LSRMUX", "LSR") not in ("LSR", "INV"):
        raise RoutedNetlistError("the timed simulator has registers of the rising edge only", cell.name)
    if clock is None or q is None:
        raise RoutedNetlistError("a register without a clock or an output", cell.name)
    data = cell.captured("DI" if cell.parameter("SD", "0") == "1" else "M")
    enable = cell.captured("CE") if cell.net("CE") is not None else None
    reset = cell.captured("LSR") if cell.net("LSR") is not None else None
    register = controlled_register(
        cell.name,
        clock,
        (q, cell.arc_ps("CLK", "Q")),
        (data, 1 if enable is None else enable, 0 if reset is None else reset),
        int(cell.parameter("REGSET", "RESET") == "SET"),
        enable_first=mode == "CE_OVER_LSR",
    )
    inverted = {"CE": cell.parameter("CEMUX") == "INV", "LSR": cell.parameter("LSRMUX") == "INV"}
    return _with_inverted_inputs(register, {pin for pin, value in inverted.items() if value})


def _with_inverted_inputs(register: TimedRegister, inverted: set[str]) -> TimedRegister:
    mask = sum(1 << k for k, pin in enumerate(register.inputs) if pin.pin in inverted)
    size = 1 << (len(register.inputs) + 1)
    table = sum((register.table >> (index ^ mask) & 1) << index for index in range(size))
    return TimedRegister(register.cell, register.clock, register.q, register.clock_to_q_ps, table, register.inputs)
