# SPDX-License-Identifier: Apache-2.0
"""Static timing analysis of an ordered circuit: the slowest path to each register, whether data can take it or not.

What a memory captures passes registers (memory_ports.py), and its outputs launch paths like those of registers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.netlist.timed.circuit import Input, TimedRegister, TruthTable
from fairhash.netlist.timed.ordering import Ordered


@dataclass(frozen=True)
class PathStep:
    """One cell on a path."""

    cell: str
    pin: str
    """The cell's input; Q for the output of the register or memory that launches the path."""
    at_ps: int
    """When the change reaches the cell's output after the clock edge, or at the end when the setup time is over."""
    wire_ps: int
    cell_ps: int


@dataclass(frozen=True)
class TimedPath:
    """A path from a register to a register, both included."""

    steps: tuple[PathStep, ...]

    @property
    def delay_ps(self) -> int:
        """The shortest clock period at which the last register captures what the path delivers."""
        return self.steps[-1].at_ps

    @property
    def wire_ps(self) -> int:
        """The part of the delay in wires."""
        return sum(step.wire_ps for step in self.steps)

    @property
    def ends(self) -> tuple[str, str]:
        """The cells of the launching and the capturing register."""
        return self.steps[0].cell, self.steps[-1].cell


class StaticTiming:
    """The slowest arrivals of a circuit."""

    def __init__(self, ordered: Ordered) -> None:
        self.ordered = ordered
        self._launching = {
            register.q: register for port in ordered.circuit.inputs.values() for register in port if register
        }
        self._launching |= {register.q: register for register in ordered.registers}
        self._launching |= {one.q: one for contents in ordered.circuit.contents for one in contents.launching}
        self._tables = {table.out: table for table in ordered.tables}
        self._arrival = {net: register.clock_to_q_ps for net, register in self._launching.items()}
        for table in ordered.tables:
            self._arrival[table.out] = max(self._arrival[pin.net] + pin.delay_ps for pin in table.inputs)

    def period_ps(self, register: TimedRegister) -> int:
        """The shortest period at which every path to the register meets its setup time; 0 for a constant register."""
        return max((self._arrival[pin.net] + pin.delay_ps for pin in register.inputs), default=0)

    def slowest(self) -> TimedRegister:
        """The register with the slowest path."""
        return max(self.ordered.registers, key=self.period_ps)

    def slowest_path(self, register: TimedRegister) -> TimedPath:
        """The slowest path to a register."""
        cells: list[TimedRegister | TruthTable] = [register]
        nets: list[int] = []
        while not (nets and nets[-1] in self._launching):
            pin = max(cells[-1].inputs, key=lambda one: self._arrival[one.net] + one.delay_ps)
            nets.append(pin.net)
            if pin.net in self._tables:
                cells.append(self._tables[pin.net])
        return self.path(register, [(net, self._arrival[net]) for net in nets])

    def path(self, register: TimedRegister, changes: Sequence[tuple[int, int]]) -> TimedPath:
        """The path of a sequence of changes.

        Args:
            register: the register at its end.
            changes: net and time of each change, from the register backwards to the launching register.
        """
        readers: list[TimedRegister | TruthTable] = [register]
        readers += [self._tables[net] for net, _ in changes[:-1]]
        first = self._launching[changes[-1][0]]
        steps = [PathStep(first.cell, "Q", first.clock_to_q_ps, 0, first.clock_to_q_ps)]
        for reader, (net, at_ps) in zip(reversed(readers), reversed(changes), strict=True):
            # a net can be connected to several pins: take the one whose delay gives the next change
            end_ps = next(
                (time for other, time in changes if isinstance(reader, TruthTable) and other == reader.out), None
            )
            pin = _pin(reader.inputs, net, None if end_ps is None else end_ps - at_ps)
            steps.append(PathStep(reader.cell, pin.pin, at_ps + pin.delay_ps, pin.wire_ps, pin.cell_ps))
        return TimedPath(tuple(steps))


def _pin(inputs: Sequence[Input], net: int, delay_ps: int | None) -> Input:
    candidates = [pin for pin in inputs if pin.net == net]
    exact = [pin for pin in candidates if pin.delay_ps == delay_ps]
    return (exact or sorted(candidates, key=lambda pin: -pin.delay_ps))[0]
