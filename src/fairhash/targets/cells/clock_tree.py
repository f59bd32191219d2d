# SPDX-License-Identifier: Apache-2.0
"""Clock trees of a routed netlist: buffers between the port of a clock and groups of flip-flops that lie together.

Without them the router needs minutes for one net of a thousand pins. Timing analysis takes the clocks as ideal, with
and without trees; power counts the buffers and their wires.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fairhash.catalog.device import ClockBuffer
from fairhash.targets.cells.netlist import CLOCKS, Bit, CellInstance, Netlist
from fairhash.toolchain.coloquinte import Place

_Sink = tuple[int, int, int, str]
"""Where a clock pin is, x and y, its cell and its name."""


@dataclass(frozen=True)
class ClockedNetlist:
    """A netlist with clock trees; the buffers are after the cells of the netlist without them."""

    netlist: Netlist
    changes: Mapping[Bit, float]
    """Changes in one cycle of clk of each net that a buffer of a tree drives."""


def with_clock_trees(netlist: Netlist, places: Sequence[Place], buffer: ClockBuffer) -> ClockedNetlist:
    """Insert a tree for each clock that drives more pins than one buffer may.

    Args:
        netlist: The mapped core; pins on io_clk are on clk if both are one clock.
        places: Of its cells, by which the pins are grouped.
        buffer: The cell.
    """
    cells = list(netlist.cells)
    changes: dict[Bit, float] = {}
    free = max((bit for cell in cells for bit in cell.pins.values() if isinstance(bit, int)), default=0) + 1
    for clock, rate in zip(CLOCKS, (2.0, 2.0 * netlist.io_ratio), strict=True):
        root = netlist.ports[clock][1][0]
        sinks = [
            (place.x, place.y, number, pin)
            for number, (cell, place) in enumerate(zip(netlist.cells, places, strict=True))
            for pin, bit in cell.pins.items()
            if bit == root
        ]
        while len(sinks) > buffer.fanout:
            drivers = []
            for group in groups(sinks, buffer.fanout):
                for _, _, number, pin in group:
                    cells[number] = CellInstance(cells[number].cell_type, {**cells[number].pins, pin: free})
                cells.append(CellInstance(buffer.cell, {buffer.input: root, buffer.output: free}))
                x, y = (round(sum(sink[axis] for sink in group) / len(group)) for axis in (0, 1))
                drivers.append((x, y, len(cells) - 1, buffer.input))
                changes[free] = rate
                free += 1
            sinks = drivers
    return ClockedNetlist(replace(netlist, cells=tuple(cells)), changes)


def groups(sinks: Sequence[_Sink], largest: int) -> list[list[_Sink]]:
    """Groups of at most `largest`, by halving along the longer side of their area."""
    if len(sinks) <= largest:
        return [list(sinks)]
    spans = [max(sink[axis] for sink in sinks) - min(sink[axis] for sink in sinks) for axis in (0, 1)]
    axis = 0 if spans[0] >= spans[1] else 1
    ordered = sorted(sinks, key=lambda sink: (sink[axis], sink[1 - axis], sink[2]))
    middle = len(ordered) // 2
    return groups(ordered[:middle], largest) + groups(ordered[middle:], largest)
