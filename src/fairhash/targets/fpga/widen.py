# SPDX-License-Identifier: Apache-2.0
"""A pass over a module of a Gowin netlist (Yosys JSON): every function becomes a LUT4.

The fabric has nothing else, and a smaller one lies in a LUT4 with its signals on the inputs of the same name. nextpnr
gives delays to LUT4 only: a path through the smaller ones would count its wires and nothing besides, and clocks come
out up to twice too fast.
"""

from typing import Any

_SMALL = {"LUT1": 1, "LUT2": 2, "LUT3": 3}
_INPUTS = ("I0", "I1", "I2", "I3")
_ENTRIES = 16


def widen(module: dict[str, Any]) -> int:
    """Make each LUT1, LUT2 and LUT3 a LUT4 that does not heed its further inputs, which are 0; returns how many."""
    small = [cell for cell in module["cells"].values() if cell["type"] in _SMALL]
    for cell in small:
        entries = 1 << _SMALL[cell["type"]]
        # entry 0 is the last digit, and an input not heeded repeats the table
        table = cell["parameters"]["INIT"][-entries:].rjust(entries, "0")
        cell["type"] = "LUT4"
        cell["parameters"]["INIT"] = table * (_ENTRIES // entries)
        for name in _INPUTS:
            if name not in cell["connections"]:
                cell["connections"][name] = ["0"]
                cell["port_directions"][name] = "input"
    return len(small)
