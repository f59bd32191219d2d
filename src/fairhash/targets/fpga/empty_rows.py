# SPDX-License-Identifier: Apache-2.0
"""Keeps rows of a device free of the core, so that cores that the device has too few wires for can be routed.

nextpnr's electrostatic placer ignores options for density, but it respects cells that are locked to a location. So the
rows are filled with look-up tables without inputs, whose outputs are unconnected.
"""

from collections.abc import Mapping
from typing import Any

from fairhash.catalog.device import Rows

_FILLER_PREFIX = "idle."
"""First characters of the names of these cells, which do not count as area."""


def fill_rows(module: dict[str, Any], rows: Rows, every: int) -> int:
    """Fill one in `every` rows of the device with locked cells, in place.

    Args:
        module: a module of a netlist in Yosys JSON.
        rows: the device's rows of logic cells.
        every: 40 fills rows 40, 80, ...

    Returns:
        The number of added cells.
    """
    first, last = rows.columns
    locations = [
        location.format(x=column, y=row)
        for row in rows.rows[every - 1 :: every]
        for column in range(first, last + 1)
        for location in rows.places
    ]
    for number, location in enumerate(locations):
        module["cells"][f"{_FILLER_PREFIX}{number}"] = {
            "hide_name": 0,
            "type": rows.function,
            "parameters": {},
            "attributes": {"BEL": location, "keep": "1"},
            "port_directions": {rows.output: "output"},
            "connections": {rows.output: []},
        }
    return len(locations)


def without_fillers(module: Mapping[str, Any]) -> dict[str, Any]:
    """The module without the cells that keep rows empty."""
    cells = {name: cell for name, cell in module["cells"].items() if not name.startswith(_FILLER_PREFIX)}
    return {**module, "cells": cells}
