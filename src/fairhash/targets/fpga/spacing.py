# SPDX-License-Identifier: Apache-2.0
"""Rows of a device kept empty, so that a core whose wires the device is too short of lies less densely.

nextpnr has no option for density that its electrostatic placer heeds. What it does heed is a cell that is locked to its
place: the rows are filled with functions without inputs whose output leads nowhere.
"""

from typing import Any

from fairhash.catalog.device import Rows

IDLE = "idle."
"""Names of such cells begin so; they are nobody's area."""


def keep_empty(module: dict[str, Any], rows: Rows, every: int) -> int:
    """Fill one in `every` rows of the part, in a netlist in Yosys' JSON; returns how many cells that took."""
    first, last = rows.columns
    places = [
        place.format(x=column, y=row)
        for row in rows.rows[every - 1 :: every]
        for column in range(first, last + 1)
        for place in rows.places
    ]
    for number, place in enumerate(places):
        module["cells"][f"{IDLE}{number}"] = {
            "hide_name": 0,
            "type": rows.function,
            "parameters": {},
            "attributes": {"BEL": place, "keep": "1"},
            "port_directions": {rows.output: "output"},
            "connections": {rows.output: []},
        }
    return len(places)
