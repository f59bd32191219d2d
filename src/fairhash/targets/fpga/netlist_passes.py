# SPDX-License-Identifier: Apache-2.0
"""The bench's passes over mapped netlists, by the names that device files and recipes use."""

from collections.abc import Callable, Mapping
from typing import Any

from fairhash.catalog.recipe import OwnPass
from fairhash.targets.fpga.ecp5_passes import absorb, bypass, trim

_SMALL = {"LUT1": 1, "LUT2": 2, "LUT3": 3}
_INPUTS = ("I0", "I1", "I2", "I3")
_ENTRIES = 16


def widen_luts(module: dict[str, Any]) -> int:
    """Replace each LUT1, LUT2 and LUT3 of a Gowin netlist by a LUT4 whose additional inputs are 0, in place.

    The device implements a smaller look-up table in a LUT4 with its signals on the inputs of the same name. But nextpnr
    has delays for LUT4 only: it would count no cell delay on paths through smaller ones, and report clocks up to twice
    too fast. Returns the number of changed cells.
    """
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


_PASSES: Mapping[OwnPass, Callable[[dict[str, Any]], int]] = {
    "absorb": absorb,
    "bypass": bypass,
    "trim": trim,
    "widen": widen_luts,
}


def run_pass(name: OwnPass, module: dict[str, Any]) -> int:
    """Apply one pass to a module of a netlist in Yosys JSON, in place; returns the number of changes."""
    return _PASSES[name](module)
