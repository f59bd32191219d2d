# SPDX-License-Identifier: Apache-2.0
"""A pass over a module of a Gowin netlist (Yosys JSON): replaces LUT1, LUT2 and LUT3 by LUT4.

The device has LUT4s only, and implements a smaller one in a LUT4 with its signals on the inputs of the same name. But
nextpnr has delays for LUT4 only: it would count no cell delay on paths through smaller ones, and report clocks up to
twice too fast.
"""

from typing import Any

_SMALL = {"LUT1": 1, "LUT2": 2, "LUT3": 3}
_INPUTS = ("I0", "I1", "I2", "I3")
_ENTRIES = 16


def widen(module: dict[str, Any]) -> int:
    """Replace each LUT1, LUT2 and LUT3 by a LUT4 whose additional inputs are 0, in place; returns the number."""
    small = [cell for cell in module["cells"].values() if cell["type"] in _SMALL]
    for cell in small:
        entries = 1 << _SMALL[cell["type"]]
        # entry 0 is the last digit; a table repeated for an input does not depend on it
        table = cell["parameters"]["INIT"][-entries:].rjust(entries, "0")
        cell["type"] = "LUT4"
        cell["parameters"]["INIT"] = table * (_ENTRIES // entries)
        for name in _INPUTS:
            if name not in cell["connections"]:
                cell["connections"][name] = ["0"]
                cell["port_directions"][name] = "input"
    return len(small)
