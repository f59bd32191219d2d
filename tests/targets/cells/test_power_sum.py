# SPDX-License-Identifier: Apache-2.0
"""Power of a mapped core is the sum over its cells, each computed here from the groups of the Liberty file.

Tables are interpolated by scipy, and only the raw groups are read as the bench reads them.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest
from scipy.interpolate import RegularGridInterpolator

from fairhash.catalog import liberty
from fairhash.catalog.core import Core
from fairhash.catalog.liberty import LibertyGroup
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import libraries
from fairhash.targets.cells import power
from fairhash.targets.cells.mapping import map_core
from fairhash.targets.cells.netlist import Bit, CellInstance, Netlist, read_netlist
from fairhash.targets.cells.read_library import read_library
from fairhash.toolchain import yosys

FARAD, VOLT, WATT = 1e-12, 1.8, 1e-9
"""Units of osu018's capacitances and leakages (pF, nW), and its voltage."""
FLIP_FLOP_PIN = "D"
"""Of the frame's register, which loads each output of the core."""
CLOCK_SLOPE_NS = 0.06


def _table(group: LibertyGroup, load: float, slope: float) -> float:
    """A value of a table of load and slope, or of slope alone; outside it linear as at its edge."""
    axes = [group.numbers(name)[0] for name in ("index_1", "index_2") if group.numbers(name)]
    values = group.numbers("values")
    point = [load, slope] if len(axes) == 2 else [slope]
    table = RegularGridInterpolator(axes, values if len(axes) == 2 else values[0], bounds_error=False, fill_value=None)
    return float(table(point)[0])


def _internal(pin: LibertyGroup, load: float, slopes: Mapping[str, float], rates: Mapping[str, float]) -> float:
    """Energy of one change of the pin: the groups of its inputs, weighted by how often these change."""
    groups = defaultdict(list)
    for group in pin.find("internal_power"):
        tables = list(group.find("rise_power", "fall_power"))
        related = group.simple.get("related_pin", "").strip('"') or pin.name
        edges = [_table(table, load, slopes[related]) for table in tables]
        groups[related].append(sum(edges) / len(edges))
    weights = {name: rates[name] for name in groups}
    if not sum(weights.values()):
        weights = dict.fromkeys(groups, 1.0)
    terms = [weights[name] * sum(energies) / len(energies) for name, energies in groups.items()]
    return sum(terms) / sum(weights.values()) if terms else 0.0


def _cell_watts(
    cell: CellInstance, group: LibertyGroup, loads: Mapping[Bit, float], rates: Mapping[Bit, float], hertz: float
) -> float:
    """Power of one cell by its Liberty group; every slope but the clock's is 0.1 ns."""
    pins = {pin.name: pin for pin in group.find("pin")}
    clock = next((name for name, pin in pins.items() if pin.simple.get("clock") == "true"), "")
    slopes = {name: CLOCK_SLOPE_NS if name == clock else 0.1 for name in pins}
    by_pin = {name: rates.get(cell.pins[name], 0.0) for name in pins}
    joules = 0.0
    for name, pin in pins.items():
        output = pin.simple["direction"] == "output"
        load = loads.get(cell.pins[name], 0.0) if output else 0.0
        joules += by_pin[name] * _internal(pin, load, slopes, by_pin) * FARAD
        if output or name == clock:
            charged = load if output else pin.number("capacitance") or 0.0
            joules += by_pin[name] * 0.5 * charged * FARAD * VOLT**2
    return joules * hertz + (group.number("cell_leakage_power") or 0.0) * WATT


def _rates(netlist: Netlist) -> dict[Bit, float]:
    """Some rate of change for each net, different for most; the clocks change twice in a cycle."""
    nets = {bit for cell in netlist.cells for bit in cell.pins.values() if isinstance(bit, int)}
    rates: dict[Bit, float] = {bit: (7 * bit % 11) / 11 for bit in nets}
    return rates | dict.fromkeys((netlist.ports[clock][1][0] for clock in ("clk", "io_clk")), 2.0)


def test_power_of_a_mapped_core_is_the_sum_over_its_cells(toy: Core, tmp_path: Path) -> None:
    declared = libraries()["osu018"]
    recipe = find_recipe("default")
    assert recipe.cells is not None
    once = recipe.model_copy(update={"cells": recipe.cells.model_copy(update={"mappings": 1})})
    mapped = map_core(toy, declared, once, tmp_path)
    netlist = read_netlist(yosys.netlist(mapped.json_netlist)["modules"][toy.entity], toy.entity, 1)
    library = read_library(declared)
    rates = _rates(netlist)
    slopes = dict.fromkeys(power.drivers(netlist, library), 0.1)
    spent = power.dissipation(netlist, library, rates, slopes)
    assert library.clock_transition == CLOCK_SLOPE_NS

    groups = {group.name: group for group in liberty.read(declared.liberty[0]).find("cell")}
    pins = {name: {pin.name: pin for pin in group.find("pin")} for name, group in groups.items()}
    loads: dict[Bit, float] = defaultdict(float)
    for cell in netlist.cells:
        for name, bit in cell.pins.items():
            if pins[cell.cell_type][name].simple["direction"] == "input":
                loads[bit] += pins[cell.cell_type][name].number("capacitance") or 0.0
    outputs = [bits for is_input, bits in netlist.ports.values() if not is_input]
    for bit in (bit for bits in outputs for bit in bits):
        loads[bit] += pins["DFFPOSX1"][FLIP_FLOP_PIN].number("capacitance") or 0.0
    hertz = 1e8
    by_cell = [_cell_watts(cell, groups[cell.cell_type], loads, rates, hertz) for cell in netlist.cells]
    assert len(by_cell) > 100
    assert min(by_cell) > 0
    assert spent.watts(hertz) == pytest.approx(math.fsum(by_cell), rel=1e-9)
