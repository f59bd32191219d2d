# SPDX-License-Identifier: Apache-2.0
"""The FIFO between clocks without relation; reset_crossing is tested by the components with two clocks."""

import re
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.toolchain.elaborate import GHDL_STANDARD
from fairhash.toolchain.ghdl import to_verilog
from tests.rtl.components.bench import bench_output

_FILES = ("shell/shell_pkg.vhd", "components/clock_crossing_fifo.vhd")
_TOP = "clock_crossing_fifo"


def _output(text: str, folder: Path, *arguments: str) -> str:
    """What the bench prints about a FIFO."""
    return bench_output(text, _TOP, "fifo_bench.cpp", folder, *arguments)


@pytest.fixture(scope="module")
def verilog(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A FIFO of eight words of 32 bits."""
    options = (GHDL_STANDARD, "-gW=32", "-gADDRESS_BITS=3")
    return to_verilog(paths.rtl(), options, _FILES, _TOP, tmp_path_factory.mktemp("ghdl"), (_TOP, "rtl"))


def test_no_word_is_lost_or_repeated(verilog: str, tmp_path: Path) -> None:
    """300 pairs of clocks; without pauses a word passes in each cycle of the slower clock."""
    assert _output(verilog, tmp_path) == "ok"


def _with_skew(text: str, crossing: str = "") -> str:
    """The FIFO in whose synchronisers each bit of a counter may arrive late, by at most one cycle of its clock.

    Args:
        text: The FIFO.
        crossing: What is sent instead of the counter of written words in Gray code.
    """
    late = ""
    for source, clock in (("read_gray", "out_clk"), ("write_gray", "in_clk")):
        sent = crossing if crossing and source == "write_gray" else source
        # a bit that has arrived stays
        mixed = f"{sent} ^ (({sent} ^ {source}_late) & ~(\\1 ^ {source}_late) & {source}_bits)"
        text, count = re.subn(rf"(\w+) <= {source};", f"begin {source}_bits = $urandom; \\1 <= {mixed}; end", text)
        assert count == 1
        late += f"  reg [3:0] {source}_bits, {source}_late;\n  always @(posedge {clock}) {source}_late <= {sent};\n"
    return text.replace("endmodule", f"{late}endmodule")


def test_bits_of_a_counter_may_arrive_apart(verilog: str, tmp_path: Path) -> None:
    """As on a device, where the wires between both clocks have different delays."""
    assert _output(_with_skew(verilog), tmp_path, "skewed") == "ok"


def test_counters_that_are_not_in_gray_code_are_detected(verilog: str, tmp_path: Path) -> None:
    """The check itself: a binary counter, converted to Gray code after the crossing, shows values that it never had."""
    binary = _with_skew(verilog, "write_count")
    (stage,) = re.findall(r"assign written_raw = (\w+);", binary)
    (second,) = re.findall(r"(\w+) <= written_raw;", binary)
    converted = binary.replace(f"{second} <= written_raw;", f"{second} <= {stage} ^ ({stage} >> 1);")
    assert converted != binary
    assert _output(converted, tmp_path, "skewed") != "ok"
