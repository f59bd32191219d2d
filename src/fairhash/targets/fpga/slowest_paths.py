# SPDX-License-Identifier: Apache-2.0
"""Static timing analysis of a placed design, from its netlist and the delays that nextpnr wrote.

Needed only for designs with missing timing arcs (netlist/arcs.py), because nextpnr's analysis ignores every path
through such a cell. Clock skew is zero, as in nextpnr's analysis.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairhash.netlist.sdf import Delays
from fairhash.targets.fpga.report import clock_name, short_name
from fairhash.targets.outcome import TimingPath

Pin = tuple[str, str]


class LoopError(Exception):
    """The timing arcs form a loop, so there is no slowest path. The message is a pin on the loop."""


@dataclass(frozen=True)
class _Arrival:
    """The slowest path from the registers of one clock to an output pin."""

    at_ps: float
    """Delay from the clock edge."""
    pin: Pin
    cell_ps: float
    """The part of the delay in the last cell."""
    previous: "_Arrival | None"
    """The path to the output that drives the last cell; None if the last cell is the launching register."""


class _Design:
    def __init__(self, module: Mapping[str, Any], delays: Delays) -> None:
        self.delays = delays
        self.cells: Mapping[str, Any] = module["cells"]
        self.names = {
            bits[0]: name for name, net in module["netnames"].items() for bits in [net["bits"]] if len(bits) == 1
        }
        self.driver: dict[int, Pin] = {}
        for name, cell in self.cells.items():
            for pin, bits in cell["connections"].items():
                if cell["port_directions"][pin] == "output" and bits and isinstance(bits[0], int):
                    self.driver[bits[0]] = name, pin
        self.arrivals: dict[Pin, dict[str, _Arrival]] = {}

    def source(self, pin: Pin) -> Pin | None:
        bits = self.cells[pin[0]]["connections"].get(pin[1])
        return self.driver.get(bits[0]) if bits else None

    def clock(self, name: str) -> str:
        """The name of the clock of a cell with registers."""
        bits = self.cells[name]["connections"].get(self.delays.clock_pins[name])
        return clock_name(self.names.get(bits[0], "")) if bits else ""

    def arcs_to(self, pin: Pin) -> list[tuple[str, float]]:
        """The timing arcs that end at an output pin: input pin and delay in ps."""
        arcs = self.delays.arcs.get(pin[0], {})
        return [(start, delay_ps) for (start, end), delay_ps in arcs.items() if end == pin[1]]

    def arrival(self, output: Pin) -> dict[str, _Arrival]:
        """By launching clock, the slowest path to an output pin.

        The outputs that drive its cell are computed first, with an explicit stack instead of recursion.

        Raises:
            LoopError: if the arcs form a loop.
        """
        stack, started = [output], set[Pin]()
        while stack:
            pin = stack[-1]
            if pin in self.arrivals:
                stack.pop()
                continue
            clock_pin = self.delays.clock_pins.get(pin[0])
            sources = [self.source((pin[0], start)) for start, _ in self.arcs_to(pin) if start != clock_pin]
            pending = [source for source in sources if source and source not in self.arrivals]
            if pending:
                started.add(pin)
                # a started pin without an arrival depends on this pin, so depending on it closes a loop
                if loop := [source for source in pending if source in started]:
                    raise LoopError(f"{short_name(loop[0][0])}.{loop[0][1]}")
                stack += pending
                continue
            self.arrivals[pin] = self._slowest(pin, clock_pin)
        return self.arrivals[output]

    def _slowest(self, pin: Pin, clock_pin: str | None) -> dict[str, _Arrival]:
        slowest: dict[str, _Arrival] = {}
        for start, delay_ps in self.arcs_to(pin):
            if start == clock_pin:
                arrivals = {self.clock(pin[0]): _Arrival(delay_ps, pin, delay_ps, None)}
            else:
                source = self.source((pin[0], start))
                wire_ps = self.delays.wires.get((pin[0], start), 0.0)
                arrivals = {
                    clock: _Arrival(previous.at_ps + wire_ps + delay_ps, pin, delay_ps, previous)
                    for clock, previous in (self.arrivals[source] if source else {}).items()
                }
            for clock, arrival in arrivals.items():
                if clock not in slowest or arrival.at_ps > slowest[clock].at_ps:
                    slowest[clock] = arrival
        return slowest


def slowest_paths(module: Mapping[str, Any], delays: Delays) -> tuple[TimingPath, ...]:
    """Return the slowest register-to-register path for each pair of clocks.

    Args:
        module: the placed module, Yosys JSON.
        delays: its delays, without missing arcs.

    Raises:
        LoopError: if the timing arcs form a loop.
    """
    design = _Design(module, delays)
    worst: dict[tuple[str, str], TimingPath] = {}
    for name, setups in delays.setups.items():
        capture = design.clock(name)
        for pin, setup_ps in setups.items():
            source = design.source((name, pin))
            if source is None:
                continue
            capture_ps = design.delays.wires.get((name, pin), 0.0) + setup_ps
            for launch, arrival in design.arrival(source).items():
                slowest = worst.get((launch, capture))
                if slowest is None or arrival.at_ps + capture_ps > slowest.delay_ns * 1000:
                    worst[launch, capture] = _path(arrival, capture_ps, setup_ps, (launch, capture), name)
    return tuple(worst.values())


def _path(arrival: _Arrival, capture_ps: float, setup_ps: float, clocks: tuple[str, str], last: str) -> TimingPath:
    """The path to cell `last`; `capture_ps` is the delay of the last wire and the setup time `setup_ps`."""
    steps = [arrival]
    while steps[-1].previous:
        steps.append(steps[-1].previous)
    total_ps = arrival.at_ps + capture_ps
    logic_ps = sum(step.cell_ps for step in steps) + setup_ps
    return TimingPath(
        launch=clocks[0],
        capture=clocks[1],
        delay_ns=total_ps / 1000,
        logic_ns=logic_ps / 1000,
        routing_ns=(total_ps - logic_ps) / 1000,
        levels=len(steps) - 1,
        first_cell=short_name(steps[-1].pin[0]),
        last_cell=short_name(last),
        stages=tuple(f"{step.at_ps / 1000:.2f} {short_name(step.pin[0])}.{step.pin[1]}" for step in reversed(steps)),
    )
