# SPDX-License-Identifier: Apache-2.0
"""The frame counted by hand: pins and registers at every port, folded to any number of pins."""

import re

import pytest

from fairhash.catalog.core import Core
from fairhash.targets.frame import build_frame


def _pins(verilog: str) -> int:
    header = verilog[: verilog.index(";")]
    ranges = re.findall(r"\[(\d+):0\]", header)
    names = len(re.findall(r"\b(?:input|output)\b", header))
    return names - len(ranges) + sum(int(high) + 1 for high in ranges)


def test_one_clock_has_one_clock_pin(toys: dict[str, Core]) -> None:
    frame = build_frame(toys["wide"], 365)
    assert (frame.clocks, frame.folded) == (("clk",), False)
    assert _pins(frame.verilog) == 2 * 64 + 6
    assert ".clk(clk), .io_clk(clk)" in frame.verilog


def test_two_clocks_have_two_pins_and_clk_registers_the_reset(toys: dict[str, Core]) -> None:
    frame = build_frame(toys["two-clocks"], 365)
    assert frame.clocks == ("clk", "io_clk")
    assert _pins(frame.verilog) == 2 * 16 + 7
    assert ".clk(clk), .io_clk(io_clk)" in frame.verilog
    assert re.findall(r"posedge (\w+)\) (\w+)", frame.verilog) == [("clk", "frame_rst"), ("io_clk", "begin")]


@pytest.mark.parametrize("user_pins", [133, 63, 39, 12])
def test_shift_registers_reduce_ports_to_the_available_pins(user_pins: int, toys: dict[str, Core]) -> None:
    frame = build_frame(toys["wide"], user_pins)
    assert frame.folded
    assert user_pins - 1 <= _pins(frame.verilog) <= user_pins
