# SPDX-License-Identifier: Apache-2.0
"""Paper A's Tables 1 and 2: the formulas by its Equations 2 and 3, the predictions by its Equations 6 and 8."""

import math

import pytest

from tests.published.paper_a import TABLES, Check, Contradiction, contradictions, formula
from tests.published.paper_a_contradictions import C_IN, C_OUT, CLOCK_RATIO, INIT_AND_IN, known
from tests.published.tables import Interval, exactly

_VARIANTS = [(name, variant) for name in TABLES[1] for variant in (256, 512)]


def _formula_contradictions(name: str, variant: int) -> set[Contradiction]:
    """Of the terms of a hash time: c_INIT + c_IN/r_IO + (c_FINAL +) c_BLOCK·N (+ c_FINAL) + c_OUT/r_IO."""

    def against(source: str, given: str, derived: str) -> set[Contradiction]:
        there = Contradiction(1, name, f"hash_time_{variant}_cycles", source, given, derived)
        return set() if given == derived else {there}

    row = formula(name, variant)
    both = len(row.before) > 1
    words, _, ratio = row.before[1 if both else 0].partition("/")
    # SHA-2 starts after its first word (section 4.1)
    block_words = 1 if name == "SHA-2" else row.block_bits // row.bus_bits
    needed = math.ceil(block_words / row.cycles_per_block)
    return (
        (set() if both else against(INIT_AND_IN, row.before[0], "two terms"))
        | against(C_IN, words, str(block_words))
        | against(CLOCK_RATIO, ratio or "1", str(needed))
        | against(C_OUT, row.after[-1], f"{variant // row.bus_bits}" + (f"/{ratio}" if ratio else ""))
    )


def test_hash_times_follow_the_equations() -> None:
    """A wrong clock ratio is one contradiction and not also one of c_OUT, which uses the published ratio."""
    assert set().union(*(_formula_contradictions(*variant) for variant in _VARIANTS)) == known(1)


@pytest.mark.parametrize(("name", "variant"), _VARIANTS)
def test_the_time_of_one_more_block_matches_the_throughput(name: str, variant: int) -> None:
    row = formula(name, variant)
    assert row.cycles_per_block == row.cycles_per_block_in_time


@pytest.mark.parametrize(("name", "variant"), _VARIANTS)
def test_tables_1_and_2_have_the_same_blocks(name: str, variant: int) -> None:
    assert formula(name, variant).block_bits == int(TABLES[2][name][f"block_size_{variant}_bits"])


@pytest.mark.parametrize("name", TABLES[1])
def test_cycles_per_round_agree_for_both_variants(name: str) -> None:
    """Equation 7's constant c; some cores spend one cycle more on a block."""
    fits = {
        extra
        for extra in (0, 1)
        if (formula(name, 256).cycles_per_block - extra) * int(TABLES[2][name]["rounds_512"])
        == (formula(name, 512).cycles_per_block - extra) * int(TABLES[2][name]["rounds_256"])
    }
    assert fits


def test_word_sizes_differ_where_the_text_says() -> None:
    """Section 5 names the three whose word size is not that of the 256-bit variant."""
    words = {name: (row["word_size_256_bits"], row["word_size_512_bits"]) for name, row in TABLES[2].items()}
    assert {name for name, (small, large) in words.items() if small != large} == {"BLAKE", "BMW", "SHA-2"}
    assert {words[name] for name in ("BLAKE", "BMW", "SHA-2")} == {("32", "64")}


def test_predictions_give_the_six_groups_of_the_text() -> None:
    """Section 5: area grows or not, and throughput grows (as much or less), stays or falls."""
    groups: dict[tuple[bool, str], set[str]] = {}
    for name, row in TABLES[2].items():
        area, throughput = float(row["predicted_area_ratio"]), float(row["predicted_throughput_ratio"])
        trend = (
            "falls" if throughput < 1 else "stays" if throughput == 1 else "less" if throughput < area else "as much"
        )
        groups.setdefault((area > 1, trend), set()).add(name)
    assert groups == {
        (False, "stays"): {"CubeHash", "JH", "Shabal"},
        (True, "as much"): {"BMW", "SIMD", "Skein"},
        (True, "less"): {"BLAKE", "Groestl", "SHAvite-3", "SHA-2"},
        (False, "falls"): {"ECHO", "Keccak"},
        (True, "stays"): {"Hamsi", "Luffa"},
        (True, "falls"): {"Fugue"},
    }


def _predictions() -> list[Check]:
    """Two decimals, though the paper drops trailing zeros."""

    def ratio(row: dict[str, str], quantity: str, unit: str = "_bits") -> Interval:
        return exactly(int(row[f"{quantity}_512{unit}"]) / int(row[f"{quantity}_256{unit}"]))

    checks = []
    for name, row in TABLES[2].items():
        throughput = ratio(row, "block_size") / ratio(row, "rounds", "")
        checks.append(Check(2, name, "predicted_area_ratio", "Eq. 6", ratio(row, "state_size"), 2))
        checks.append(Check(2, name, "predicted_throughput_ratio", "Eq. 8", throughput, 2))
    return checks


def test_predictions_follow_the_equations() -> None:
    assert len(_predictions()) == 30
    assert contradictions(_predictions()) == known(2)
