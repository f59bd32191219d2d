# SPDX-License-Identifier: Apache-2.0
"""What an S-box costs alone, in its basis and as the table of FIPS 197."""

from collections import Counter
from pathlib import Path

import pytest

from tests.rtl.mapping import SPARTAN3, VIRTEX5, ecp5, elaborated, family, mapped
from tests.rtl.ops.test_aes_sbox import HERE, sbox


def _luts(cells: Counter[str]) -> int:
    return sum(count for kind, count in cells.items() if kind.startswith("LUT"))


def _table(folder: Path) -> Path:
    rows = "".join(f"8'd{a}: b = 8'd{sbox(a)};\n" for a in range(256))
    file = folder / "table.v"
    head = "module sbox_table(input [7:0] a, output reg [7:0] b);\nalways @* case (a)\n"
    file.write_text(f"{head}{rows}endcase\nendmodule\n", encoding="utf-8")
    return file


@pytest.mark.long
def test_the_sbox_needs_the_documented_lut4_cells(tmp_path: Path) -> None:
    """The basis: 46 functions, as its package counts them. A table: 128, or 32 of six, and multiplexers."""
    alone = elaborated([*family("ops/aes_sbox_pkg.vhd"), HERE / "aes_sbox_alone.vhd"], "aes_sbox_alone", tmp_path)
    assert mapped(alone, "aes_sbox_alone", ecp5("best")) == {"LUT4": 46}
    table = _table(tmp_path)
    with_multiplexers = mapped(table, "sbox_table", [SPARTAN3])
    assert _luts(with_multiplexers) == 128
    assert _luts(mapped(table, "sbox_table", [VIRTEX5])) == 32
    assert mapped(table, "sbox_table", ecp5("best"))["LUT4"] > 128


@pytest.mark.long
def test_the_table_package_needs_the_documented_lut4_cells(tmp_path: Path) -> None:
    """The package that `fugue-256/sbox-table` has in place of aes_sbox_pkg, without wide multiplexers and with them."""
    alone = elaborated([*family("ops/aes_sbox_table_pkg.vhd"), HERE / "aes_sbox_alone.vhd"], "aes_sbox_alone", tmp_path)
    assert mapped(alone, "aes_sbox_alone", ecp5("best")) == {"LUT4": 232}
    assert _luts(mapped(alone, "aes_sbox_alone", [SPARTAN3])) == 128
    assert _luts(mapped(alone, "aes_sbox_alone", [VIRTEX5])) == 32
