# SPDX-License-Identifier: Apache-2.0
"""Parallel counters and carry-save adders against integer addition, and what synthesis makes of them."""

from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.catalog.cores import find_core
from fairhash.toolchain import tools
from fairhash.toolchain.elaborate import elaborate
from tests.rtl import mapping

HERE = Path(__file__).parent
WORD = 1 << 16


def test_sums_are_preserved(tmp_path: Path) -> None:
    """Five operands and the three words of the counter have the same sum; so have three operands and the two words."""
    ghdl = tools.require_tool("ghdl")
    ops = paths.rtl() / "ops"
    files = [ops / "carry_save_pkg.vhd", ops / "counter_5_3.vhd", HERE / "counter_5_3_table.vhd"]
    analysed = tools.run([ghdl, "-a", "--std=08", *files], tmp_path, 60)
    assert analysed.ok, analysed.output
    ran = tools.run([ghdl, "-r", "--std=08", "counter_5_3_table"], tmp_path, 60)
    assert ran.ok, ran.output
    rows = [[int(number) for number in line.split()] for line in ran.output.splitlines()]
    assert len(rows) == 1000
    combinations = set()
    for *operands, ones, twos, fours, saved, carried in rows:
        assert sum(operands) % WORD == (ones + twos + fours) % WORD
        assert sum(operands[:3]) % WORD == (saved + carried) % WORD
        combinations |= {tuple(operand >> bit & 1 for operand in operands) for bit in range(16)}
    assert len(combinations) == 32  # every input of a single counter occurred


@pytest.mark.parametrize(
    ("core", "carry_bits"),
    [
        # a to e, K + W, and the block counter of 27 bits; the slot counter of 7 bits is not a carry chain
        ("sha-1/counters", 5 * 32 + 32 + 27),
        # a to h, K + W, three sums of the schedule, and the block counter
        pytest.param("sha-256/counters", 8 * 32 + 32 + 3 * 32 + 27, marks=pytest.mark.long),
    ],
)
def test_carry_chains_are_those_of_the_final_additions(core: str, carry_bits: int, tmp_path: Path) -> None:
    """Synthesis has not rebuilt the counters as carry chains: ECP5 has one cell for two bits of a chain."""
    verilog = elaborate(find_core(core), tmp_path)
    cells = mapping.mapped(verilog, find_core(core).entity, mapping.ecp5("default"))
    assert abs(2 * cells["CCU2C"] - carry_bits) <= 2 * 12, dict(cells)
