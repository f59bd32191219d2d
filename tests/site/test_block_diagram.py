# SPDX-License-Identifier: Apache-2.0
"""The connections between the parts of an entity, read by hand from its VHDL, and the diagram of each core."""

import re

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.site.block_diagram import Wire, block_diagram, names_in, signal_text, wires
from fairhash.site.vhdl import Unit, parse_unit, read_units

_PARTS = """\
-- Takes a word.
entity {name} is
  port (
    clk  : in    std_ulogic;                    -- clock
    d    : in    std_ulogic_vector(7 downto 0); -- word
    stop : in    std_ulogic;                    -- waits
    q    : out   std_ulogic_vector(7 downto 0); -- word
    busy : out   std_ulogic                     -- works
  );
end entity {name};
"""

_TOP = """\
-- Two parts in a row.
entity top is
  port (
    clk     : in    std_ulogic;                    -- clock
    in_data : in    std_ulogic_vector(7 downto 0); -- word
    hold    : in    std_ulogic;                    -- waits
    result  : out   std_ulogic_vector(7 downto 0)  -- word
  );
end entity top;

architecture rtl of top is

  signal first_q, second_q : std_ulogic_vector(7 downto 0);
  signal second_busy       : std_ulogic;
  signal waits             : std_ulogic;

begin

  -- waits <= in_data(0); a comment is no assignment
  waits <= second_busy or hold;

  first : entity work.stage
    port map (
      clk  => clk,
      d    => in_data,
      stop => waits, -- of the second one
      q    => first_q,
      busy => open
    );

  second : entity work.stage
    port map (
      clk              => clk,
      d(7 downto 4)    => first_q(7 downto 4),
      d(3 downto 0)    => x"0",
      stop             => '0',
      q                => second_q,
      busy             => second_busy
    );

  result <= not second_q;

end architecture rtl;
"""


def _unit(text: str) -> Unit:
    unit = parse_unit(text, "rtl/x/x.vhd")
    assert unit
    return unit


def test_connections_are_those_of_the_port_maps() -> None:
    """`waits` is computed from a signal of the second part and an input; `result` from the second part.

    `clk` and open ports are not connections.
    """
    units = {"stage": _unit(_PARTS.format(name="stage")), "top": _unit(_TOP)}
    assert wires(units["top"], units) == [
        Wire("inputs", "first", ("in_data", "waits")),
        Wire("first", "second", ("first_q",)),
        Wire("second", "first", ("waits",)),
        Wire("second", "outputs", ("result",)),
    ]


def test_literals_are_not_names() -> None:
    """Neither the base of a bit string nor a character."""
    assert names_in("x\"0f\" & a(3) & 'z' & to_word(b)") == ["a", "to_word", "b"]


@pytest.mark.parametrize(
    ("signals", "text"),
    [
        (("word",), "word"),
        (("in_data", "in_valid"), "in_data, in_valid"),
        (("word", "word_valid", "word_last"), "word, word_valid +1"),
        (("a_very_long_name_of_a_signal", "b"), "a_very_long_nam… +1"),
    ],
)
def test_labels_have_as_many_names_as_fit(signals: tuple[str, ...], text: str) -> None:
    """At most 19 letters."""
    assert signal_text(signals) == text


def test_every_part_of_every_core_is_connected() -> None:
    """Each instance has a line in and a line out, words come from the inputs, and digests go to the outputs."""
    units = read_units()
    for core in all_cores().values():
        unit = units[core.entity]
        found = wires(unit, units)
        labels = {instance.label for instance in unit.instances}
        assert labels
        assert labels <= {wire.driver for wire in found} | {wire.reader for wire in found}, core.name
        assert any(wire.driver == "inputs" and "in_data" in wire.signals for wire in found), core.name
        assert any(wire.reader == "outputs" and "out_data" in wire.signals for wire in found), core.name
        svg = block_diagram(core, unit, units, "cores/x.html")
        assert {f">{label[:14]}" in svg for label in labels} == {True}
        assert svg.count("<circle") == len(found)
        first = {instance.label: instance.entity for instance in reversed(unit.instances)}
        assert set(re.findall(r'href="(.*?)"', svg)) == {f"../{units[entity].path}" for entity in first.values()}
