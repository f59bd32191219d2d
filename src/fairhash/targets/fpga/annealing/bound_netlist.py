# SPDX-License-Identifier: Apache-2.0
"""A packed netlist as one that nextpnr packs again, with every cell bound to a place.

nextpnr reads a placed netlist back without the pairs of functions and registers and without the constraints, and routes
it worse. So the netlist gets the cells and pins of the one that was packed, which nextpnr packs in the same way.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

FUNCTION, REGISTER = "TRELLIS_COMB", "TRELLIS_FF"
"""Cell types of nextpnr: a LUT4 or half a carry cell, and a register."""
PIN, CLOCK_BUFFER = "TRELLIS_IO", "DCCA"
PIN_SUFFIX = "$tr_io"
"""nextpnr's name of a pin's cell is the port's name and this."""

_PLACE = re.compile(r"X(\d+)/Y(\d+)/SLICE([A-D])\.(?:K|FF)([01])")
_SLICES = "ABCD"


@dataclass(frozen=True)
class Place:
    """A logic cell of the device: column, row, and slot 0 to 7 of the tile, two for each slice."""

    column: int
    row: int
    slot: int

    def name(self, cell_type: str) -> str:
        """nextpnr's name of the place for a cell of this type."""
        place = "K" if cell_type == FUNCTION else "FF"
        return f"X{self.column}/Y{self.row}/SLICE{_SLICES[self.slot // 2]}.{place}{self.slot % 2}"


def place_of(cell: Mapping[str, Any]) -> Place | None:
    """Where a function or register was placed; None for other cells."""
    match = _PLACE.fullmatch(cell["attributes"].get("NEXTPNR_BEL", ""))
    if not match or cell["type"] not in {FUNCTION, REGISTER}:
        return None
    return Place(int(match[1]), int(match[2]), 2 * _SLICES.index(match[3]) + int(match[4]))


def is_plain_function(cell: Mapping[str, Any]) -> bool:
    """Whether the cell is a LUT4 by itself, not half a carry cell or a part of a memory."""
    return bool(cell["type"] == FUNCTION and cell["parameters"].get("MODE", "LOGIC") == "LOGIC")


def is_carry(cell: Mapping[str, Any]) -> bool:
    """Whether the cell is half a carry cell."""
    return bool(cell["type"] == FUNCTION and cell["parameters"].get("MODE") == "CCU2")


def connections(cell: Mapping[str, Any], direction: str) -> Iterator[tuple[str, int]]:
    """Each port of this direction that is connected to a net, with the net's number."""
    for port, bits in cell["connections"].items():
        if cell["port_directions"][port] == direction:
            yield from ((port, bit) for bit in bits if isinstance(bit, int))


_LUT_PORTS = {"A": "A", "B": "B", "C": "C", "D": "D", "F": "Z"}
_PIN_NET = "$TRELLIS_IO_"
"""In nextpnr's name of the net between a pin's cell and the design, also after a clock buffer."""
_LOCKED = f"{5:032b}"
"""nextpnr's strength of a place that its placer must not change."""


class CannotAnneal(Exception):
    """A netlist with a cell that the annealer does not know."""


def bind(packed: Mapping[str, Any], framed: Mapping[str, Any], places: Mapping[str, Place]) -> dict[str, Any]:
    """The packed module as a module in Yosys JSON, with its cells at `places`.

    Args:
        packed: The module that nextpnr wrote after packing.
        framed: The module that it read; its ports and attributes are kept.
        places: Place of each function and register.

    Raises:
        CannotAnneal: for a cell of a kind that cannot be bound, such as a memory.
    """
    aliases = _buffered_clocks(packed["cells"])
    cells = {}
    for name, cell in packed["cells"].items():
        if cell["type"] in {PIN, CLOCK_BUFFER}:
            continue
        if name not in places or (is_plain_function(cell) and not _used_ports(cell) <= set(_LUT_PORTS)):
            raise CannotAnneal(f"cannot anneal {name}: unknown cell of type {cell['type']}")
        nets = {port: [aliases.get(bit, bit) for bit in cell["connections"][port]] for port in _used_ports(cell)}
        cells[name] = _unpacked(cell, nets) | {
            "hide_name": 0,
            "attributes": {"NEXTPNR_BEL": places[name].name(cell["type"]), "BEL_STRENGTH": _LOCKED},
        }
    ports = _ports(packed["cells"], framed["ports"])
    used = {bit for cell in cells.values() for bits in cell["connections"].values() for bit in bits}
    names = {
        name: {**entry, "bits": [aliases.get(bit, bit) for bit in entry["bits"]]}
        for name, entry in packed["netnames"].items()
        if _PIN_NET not in name and used.issuperset(aliases.get(bit, bit) for bit in entry["bits"])
    }
    # the constraints name the clocks' ports
    names |= {name: {"hide_name": 0, "bits": port["bits"], "attributes": {}} for name, port in ports.items()}
    return {
        "attributes": framed["attributes"],
        "ports": ports,
        "cells": cells,
        "netnames": names,
    }


def _used_ports(cell: Mapping[str, Any]) -> set[str]:
    return {port for port, bits in cell["connections"].items() if bits}


def _buffered_clocks(cells: Mapping[str, Mapping[str, Any]]) -> dict[int, int]:
    """For each net after a clock buffer that nextpnr inserted the net before it."""
    buffers = (cell["connections"] for cell in cells.values() if cell["type"] == CLOCK_BUFFER)
    return {nets["CLKO"][0]: nets["CLKI"][0] for nets in buffers}


def _unpacked(cell: Mapping[str, Any], nets: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Type, parameters and connections of the cell before it was packed; half a carry cell stays as it is."""
    kind, parameters, ports = cell["type"], dict(cell["parameters"]), {port: port for port in nets}
    if is_plain_function(cell):
        kind, parameters, ports = "LUT4", {"INIT": parameters["INITVAL"]}, {port: _LUT_PORTS[port] for port in nets}
    elif kind == REGISTER:
        del parameters["SD"]
    return {
        "type": kind,
        "parameters": parameters,
        "port_directions": {ports[port]: cell["port_directions"][port] for port in nets},
        "connections": {ports[port]: bits for port, bits in nets.items()},
    }


def _ports(cells: Mapping[str, Mapping[str, Any]], framed: Mapping[str, Any]) -> dict[str, Any]:
    """The module's ports, connected to the nets that the pins' cells drive or read."""
    ports = {}
    for port, entry in framed.items():
        bits: list[Any] = []
        for number in range(len(entry["bits"])):
            name = port if len(entry["bits"]) == 1 else f"{port}[{number}]"
            nets = cells[name + PIN_SUFFIX]["connections"] if name + PIN_SUFFIX in cells else {}
            bits += (nets.get("O") or nets.get("I") or ["x"])[:1]
        ports[port] = {"direction": entry["direction"], "bits": bits}
    return ports
