# SPDX-License-Identifier: Apache-2.0
"""Power of a netlist from how often its nets change, by the library's own tables.

Energy of one change of a cell's output: half of C V^2 for what it drives, and the internal energy of the cell from its
internal_power tables at that load and the transition of the input that causes it. Which input that is a simulation
without delays does not say: the inputs share it by how often they change. Rising and falling, equally often, are
averaged. Energy of a change of an input pin by itself (a flip-flop's clock and data above all) comes on top, and the
clock pins' own C V^2 in each cycle. Debian's OpenSTA is not asked: it overlooks activities set on pins, and counts the
internal energy of clock pins twice (docs/standard-cells.md).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairhash.targets.cells.library import Energy, Library, Pin
from fairhash.targets.cells.netlist import Bit, Instance, Netlist, cell_name


@dataclass(frozen=True)
class Dissipation:
    """Energies of one cycle of clk in joules, by what spends them, and leakage in watts."""

    switching_j: float
    """Charging what the cells drive."""
    internal_j: float
    """Inside the cells, flip-flops' clock pins included."""
    clock_j: float
    """Charging the clock pins; wires and buffers of a clock tree are not there to be charged."""
    leakage_w: float

    def watts(self, hertz: float) -> float:
        """At a frequency of clk."""
        return (self.switching_j + self.internal_j + self.clock_j) * hertz + self.leakage_w


@dataclass(frozen=True)
class _Around:
    """What a cell's tables are asked with: load and transition of each net, changes of each a cycle of clk."""

    loads: Mapping[Bit, float]
    transitions: Mapping[Bit, float]
    rates: Mapping[Bit, float]


def dissipation(
    netlist: Netlist,
    library: Library,
    changes_per_cycle: Mapping[Bit, float],
    transitions: Mapping[str, float],
) -> Dissipation:
    """Of the core's cells; the frame's registers are a load of the core's outputs and spend nothing themselves.

    `changes_per_cycle` is by net, `transitions` by driving pin (``c12/Y``, ``r_frame_in_data_0/Q``) in the library's
    unit. The clock changes twice in its cycle.
    """
    around = _Around(
        _loads(netlist, library),
        _transitions(netlist, library, transitions),
        _rates(netlist, changes_per_cycle),
    )
    clocks = {bit for name in ("clk", "io_clk") for bit in netlist.ports[name][1]}
    switching = internal = leakage = clock = 0.0
    for cell in netlist.cells:
        facts = library.cells[cell.kind]
        leakage += facts.leakage
        for name, bit in cell.pins.items():
            rate = around.rates.get(bit, 0.0)
            pin = facts.pins[name]
            if pin.output:
                switching += 0.5 * around.loads.get(bit, 0.0) * rate
            elif bit in clocks:
                clock += 0.5 * pin.capacitance * rate
            if rate:
                internal += rate * _internal(pin, bit, cell, around)
    charge = library.capacitance_f * library.voltage_v**2
    return Dissipation(switching * charge, internal * library.energy_j, clock * charge, leakage * library.leakage_w)


def _internal(pin: Pin, bit: Bit, cell: Instance, around: _Around) -> float:
    """Internal energy of one change of the pin, in the library's unit.

    Groups that differ in `when` alone count alike; those of an output are weighed by how often their input changes.
    """
    by_cause: dict[str, list[Energy]] = {}
    for energy in pin.energies:
        by_cause.setdefault(energy.related if energy.related != pin.name else "", []).append(energy)
    if not by_cause:
        return 0.0
    load = around.loads.get(bit, 0.0) if pin.output else 0.0
    shares = {cause: around.rates.get(cell.pins.get(cause, "0"), 0.0) if cause else 1.0 for cause in by_cause}
    total = sum(shares.values())
    spent = 0.0
    for cause, energies in by_cause.items():
        share = shares[cause] / total if total else 1 / len(by_cause)
        transition = around.transitions.get(cell.pins.get(cause, bit), 0.0)
        spent += share * _mean(_one(energy, load, transition) for energy in energies)
    return spent


def _one(energy: Energy, load: float, transition: float) -> float:
    return _mean(table.at(load, transition) for table in (energy.rise, energy.fall) if table is not None)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def _loads(netlist: Netlist, library: Library) -> dict[Bit, float]:
    """Capacitance of the pins at each net, those of the frame's registers included."""
    loads: dict[Bit, float] = {}
    for cell in netlist.cells:
        for name, bit in cell.pins.items():
            pin = library.cells[cell.kind].pins[name]
            if not pin.output:
                loads[bit] = loads.get(bit, 0.0) + pin.capacitance
    flip_flop = library.flip_flop
    for way, _, bit in netlist.frame_pins():
        if way == "output":
            data = library.cells[flip_flop.cell].pins[flip_flop.data].capacitance
            loads[bit] = loads.get(bit, 0.0) + data
    return loads


def drivers(netlist: Netlist, library: Library) -> dict[str, Bit]:
    """The net behind each driving pin of the framed netlist."""
    found: dict[str, Bit] = {}
    for number, cell in enumerate(netlist.cells):
        for name, bit in cell.pins.items():
            if library.cells[cell.kind].pins[name].output:
                found[f"{cell_name(number)}/{name}"] = bit
    for way, name, bit in netlist.frame_pins():
        if way == "input":
            found[f"r_{name}/{library.flip_flop.output}"] = bit
    return found


def _transitions(netlist: Netlist, library: Library, by_pin: Mapping[str, float]) -> dict[Bit, float]:
    known = {bit: by_pin[pin] for pin, bit in drivers(netlist, library).items() if pin in by_pin}
    clocks = {bit: library.clock_transition for name in ("clk", "io_clk") for bit in netlist.ports[name][1]}
    return known | clocks


def _rates(netlist: Netlist, changes_per_cycle: Mapping[Bit, float]) -> dict[Bit, float]:
    rates = dict(changes_per_cycle)
    rates |= dict.fromkeys(netlist.ports["clk"][1], 2.0)
    rates |= dict.fromkeys(netlist.ports["io_clk"][1], 2.0 * netlist.io_ratio)
    return rates
