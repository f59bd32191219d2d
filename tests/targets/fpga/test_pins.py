# SPDX-License-Identifier: Apache-2.0
"""Ports on pins, and the nets of clocks downstream of their buffers."""

from typing import Any

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.targets.constraints import name_clock_nets, requested_clocks_mhz, sdc
from fairhash.targets.fpga.placement import pin_file

LISTED = [device for device in devices().values() if device.pins]


def test_every_bit_has_its_own_pin() -> None:
    pins = find_device("gw2a-18c").pins
    assert pins is not None
    ports = {"clk": {"bits": [2]}, "rst": {"bits": [3]}, "in_data": {"bits": [4, 5]}}
    lines = pin_file(ports, ("clk",), pins).splitlines()
    assert lines[0] == f'IO_LOC "clk" {pins.clocks[0]};'
    assert [line.split('"')[1] for line in lines] == ["clk", "rst", "in_data[0]", "in_data[1]"]
    assert len({line.split()[-1] for line in lines}) == 4


@pytest.mark.parametrize("device", LISTED, ids=lambda device: device.id)
def test_no_pin_is_listed_twice(device: Any) -> None:
    every = [*device.pins.clocks, *device.pins.others]
    assert len(set(every)) == len(every)
    assert device.pins.file in " ".join(device.place.options)
    assert len(every) <= device.part.user_pins + 1


def test_a_design_with_too_many_ports_uses_only_the_listed_pins() -> None:
    device = find_device("gw2a-18c")
    assert device.pins is not None
    fewer = device.model_copy(update={"pins": device.pins.model_copy(update={"others": device.pins.others[:38]})})
    assert fewer.usable_pins == 39


def _buffer(kind: str, into: int, out: int) -> dict[str, Any]:
    return {
        "type": kind,
        "port_directions": {"I": "input", "O": "output"},
        "connections": {"I": [into], "O": [out]},
    }


@pytest.mark.parametrize("kinds", [("IBUF",), ("CC_IBUF", "CC_BUFG")])
def test_the_clock_constraint_is_on_the_net_after_all_buffers(
    kinds: tuple[str, ...], toys: dict[str, Core], recipe: Recipe
) -> None:
    cells = {f"b{k}": _buffer(kind, 2 + k, 3 + k) for k, kind in enumerate(kinds)}
    last = 2 + len(kinds)
    module: dict[str, Any] = {
        "ports": {"clk": {"bits": [2]}},
        "cells": cells,
        "netnames": {"clk": {"bits": [2]}, "clk_O": {"bits": [last]}, "core.clk": {"bits": [last]}},
    }
    assert name_clock_nets(module, ("clk",), kinds) == 1
    names = [name for name, facts in module["netnames"].items() if facts["bits"] == [last]]
    asked = sdc(requested_clocks_mhz(toys["one-clock"], recipe), after_buffers=True)
    assert asked == f"create_clock -period 5.0000 [get_nets {{{names[0]}}}]\n"
    assert len(names) == 1
    assert name_clock_nets(module, ("clk",), ()) == 0
