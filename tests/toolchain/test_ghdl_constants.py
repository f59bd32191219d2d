# SPDX-License-Identifier: Apache-2.0
"""GHDL 2.0 makes a constant zeros if its lowest 32 bits are (docs/tool-faults.md); assigned to a slice it is right."""

import re
from pathlib import Path

from fairhash.toolchain import tools

SOURCE = """library ieee;
use ieee.std_logic_1164.all;

entity constants is
  port (whole, other, sliced : out std_ulogic_vector(63 downto 0));
end entity;

architecture rtl of constants is
begin
  whole <= x"0140480100000000";
  other <= x"0140480100000001";
  process (all) is
    variable value : std_ulogic_vector(63 downto 0);
  begin
    value := (others => '0');
    value(63 downto 32) := x"01404801";
    sliced <= value;
  end process;
end architecture;
"""
VALUES = {"whole": 0, "other": 0x0140480100000001, "sliced": 0x0140480100000000}
"""What GHDL 2.0 makes of them; `whole` is wrong. With a GHDL that makes it right, the page and this test can go."""


def test_a_constant_whose_low_word_is_zero_is_lost(tmp_path: Path) -> None:
    (tmp_path / "constants.vhd").write_text(SOURCE, encoding="ascii")
    options = ("--synth", "--std=08", "--out=verilog", "constants.vhd", "-e", "constants")
    run = tools.run([tools.require_tool("ghdl"), *options], tmp_path, 60)
    assert run.ok, run.output
    constants = dict(re.findall(r"localparam \[63:0\] (\w+) = (?:64'b)?\"?([01]{64})", run.output))
    assigned = dict(re.findall(r"assign (\w+) = (\w+);", run.output))
    pieces = dict(re.findall(r"assign (\w+) = (\{.*\});", run.output))
    found = {}
    for port in VALUES:
        net = assigned[port]
        bits = constants.get(net) or "".join(
            piece[4:] if piece.startswith("32'b") else "0" * 32 for piece in re.split(r"[{, }]+", pieces[net]) if piece
        )
        found[port] = int(bits, 2)
    assert found == VALUES
