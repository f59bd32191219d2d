# SPDX-License-Identifier: Apache-2.0
"""The rows and ports of a small core, and the layout with placed cells as DEF.

The rows form a square of which the cells fill the library's `density`. The ports are spread over its border in the
order of their declaration; a script of qflow moves them later. Lengths are in units of toolchain/lef.py.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairhash.catalog.device import CellLayout
from fairhash.targets.cells.netlist import CellInstance, Netlist, net_name
from fairhash.toolchain import coloquinte
from fairhash.toolchain.lef import UNITS, Lef, read_lef
from fairhash.toolchain.qflow import PlacedLayout

_BORDER = 4
"""Tracks between the rows and the edge of the layout, in which ports are."""
_PORT_TRACK = 1
"""The track of the ports, counted from the edge."""


@dataclass(frozen=True)
class Floorplan:
    """Rows of sites for the cells, and the nets between cells and ports."""

    lef: Lef
    rows: int
    sites: int
    """In one row."""
    types: tuple[str, ...]
    """The type of each cell."""
    instances: tuple[str, ...]
    """The name of each cell in the layout: its type and a number."""
    nets: Mapping[str, tuple[tuple[int, str], ...]]
    """The cells and their pins by net."""
    ports: tuple[str, ...]
    """The nets that are ports."""
    ignored: frozenset[str]
    """Nets that the placer ignores."""

    @property
    def width(self) -> int:
        """Of the rows."""
        return self.sites * self.lef.site_width

    @property
    def height(self) -> int:
        """Of the rows."""
        return self.rows * self.lef.row_height

    def problem(self) -> coloquinte.Problem:
        """What the placer receives."""
        lef, first_port = self.lef, len(self.types)
        numbers = {net: first_port + index for index, net in enumerate(self.ports)}
        nets = []
        for net, pins in self.nets.items():
            members = [cell for cell, _ in pins]
            offsets = [lef.cells[self.types[cell]].pins[pin] for cell, pin in pins]
            if net in numbers:
                members.append(numbers[net])
                offsets.append((0, 0))
            if net not in self.ignored and len(members) > 1:
                nets.append((members, [x for x, _ in offsets], [y for _, y in offsets]))
        return coloquinte.Problem(
            rows=[
                coloquinte.Row((0, self.width, row * lef.row_height, (row + 1) * lef.row_height), row % 2 == 1)
                for row in range(self.rows)
            ],
            cells=[(lef.cells[kind].width, lef.cells[kind].height) for kind in self.types],
            ports=[_on_border(self._share(index), self.width, self.height) for index in range(len(self.ports))],
            nets=nets,
        )

    def _share(self, port: int) -> float:
        return (port + 0.5) / len(self.ports)

    def layout(self, places: Sequence[coloquinte.Place], fill: str) -> PlacedLayout:
        """The layout with placed cells, and the pieces of layers in which nothing may be routed."""
        tracks = [(layer.pitch, layer.offset) for layer in self.lef.layers]
        (pitch_y, offset_y), (pitch_x, offset_x) = tracks[0], tracks[1]
        left, bottom = -_BORDER * pitch_x, -_BORDER * pitch_y
        right = (math.ceil((self.width + offset_x) / pitch_x) + _BORDER) * pitch_x
        top = (math.ceil((self.height + offset_y) / pitch_y) + _BORDER) * pitch_y
        lines = [
            *("VERSION 5.6 ;", "NAMESCASESENSITIVE ON ;", 'DIVIDERCHAR "/" ;', 'BUSBITCHARS "<>" ;', "DESIGN core ;"),
            *(f"UNITS DISTANCE MICRONS {UNITS} ;", f"DIEAREA ( {left} {bottom} ) ( {right} {top} ) ;"),
        ]
        for layer in self.lef.layers:
            axis, low, high = ("Y", bottom, top) if layer.horizontal else ("X", left, right)
            count = (high - low) // layer.pitch + 1
            lines.append(f"TRACKS {axis} {low} DO {count} STEP {layer.pitch} LAYER {layer.name} ;")
        components = list(self._components(places, fill, offset_x, offset_y))
        lines += [f"COMPONENTS {len(components)} ;", *components, "END COMPONENTS", f"PINS {len(self.ports)} ;"]
        inset_x, inset_y = _PORT_TRACK * pitch_x, _PORT_TRACK * pitch_y
        edges = (left + inset_x, right - inset_x, bottom + inset_y, top - inset_y)
        lines += [*self._pins(edges), "END PINS", f"NETS {len(self.nets)} ;"]
        for net, pins in self.nets.items():
            port = [f"  ( PIN {net} )"] if net in self.ports else []
            lines += [f"- {net}", *port, *(f"  ( {self.instances[cell]} {pin} )" for cell, pin in pins)]
            lines[-1] += " ;"
        lines += ["END NETS", "END DESIGN", ""]
        core = (0, offset_y, self.width + offset_x, self.height + offset_y)
        return PlacedLayout("\n".join(lines), "".join(self._obstructions((left, bottom, right, top), core)))

    def _components(self, places: Sequence[coloquinte.Place], fill: str, offset_x: int, offset_y: int) -> Iterator[str]:
        """All cells row by row from the left, with fillers in the gaps."""
        lef = self.lef
        in_rows: list[list[int]] = [[] for _ in range(self.rows)]
        for cell, place in enumerate(places):
            in_rows[place.y // lef.row_height].append(cell)
        for row, unsorted in enumerate(in_rows):
            cells = sorted(unsorted, key=lambda cell: places[cell].x)
            widths = [lef.cells[self.types[cell]].width // lef.site_width for cell in cells]
            starts = legal_sites([round(places[cell].x / lef.site_width) for cell in cells], widths, self.sites)
            y = offset_y + row * lef.row_height
            fillers = 0
            ends = [0, *(start + width for start, width in zip(starts, widths, strict=True))]
            after: list[int | None] = [*cells, None]
            for following, start, gap_start in zip(after, [*starts, self.sites], ends, strict=True):
                for site in range(gap_start, start):
                    x = offset_x + site * lef.site_width
                    yield f"- {fill}_{row}_{fillers} {fill} + PLACED ( {x} {y} ) {'FS' if row % 2 else 'N'} ;"
                    fillers += 1
                if following is not None:
                    at = f"( {offset_x + start * lef.site_width} {y} ) {places[following].orientation}"
                    yield f"- {self.instances[following]} {self.types[following]} + PLACED {at} ;"

    def _pins(self, edges: tuple[int, int, int, int]) -> Iterator[str]:
        """The ports, one on a track: on the lowest vertical layer at bottom and top, on the next above at the sides."""
        left, right, bottom, top = edges
        (pitch_y, _), (pitch_x, _) = ((layer.pitch, layer.offset) for layer in self.lef.layers[:2])
        used: set[tuple[int, int]] = set()
        for index, net in enumerate(self.ports):
            x, y = _on_border(self._share(index), self.width, self.height)
            beside = 0 < y < self.height
            if beside:
                layer, step = self.lef.layers[2], (0, pitch_y)
                place = (left if x == 0 else right, round(y / pitch_y) * pitch_y)
            else:
                layer, step = self.lef.layers[1], (pitch_x, 0)
                place = (round(x / pitch_x) * pitch_x, bottom if y == 0 else top)
            while place in used:
                place = (place[0] + step[0], place[1] + step[1])
            used.add(place)
            # the scripts expect one attribute a line
            yield f"- {net} + NET {net}"
            yield f"  + LAYER {layer.name} ( 0 0 ) ( 1 1 )"
            yield f"  + PLACED ( {place[0]} {place[1]} ) N ;"

    def _obstructions(self, die: tuple[int, ...], core: tuple[int, ...]) -> Iterator[str]:
        """Commands of qrouter that keep wires off the ports: layers at the sides at which they have no ports."""
        left, bottom, right, top = die
        core_left, core_bottom, core_right, core_top = core

        def obstruction(layer: str, *corners: int) -> str:
            return f"obstruction {' '.join(f'{corner / UNITS:g}' for corner in corners)} {layer}\n"

        for index, layer in enumerate(self.lef.layers):
            if index == 0 or layer.horizontal:
                start, end = (left, right) if index == 0 else (core_left, core_right)
                yield obstruction(layer.name, start, core_top, end, top)
                yield obstruction(layer.name, start, bottom, end, core_bottom)
            if index == 0 or not layer.horizontal:
                start, end = (bottom, top) if index == 0 else (core_bottom, core_top)
                yield obstruction(layer.name, left, start, core_left, end)
                yield obstruction(layer.name, core_right, start, right, end)


def plan(netlist: Netlist, layout: CellLayout, ignored: frozenset[str] = frozenset()) -> Floorplan:
    """The floorplan of a netlist; the placer ignores some nets."""
    lef = read_lef(layout.lef)
    nets: dict[str, list[tuple[int, str]]] = {}
    for number, cell in enumerate(netlist.cells):
        for pin, bit in cell.pins.items():
            if isinstance(bit, int):
                nets.setdefault(net_name(bit), []).append((number, pin))
    of_ports = (bit for _, bits in netlist.ports.values() for bit in bits if isinstance(bit, int))
    ports = dict.fromkeys(name for bit in of_ports if (name := net_name(bit)) in nets)
    needed = sum(lef.cells[cell.cell_type].width for cell in netlist.cells) / lef.site_width / layout.density
    rows = max(1, round(math.sqrt(needed * lef.site_width / lef.row_height)))
    return Floorplan(
        lef=lef,
        rows=rows,
        sites=math.ceil(needed / rows),
        types=tuple(cell.cell_type for cell in netlist.cells),
        instances=tuple(instance_names(netlist.cells)),
        nets={net: tuple(pins) for net, pins in nets.items()},
        ports=tuple(ports),
        ignored=ignored,
    )


def instance_names(cells: Iterable[CellInstance]) -> Iterator[str]:
    """The names of the cells in the layout: the type and a number, which counts the cells of each type from 1."""
    counts: dict[str, int] = {}
    for cell in cells:
        counts[cell.cell_type] = counts.get(cell.cell_type, 0) + 1
        yield f"{cell.cell_type}_{counts[cell.cell_type]}"


def legal_sites(requested: Sequence[int], widths: Sequence[int], sites: int) -> list[int]:
    """The first site of each cell of a row: as near the requested ones as a pass to the right and one to the left get.

    Raises:
        ValueError: the cells are wider than the row.
    """
    starts, end = list(requested), 0
    for index, width in enumerate(widths):
        starts[index] = max(starts[index], end)
        end = starts[index] + width
    end = sites
    for index in reversed(range(len(widths))):
        starts[index] = min(starts[index], end - widths[index])
        end = starts[index]
    if end < 0:
        raise ValueError(f"{sum(widths)} sites of cells in a row of {sites}")
    return starts


def _on_border(share: float, width: int, height: int) -> tuple[int, int]:
    """The point at a fraction of the way around a rectangle, from its lower left corner to the right."""
    way = share * 2 * (width + height)
    if way < width:
        return round(way), 0
    if way < width + height:
        return width, round(way - width)
    if way < 2 * width + height:
        return round(2 * width + height - way), height
    return 0, round(2 * (width + height) - way)
