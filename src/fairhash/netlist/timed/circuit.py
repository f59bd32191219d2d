# SPDX-License-Identifier: Apache-2.0
"""A routed core as truth tables, registers and memories with delays; all times in ps.

An output at time t has the value of its table for the values that its inputs had at t minus the delay of each. These
are transport delays: no pulse is too short to pass. A register that is clocked at time t takes the value of its table
for the values at t minus delay and setup time: data that arrive later are captured as the old value.

Tables and registers are made from cells of the routed netlist with their delays.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.netlist.arcs import Delays

Net = int
Bit = Net | str
"""A net, or the constant "0" or "1"."""
MAX_INPUTS = 5
"""A table has at most this many inputs; a register's table has one more, the register's own value."""


class RoutedNetlistError(FairhashError):
    """The routed netlist cannot be simulated: it has unknown cells, other clocks, or inputs without a delay."""


@dataclass(frozen=True)
class Input:
    """An input of a table or register."""

    pin: str
    """Name of the cell's pin."""
    net: Net
    wire_ps: int
    """Delay of the wire to the pin."""
    cell_ps: int
    """Delay of the timing arc from the pin to the output; for a register the setup time."""

    @property
    def delay_ps(self) -> int:
        """Delay from the net to the output, or to the last moment at which a register can take the value."""
        return self.wire_ps + self.cell_ps


@dataclass(frozen=True)
class TruthTable:
    """One output of a cell; bit i of `table` is its value when input k has the value of bit k of i."""

    cell: str
    pin: str
    out: Net
    table: int
    inputs: tuple[Input, ...]
    locations: tuple[int, ...] = ()
    """Of a table that reads a memory: the location of each bit for the values of all inputs but the last one, which
    changes when the memory is written. Empty for other tables."""


@dataclass(frozen=True)
class TimedRegister:
    """One register; the last input of its table, after `inputs`, is its own value."""

    cell: str
    clock: Net
    q: Net
    clock_to_q_ps: int
    table: int
    inputs: tuple[Input, ...]


@dataclass(frozen=True)
class WrittenBit:
    """A bit of the word that a port writes; its enable and data are outputs of registers."""

    offset: int
    enable: Net
    data: Net


@dataclass(frozen=True)
class WritePort:
    """A port that writes at the clock edge; `address` has the output of a register and the weight of each bit."""

    clock: Net
    base: int
    address: tuple[tuple[Net, int], ...]
    bits: tuple[WrittenBit, ...]


@dataclass(frozen=True)
class ReadBit:
    """A bit of the word that a port reads."""

    offset: int
    output: TimedRegister
    """Output and its delay from the clock."""
    through: tuple[Net, Net] | None = None
    """Enable and data of the same bit if the port shows the word that it writes."""


@dataclass(frozen=True)
class ReadPort:
    """A port that reads at the clock edge, before any port writes; its output stays while `enable` is 0."""

    clock: Net
    base: int
    address: tuple[tuple[Net, int], ...]
    enable: Net
    reset: Net
    """The output becomes 0, whether enabled or not."""
    bits: tuple[ReadBit, ...]


@dataclass(frozen=True)
class MemoryContents:
    """The bits of a memory and the ports that use them at clock edges (memory_ports.py)."""

    cell: str
    bits: str
    """Contents at power-up, location 0 first; x for an unknown bit."""
    writes: tuple[WritePort, ...]
    reads: tuple[ReadPort, ...]
    written: TimedRegister | None
    """For tables that read the memory: its output changes at each edge that changes a bit."""

    @property
    def launching(self) -> list[TimedRegister]:
        """What changes nets after a clock edge."""
        outputs = [bit.output for port in self.reads for bit in port.bits]
        return [*outputs, self.written] if self.written else outputs


@dataclass(frozen=True)
class TimedMemory:
    """A block RAM or a RAM of look-up tables, as a cell of the netlist that was placed (cells/memory)."""

    cell: str
    kind: str
    """The type of the cell before placement."""
    parameters: Mapping[str, Any]
    """As Yosys has them in JSON."""
    clocks: Mapping[str, Net]
    """The net at each clock pin."""
    inputs: Mapping[str, tuple[Bit, ...]]
    """By pin, bit 0 first."""
    outputs: Mapping[str, tuple[Net | None, ...]]
    """By pin, bit 0 first; None where nothing reads the bit."""
    placed: "TimedCell"
    """The cell after placement, with its delays."""

    @property
    def read_nets(self) -> list[Net]:
        """The nets at its inputs."""
        return [bit for bits in self.inputs.values() for bit in bits if isinstance(bit, int)]

    @property
    def driven_nets(self) -> list[Net]:
        """The nets at its outputs."""
        return [net for nets in self.outputs.values() for net in nets if net is not None]


@dataclass
class TimedCircuit:
    """A core in its frame. The registers of the frame take the place of the core's ports.

    The testbench drives the outputs of `inputs`, which are not clocked, and reads what `outputs` capture.
    """

    tables: list[TruthTable] = field(default_factory=list)
    registers: list[TimedRegister] = field(default_factory=list)
    inputs: dict[str, list[TimedRegister | None]] = field(default_factory=dict)
    """The frame's registers by input port of the core, bit 0 first; None where the core does not use the bit."""
    outputs: dict[str, list[TimedRegister]] = field(default_factory=dict)
    """The frame's registers by output port of the core, bit 0 first; they are also in `registers`."""
    clocks: dict[Net, str] = field(default_factory=dict)
    """`clk` or `io_clk` by the net that clocks the registers."""
    memories: list[TimedMemory] = field(default_factory=list)
    """Memories as cells, for the simulation without delays."""
    contents: list[MemoryContents] = field(default_factory=list)
    """Memories with timed ports; the registers of the ports are in `registers`."""


