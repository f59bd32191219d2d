# SPDX-License-Identifier: Apache-2.0
"""Cells of a netlist that nextpnr packed and placed on ECP5, and where they are."""

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
