# SPDX-License-Identifier: Apache-2.0
"""Power of a netlist, from the change rates of its nets and the library's power tables.

A change of a cell's output costs half of C V^2, where C is the capacitance that the output drives, and the internal
energy of the cell: its internal_power tables at that load and at the transition time of the input that caused the
change. A simulation without delays does not show which input that was, so the tables of the inputs are averaged with
the inputs' change rates as weights. Rising and falling transitions are equally frequent and are averaged too. Two
more energies are added: the internal energy of a change of an input pin alone (mainly a flip-flop's clock and data
pins), and C V^2 of the clock pins in each cycle.

Debian's OpenSTA is not used for power: it ignores activities that are set on pins, and counts the internal energy of
clock pins twice (docs/standard-cells.md).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairhash.targets.cells.library import InternalPower, Library, Pin
from fairhash.targets.cells.netlist import Bit, CellInstance, Netlist, cell_name


@dataclass(frozen=True)
class Dissipation:
    """Dynamic energy of one cycle of clk in joules, by cause, and leakage power in watts."""

    switching_j: float
    """Charging the capacitance that cells drive."""
    internal_j: float
    """Dissipated inside the cells, including the internal energy of flip-flops' clock pins."""
    clock_j: float
    """Charging the clock pins and, if the netlist is routed, the clock trees' wires and buffers' inputs."""
    leakage_w: float

    def watts(self, hertz: float) -> float:
        """Total power at this frequency of clk."""
        return (self.switching_j + self.internal_j + self.clock_j) * hertz + self.leakage_w


@dataclass(frozen=True)
class _NetConditions:
    """Load, transition time and change rate (changes in one cycle of clk) of each net, in the library's units."""

    loads: Mapping[Bit, float]
    transitions: Mapping[Bit, float]
    rates: Mapping[Bit, float]


def dissipation(
    netlist: Netlist,
    library: Library,
    changes_per_cycle: Mapping[Bit, float],
    transitions: Mapping[str, float],
    wires: Mapping[Bit, float] | None = None,
    *,
    tree: Mapping[Bit, float] | None = None,
) -> Dissipation:
    """The energy that the core's cells dissipate in one cycle.

    The frame's registers count as load of the core's outputs; their own energy is not included.

    Args:
        netlist: The mapped core.
        library: Its library.
        changes_per_cycle: By net; clocks need no entry, as they change twice in each of their cycles.
        transitions: Mean transition time by driving pin (``c12/Y``, ``r_frame_in_data_0/Q``) in the library's unit.
        wires: Capacitance of the wires by net in the library's unit, of a routed netlist.
        tree: Changes in one cycle of each net that a buffer of a clock tree drives. Their slopes are the ideal clock's.
    """
    wires, tree = wires or {}, tree or {}
    nets = _NetConditions(
        _loads(netlist, library, wires),
        _transitions(netlist, library, transitions) | dict.fromkeys(tree, library.clock_transition),
        {**_rates(netlist, changes_per_cycle), **tree},
    )
    clocks = {bit for name in ("clk", "io_clk") for bit in netlist.ports[name][1]}
    switching = internal = leakage = 0.0
    clock = 0.5 * sum(wires.get(bit, 0.0) * nets.rates.get(bit, 0.0) for bit in clocks)
    for cell in netlist.cells:
        library_cell = library.cells[cell.cell_type]
        leakage += library_cell.leakage
        for name, bit in cell.pins.items():
            rate = nets.rates.get(bit, 0.0)
            pin = library_cell.pins[name]
            if pin.output and bit in tree:
                clock += 0.5 * nets.loads.get(bit, 0.0) * rate
            elif pin.output:
                switching += 0.5 * nets.loads.get(bit, 0.0) * rate
            elif bit in clocks:
                clock += 0.5 * pin.capacitance * rate
            if rate:
                internal += rate * _internal_energy(pin, bit, cell, nets)
    charge = library.capacitance_f * library.voltage_v**2
    return Dissipation(switching * charge, internal * library.energy_j, clock * charge, leakage * library.leakage_w)


def _internal_energy(pin: Pin, bit: Bit, cell: CellInstance, nets: _NetConditions) -> float:
    """Internal energy of one change of the pin, in the library's unit.

    Groups for the same input that differ only in their `when` condition have equal weight. The inputs of an output's
    groups are weighted by their change rates, and equally if none of them changes.
    """
    by_input: dict[str, list[InternalPower]] = {}
    for group in pin.internal_power:
        by_input.setdefault(group.related_pin if group.related_pin != pin.name else "", []).append(group)
    if not by_input:
        return 0.0
    load = nets.loads.get(bit, 0.0) if pin.output else 0.0
    rates = {name: nets.rates.get(cell.pins.get(name, "0"), 0.0) if name else 1.0 for name in by_input}
    total = sum(rates.values())
    energy = 0.0
    for name, groups in by_input.items():
        weight = rates[name] / total if total else 1 / len(by_input)
        transition = nets.transitions.get(cell.pins.get(name, bit), 0.0)
        energy += weight * _mean(_mean_of_edges(group, load, transition) for group in groups)
    return energy


def _mean_of_edges(group: InternalPower, load: float, transition: float) -> float:
    """Mean energy of a rising and a falling transition."""
    return _mean(table.interpolate(load, transition) for table in (group.rise, group.fall) if table is not None)


def _mean(values: Iterable[float]) -> float:
    terms = list(values)
    return sum(terms) / len(terms) if terms else 0.0


def _loads(netlist: Netlist, library: Library, wires: Mapping[Bit, float]) -> dict[Bit, float]:
    """Capacitance of the wires and the input pins of each net, including those of the frame's registers."""
    loads: dict[Bit, float] = dict(wires)
    for cell in netlist.cells:
        for name, bit in cell.pins.items():
            pin = library.cells[cell.cell_type].pins[name]
            if not pin.output:
                loads[bit] = loads.get(bit, 0.0) + pin.capacitance
    flip_flop = library.flip_flop
    for direction, _, bit in netlist.frame_pins():
        if direction == "output":
            data = library.cells[flip_flop.cell].pins[flip_flop.data].capacitance
            loads[bit] = loads.get(bit, 0.0) + data
    return loads


def drivers(netlist: Netlist, library: Library) -> dict[str, Bit]:
    """By driving pin of the framed netlist: the net that it drives."""
    driven: dict[str, Bit] = {}
    for number, cell in enumerate(netlist.cells):
        for name, bit in cell.pins.items():
            if library.cells[cell.cell_type].pins[name].output:
                driven[f"{cell_name(number)}/{name}"] = bit
    for direction, name, bit in netlist.frame_pins():
        if direction == "input":
            driven[f"r_{name}/{library.flip_flop.output}"] = bit
    return driven


def _transitions(netlist: Netlist, library: Library, by_pin: Mapping[str, float]) -> dict[Bit, float]:
    reported = {bit: by_pin[pin] for pin, bit in drivers(netlist, library).items() if pin in by_pin}
    clocks = {bit: library.clock_transition for name in ("clk", "io_clk") for bit in netlist.ports[name][1]}
    return reported | clocks


def _rates(netlist: Netlist, changes_per_cycle: Mapping[Bit, float]) -> dict[Bit, float]:
    rates = dict(changes_per_cycle)
    rates |= dict.fromkeys(netlist.ports["clk"][1], 2.0)
    rates |= dict.fromkeys(netlist.ports["io_clk"][1], 2.0 * netlist.io_ratio)
    return rates
