# SPDX-License-Identifier: Apache-2.0
"""Placed cells that the place tool gives no delay: they are found, counted, and given the slowest of their type.

Where a way through a cell has no delay the tool's analysis ends, and whatever path goes on through it is not looked
at: the clock it reports is too fast.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from fairhash.implement.sdf import Delays

Cell = Mapping[str, Any]


def untimed(module: Mapping[str, Any], delays: Delays, buffers: Collection[str]) -> dict[str, int]:
    """Cells with inputs of which a used output has no delay from any, by type; the netlist is Yosys JSON.

    `buffers` are the types of cells at pins: no path between registers has one.
    """
    found = Counter(cell["type"] for _, cell, _, _ in _gaps(module, delays) if cell["type"] not in buffers)
    return dict(sorted(found.items()))


def fill(module: Mapping[str, Any], delays: Delays, buffers: Collection[str]) -> list[str]:
    """Give each such output the slowest delay there is through any cell of the type, from every used input, in place.

    Returns the types of which no cell has a delay, so that nothing could be given.
    """
    slowest: dict[str, float] = {}
    for name, cell in module["cells"].items():
        for (start, _), delay_ps in delays.arcs.get(name, {}).items():
            if start != delays.clock_pins.get(name):
                slowest[cell["type"]] = max(slowest.get(cell["type"], 0.0), delay_ps)
    unknown = set()
    for name, cell, inputs, outputs in list(_gaps(module, delays)):
        if cell["type"] in buffers:
            continue
        if cell["type"] not in slowest:
            unknown.add(cell["type"])
            continue
        given = {(start, end): slowest[cell["type"]] for start in inputs for end in outputs}
        delays.arcs.setdefault(name, {}).update(given)
    return sorted(unknown)


def _gaps(module: Mapping[str, Any], delays: Delays) -> Iterator[tuple[str, Cell, list[str], list[str]]]:
    """Each such cell with its used inputs and the used outputs without a delay."""
    for name, cell in module["cells"].items():
        used: dict[str, list[str]] = {"input": [], "output": [], "inout": []}
        for pin, bits in cell["connections"].items():
            if any(isinstance(bit, int) for bit in bits):
                used[cell["port_directions"][pin]].append(pin)
        timed = {end for _, end in delays.arcs.get(name, {})}
        bare = [pin for pin in used["output"] if pin not in timed]
        if used["input"] and bare:
            yield name, cell, used["input"], bare
