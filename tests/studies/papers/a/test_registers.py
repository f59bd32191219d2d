# SPDX-License-Identifier: Apache-2.0
"""Tests of the table of registers: made-up counts with ratios computed by hand."""

import pytest

from fairhash.catalog.cores import find_core
from fairhash.catalog.targets import devices
from fairhash.results.synthesis_counts import SynthesisCount
from fairhash.studies.papers.a import cores
from fairhash.studies.papers.a.cores import RegisterCount, needed_bits
from fairhash.studies.papers.a.normalised_values import ALGORITHMS, CORES
from tests.results.samples import sample
from tests.studies.papers.a.runs import by

DEVICE = devices()["ecp5-85k-8"]
PAPER_CORES = {name: find_core(name) for name in CORES}


def count(
    core: str, luts: int | None, carry: int, registers: int, *, recipe: str = "best", verilog: str = "a" * 64
) -> SynthesisCount:
    """The counts of one synthesis of a high-speed core."""
    return SynthesisCount(
        core=f"{core}/highspeed",
        device="ecp5-85k-8",
        recipe=recipe,
        verilog_digest=verilog,
        yosys="Yosys 0.70",
        luts=luts,
        carry=carry if luts else None,
        flip_flops=registers if luts else None,
        reason="" if luts else "timed out",
    )


def test_needed_bits_are_those_that_the_readme_of_sha_2_counts() -> None:
    """40 words: eight of the chaining value, eight round variables, a block of sixteen, a digest of eight."""
    assert needed_bits(PAPER_CORES["sha-256/highspeed"]) == 40 * 32
    assert needed_bits(PAPER_CORES["sha-512/highspeed"]) == 40 * 64


def test_every_algorithm_of_the_paper_has_a_state() -> None:
    assert set(cores.STATE_BITS) == set(ALGORITHMS)


@pytest.mark.parametrize(
    ("luts", "registers", "needed", "rule"),
    [
        (1000, 1050, 500, "by LUTs"),
        (1000, 1051, 500, "no"),
        (1000, 1150, 1000, "by need"),
        (1000, 1151, 1000, "no"),
        (1000, 900, 100, "by LUTs"),
    ],
)
def test_the_limits_of_the_rule(luts: int, registers: int, needed: int, rule: str) -> None:
    assert RegisterCount(luts, registers, needed).rule == rule


def test_a_carry_cell_counts_as_two_luts_and_the_smallest_netlist_is_shown() -> None:
    """Needs 1024 + 256 + 512 bits. `small`: 1000 + 2 x 500 = 2000 cells, fewer than 1500 + 1000 by `best`."""
    table = cores.registers_table(
        [count("cubehash-512", 1500, 500, 1910), count("cubehash-512", 1000, 500, 1900, recipe="small")],
        PAPER_CORES,
        DEVICE,
    )
    row = by(table, "cubehash-512")
    assert (row["recipe"], row["luts"], row["registers"], row["needed_bits"]) == ("small", 2000, 1900, 1792)
    assert row["registers_per_lut"] == pytest.approx(0.95)
    assert row["registers_per_needed_bit"] == pytest.approx(1900 / 1792)
    assert row["rule"] == "by LUTs"


def test_a_core_without_one_usable_count_has_no_verdict() -> None:
    """A failed synthesis is no count, and counts of two sources cannot be compared."""
    table = cores.registers_table(
        [
            count("jh-256", None, 0, 0),
            count("echo-256", 20000, 10, 5000),
            count("echo-256", 20000, 10, 6000, recipe="small", verilog="b" * 64),
        ],
        PAPER_CORES,
        DEVICE,
    )
    assert (by(table, "jh-256")["recipe"], by(table, "jh-256")["rule"]) == ("not synthesised", None)
    assert (by(table, "echo-256")["recipe"], by(table, "echo-256")["rule"]) == ("counts of different sources", None)
    assert len(table.rows) == len(CORES)


def test_runs_of_today_take_the_place_of_counts_of_other_sources() -> None:
    """A run of sha-512 with another Verilog than the stored count, a stale one of jh-512, and a count of fugue-512."""
    run = sample("sha-512/highspeed", verilog_digest="b" * 64)
    stale = sample("jh-512/highspeed", verilog_digest="b" * 64, stale="changed")
    stored = [count("sha-512", 1, 0, 1), count("jh-512", 2, 0, 2), count("fugue-512", 3, 0, 3)]
    found = cores.counts_of_today(stored, [run, stale])
    assert [(each.core, each.verilog_digest[0]) for each in found] == [
        ("jh-512/highspeed", "a"),
        ("fugue-512/highspeed", "a"),
        ("sha-512/highspeed", "b"),
    ]
    assert run.resources
    assert found[-1].flip_flops == run.resources.flip_flops
