# SPDX-License-Identifier: Apache-2.0
"""Cells lead to the VHDL statements that they were made from."""

from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.catalog.cores import find_core
from fairhash.features.mutants.measure import SourcePlace, SourcePlaces, source_places

VERILOG = """\
module part
  (input  clk,
   output [7:0] q);
  reg [7:0] n12_q;
  /* rtl/toy/part.vhd:30:9  */
  assign q = n12_q; // (signal)
  /* rtl/toy/part.vhd:41:12  */
  always @(posedge clk)
    n12_q <= n13_o;
endmodule

module top
  (input  clk,
   output [7:0] q);
  /* rtl/toy/top.vhd:7:3  */
  part first (
    .clk(clk),
    .q(first_q));
  /* rtl/toy/top.vhd:9:5  */
  assign n1_o = first_q;
  /* rtl/toy/top.vhd:10:5  */
  assign n1_o_LUT4 = first_q;
endmodule
"""


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ("first.n12_q_TRELLIS_FF_Q_3", SourcePlace("first.n12_q", "rtl/toy/part.vhd", 41)),
        ("first.q_LUT4_Z", SourcePlace("first.q", "rtl/toy/part.vhd", 30)),
        ("n1_o_LUT4_Z_D", SourcePlace("n1_o_LUT4", "rtl/toy/top.vhd", 10)),
        ("n1_o_CCU2C_S0", SourcePlace("n1_o", "rtl/toy/top.vhd", 9)),
        ("n1_output", SourcePlace("n1_output")),
        ("second.n12_q", SourcePlace("second.n12_q")),
    ],
)
def test_place_of_a_cell(cell: str, place: SourcePlace) -> None:
    assert SourcePlaces(VERILOG, "top").of_cell(cell) == place


def test_place_in_a_real_core(tmp_path: Path) -> None:
    """The named signal of an entity of the shell is assigned in the line that is found."""
    core = find_core("sha-256/highspeed")
    place = source_places(core, tmp_path).of_cell("control.tail_LUT4_Z_3")
    line = (paths.root() / place.file).read_text(encoding="utf-8").splitlines()[place.line - 1]
    assert place.file == "rtl/sha2/sha2_highspeed_control.vhd"
    assert "tail" in line
