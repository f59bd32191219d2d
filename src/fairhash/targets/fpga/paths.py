# SPDX-License-Identifier: Apache-2.0
"""The slowest paths of a placed design by our own reckoning, from its netlist and the delays the tool counted.

Only for designs with cells that the tool gave no delay (arcs.py): its own analysis leaves out every path through one.
Clocks arrive everywhere at once, as in nextpnr's analysis.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairhash.netlist.sdf import Delays
from fairhash.targets.fpga.report import CriticalPath, clock_name, short_name

Pin = tuple[str, str]


class LoopError(Exception):
    """Delays lead from a pin back to itself, so that no path is the slowest."""


@dataclass(frozen=True)
class _Arrival:
    """When the slowest change that began at one clock reaches an output pin, and by which way."""

    at_ps: float
    pin: Pin
    step_ps: float
    """Of that, in the last cell."""
    before: "_Arrival | None"


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
        """The clock of a cell with registers."""
        bits = self.cells[name]["connections"].get(self.delays.clock_pins[name])
        return clock_name(self.names.get(bits[0], "")) if bits else ""

    def into(self, pin: Pin) -> list[tuple[str, float]]:
        """Pins with a way through the cell to this output."""
        arcs = self.delays.arcs.get(pin[0], {})
        return [(start, delay_ps) for (start, end), delay_ps in arcs.items() if end == pin[1]]

    def arrival(self, asked: Pin) -> dict[str, _Arrival]:
        """By clock, the slowest change at an output pin; what it rests on is found first, without recursion."""
        waiting, begun = [asked], set[Pin]()
        while waiting:
            pin = waiting[-1]
            if pin in self.arrivals:
                waiting.pop()
                continue
            clocked = self.delays.clock_pins.get(pin[0])
            sources = [self.source((pin[0], start)) for start, _ in self.into(pin) if start != clocked]
            later = [each for each in sources if each and each not in self.arrivals]
            if later:
                begun.add(pin)
                # whatever was begun and has not arrived rests on this pin
                if again := [each for each in later if each in begun]:
                    raise LoopError(f"{short_name(again[0][0])}.{again[0][1]}")
                waiting += later
                continue
            self.arrivals[pin] = self._slowest(pin, clocked)
        return self.arrivals[asked]

    def _slowest(self, pin: Pin, clocked: str | None) -> dict[str, _Arrival]:
        slowest: dict[str, _Arrival] = {}
        for start, delay_ps in self.into(pin):
            if start == clocked:
                found = {self.clock(pin[0]): _Arrival(delay_ps, pin, delay_ps, None)}
            else:
                source = self.source((pin[0], start))
                wire_ps = self.delays.wires.get((pin[0], start), 0.0)
                found = {
                    clock: _Arrival(before.at_ps + wire_ps + delay_ps, pin, delay_ps, before)
                    for clock, before in (self.arrivals[source] if source else {}).items()
                }
            for clock, arrival in found.items():
                if clock not in slowest or arrival.at_ps > slowest[clock].at_ps:
                    slowest[clock] = arrival
        return slowest


def slowest_paths(module: Mapping[str, Any], delays: Delays) -> tuple[CriticalPath, ...]:
    """The slowest register to register path for each pair of clocks. LoopError names a pin on a loop."""
    design = _Design(module, delays)
    worst: dict[tuple[str, str], CriticalPath] = {}
    for name, setups in delays.setups.items():
        capture = design.clock(name)
        for pin, setup_ps in setups.items():
            source = design.source((name, pin))
            if source is None:
                continue
            rest_ps = design.delays.wires.get((name, pin), 0.0) + setup_ps
            for launch, arrival in design.arrival(source).items():
                known = worst.get((launch, capture))
                if known is None or arrival.at_ps + rest_ps > known.delay_ns * 1000:
                    worst[launch, capture] = _path(arrival, rest_ps, setup_ps, (launch, capture), name)
    return tuple(worst.values())


def _path(arrival: _Arrival, rest_ps: float, setup_ps: float, clocks: tuple[str, str], last: str) -> CriticalPath:
    steps = [arrival]
    while steps[-1].before:
        steps.append(steps[-1].before)
    total_ps = arrival.at_ps + rest_ps
    logic_ps = sum(step.step_ps for step in steps) + setup_ps
    return CriticalPath(
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
