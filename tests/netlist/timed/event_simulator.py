# SPDX-License-Identifier: Apache-2.0
"""A second timed simulator, slow and simple: one queue of events in absolute time. The engine is compared with it."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from fairhash.netlist.timed.circuit import TimedCircuit, TimedRegister, TruthTable

PORTS = ("rst", "in_valid", "out_ready", "in_data")


@dataclass
class EventSimulator:
    """Simulates `circuit` at one period; all registers are 0 at the start, and all nets at rest."""

    circuit: TimedCircuit
    period_ps: int
    pins: dict[tuple[int, int], int] = field(default_factory=dict)
    """Values that an element sees at its input: by position of the element and number of the input."""
    last_change_ps: dict[int, int] = field(default_factory=dict)
    """By register: the largest time after a clock edge at which what it would capture changed."""

    def __post_init__(self) -> None:
        self.elements: list[TruthTable | TimedRegister] = [*self.circuit.tables, *self.circuit.registers]
        self.readers: dict[int, list[tuple[int, int, int]]] = {}
        for place, element in enumerate(self.elements):
            for k, pin in enumerate(element.inputs):
                self.readers.setdefault(pin.net, []).append((place, k, pin.delay_ps))
        self.state = {register.q: 0 for register in self.circuit.registers}
        self.nets: dict[int, int] = dict(self.state)
        self.queue: list[tuple[int, int, int, int, int]] = []
        self.sequence = 0

    def rest(self, inputs: dict[str, int]) -> None:
        """Set the inputs and let all nets come to rest."""
        for port in PORTS:
            for number, bit in enumerate(self.circuit.inputs[port]):
                if bit:
                    self.nets[bit.q] = inputs[port] >> number & 1
        for table in self.circuit.tables:
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
            for register in self.circuit.registers:
                self._drive(start + register.clock_to_q_ps, register.q, self.state[register.q])
            self._until(start + self.period_ps, start)
            self.state = {register.q: self._captured(register) for register in self.circuit.registers}
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
                self.pins[place, k] = value
                touched[place] = element
            for place, element in touched.items():
                if isinstance(element, TruthTable):
                    values = [self.pins[place, k] for k in range(len(element.inputs))]
                    self._drive(now, element.out, self._value(element, values))
                elif self._captured(element) != before[element.q]:
                    self.last_change_ps[element.q] = max(self.last_change_ps.get(element.q, 0), now - start_ps)

    def _captured(self, register: TimedRegister) -> int:
        place = self.elements.index(register)
        values = [self.pins[place, k] for k in range(len(register.inputs))]
        return self._value(register, [*values, self.state[register.q]])

    @staticmethod
    def _value(element: TruthTable | TimedRegister, values: Sequence[int]) -> int:
        return element.table >> sum(value << k for k, value in enumerate(values)) & 1
