# SPDX-License-Identifier: Apache-2.0
"""The bench's passes over mapped netlists, by the names that device files and recipes use."""

from collections.abc import Callable, Mapping
from typing import Any

from fairhash.catalog.family_recipe import OwnPass
from fairhash.targets.fpga.ecp5_passes import absorb, bypass, trim
from fairhash.targets.fpga.gowin_passes import widen

_PASSES: Mapping[OwnPass, Callable[[dict[str, Any]], int]] = {
    "absorb": absorb,
    "bypass": bypass,
    "trim": trim,
    "widen": widen,
}


def run_pass(name: OwnPass, module: dict[str, Any]) -> int:
    """Apply one pass to a module of a netlist in Yosys JSON, in place; returns the number of changes."""
    return _PASSES[name](module)
