# SPDX-License-Identifier: Apache-2.0
"""The S-box in its basis against its definition in FIPS 197: inversion found by trial, then the affine map."""

from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.toolchain import tools

HERE = Path(__file__).parent


def _product(a: int, b: int) -> int:
    """FIPS 197, section 4.2, modulo x^8 + x^4 + x^3 + x + 1."""
    result = 0
    for bit in range(8):
        result ^= (a << bit) * (b >> bit & 1)
    for bit in range(14, 7, -1):
        result ^= (0x11B << (bit - 8)) * (result >> bit & 1)
    return result


def sbox(a: int) -> int:
    """FIPS 197, section 5.1.1."""
    b = next((b for b in range(256) if _product(a, b) == 1), 0)
    result = 0x63 ^ b
    for turn in range(1, 5):
        result ^= (b << turn | b >> (8 - turn)) & 0xFF
    return result


@pytest.mark.parametrize("package", ["aes_sbox_pkg.vhd", "aes_sbox_table_pkg.vhd"])
def test_the_sbox_and_its_double_match_the_specification(package: str, tmp_path: Path) -> None:
    """All 256 bytes; and no products make no sum, which is what clearing the pipeline's register relies on."""
    ghdl = tools.require_tool("ghdl")
    files = [paths.rtl() / "ops" / package, HERE / "aes_sbox_table.vhd"]
    analysed = tools.run([ghdl, "-a", "--std=08", *files], tmp_path, 60)
    assert analysed.ok, analysed.output
    ran = tools.run([ghdl, "-r", "--std=08", "aes_sbox_table"], tmp_path, 60)
    assert ran.ok, ran.output
    rows = [[int(number, 16) for number in line.split()] for line in ran.output.splitlines()]
    assert rows == [[sbox(a), _product(2, a), 0] for a in range(256)]
    assert sbox(0x53) == 0xED  # the example of section 5.1.1


def test_the_split_sbox_matches_the_specification(tmp_path: Path) -> None:
    """The quick first half gives the products of the package for all 256 bytes."""
    ghdl = tools.require_tool("ghdl")
    ops = paths.rtl() / "ops"
    files = [ops / "aes_sbox_pkg.vhd", ops / "aes_sbox_quick_half.vhd", HERE / "aes_sbox_quick_check.vhd"]
    analysed = tools.run([ghdl, "-a", "--std=08", *files], tmp_path, 60)
    assert analysed.ok, analysed.output
    ran = tools.run([ghdl, "-r", "--std=08", "aes_sbox_quick_check"], tmp_path, 60)
    assert ran.ok, ran.output
    rows = [line.split() for line in ran.output.splitlines()]
    assert len(rows) == 256
    assert all(quick == small for quick, small in rows)
