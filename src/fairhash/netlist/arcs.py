# SPDX-License-Identifier: Apache-2.0
"""Timing arcs that are missing in the delays that place and route wrote: finds them and fills in the slowest delay.

A timing arc is the delay from an input of a cell to an output. Where an arc is missing, the tool's timing analysis
stops and ignores every path through the cell, so the clock it reports is too fast.

The delays are read from the SDF file (IEEE 1497) that nextpnr writes: the largest value of each, in ps.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from fairhash.catalog.device import FunctionTable

_TRIPLE = r"\((?:-?[\d.]+):(?:-?[\d.]+):(-?[\d.]+)\)"
_INSTANCE = re.compile(r"\(INSTANCE (.*)\)\s*$")
_ARC = re.compile(rf"\(IOPATH (?:\(\w+ (\S+)\)|(\S+)) (\S+) {_TRIPLE} {_TRIPLE}")
_WIRE = re.compile(rf"\(INTERCONNECT \S+ (\S+)/(\S+) {_TRIPLE} {_TRIPLE}")
_SETUP = re.compile(rf"\(SETUPHOLD \(\w+ (\S+)\) \(\w+ (\S+)\) {_TRIPLE}")
_ESCAPE = re.compile(r"\\(.)")


@dataclass
class Delays:
    """Delays of a placed design in ps, by nextpnr's names of cells and pins."""

    arcs: dict[str, dict[tuple[str, str], float]] = field(default_factory=dict)
    """Timing arcs by cell, then by input and output pin; an arc from a clock pin is a register's clock-to-output."""
    wires: dict[tuple[str, str], float] = field(default_factory=dict)
    """Delay of the wire to an input, by cell and pin."""
    setups: dict[str, dict[str, float]] = field(default_factory=dict)
    """Setup times of registers, by cell and data pin."""
    clock_pins: dict[str, str] = field(default_factory=dict)
    """The clock pin of each cell with registers."""


def read_delays(lines: Iterable[str], inner_pins: Mapping[str, str] | None = None) -> Delays:
    """Return the delays of one file, which has one item a line.

    Args:
        lines: the file.
        inner_pins: for pins that exist only inside a cell, the outer pin that each is connected to.
    """
    delays, cell = Delays(), ""

    def outer_pin(name: str) -> str:
        return (inner_pins or {}).get(name, _unescape(name))

    for line in lines:
        if match := _WIRE.search(line):
            delays.wires[_unescape(match[1]), _unescape(match[2])] = max(float(match[3]), float(match[4]))
        elif match := _INSTANCE.search(line):
            cell = _unescape(match[1].strip())
        elif match := _ARC.search(line):
            arc = outer_pin(match[1] or match[2]), outer_pin(match[3])
            delays.arcs.setdefault(cell, {})[arc] = max(float(match[4]), float(match[5]))
        elif match := _SETUP.search(line):
            pins = delays.setups.setdefault(cell, {})
            pin = outer_pin(match[1])
            pins[pin] = max(pins.get(pin, 0.0), float(match[3]))
            delays.clock_pins[cell] = outer_pin(match[2])
    return delays


def _unescape(name: str) -> str:
    return _ESCAPE.sub(r"\1", name)


Cell = Mapping[str, Any]
Switches = Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]]
"""By cell type, output and input: the values of the cell's parameters for which the arc exists."""
Tables = Mapping[str, FunctionTable]
"""By cell type: which parameter holds the truth table."""


def count_untimed_cells(
    module: Mapping[str, Any], delays: Delays, buffers: Collection[str], tables: Tables
) -> dict[str, int]:
    """Count, by type, the cells with a used output that has no arc from any input.

    Args:
        module: a module of a netlist in Yosys JSON.
        delays: the delays that the tool wrote.
        buffers: types of I/O buffers, which are ignored: no path between registers goes through one.
        tables: the device's declaration of truth tables.
    """
    untimed = {name: cell["type"] for name, cell, _, _ in _missing_arcs(module, delays, tables)}
    return dict(sorted(Counter(kind for kind in untimed.values() if kind not in buffers).items()))