def truth_table(inputs: int, function: Callable[[Sequence[int]], int]) -> int:
    """The table of a function of bits."""
    return sum(function([index >> k & 1 for k in range(inputs)]) << index for index in range(1 << inputs))


def fix_input(table: int, inputs: int, number: int, value: int) -> int:
    """The table of `inputs` inputs with one of them fixed: a table of one input less."""
    low = (1 << number) - 1
    indices = (((i & ~low) << 1) | value << number | (i & low) for i in range(1 << (inputs - 1)))
    return sum((table >> index & 1) << i for i, index in enumerate(indices))


def depends_on(table: int, inputs: int, number: int) -> bool:
    """Whether the input can change the output."""
    return fix_input(table, inputs, number, 0) != fix_input(table, inputs, number, 1)


DATA, ENABLE, RESET, OWN = 0, 1, 2, 3
"""Inputs of the table, from the lowest bit of its index."""


def controlled_register(  # noqa: PLR0917 - the parts of a register
    cell: str,
    clock: Net,
    output: tuple[Net, int],
    pins: tuple[Input | int, Input | int, Input | int],
    value: int,
    enable_first: bool,
) -> TimedRegister:
    """Return a register.

    Args:
        cell: its name.
        clock: the net of its clock.
        output: the net it drives, and the delay from the clock in ps.
        pins: data, enable and reset, each an input or a constant; both controls are active at 1.
        value: the value that reset gives.
        enable_first: whether reset acts only while enabled.
    """

    def following(bits: Sequence[int]) -> int:
        data, enable, reset, own = bits
        reset = reset and (enable or not enable_first)
        return value if reset else data if enable else own

    table, used = truth_table(4, following), [DATA, ENABLE, RESET, OWN]
    for number in (RESET, ENABLE, DATA):
        pin, position = pins[number], used.index(number)
        constant = pin if isinstance(pin, int) else 0
        if isinstance(pin, int) or not depends_on(table, len(used), position):
            table = fix_input(table, len(used), position, constant)
            used.remove(number)
    # OWN, the last one, is the register itself
    used_pins = [pins[number] for number in used[:-1]]
    inputs = tuple(pin for pin in used_pins if isinstance(pin, Input))
    return TimedRegister(cell, clock, output[0], output[1], table, inputs)


Pins = Sequence[tuple[str, int]]
"""Input pins of a table, from the lowest bit of its index, and the value that each has if it is unconnected."""


@dataclass(frozen=True)
class TimedCell:
    """A cell of nextpnr's netlist."""

    name: str
    kind: str
    parameters: Mapping[str, Any]
    connections: Mapping[str, Sequence[int | str]]
    delays: Delays

    def net(self, pin: str) -> Net | None:
        """The net at a pin; None if a constant or nothing is connected."""
        bits = self.connections.get(pin)
        return bits[0] if bits and isinstance(bits[0], int) else None

    def constant(self, pin: str, default: int) -> int:
        """The value of a pin without a net: that of the constant, or `default` if nothing is connected."""
        bits = self.connections.get(pin)
        return int(bits[0] == "1") if bits and bits[0] in ("0", "1") else default

    def bit(self, pin: str, default: int) -> Bit:
        """The net or the constant at a pin; `default` if nothing is connected."""
        net = self.net(pin)
        return str(self.constant(pin, default)) if net is None else net

    def parameter(self, name: str, default: str = "") -> str:
        """A parameter as text, without the space that marks text which looks like a number."""
        return str(self.parameters.get(name, default)).strip()

    def wire_ps(self, pin: str) -> int:
        """Delay of the wire to an input."""
        return max(0, round(self.delays.wires.get((self.name, pin), 0.0)))

    def setup_ps(self, pin: str) -> int:
        """Setup time of a register's input.

        Raises:
            RoutedNetlistError: if the tool gave none.
        """
        setup_ps = self.delays.setups.get(self.name, {}).get(pin)
        if setup_ps is None:
            raise RoutedNetlistError(f"no setup time of {self.kind}.{pin}", self.name)
        return max(0, round(setup_ps))

    def arc_ps(self, start: str, end: str) -> int:
        """Delay from an input to an output.

        Raises:
            RoutedNetlistError: if the tool gave none.
        """
        delay_ps = self.delays.arcs.get(self.name, {}).get((start, end))
        if delay_ps is None:
            raise RoutedNetlistError(f"no delay from {start} to {end} of {self.kind}", self.name)
        return round(delay_ps)

    def used_inputs(self, table: int, pins: Pins) -> tuple[int, list[str]]:
        """The table without the inputs that are constant or change nothing, and the names of the others."""
        names: list[str] = [pin for pin, _ in pins]
        for pin, default in reversed(pins):
            number = names.index(pin)
            if self.net(pin) is None or not depends_on(table, len(names), number):
                table = fix_input(table, len(names), number, self.constant(pin, default))
                names.remove(pin)
        return table, names

    def table(self, end: str, table: int, pins: Pins) -> TruthTable:
        """The table of output `end`, with the delay of each input that changes it."""
        table, names = self.used_inputs(table, pins)
        inputs = [Input(pin, self.required_net(pin), self.wire_ps(pin), max(0, self.arc_ps(pin, end))) for pin in names]
        return TruthTable(self.name, end, self.required_net(end), table, tuple(inputs))

    def captured(self, pin: str) -> Input:
        """A register's input, which has a net."""
        return Input(pin, self.required_net(pin), self.wire_ps(pin), self.setup_ps(pin))

    def required_net(self, pin: str) -> Net:
        """The net at a pin that must have one."""
        net = self.net(pin)
        if net is None:
            raise RoutedNetlistError(f"no net at {self.kind}.{pin}", self.name)
        return net
