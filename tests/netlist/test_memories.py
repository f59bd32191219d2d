# SPDX-License-Identifier: Apache-2.0
"""Memories found in Verilog as GHDL writes it; bits and ports are counted by hand."""

from pathlib import Path

import pytest

from fairhash.targets.fpga.synthesis import find_memories

_PORT = """
  reg [31:0] q{p};
  always @(posedge clk) if (en{p} & ~we{p}) q{p} <= words[a{p}];
  always @(posedge clk) if (en{p} & we{p}) words[a{p}] <= d{p};
"""
_TWO_PORTS = """
module ram (input clk, ena, wea, enb, web, input [8:0] aa, ab, input [31:0] da, db, output [31:0] ya, yb);
  reg [31:0] words[511:0];
  {a}{b}
  assign ya = qa;
  assign yb = qb;
endmodule
module top (input clk, ena, wea, enb, web, input [8:0] aa, ab, input [31:0] da, db, output [31:0] ya, yb);
  ram memory (.clk(clk), .ena(ena), .wea(wea), .enb(enb), .web(web), .aa(aa), .ab(ab), .da(da), .db(db),
    .ya(ya), .yb(yb));
endmodule
""".format(a=_PORT.format(p="a"), b=_PORT.format(p="b"))

_SIMPLE_DUAL_PORT = """
module top (input clk, we, re, input [5:0] w, r, input [15:0] d, output [15:0] y);
  reg [15:0] words[63:0];
  reg [15:0] q;
  always @(posedge clk) if (we) words[w] <= d;
  always @(posedge clk) if (re) q <= words[r];
  assign y = q;
endmodule
"""

# bit 7 is 1 in every word: it still takes memory, if the mapper does not find that
_CONSTANTS = """
module top (input clk, re, input [1:0] a, output [7:0] y);
  reg [7:0] words[3:0];
  initial begin
    words[3] = 8'b10000001;
    words[2] = 8'b11000010;
    words[1] = 8'b10100100;
    words[0] = 8'b10011000;
  end
  {read}
endmodule
"""
_CLOCKED = _CONSTANTS.format(read="reg [7:0] q; always @(posedge clk) if (re) q <= words[a]; assign y = q;")
_AT_ONCE = _CONSTANTS.format(read="assign y = words[a];")

_DISTRIBUTED = """
module top (input clk, we, input [3:0] w, r, input [3:0] d, output [3:0] y);
  reg [3:0] words[15:0];
  always @(posedge clk) if (we) words[w] <= d;
  assign y = words[r];
endmodule
"""


@pytest.mark.parametrize(
    ("verilog", "kind", "bits", "ports", "port_bits"),
    [
        (_TWO_PORTS, "block", 512 * 32, 2, 32),
        (_SIMPLE_DUAL_PORT, "block", 64 * 16, 2, 16),
        (_CLOCKED, "block", 4 * 8, 1, 8),
        (_AT_ONCE, "table", 4 * 8, 1, 8),
        (_DISTRIBUTED, "distributed", 16 * 4, 2, 4),
    ],
)
def test_bits_and_ports(  # noqa: PLR0917 - one memory
    verilog: str, kind: str, bits: int, ports: int, port_bits: int, tmp_path: Path
) -> None:
    (tmp_path / "top.v").write_text(verilog)
    run, (memory,) = find_memories(tmp_path / "top.v", "top", tmp_path, 60)
    assert run.ok
    assert (memory.kind, memory.bits, memory.ports, memory.port_bits) == (kind, bits, ports, port_bits)


def test_no_memory_and_no_leftover(tmp_path: Path) -> None:
    (tmp_path / "top.v").write_text("module top (input a, output b); assign b = ~a; endmodule\n")
    run, memories = find_memories(tmp_path / "top.v", "top", tmp_path, 60)
    assert run.ok
    assert memories == []
    assert not (tmp_path / "memories.json").exists()
