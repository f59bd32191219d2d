# SPDX-License-Identifier: Apache-2.0
"""What each architecture is made of, against paper D's text, the published approaches and the cores there are."""

import re

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.figures.charts.ring import specification
from fairhash.figures.charts.svg import to_svg_file
from fairhash.studies.papers.d.structure import (
    ALGORITHMS,
    Structure,
    blocks,
    declared,
    description,
    from_approach,
    named,
    structure,
)
from fairhash.studies.papers.published_table import published_table
from tests.published.paper_d import architecture


def get(name: str) -> Structure:
    found = named(name)
    assert found
    return found


@pytest.mark.parametrize(
    ("name", "rounds", "messages", "cycles", "flip_flops"),
    [
        ("case-1", 1, 1, 24, 1600),
        ("case-2", 1, 2, 48, 3200),
        ("case-3", 2, 1, 12, 1600),
        ("case-4", 2, 2, 24, 3200),
        ("case-5", 2, 4, 48, 6400),
        ("pipelined-6", 6, 6, 24, 9600),
        # 1600 bits and the 320 column sums, then 1600
        ("sums-2", 1, 2, 48, 3520),
        ("subpipelined-3", 1, 3, 72, 5120),
        ("subpipelined-3-unrolled-2", 2, 6, 72, 10240),
    ],
)
def test_structures_are_read_from_core_names(
    name: str, rounds: int, messages: int, cycles: int, flip_flops: int
) -> None:
    """Paper D, Sect. IV-C, and our own cores' descriptions."""
    built = get(name)
    assert (built.unrolled, built.ranks, built.block_cycles, built.flip_flops) == (rounds, messages, cycles, flip_flops)
    # 320 sums of five bits: two functions of four inputs, or one of six; 1600 bits of theta and of chi
    assert built.lut4 == rounds * (2 * 320 + 1600 + 1600)
    assert built.lut6 == rounds * (320 + 800 + 800)


def test_cores_declare_the_structure_of_their_names() -> None:
    """Of every Keccak core of this checkout whose name is known here; its port may be slower than its rounds."""
    for core in all_cores().values():
        built = named(core.architecture)
        if core.algorithm in ALGORITHMS and built:
            port_cycles = built.ranks * core.block_bits // core.word_bits // core.io_ratio
            slower = max(built.block_cycles, port_cycles)
            assert (core.messages_in_flight, core.formula.block) == (built.ranks, slower), core.name


def test_published_approaches_are_parsed() -> None:
    """Against the tests' own reading of them; row 6 of Table III lacks its U."""
    rows = [(2, row) for row in published_table("D", 2)] + [(3, row) for row in published_table("D", 3)]
    for number, row in rows:
        built, read = from_approach(row["approach"]), architecture(row["approach"])
        if (number, row["area_slices"]) == (3, "3,965"):
            assert (built.unrolled, built.ranks) == (3, 3)
        else:
            assert (built.unrolled, built.ranks, built.block_cycles) == (read.unrolled, read.messages, read.cycles)


def test_approaches_are_written_as_in_the_paper() -> None:
    assert get("case-1").approach() == "basic"
    assert get("case-3").approach() == "U [k=2]"
    assert get("case-4").approach() == "U [k=2] P [n=2]"
    assert get("case-5").approach() == "U [k=2] P [n=2] S [n=2]"
    assert get("subpipelined-3").approach() == "S [n=3]"


def test_a_declaration_overrides_a_name() -> None:
    """One that is not what its name says, one of no known name, and one that cannot be."""
    assert structure("case-5", 4, 48) == get("case-5")
    other = structure("case-5", 2, 24)
    assert other is not None
    assert (other.unrolled, other.ranks, other.approach()) == (2, 2, "U [k=2] P [n=2]")
    strange = structure("something-new", 8, 48)
    assert strange is not None
    assert (strange.unrolled, strange.ranks, strange.block_cycles) == (4, 8, 48)
    assert declared(1, 25) is None
    assert declared(1, 25 * 24) is None


def texts(built: Structure) -> list[list[str]]:
    """The blocks of each round, registers in brackets."""
    return [[f"[{block.text}]" if block.is_register else block.text for block in row] for row in blocks(built)]


def test_the_blocks_of_a_ring_show_its_structure() -> None:
    """Case V as in Fig. 3, and registers after the column sums."""
    assert description(get("case-5")) == "2 rounds, 4 register ranks, 4 messages in flight, 48 cycles a block"
    assert texts(get("case-5")) == [
        ["theta", "[R1: 1600]", "rho pi chi iota", "[R2: 1600]"],
        ["theta", "[R3: 1600]", "rho pi chi iota", "[R4: 1600]"],
    ]
    assert texts(get("sums-2")) == [["column sums", "[R1: 1920]", "theta's addition rho pi chi iota", "[R2: 1600]"]]
    assert texts(get("subpipelined-3")) == [
        ["column sums", "[R1: 1920]", "theta's addition", "[R2: 1600]", "rho pi chi iota", "[R3: 1600]"]
    ]
    assert texts(get("case-3")) == [["theta rho pi chi iota"], ["theta rho pi chi iota", "[R1: 1600]"]]
    assert texts(_new()) == [["one round, registers at places unknown", "[R1: 1600]", "[R2: 1600]"]]


def test_a_ring_is_drawn_with_its_blocks_in_order() -> None:
    """Case V: the texts from left to right in each of two rows below the entry, registers in another colour."""
    svg = to_svg_file(specification(blocks(get("case-5"))))
    shown = re.findall(r">([^<>]+)</text>", svg)
    assert shown == ["xor with the block", *(block.text for row in blocks(get("case-5")) for block in row), "digest"]


def _new() -> Structure:
    found = structure("new", 2, 48)
    assert found
    return found
