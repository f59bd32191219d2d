# SPDX-License-Identifier: Apache-2.0
"""The bench's own passes over mapped netlists, by the names that devices and recipes call them."""

from collections.abc import Callable, Mapping
from typing import Any

from fairhash.catalog.device import OwnPass
from fairhash.targets.fpga.passes import absorb, bypass, trim
from fairhash.targets.fpga.widen import widen

_PASSES: Mapping[OwnPass, Callable[[dict[str, Any]], int]] = {
    "absorb": absorb,
    "bypass": bypass,
    "trim": trim,
    "widen": widen,
}


def run_pass(name: OwnPass, module: dict[str, Any]) -> int:
    """Apply one pass in place; returns how many cells it changed."""
    return _PASSES[name](module)
