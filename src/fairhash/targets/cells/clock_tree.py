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


@dataclass(frozen=True)
class Sink:
    """A pin that a clock drives: where it is, the number of its cell and its name."""

    x: int
    y: int
    cell: int
    pin: str


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
            Sink(place.x, place.y, number, pin)
            for number, (cell, place) in enumerate(zip(netlist.cells, places, strict=True))
            for pin, bit in cell.pins.items()
            if bit == root
        ]
        while len(sinks) > buffer.fanout:
            drivers = []
            for group in groups(sinks, buffer.fanout):
                for sink in group:
                    driven = cells[sink.cell]
                    cells[sink.cell] = CellInstance(driven.cell_type, {**driven.pins, sink.pin: free})
                cells.append(CellInstance(buffer.cell, {buffer.input: root, buffer.output: free}))
                middle = (sum(sink.x for sink in group) // len(group), sum(sink.y for sink in group) // len(group))
                drivers.append(Sink(*middle, len(cells) - 1, buffer.input))
                changes[free] = rate
                free += 1
            sinks = drivers
    return ClockedNetlist(replace(netlist, cells=tuple(cells)), changes)


def groups(sinks: Sequence[Sink], largest: int) -> list[list[Sink]]:
    """Groups of at most `largest`, by halving along the longer side of their area."""
    if len(sinks) <= largest:
        return [list(sinks)]
    width = max(sink.x for sink in sinks) - min(sink.x for sink in sinks)
    height = max(sink.y for sink in sinks) - min(sink.y for sink in sinks)

    def along(sink: Sink) -> tuple[int, int, int]:
        return (sink.x, sink.y, sink.cell) if width >= height else (sink.y, sink.x, sink.cell)

    ordered = sorted(sinks, key=along)
    middle = len(ordered) // 2
    return groups(ordered[:middle], largest) + groups(ordered[middle:], largest)
