# SPDX-License-Identifier: Apache-2.0
"""The clocks and critical paths of a placed design: nextpnr's, corrected where its analysis ignored paths.

nextpnr's analysis ignores every path through a cell with missing timing arcs (netlist/arcs.py). Only designs with such
cells get a static timing analysis here, from the netlist and the delays that nextpnr wrote. Clock skew is zero, as in
nextpnr's analysis. netlist/timed/static.py is another analysis: it needs the function of each cell, which few families
have, and this one needs paths of several clocks, other cells than look-up tables, and loops as an outcome.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.base.records import FrozenModel
from fairhash.catalog.device import Device
from fairhash.netlist import arcs
from fairhash.netlist.arcs import Delays, read_delays
from fairhash.targets.fpga import report
from fairhash.targets.fpga.report import clock_name, short_name
from fairhash.targets.outcome import Clock, TimingPath
from fairhash.toolchain import tools

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


class _PlacedDesign:
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
    design = _PlacedDesign(module, delays)
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


class Timing(FrozenModel):
    """The timing of a placed design."""

    clocks: tuple[Clock, ...]
    paths: tuple[TimingPath, ...]
    untimed: dict[str, int]
    """Number of cells without a delay, by type. If any, the clocks include the paths through them, each cell with the
    slowest delay of its type."""
    problems: tuple[str, ...]
    """Why the timing cannot be used, one line each; empty if it can."""


def timing(folder: Path, log: str, placed: Mapping[str, Any], device: Device, asked_mhz: Mapping[str, float]) -> Timing:
    """Read the timing of a placed design.

    Args:
        folder: holds nextpnr's report.json and placed.sdf.
        log: nextpnr's log.
        placed: the placed module, Yosys JSON.
        device: the device, for its cells and their known gaps.
        asked_mhz: the requested frequency of each clock.
    """
    json_report = tools.read_json(folder / "report.json", device.place.command)
    clocks, paths = report.clocks(json_report, log, asked_mhz), report.critical_paths(json_report)
    problems = [f"no constraint reached clock {clock.name}" for clock in clocks if clock.received_mhz is None]
    with (folder / "placed.sdf").open(encoding="utf-8") as sdf:
        delays = read_delays(sdf, device.place.inner_pins)
    untimed = arcs.count_untimed_cells(placed, delays, device.synthesis.buffers, device.place.tables)
    if untimed:
        unknown = arcs.fill_missing_arcs(placed, delays, device.synthesis.buffers, device.place.tables)
        problems += [f"{untimed[kind]} {kind} cells without any delay" for kind in unknown]
        undeclared = [kind for kind in untimed if kind not in device.place.untimed]
        problems += [f"{untimed[kind]} {kind} cells without delays, against {device.id}'s facts" for kind in undeclared]
        arcs.remove_unset_arcs(placed, delays, device.place.switches)
        try:
            paths = _slowest_of_each_pair(paths, slowest_paths(placed, delays))
        except LoopError as error:
            problems.append(f"a loop of cells with delays, through {error}")
        clocks = tuple(_limit_clock(clock, paths) for clock in clocks)
    return Timing(clocks=clocks, paths=paths, untimed=untimed, problems=tuple(problems))


def _slowest_of_each_pair(*lists: tuple[TimingPath, ...]) -> tuple[TimingPath, ...]:
    """The slowest path of all lists for each pair of clocks."""
    worst: dict[tuple[str, str], TimingPath] = {}
    for path in (path for paths in lists for path in paths):
        pair = path.launch, path.capture
        if pair not in worst or path.delay_ns > worst[pair].delay_ns:
            worst[pair] = path
    return tuple(worst.values())


def _limit_clock(clock: Clock, paths: tuple[TimingPath, ...]) -> Clock:
    """The clock with its achieved frequency limited to what its paths allow."""
    limits = [1000 / path.delay_ns for path in paths if path.launch == path.capture == clock.name]
    clocks = [mhz for mhz in (clock.achieved_mhz, *limits) if mhz is not None]
    return clock.model_copy(update={"achieved_mhz": min(clocks) if clocks else None})
