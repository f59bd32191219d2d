# SPDX-License-Identifier: Apache-2.0
"""Cells of nextpnr's netlists for Lattice iCE40 (FPGA-DS-02029, chapter 2.1): logic cell.

An unconnected input is 0. The register of a logic cell captures the LUT's output, so the setup times belong to the
inputs of the LUT; the net between the two exists only inside the cell.
"""

from collections.abc import Callable, Sequence

from fairhash.netlist.timed import circuit
from fairhash.netlist.timed.circuit import Net, RoutedNetlistError, TimedCell
from fairhash.netlist.timed.ice40_memory import block_ram

_Element = circuit.TruthTable | circuit.TimedRegister | circuit.TimedMemory

CLOCK_BUFFERS = {"SB_IO": ("PACKAGE_PIN", "D_IN_0"), "SB_GB": ("USER_SIGNAL_TO_GLOBAL_BUFFER", "GLOBAL_BUFFER_OUTPUT")}
PAD = ("SB_IO", "D_OUT_0", "PACKAGE_PIN")
"""Output pad: type, pin with the fabric's net, pin with the port's net."""

_LUT_PINS = ("I0", "I1", "I2", "I3")
INNER_PIN = "LUT"
"""Name of the inner pin between the LUT and the register."""


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
