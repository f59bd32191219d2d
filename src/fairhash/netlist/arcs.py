# SPDX-License-Identifier: Apache-2.0
"""Placed cells that the place tool gives no delay: they are found, counted, and given the slowest of their type.

Where a way through a cell has no delay the tool's analysis ends, and whatever path goes on through it is not looked
at: the clock it reports is too fast.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any

from fairhash.catalog.device import FunctionTable
from fairhash.netlist.sdf import Delays

Cell = Mapping[str, Any]
Switches = Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]]
"""By cell type, output and input: the parameters that make the way."""


Tables = Mapping[str, FunctionTable]
"""By cell type."""


def untimed(module: Mapping[str, Any], delays: Delays, buffers: Collection[str], tables: Tables) -> dict[str, int]:
    """Cells with inputs of which a used output has no delay from any, by type; the netlist is Yosys JSON.

    `buffers` are the types of cells at pins: no path between registers has one. `tables` are a device's facts.
    """
    bare = {name: cell["type"] for name, cell, _, _ in _gaps(module, delays, tables) if cell["type"] not in buffers}
    return dict(sorted(Counter(bare.values()).items()))


def fill(module: Mapping[str, Any], delays: Delays, buffers: Collection[str], tables: Tables) -> list[str]:
    """Give each such output the slowest delay there is through any cell of the type, in place.

    It is from every used input that may lead to the output.

    Returns the types of which no cell has a delay, so that nothing could be given.
    """
    slowest: dict[str, float] = {}
    for name, cell in module["cells"].items():
        for (start, _), delay_ps in delays.arcs.get(name, {}).items():
            if start != delays.clock_pins.get(name):
                slowest[cell["type"]] = max(slowest.get(cell["type"], 0.0), delay_ps)
    unknown = set()
    for name, cell, end, inputs in list(_gaps(module, delays, tables)):
        if cell["type"] in buffers:
            continue
        if cell["type"] not in slowest:
            unknown.add(cell["type"])
            continue
        given = {(start, end): slowest[cell["type"]] for start in inputs}
        delays.arcs.setdefault(name, {}).update(given)
    return sorted(unknown)


def drop_unset(module: Mapping[str, Any], delays: Delays, switches: Switches) -> None:
    """Take away, in place, the delays of ways that a cell's parameters do not set; `switches` are a device's facts."""
    for name, cell in module["cells"].items():
        if outputs := switches.get(cell["type"]):
            set_to = {parameter: _number(value) for parameter, value in cell.get("parameters", {}).items()}
            delays.arcs[name] = {
                (start, end): delay_ps
                for (start, end), delay_ps in delays.arcs.get(name, {}).items()
                if _is_set(outputs.get(end, {}).get(start), set_to)
            }


def _number(value: int | str) -> int:
    """Yosys JSON has numbers as strings of bits."""
    return value if isinstance(value, int) else int(value, 2)


def _is_set(wanted: Mapping[str, int] | None, set_to: Mapping[str, int]) -> bool:
    return wanted is not None and all(set_to.get(parameter, 0) == value for parameter, value in wanted.items())


def _gaps(module: Mapping[str, Any], delays: Delays, tables: Tables) -> Iterator[tuple[str, Cell, str, list[str]]]:
    """Each used output of a cell without a delay, with the used inputs that may lead to it.

    An input leads to no output that it leads to in no cell of the type if the tool gave it a delay to another one of
    this cell: a constant function beside a multiplexer has no way through it. Nor does it lead where the cell's table
    is the same for both its values: a constant beside a carry.
    """
    ways: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for name, cell in module["cells"].items():
        ways[cell["type"]].update(delays.arcs.get(name, {}))
    for name, cell in module["cells"].items():
        used: dict[str, list[str]] = {"input": [], "output": [], "inout": []}
        for pin, bits in cell["connections"].items():
            if any(isinstance(bit, int) for bit in bits):
                used[cell["port_directions"][pin]].append(pin)
        timed = delays.arcs.get(name, {})
        starts, ends = {start for start, _ in timed}, {end for _, end in timed}
        for end in used["output"]:
            if end in ends:
                continue
            inputs = [
                start
                for start in used["input"]
                if (start not in starts or (start, end) in ways[cell["type"]])
                and _changes(cell, start, end, tables.get(cell["type"]))
            ]
            if inputs:
                yield name, cell, end, inputs


def _changes(cell: Cell, start: str, end: str, table: FunctionTable | None) -> bool:
    """Whether the input can change the output, as far as the cell's table tells."""
    if table is None or end != table.output or start not in table.inputs:
        return True
    contents = _number(cell["parameters"][table.parameter])
    free = [_values(cell["connections"].get(pin, [])) for pin in table.inputs]
    place = 1 << table.inputs.index(start)
    indices = (sum(bit << number for number, bit in enumerate(bits)) for bits in product(*free))
    return any((contents >> (index & ~place) ^ contents >> (index | place)) & 1 for index in indices)


def _values(bits: list[int | str]) -> tuple[int, ...]:
    """What the pin may read: a signal either, a constant that, nothing 0."""
    return (0, 1) if any(isinstance(bit, int) for bit in bits) else (int("1" in bits),)
