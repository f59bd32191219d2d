# SPDX-License-Identifier: Apache-2.0
"""A routed core without its delays: its program and its simulator (testbench/bench/netlist_dut.cpp)."""

from collections.abc import Iterator
from pathlib import Path

from fairhash.netlist.netlist_engine import interpreted
from fairhash.netlist.timed.circuit import fix_input
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.order import Ordered
from fairhash.testbench.engines import Compiled

_CONSTANTS = 3
"""The engine's nets 0, 1 and 2 are constants."""
_ENGINE_INPUTS = 4
_MULTIPLEXER = 0xCA
"""Table of {select, one, zero}."""
_CLOCKS = ("clk", "io_clk")


def write_functional_program(ordered: Ordered, file: Path) -> None:
    """Write the program; the testbench checks with it that the routed netlist computes what the core should."""
    number = {net: place + _CONSTANTS for net, place in ordered.number.items()}
    circuit, free = ordered.circuit, iter(range(len(number) + _CONSTANTS, 1 << 31))
    lines: list[str] = []
    captured: dict[int, int] = {}
    for table in ordered.tables:
        lines += _table_lines(number[table.out], table.table, [number[pin.net] for pin in table.inputs], free)
    for register in ordered.registers:
        captured[register.q] = next(free)
        nets = [*(number[pin.net] for pin in register.inputs), number[register.q]]
        lines += _table_lines(captured[register.q], register.table, nets, free)
    ports = []
    for name, bits in circuit.inputs.items():
        nets = [number[bit.q] if bit and bit.q in number else next(free) for bit in bits]
        ports.append(" ".join(map(str, ["in", name, *nets])))
    for name, registers in circuit.outputs.items():
        ports.append(" ".join(map(str, ["out", name, *(captured[register.q] for register in registers)])))
    for register in ordered.registers:
        clock = _CLOCKS.index(circuit.clocks[register.clock])
        lines.append(f"ff {clock} {captured[register.q]} {number[register.q]}")
    head = [f"nets {next(free)}", f"follows {int(_follows(ordered))}"]
    file.write_text("\n".join([*head, *ports, *lines]) + "\n", encoding="ascii")


def _table_lines(out: int, table: int, nets: list[int], free: Iterator[int]) -> list[str]:
    """One table of the engine, or with more than four inputs two tables and a multiplexer."""
    if len(nets) > _ENGINE_INPUTS:
        halves = [next(free), next(free)]
        lines = [
            line
            for value, half in enumerate(halves)
            for line in _table_lines(half, fix_input(table, len(nets), len(nets) - 1, value), nets[:-1], free)
        ]
        return [*lines, f"lut {out} {_MULTIPLEXER:x} {halves[0]} {halves[1]} {nets[-1]} 0"]
    padded = [*nets, *[0] * (_ENGINE_INPUTS - len(nets))]
    return [f"lut {out} {table:x} {' '.join(map(str, padded))}"]


def _follows(ordered: Ordered) -> bool:
    """Whether an output of the core depends on an input other than rst within the cycle."""
    circuit = ordered.circuit
    moving = {bit.q for name, bits in circuit.inputs.items() if name != "rst" for bit in bits if bit}
    for table in ordered.tables:
        if any(pin.net in moving for pin in table.inputs):
            moving.add(table.out)
    captured = {register.q for port in circuit.outputs.values() for register in port}
    return any(pin.net in moving for register in ordered.registers if register.q in captured for pin in register.inputs)


def functional_engine(design: TimedDesign, folder: Path) -> Compiled:
    """Return a simulator of the routed netlist, which computes as fast as that of a synthesised one.

    Args:
        design: the routed core.
        folder: for the simulator's program.
    """
    program = folder / "functional.program"
    write_functional_program(design.ordered, program)
    return interpreted(design.core, program)
