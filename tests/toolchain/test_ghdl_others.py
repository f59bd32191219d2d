# SPDX-License-Identifier: Apache-2.0
"""The choice `others` of a case, which GHDL leaves out of its Verilog, is restored (toolchain/ghdl.py)."""

from pathlib import Path

import pytest

from fairhash.toolchain.ghdl import lacks_others, restore_others, to_verilog, written_verilog
from fairhash.toolchain.tools import ToolMisbehaved

SELECTED = """library ieee;
use ieee.std_logic_1164.all;

entity inner is
  port (s : in std_logic_vector(1 downto 0); a : in std_logic; y, z : out std_logic);
end entity;

architecture rtl of inner is
begin
  with s select y <= a when "00", not a when "01", '1' when others;
  with s select z <= a when "00", not a when "01", '-' when others;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity outer is
  port (
    clk : in std_logic; s : in std_logic_vector(1 downto 0); a, b, output : in std_logic_vector(3 downto 0);
    o, p, q, r, t : out std_logic_vector(3 downto 0); y : out std_logic;
    wide : in std_logic_vector(39 downto 0); u : out std_logic_vector(39 downto 0)
  );
end entity;

architecture rtl of outer is
  signal held : std_logic_vector(3 downto 0);
begin
  parts : entity work.inner port map (s, a(0), y, open);
  with s select o <= a when "00", b when "01", output when others;
  with s select p <= a when "00", b when "01", "0110" when others;
  with s select q <= a when "00", b when "01", a xor b when others;
  with s select t <= a when "00", b when "01", not a when "10", not b when "11", "XXXX" when others;
  with s select u <= wide when "00", not wide when "01", (others => '-') when others;
  process (clk) is
  begin
    if rising_edge(clk) then
      case s is
        when "00" => held <= a;
        when "01" => held <= b;
        when others => null;
      end case;
    end if;
  end process;
  r <= held;
end architecture;
"""


def _written(folder: Path) -> str:
    (folder / "outer.vhd").write_text(SELECTED, encoding="ascii")
    return written_verilog(folder, ("--std=08",), ["outer.vhd"], "outer", folder, ("outer", "outer.vhd"))


def test_the_choice_others_has_the_value_of_the_source(tmp_path: Path) -> None:
    """A port of the top, also one that is renamed; a constant, an expression, a register that keeps its value."""
    (tmp_path / "outer.vhd").write_text(SELECTED, encoding="ascii")
    declared = ("outer", "outer.vhd")
    text = to_verilog(tmp_path, ("--std=08",), ["outer.vhd"], "outer", tmp_path, declared, is_external=True)
    values = [line.split("=")[1].strip(" ;") for line in text.splitlines() if "default:" in line]
    assert values[:2] == ["1'b1", "'bx"]
    assert values[2:4] == ["output_vhdl", "4'b0110"]
    assert values[5:] == ["'bx", "'bx", "held"]
    assert f"assign {values[4]} = a ^ b;" in text


def test_ghdl_alone_leaves_the_choice_out(tmp_path: Path) -> None:
    """If not, GHDL no longer needs restore_others()."""
    text = _written(tmp_path)
    assert lacks_others(text)
    assert "default" not in text


def test_a_case_without_a_value_is_an_error(tmp_path: Path) -> None:
    """Both texts must be of the same design."""
    with pytest.raises(ToolMisbehaved, match="no value of"):
        restore_others(_written(tmp_path), "")


def test_an_unparsable_value_is_an_error() -> None:
    """It would be wrong Verilog."""
    verilog = "    case (n1_o)\n      1'b1: n2_o <= a;\n    endcase\n"
    vhdl = '  with n1_o select n2_o <=\n    a when "1",\n    a & b when others;\n'
    with pytest.raises(ToolMisbehaved, match="has a & b for"):
        restore_others(verilog, vhdl)


def test_a_case_of_one_bit() -> None:
    """GHDL writes its choice in VHDL as a character."""
    verilog = "    case (n1_o)\n      1'b1: n2_o <= a;\n    endcase\n"
    vhdl = "  with n1_o select n2_o <=\n    a when '1',\n    b when others;\n"
    assert restore_others(verilog, vhdl) == verilog.replace("    endcase", "      default: n2_o <= b;\n    endcase")
