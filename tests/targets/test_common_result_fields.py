# SPDX-License-Identifier: Apache-2.0
"""Memory of a core that may use blocks: from Verilog to the fields of a result, on ECP5 and GateMate."""

from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.device import Count
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results.schema import Resources
from fairhash.targets.common_result_fields import budget_fields, memory_counts
from fairhash.targets.fpga.synthesis import synthesise_verilog
from fairhash.targets.outcome import Synthesis

_BUFFER = """
module buffer (input clk, we, re, input [9:0] w, r, input [31:0] d, output [31:0] y);
  reg [31:0] words[1023:0];
  reg [31:0] q;
  always @(posedge clk) if (we) words[w] <= d;
  always @(posedge clk) if (re) q <= words[r];
  assign y = q;
endmodule
"""


def _core(*allowed: str) -> Core:
    changes = {"entity": "buffer", "architecture": "lightweight", "allowed_dedicated": allowed}
    return Core.model_validate(find_core("sha-256/highspeed").model_dump() | changes)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Synthesis:
    """1024 words of 32 bits on ECP5, whose block has 18 kbit in words of up to 36: two blocks."""
    folder = tmp_path_factory.mktemp("buffer")
    (folder / "buffer.v").write_text(_BUFFER)
    core = _core("bram")
    return synthesise_verilog(folder / "buffer.v", core, find_device("ecp5-85k-8"), find_recipe("default"), folder)


def test_requested_bits_and_used_blocks(made: Synthesis) -> None:
    assert (made.status, made.reason) == ("ok", "")
    (memory,) = made.memories
    assert (memory.kind, memory.bits, memory.ports, memory.port_bits) == ("block", 32 * 1024, 2, 32)
    assert made.dedicated["bram"] == 2
    device = find_device("ecp5-85k-8")
    assert memory_counts(_core("bram"), device.count, made) == {"memory_bits": 32 * 1024, "memory_blocks": 2}


def test_over_budget_is_a_reason_and_no_failure(made: Synthesis) -> None:
    used = Resources(area_cells=100, luts=100, flip_flops=1300)
    fields = budget_fields(_core("bram"), find_device("ecp5-85k-8"), made, used)
    assert fields["memories"] == made.memories
    assert fields["over_budget"] == "1,300 logic cells, allowed 1,200; 32,768 memory bits, allowed 18,432"


def test_a_core_without_allowance_requests_nothing(made: Synthesis) -> None:
    """Its memories become logic, which is counted as cells; they are not even looked for."""
    assert memory_counts(_core(), find_device("ecp5-85k-8").count, made)["memory_bits"] == 0


def test_blocks_are_counted_in_the_smallest_size() -> None:
    """GateMate: a block of 40 kbit is two of 20 kbit."""
    synthesis = Synthesis(status="ok", folder=Path(), top="t", commands=(), cells={"CC_BRAM_20K": 1, "CC_BRAM_40K": 3})
    count: Count = find_device("gatemate-a1").count
    assert memory_counts(_core("bram"), count, synthesis)["memory_blocks"] == 1 + 2 * 3
