# SPDX-License-Identifier: Apache-2.0
"""Rules of docs/conventions.md for readers of VHDL: a comment for each port and generic, each entity in its README."""

import re
from dataclasses import replace
from pathlib import Path

from fairhash.site.vhdl import Unit, parse_unit, read_units

_ENTITY = """\
-- A toy.
entity toy is
  generic (
    WIDTH : positive := 8 -- bits of a word
  );
  port (
    clk  : in    std_ulogic; -- clock
    rst  : in    std_ulogic;
    data : out   std_ulogic_vector(WIDTH - 1 downto 0) -- sum,
                                                       -- one cycle later
  );
end entity toy;
"""


def uncommented(unit: Unit) -> list[str]:
    """Ports and generics without a comment."""
    return [f"{unit.file}: {one.name}" for one in (*unit.generics, *unit.ports) if not one.comment]


def unnamed(units: dict[str, Unit], root: Path) -> list[str]:
    """Entities and packages whose name is not in the README of their folder."""
    wrong = []
    for unit in units.values():
        page = (root / unit.file).with_name("README.md")
        if not re.search(rf"\b{unit.name}\b", page.read_text(encoding="utf-8")):
            wrong.append(unit.file)
    return wrong


def test_every_port_and_generic_has_a_comment(checkout: Path) -> None:
    """The parser must have seen them all: declarations are counted a second time, as lines with a direction."""
    units = read_units()
    assert [name for unit in units.values() for name in uncommented(unit)] == []
    text = "".join((checkout / unit.file).read_text(encoding="utf-8") for unit in units.values())
    directions = re.findall(r"^    \w+ *: (?:in|out|inout) +", text, re.MULTILINE)
    assert sum(len(unit.ports) for unit in units.values()) == len(directions) > 0


def test_every_entity_is_in_the_readme_of_its_folder(checkout: Path) -> None:
    """Packages too."""
    assert unnamed(read_units(), checkout) == []


def test_a_missing_comment_and_a_missing_name_are_detected(tmp_path: Path) -> None:
    """The checks themselves, on a toy; `tests` in its README is another word than `test`."""
    unit = parse_unit(_ENTITY, "toy/toy.vhd")
    assert unit is not None
    assert uncommented(unit) == ["toy/toy.vhd: rst"]
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "README.md").write_text("| [toy](toy.vhd) | a toy |\n")
    other = replace(unit, name="to", file="toy/to.vhd")
    assert unnamed({"toy": unit, "to": other}, tmp_path) == ["toy/to.vhd"]
