# SPDX-License-Identifier: Apache-2.0
"""A second timed simulator, slow and simple: one queue of events in absolute time. The engine is compared with it."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from fairhash.netlist.timed.circuit import TimedCircuit, TimedRegister, TruthTable
from tests.netlist.timed.random_circuit import RandomMemory

PORTS = ("rst", "in_valid", "out_ready", "in_data")


@dataclass
class MemoryState:
    """A memory: its words, and what it captured at the end of the period."""

    description: RandomMemory

    def __post_init__(self) -> None:
        memory = self.description
        self.words = [(0,) * len(memory.data)] * (1 << len(memory.write_address))
        self.visible = [*self.words]
        """What a port without a clock reads."""
        self.captured: dict[str, int] = {}
        self.inputs = memory.pins if memory.read_enable else (*memory.pins, *memory.read_address)

    @staticmethod
    def address(pins: dict[str, int], name: str) -> int:
        """The address at the pins of that name."""
        return sum(value << int(pin[2:]) for pin, value in pins.items() if pin[:2] == name)

    def edge(self) -> tuple[int, ...] | None:
        """Read and write; returns the word at the output of a port with a clock, or None if it stays."""
        pins, old = self.captured, None
        if not pins:
            return None
        written = tuple(pins[pin.pin] for pin in self.description.data)
        place, writes = self.address(pins, "WA"), pins["WE"] and pins["WF"] and not pins["R"]
        if self.description.read_enable and pins["RE"]:
            old = self.words[place if self.description.shows_written else self.address(pins, "RA")]
            old = written if self.description.shows_written and writes else old
        if self.description.read_enable and pins["R"]:
            old = (0,) * len(written)
        if writes:
            self.words[place] = written
        return old


@dataclass
class EventSimulator:
    """Simulates `circuit` at one period; all registers are 0 at the start, and all nets at rest."""

    circuit: TimedCircuit
    period_ps: int
    pins: dict[tuple[int, int], int] = field(default_factory=dict)
    """Values that an element sees at its input: by position of the element and number of the input."""
    last_change_ps: dict[int, int] = field(default_factory=dict)
    """By register: the largest time after a clock edge at which what it would capture changed."""
    memories: Sequence[RandomMemory] = ()
    """The circuit's memories, which are 0 at first and simulated from their descriptions."""

    def __post_init__(self) -> None:
        memory_nets = {net for memory in self.memories for net in memory.outputs}
        hidden = {one.q for one in self.circuit.registers if one.cell == "memory"}
        self.registers = [one for one in self.circuit.registers if one.q not in hidden]
        self.tables = [table for table in self.circuit.tables if table.cell != "memory"]
        self.memory_states = [MemoryState(memory) for memory in self.memories]
        self.elements: list[TruthTable | TimedRegister | MemoryState] = [
            *self.tables, *self.registers, *self.memory_states,
        ]  # fmt: skip
        self.readers: dict[int, list[tuple[int, int, int]]] = {}
        for place, element in enumerate(self.elements):
            for k, pin in enumerate(element.inputs):
                self.readers.setdefault(pin.net, []).append((place, k, pin.delay_ps))
        self.state = {register.q: 0 for register in self.registers}
        self.nets: dict[int, int] = dict(self.state) | dict.fromkeys(memory_nets, 0)
        self.queue: list[tuple[int, int, int, int, int]] = []
        self.sequence = 0

    def rest(self, inputs: dict[str, int]) -> None:
        """Set the inputs and let all nets come to rest."""
        for port in PORTS:
            for number, bit in enumerate(self.circuit.inputs[port]):
                if bit:
                    self.nets[bit.q] = inputs[port] >> number & 1
        for table in self.tables:
            self.nets[table.out] = self._value(table, [self.nets[pin.net] for pin in table.inputs])
        for place, element in enumerate(self.elements):
            for k, pin in enumerate(element.inputs):
                self.pins[place, k] = self.nets[pin.net]

    def run(self, cycles: Sequence[dict[str, int]]) -> list[dict[int, int]]:
        """The registers' values after each cycle, by the net of each."""
        states = []
        for number, inputs in enumerate(cycles):
            start = number * self.period_ps
            for port in PORTS:
                for place, bit in enumerate(self.circuit.inputs[port]):
                    if bit:
                        self._drive(start + bit.clock_to_q_ps, bit.q, inputs[port] >> place & 1)
            for register in self.registers:
                self._drive(start + register.clock_to_q_ps, register.q, self.state[register.q])
            for memory in self.memory_states:
                self._access(memory, start)
            self._until(start + self.period_ps, start)
            self.state = {register.q: self._captured(register) for register in self.registers}
            for memory in self.memory_states:
                memory.captured = self._pins(memory)
            states.append(self.state)
        return states

    def _drive(self, at_ps: int, net: int, value: int) -> None:
        if self.nets[net] == value:
            return
        self.nets[net] = value
        for place, k, delay_ps in self.readers.get(net, []):
            self.sequence += 1
            heapq.heappush(self.queue, (at_ps + delay_ps, self.sequence, place, k, value))

    def _until(self, end_ps: int, start_ps: int) -> None:
        """Process all events up to `end_ps`; `start_ps` is the time of the latest clock edge."""
        while self.queue and self.queue[0][0] <= end_ps:
            now = self.queue[0][0]
            touched = {}
            before: dict[int, int] = {}
            while self.queue and self.queue[0][0] == now:
                _, _, place, k, value = heapq.heappop(self.queue)
                element = self.elements[place]
                if isinstance(element, TimedRegister):
                    before.setdefault(element.q, self._captured(element))
                if isinstance(element, MemoryState) and k < 0:
                    element.visible = [*element.words]
                self.pins[place, k] = value
                touched[place] = element
            for place, element in touched.items():
                if isinstance(element, MemoryState):
                    self._read(element, now)
                elif isinstance(element, TruthTable):
                    values = [self.pins[place, k] for k in range(len(element.inputs))]
                    self._drive(now, element.out, self._value(element, values))
                elif self._captured(element) != before[element.q]:
                    self.last_change_ps[element.q] = max(self.last_change_ps.get(element.q, 0), now - start_ps)

    def _pins(self, memory: MemoryState) -> dict[str, int]:
        place = self.elements.index(memory)
        return {pin.pin: self.pins[place, k] for k, pin in enumerate(memory.inputs)}

    def _access(self, memory: MemoryState, start_ps: int) -> None:
        """What happens in a memory at a clock edge: it reads, then writes what it captured."""
        clocked = memory.description.read_enable is not None
        read = memory.edge()
        for net, value in zip(memory.description.outputs, read or (), strict=False):
            self._drive(start_ps + memory.description.delay_ps, net, value)
        if not clocked:
            self.sequence += 1
            item = (start_ps + memory.description.delay_ps, self.sequence, self.elements.index(memory), -1, 0)
            heapq.heappush(self.queue, item)

    def _read(self, memory: MemoryState, now_ps: int) -> None:
        """Read a memory without a clock, in which a written word appears later."""
        if memory.description.read_enable is not None:
            return
        word = memory.visible[memory.address(self._pins(memory), "RA")]
        for net, value in zip(memory.description.outputs, word, strict=True):
            self._drive(now_ps, net, value)

    def _captured(self, register: TimedRegister) -> int:
        place = self.elements.index(register)
        values = [self.pins[place, k] for k in range(len(register.inputs))]
        return self._value(register, [*values, self.state[register.q]])

    @staticmethod
    def _value(element: TruthTable | TimedRegister, values: Sequence[int]) -> int:
        return element.table >> sum(value << k for k, value in enumerate(values)) & 1