def fill_missing_arcs(module: Mapping[str, Any], delays: Delays, buffers: Collection[str], tables: Tables) -> list[str]:
    """Add each missing arc to `delays`, with the slowest delay of any cell of the same type.

    An output without arcs gets one from every used input that can change it. The arguments are those of
    count_untimed_cells().

    Returns:
        The types of which no cell has a delay, so that nothing could be added.
    """
    slowest: dict[str, float] = {}
    for name, cell in module["cells"].items():
        for (start, _), delay_ps in delays.arcs.get(name, {}).items():
            if start != delays.clock_pins.get(name):
                slowest[cell["type"]] = max(slowest.get(cell["type"], 0.0), delay_ps)
    unknown = set()
    for name, cell, end, inputs in list(_missing_arcs(module, delays, tables)):
        if cell["type"] in buffers:
            continue
        if cell["type"] not in slowest:
            unknown.add(cell["type"])
            continue
        added = {(start, end): slowest[cell["type"]] for start in inputs}
        delays.arcs.setdefault(name, {}).update(added)
    return sorted(unknown)


def remove_unset_arcs(module: Mapping[str, Any], delays: Delays, switches: Switches) -> None:
    """Remove from `delays` the arcs that a cell's parameters switch off.

    Args:
        switches: the device's declaration of such arcs. Types of cells that are not in it keep all arcs.
    """
    for name, cell in module["cells"].items():
        if outputs := switches.get(cell["type"]):
            parameters = {parameter: _integer(value) for parameter, value in cell.get("parameters", {}).items()}
            delays.arcs[name] = {
                (start, end): delay_ps
                for (start, end), delay_ps in delays.arcs.get(name, {}).items()
                if _is_switched_on(outputs.get(end, {}).get(start), parameters)
            }


def _integer(value: int | str) -> int:
    """A number of Yosys JSON, which may be a string of binary digits."""
    return value if isinstance(value, int) else int(value, 2)


def _is_switched_on(required: Mapping[str, int] | None, parameters: Mapping[str, int]) -> bool:
    return required is not None and all(parameters.get(name, 0) == value for name, value in required.items())


def _missing_arcs(
    module: Mapping[str, Any], delays: Delays, tables: Tables
) -> Iterator[tuple[str, Cell, str, list[str]]]:
    """Yield each used output that has no arc: cell name, cell, output, and the used inputs that can change it.

    Two kinds of input are ignored, since they cannot change the output:

    - Inputs that have an arc to another output of this cell, but no arc to this output in any cell of the type. So an
      output that is constant beside a multiplexer is not reported.
    - Inputs for which the cell's truth table has the same value at 0 and 1. So an output that is constant beside a
      carry chain is not reported.
    """
    type_arcs: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for name, cell in module["cells"].items():
        type_arcs[cell["type"]].update(delays.arcs.get(name, {}))
    for name, cell in module["cells"].items():
        used: dict[str, list[str]] = {"input": [], "output": [], "inout": []}
        for pin, bits in cell["connections"].items():
            if any(isinstance(bit, int) for bit in bits):
                used[cell["port_directions"][pin]].append(pin)
        cell_arcs = delays.arcs.get(name, {})
        starts, ends = {start for start, _ in cell_arcs}, {end for _, end in cell_arcs}
        for end in used["output"]:
            if end in ends:
                continue
            inputs = [
                start
                for start in used["input"]
                if (start not in starts or (start, end) in type_arcs[cell["type"]])
                and _can_change(cell, start, end, tables.get(cell["type"]))
            ]
            if inputs:
                yield name, cell, end, inputs


def _can_change(cell: Cell, start: str, end: str, table: FunctionTable | None) -> bool:
    """Whether the input can change the output; true where no truth table is declared for the two."""
    if table is None or end != table.output or start not in table.inputs:
        return True
    contents = _integer(cell["parameters"][table.parameter])
    pin_values = [_possible_values(cell["connections"].get(pin, [])) for pin in table.inputs]
    mask = 1 << table.inputs.index(start)
    indices = (sum(bit << number for number, bit in enumerate(bits)) for bits in product(*pin_values))
    return any((contents >> (index & ~mask) ^ contents >> (index | mask)) & 1 for index in indices)


def _possible_values(bits: list[int | str]) -> tuple[int, ...]:
    """Values of a pin: both if a signal drives it, the constant's value, or 0 if it is unconnected."""
    return (0, 1) if any(isinstance(bit, int) for bit in bits) else (int("1" in bits),)
