# SPDX-License-Identifier: Apache-2.0
"""Source code without comments and layout: what looks like a comment in a string is not one."""

from pathlib import Path

import pytest

from fairhash.bench.keys import bare_code


@pytest.mark.parametrize(
    ("name", "text", "bare"),
    [
        ("a.vhd", "-- Adds.\ny  <= a\n  xor b; -- why\n", "y <= a xor b;"),
        ("a.vhd", "y <= a /* one\n two */ xor b;", "y <= a xor b;"),
        ("a.vhd", 'y <= "1--0"; -- "why"\n', 'y <= "1--0";'),
        ("a.vhd", "c <= '\"'; -- why\nd <= '\"';", "c <= '\"'; d <= '\"';"),
        ("a.vhd", 'report "two  ""quoted""  words";', 'report "two  ""quoted""  words";'),
        ("a.sv", "// Adds.\n`define WIDTH  8 // why\n\nassign y = a ^ b;\n", "`define WIDTH 8\nassign y = a ^ b;"),
        ("a.sv", '$display("a // \\" b"); /* why\n */', '$display("a // \\" b");'),
        ("a.txt", "-- 1\n", "-- 1\n"),
    ],
    ids=["line", "block", "string", "character", "quotes", "macro", "Verilog string", "other file"],
)
def test_bare_code(tmp_path: Path, name: str, text: str, bare: str) -> None:
    (tmp_path / name).write_text(text)
    assert bare_code(tmp_path / name) == bare
