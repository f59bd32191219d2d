# SPDX-License-Identifier: Apache-2.0
"""Small Gowin functions made four-input ones, against every input of every table worked out by hand."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from fairhash.targets.fpga.netlist_passes import widen_luts

TABLES = {"LUT1": 0b01, "LUT2": 0b0110, "LUT3": 0b11101000}
MEANT: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "LUT1": lambda given: not given[0],
    "LUT2": lambda given: given[0] != given[1],
    "LUT3": lambda given: sum(given) >= 2,
}
"""Not, exclusive or, majority."""


def _module(kind: str) -> dict[str, Any]:
    """A module with one LUT of this type."""
    width = int(kind[-1])
    inputs = {f"I{k}": [k + 2] for k in range(width)}
    cell = {
        "type": kind,
        "parameters": {"INIT": format(TABLES[kind], f"0{1 << width}b")},
        "port_directions": {**dict.fromkeys(inputs, "input"), "F": "output"},
        "connections": {**inputs, "F": [9]},
    }
    return {"cells": {"u": cell}}


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_the_pass_keeps_the_function(kind: str) -> None:
    module = _module(kind)
    assert widen_luts(module) == 1
    cell = module["cells"]["u"]
    assert cell["type"] == "LUT4"
    assert cell["connections"]["F"] == [9]
    table = int(cell["parameters"]["INIT"], 2)
    assert len(cell["parameters"]["INIT"]) == 16
    for values in itertools.product((0, 1), repeat=int(kind[-1])):
        nets = {k + 2: value for k, value in enumerate(values)}
        bits = [cell["connections"][f"I{k}"][0] for k in range(4)]
        index = sum((nets[bit] if isinstance(bit, int) else int(bit)) << k for k, bit in enumerate(bits))
        assert table >> index & 1 == MEANT[kind](values)


def test_lut4_cells_are_unchanged() -> None:
    module = _module("LUT2")
    widen_luts(module)
    before = str(module)
    assert widen_luts(module) == 0
    assert str(module) == before
