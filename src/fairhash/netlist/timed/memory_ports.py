# SPDX-License-Identifier: Apache-2.0
"""Ports of memories in the timed simulator: what they capture at a clock edge, and what they do with it.

A memory is an array of bits. The location of bit `offset` of a port's word is the port's base, plus `offset`, plus the
weights of the address bits that are 1. All that a port captures passes registers, whose inputs have the setup times of
the memory's pins. Each of them captures the logical AND of pins: an address bit is captured as 0 while the port is not
enabled. So it is no error if an address or a data bit that is not used arrives late.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fairhash.netlist.timed.circuit import (
    MAX_INPUTS,
    Input,
    MemoryContents,
    Net,
    ReadBit,
    ReadPort,
    RoutedNetlistError,
    TimedRegister,
    TruthTable,
    WritePort,
    WrittenBit,
)

_REGISTER_INPUTS = 3
"""A register of the engine has at most this many inputs."""


@dataclass(frozen=True)
class PortPin:
    """A pin of a memory: an input with its setup time, or a constant."""

    value: Input | int
    inverted: bool = False

    @property
    def constant(self) -> int | None:
        """The value of a constant pin, else None."""
        return None if isinstance(self.value, Input) else self.value ^ self.inverted

    def complement(self) -> "PortPin":
        """The pin with the opposite value."""
        return PortPin(self.value, not self.inverted)


Pins = Sequence[PortPin]
Address = Sequence[tuple[PortPin, int]]
"""Address pins with their weights."""


@dataclass
class MemoryBuilder:
    """Makes the ports of one memory, and the tables and registers that they need."""

    cell: str
    new_net: Callable[[], Net]
    """Returns a net that exists only inside the cell."""
    tables: list[TruthTable] = field(default_factory=list)
    registers: list[TimedRegister] = field(default_factory=list)
    writes: list[WritePort] = field(default_factory=list)
    reads: list[ReadPort] = field(default_factory=list)
    written: TimedRegister | None = None
    _captured: dict[tuple[Net, frozenset[PortPin]], Net] = field(default_factory=dict)

    def contents(self, bits: str) -> MemoryContents:
        """The memory with its ports; `bits` is its contents at power-up, location 0 first."""
        return MemoryContents(self.cell, bits, tuple(self.writes), tuple(self.reads), self.written)

    def capture(self, clock: Net, pins: Pins) -> Net:
        """Return the output of a register that captures the AND of pins.

        Raises:
            RoutedNetlistError: if there are too many pins.
        """
        constant = int(all(pin.constant != 0 for pin in pins))
        used = frozenset(pin for pin in pins if pin.constant is None) if constant else frozenset()
        # without pins the key has the constant
        key = clock, used or frozenset({PortPin(constant)})
        if key not in self._captured:
            self._captured[key] = self.new_net()
            self.registers.append(self._register(clock, self._captured[key], used, constant))
        return self._captured[key]

    def _register(self, clock: Net, q: Net, pins: frozenset[PortPin], constant: int) -> TimedRegister:
        inputs = sorted(
            ((pin.value, pin.inverted) for pin in pins if isinstance(pin.value, Input)), key=lambda one: one[0].pin
        )
        if not inputs:
            return TimedRegister(self.cell, clock, q, 0, 0b11 * constant, ())
        # the only index at which every pin has the required value; below it the register's own value is 0 or 1
        index = sum((not inverted) << k for k, (_, inverted) in enumerate(inputs))
        table, used = 1 << index, tuple(pin for pin, _ in inputs)
        if len(used) > _REGISTER_INPUTS:
            used, table = (self._inner(table, used),), 0b10
        return TimedRegister(self.cell, clock, q, 0, table | table << (1 << len(used)), used)

    def _inner(self, table: int, inputs: tuple[Input, ...]) -> Input:
        """The input of a register after a table.

        The register has the least of the setup times; what the others have more is part of the table's delays.
        """
        if len(inputs) > MAX_INPUTS:
            raise RoutedNetlistError("too many pins decide what a port of the memory captures", self.cell)
        least = min(pin.cell_ps for pin in inputs)
        net = self.new_net()
        delayed = tuple(Input(pin.pin, pin.net, pin.wire_ps, pin.cell_ps - least) for pin in inputs)
        self.tables.append(TruthTable(self.cell, inputs[0].pin, net, table, delayed))
        return Input(inputs[0].pin, net, 0, least)

    def write(
        self,
        clock: Net,
        enable: Pins,
        address: Address,
        bits: Sequence[tuple[int, Pins, PortPin]],
    ) -> None:
        """Add a port that writes.

        Args:
            clock: its clock.
            enable: the pins that must be 1 to write.
            address: the address pins with their weights.
            bits: of each bit of the word the offset, further pins that must be 1, and the data pin.
        """
        written = [
            WrittenBit(offset, self.capture(clock, [*enable, *more]), self.capture(clock, [*enable, *more, data]))
            for offset, more, data in bits
            if all(pin.constant != 0 for pin in (*enable, *more))
        ]
        if written:
            base, captured = self._address(clock, enable, address)
            self.writes.append(WritePort(clock, base, captured, tuple(written)))

    def read(  # noqa: PLR0917 - the parts of a port
        self,
        clock: Net,
        enable: Pins,
        reset: PortPin,
        address: Address,
        bits: Sequence[tuple[int, Net, int, tuple[Pins, PortPin] | None]],
        address_enable: Pins | None = None,
    ) -> None:
        """Add a port that reads at the clock edge.

        Args:
            clock: its clock.
            enable: the pins that must be 1 to read; otherwise the port's output stays.
            reset: the pin that clears the output.
            address: the address pins with their weights.
            bits: of each bit of the word the offset, the output's net, the delay from the clock in ps, and for a port
                that also writes and shows the new word: the pins that must be 1 to write this bit, and the data pin.
            address_enable: the pins that must be 1 for the address to be used, if they are not `enable`.
        """
        shown = []
        for offset, net, clock_to_q_ps, new in bits:
            through = None
            if new and all(pin.constant != 0 for pin in new[0]):
                through = self.capture(clock, new[0]), self.capture(clock, [*new[0], new[1]])
            shown.append(ReadBit(offset, TimedRegister(self.cell, clock, net, clock_to_q_ps, 0, ()), through))
        base, captured = self._address(clock, enable if address_enable is None else address_enable, address)
        port = ReadPort(clock, base, captured, self.capture(clock, enable), self.capture(clock, [reset]), tuple(shown))
        self.reads.append(port)

    def _address(self, clock: Net, enable: Pins, address: Address) -> tuple[int, tuple[tuple[Net, int], ...]]:
        """The base from constant address pins, and the captured address bits with their weights."""
        base = sum(weight for pin, weight in address if pin.constant == 1)
        used = [(pin, weight) for pin, weight in address if pin.constant is None]
        return base, tuple((self.capture(clock, [*enable, pin]), weight) for pin, weight in used)

    def look_up(self, output: tuple[str, Net], address: Pins, change: tuple[Net, str, int]) -> None:
        """Add a port that reads without a clock: a table of the memory's bits.

        Args:
            output: its pin and net.
            address: the address pins, of which pin k has weight 2^k; the setup time of each is its delay to the output.
            change: the clock of the port that writes, its pin, and the delay in ps from its edge to a change of the
                output when the addressed bit is written.
        """
        clock, pin_name, delay_ps = change
        self.written = self.written or TimedRegister(self.cell, clock, self.new_net(), 0, 0, ())
        locations = tuple(
            place
            for place in range(1 << len(address))
            if all(pin.constant in (None, place >> k & 1) for k, pin in enumerate(address))
        )
        inputs = [pin.value for pin in address if isinstance(pin.value, Input)]
        inputs.append(Input(pin_name, self.written.q, 0, delay_ps))
        self.tables.append(TruthTable(self.cell, *output, 0, tuple(inputs), locations))
