# SPDX-License-Identifier: Apache-2.0
"""The area split of a small core, whose registers are counted by hand, and its table."""

import json
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.features.split_area.measure import synthesise_parts
from fairhash.features.split_area.record import AreaSplit, CellCounts, add_splits, read_splits
from fairhash.features.split_area.table import split_rows, split_table
from fairhash.results.schema import Cost, Machine

_PORTS = """
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity {name} is
  port (clk : in std_ulogic; d : in std_ulogic_vector({top} downto 0); q : out std_ulogic_vector({top} downto 0));
end entity {name};
architecture rtl of {name} is
  signal r : unsigned({top} downto 0);
{signals}
begin
  q <= std_ulogic_vector(r);
{body}
end architecture rtl;
"""
_REG = "  r_reg : process (clk) is begin if rising_edge(clk) then r <= {next}; end if; end process r_reg;"
_CORE = """
  signal x, z : std_ulogic_vector(7 downto 0);
  signal y : std_ulogic_vector(2 downto 0);
  signal seen : std_ulogic;
"""
_INSTANCES = """
  load : entity work.store port map (clk, d, x);
  {control} : entity work.steps port map (clk, x(2 downto 0), y);
  datapath : entity work.rounds port map (clk, x, z);
  seen_reg : process (clk) is begin if rising_edge(clk) then seen <= y(0) xor z(7); end if; end process seen_reg;
  r <= unsigned(z(7 downto 4)) & unsigned(y) & seen;
"""


def _write(rtl: Path, control: str = "control") -> Core:
    """A core of a store of 8 registers in the shell, control of 3, a datapath of 8, and 1 in the core itself."""
    (rtl / "shell").mkdir(parents=True)
    (rtl / "toy").mkdir()
    parts = {
        "shell/store.vhd": _PORTS.format(name="store", top=7, signals="", body=_REG.format(next="unsigned(d)")),
        "toy/steps.vhd": _PORTS.format(name="steps", top=2, signals="", body=_REG.format(next="r + unsigned(d)")),
        "toy/rounds.vhd": _PORTS.format(name="rounds", top=7, signals="", body=_REG.format(next="r xor unsigned(d)")),
        "toy/toy.vhd": _PORTS.format(name="toy", top=7, signals=_CORE, body=_INSTANCES.format(control=control)),
    }
    for name, text in parts.items():
        (rtl / name).write_text(text)
    changes = {"entity": "toy", "files": tuple(parts), "generics": {}, "source": rtl / "toy" / "cores.toml"}
    return Core.model_validate(find_core("sha-256/highspeed").model_dump() | changes)


@pytest.mark.parametrize("device", ["ecp5-85k-8", "ice40-hx8k"])
def test_each_part_has_its_own_registers(device: str, tmp_path: Path) -> None:
    core = _write(tmp_path / "rtl")
    made = synthesise_parts(core, find_device(device), find_recipe("best"), tmp_path / "work")
    assert made.reason == ""
    registers = {part: counts.flip_flops for part, counts in made.parts.items()}
    assert registers == {"control": 3, "datapath": 8 + 1, "shell": 8}
    assert made.parts["shell"].luts == 0
    # an exclusive-or for each bit of the state, and one for `seen`
    assert made.parts["datapath"].luts == 8 + 1


def test_a_core_without_control_is_refused_with_a_reason(tmp_path: Path) -> None:
    core = _write(tmp_path / "rtl", control="steering")
    made = synthesise_parts(core, find_device("ecp5-85k-8"), find_recipe("best"), tmp_path / "work")
    assert made.parts == {}
    assert made.reason == "toy has no instance `control`"


def _split(**changes: object) -> AreaSplit:
    """Control 30 LUTs and 10 registers, datapath 100 LUTs with 20 carry cells and 90 registers, shell 5 and 60."""
    facts = {
        "key": "1" * 64,
        "core": "sha-256/highspeed",
        "device": "ecp5-85k-8",
        "recipe": "best",
        "verilog_digest": "2" * 64,
        "yosys": "Yosys 0.70",
        "commands": ("synth_ecp5",),
        "parts": {
            "control": CellCounts(luts=30, carry=0, flip_flops=10),
            "datapath": CellCounts(luts=100, carry=20, flip_flops=90),
            "shell": CellCounts(luts=5, carry=0, flip_flops=60),
        },
        "flat": CellCounts(luts=125, carry=20, flip_flops=160),
        "flat_source": "result 123",
        "cost": Cost(wall_s=1, cpu_s=1, peak_mib=1),
        "bench_commit": "",
        "date": "2026-11-24T00:00:00Z",
        "machine": Machine(cpu_model="a", cores=1, os="b"),
    }
    return AreaSplit.model_validate(facts | changes)


def test_the_table() -> None:
    """ECP5: a carry cell takes two cells, a cell has one register.

    Control max(30, 10), datapath max(100 + 2 * 20, 90), shell max(5, 60); flat max(125 + 40, 160) = 165. LUTs and carry
    135 + 40 = 175 over 165.
    """
    (row,) = split_rows([_split()])
    assert row.parts == {"control": 30, "datapath": 140, "shell": 60}
    assert (row.total, row.flat) == (230, 165)
    shown = dict(zip(split_table([row]).headings(), row.cells(), strict=True))
    assert (shown["sum/flat"], shown["LUTs/flat"], shown["FFs/flat"]) == ("1.394", "1.061", "1.000")
    assert shown["control %"] == "13.0"
    assert shown["control % of control and datapath"] == "17.6"


def test_a_failure_is_a_row_with_a_reason() -> None:
    (row,) = split_rows([_split(parts={}, flat=None, reason="too large")])
    assert row.cells()[3:-1] == ("-",) * 10
    assert row.note == "too large"


def test_splits_are_stored_by_device(tmp_path: Path) -> None:
    """A second one of the same core, device and recipe replaces the first."""
    other = _split(device="ice40-hx8k")
    add_splits(tmp_path, [_split(), other])
    again = _split(reason="again")
    add_splits(tmp_path, [again])
    assert read_splits(tmp_path) == [again, other]
    file = tmp_path / "ecp5-85k-8.json"
    damaged = json.loads(file.read_text())
    del damaged["splits"][0]["recipe"]
    file.write_text(json.dumps(damaged))
    with pytest.raises(FairhashError, match="not a file of area splits: splits"):
        read_splits(tmp_path)
