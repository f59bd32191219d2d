# SPDX-License-Identifier: Apache-2.0
"""GHDL's synthesis loses no assignment when its table of partial assignments grows (toolchain/ghdl_memory.py)."""

import subprocess
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.toolchain import ghdl_memory, tools
from fairhash.toolchain.ghdl import to_verilog

SPLIT = """library ieee;
use ieee.std_logic_1164.all;

entity split is
  port (
    a : in    std_ulogic_vector({top} downto 0);
    b : out   std_ulogic_vector({top} downto 0);
    c : out   std_ulogic_vector({before} downto 1)
  );
end entity split;

architecture rtl of split is
begin

  fill_table : process (all) is
    variable v : std_ulogic_vector({before} downto 1);
  begin
    for i in 1 to {before} loop
      v(i) := a(i);
    end loop;
    c <= v;
  end process fill_table;

  invert_odd_bits : process (all) is
    variable v : std_ulogic_vector({top} downto 0);
  begin
    v := a;
    for i in 1 to {bits} loop
      v(2 * i - 1) := not a(2 * i - 1);
    end loop;
    b <= v;
  end process invert_odd_bits;

end architecture rtl;
"""
"""Inverts the odd bits of a. An inversion appends two entries to GHDL's table: its own, and that of the bits above."""

BEFORE = (1, 2)
"""Entries of the table before: they decide whether an even or an odd number of the table's entry is a split."""


def write(folder: Path, before: int, bits: int) -> None:
    (folder / "split.vhd").write_text(SPLIT.format(top=2 * bits, before=before, bits=bits), encoding="ascii")


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("bits", [600, 9000])
def test_no_assignment_is_lost(tmp_path: Path, before: int, bits: int) -> None:
    """600 inversions make the table of 1024 entries grow once, 9000 make it grow five times."""
    write(tmp_path, before, bits)
    folder = tmp_path / "work folder"
    folder.mkdir()
    text = to_verilog(tmp_path, ("--std=08",), ["split.vhd"], "split", folder, ("split", "split.vhd"))
    assert text.count("= ~") == bits
    assert not list(folder.iterdir())


def test_ghdl_alone_loses_assignments(tmp_path: Path) -> None:
    """Exactly one for one of the two numbers of entries before. If not, GHDL no longer needs the allocator."""
    inverted = []
    for before in BEFORE:
        write(tmp_path, before, 600)
        command = [str(tools.require_tool("ghdl")), "--synth", "--std=08", "--out=verilog", "split.vhd", "-e", "split"]
        inverted.append(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout)
    assert sorted(text.count("= ~") for text in inverted) == [599, 600]


def test_ghdl_without_the_allocator_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loader only warns if it cannot load a library, and runs the program without it."""
    monkeypatch.setattr(ghdl_memory, "_library", lambda: b"not a library")
    write(tmp_path, 1, 1)
    with pytest.raises(FairhashError, match="without the allocator"):
        to_verilog(tmp_path, ("--std=08",), ["split.vhd"], "split", tmp_path, ("split", "split.vhd"))
