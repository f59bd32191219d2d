# SPDX-License-Identifier: Apache-2.0
"""Paper D's tables: whole, and each figure computed again from its own row; docs/published.md says what was found."""

import csv
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from tests.published.paper_d import (
    RATE_BITS,
    ROUNDS,
    SCALE_130_TO_65_NM,
    Check,
    architecture,
    checks,
    read,
    rounded,
    table,
    throughput_gbit_s,
)

ROWS = {1: 24, 2: 5, 3: 9, 4: 6}

Figures = dict[tuple[str, int, str], tuple[str, str]]

CONTRADICTIONS: Figures = {
    ("II", 5, "efficiency"): ("11.47", "11.74"),
    ("III", 2, "throughput"): ("9.55", "9.53"),
    ("III", 6, "throughput"): ("28.15", "9.38"),
    ("III", 9, "throughput"): ("6.34", "7.61"),
    ("IV", 2, "throughput"): ("25.20", "25.25"),
}
"""Printed, and derived from the inputs; rounding cannot explain the difference."""

WITHIN_ROUNDING: Figures = {
    ("II", 1, "throughput"): ("3.68", "3.67"),
    ("II", 1, "efficiency"): ("4.22", "4.23"),
    ("II", 3, "efficiency"): ("1.00", "1.01"),
    ("III", 1, "throughput"): ("9.35", "9.34"),
    ("III", 2, "efficiency"): ("5.80", "5.79"),
    ("III", 4, "efficiency"): ("8.17", "8.18"),
    ("IV", 3, "throughput"): ("32.00", "31.97"),
    ("IV", 4, "throughput"): ("35.12", "35.14"),
    ("IV", 5, "throughput"): ("36.92", "36.86"),
}
"""Published values, and values derived from the published inputs; rounding of the inputs explains the difference."""

WRONG_BYTES: dict[int, tuple[str, str]] = {}
"""Table I: published and derived byte by round. All agree."""


@pytest.fixture(scope="module")
def found(checkout: Path) -> dict[tuple[str, int, str], Check]:
    """Every throughput and efficiency of Tables II to IV."""
    return {check.key: check for check in checks(checkout)}


@pytest.fixture(scope="module")
def page(checkout: Path) -> str:
    """docs/published.md from "Paper D" on."""
    return (checkout / "docs/published.md").read_text(encoding="utf-8").partition("\n## Paper D\n")[2]


def page_table(page: str, heading: str) -> list[list[str]]:
    """The rows under a heading of the page."""
    lines = page.partition(f"\n### {heading}\n")[2].partition("\n### ")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return rows[2:]


@pytest.mark.parametrize("number", ROWS)
def test_tables_are_complete(checkout: Path, number: int) -> None:
    """As many rows as the paper, no empty cell except notes, names as in published/README.md."""
    with (checkout / f"published/paper-d/table-{number}.csv").open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file, strict=True)
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) for name in names)
    assert names[-2:] == ["source", "note"]
    assert len(rows) == ROWS[number]
    assert all(len(row) == len(names) and all(cell == cell.strip() for cell in row) for row in rows)
    assert all(all(row[:-1]) for row in rows)
    roman = ("I", "II", "III", "IV")[number - 1]
    assert all(row[-2].startswith(f"Table {roman}, Sect. ") for row in rows)


def test_the_folder_has_no_other_tables(checkout: Path) -> None:
    """The paper has four tables."""
    files = {file.name for file in (checkout / "published/paper-d").iterdir()}
    assert files == {f"table-{number}.csv" for number in ROWS}


def test_the_known_contradictions_are_the_only_ones(found: dict[tuple[str, int, str], Check], page: str) -> None:
    """Neither more nor fewer than are known, and the page has the same."""
    assert {key: check.figures for key, check in found.items() if not check.agrees} == CONTRADICTIONS
    rows = page_table(page, "Contradictions")
    assert {(row[0], int(row[1]), row[2]): (row[3], row[4]) for row in rows} == CONTRADICTIONS
    assert len(found) == 2 * sum(rows for number, rows in ROWS.items() if number > 1)
    agreeing = len(found) - len(CONTRADICTIONS)
    counts = f"Of the {len(found)} throughputs and efficiencies of Tables II to IV, {agreeing} agree"
    assert f"{counts} with their inputs and {len(CONTRADICTIONS)} do not." in page


def test_published_values_agree_within_rounding(found: dict[tuple[str, int, str], Check], page: str) -> None:
    """All other values follow from the published inputs to the last digit."""
    agreeing = {key: check.figures for key, check in found.items() if check.agrees}
    assert {key: figures for key, figures in agreeing.items() if figures[0] != figures[1]} == WITHIN_ROUNDING
    rows = page_table(page, "Within rounding")
    assert {(row[0], int(row[1]), row[2]): (row[3], row[4]) for row in rows} == WITHIN_ROUNDING


def test_case_v_has_transposed_digits(checkout: Path, page: str) -> None:
    """Table II row 5: 11.74 and 11.47 have the same digits; which areas would give the published one."""
    row = table(checkout, 2)[4]
    published = read(row["efficiency_mbit_s_per_slice"])
    gbit_s = read(row["throughput_gbit_s"])
    areas = [slices for slices in range(1000, 2000) if gbit_s.times(Fraction(1000, slices)).meets(published)]
    assert f"Else the area is {' or '.join(map(str, areas))} slices, not {row['area_slices']}." in page
    others = table(checkout, 2)[:4] + table(checkout, 3)
    assert max(read(other["efficiency_mbit_s_per_slice"]).high for other in others) < published.low


def test_one_clock_is_truncated_and_not_rounded(checkout: Path, page: str) -> None:
    """Table III row 2: a clock that begins with the published digits gives the throughput."""
    row = table(checkout, 3)[1]
    clock = "397.9"
    derived = throughput_gbit_s(clock, architecture(row["approach"]))
    assert clock.startswith(row["fmax_mhz"])
    assert f"{clock} MHz gives {rounded(derived.middle, row['throughput_gbit_s'])}" in page
    assert rounded(derived.middle, row["throughput_gbit_s"]) == row["throughput_gbit_s"]


def test_row_6_agrees_with_the_unrolling_of_row_5(checkout: Path, page: str) -> None:
    """Table III row 6: with the unrolling of the row above it agrees; the areas the page doubts."""
    rows = table(checkout, 3)
    row = rows[5]
    assert (row["work"], row["approach"]) == (rows[4]["work"], "P [n=3]")
    derived = throughput_gbit_s(row["fmax_mhz"], architecture(rows[4]["approach"]))
    assert rounded(derived.middle, row["throughput_gbit_s"]) == row["throughput_gbit_s"]
    assert f"with it Eq. 5 gives {row['throughput_gbit_s']}." in page
    k3_virtex_5, k3_virtex_6, k4_virtex_5, k4_virtex_6 = (each["area_slices"] for each in rows[4:8])
    assert read(k3_virtex_6).middle > read(k3_virtex_5).middle
    assert read(k4_virtex_6).middle < read(k4_virtex_5).middle
    assert f"{k3_virtex_6} slices, is larger" in page
    assert f"Virtex 5 ({k3_virtex_5})" in page


def test_no_number_of_cycles_explains_row_9(checkout: Path, page: str) -> None:
    """Table III row 9: no whole number of cycles gives the throughput with one message or with two."""
    row = table(checkout, 3)[8]
    published = read(row["throughput_gbit_s"])
    bits = [Fraction(RATE_BITS * messages, 1000 * cycles) for messages in (1, 2) for cycles in range(1, 1000)]
    assert not any(read(row["fmax_mhz"]).times(per_cycle).meets(published) for per_cycle in bits)
    assert f"The published efficiency was computed from {row['throughput_gbit_s']}." in page


def test_two_explanations_of_the_throughput_of_bertonis_core(checkout: Path, page: str) -> None:
    """Table IV row 2: what would give the throughput."""
    row = table(checkout, 4)[1]
    by_clock = throughput_gbit_s("525", architecture(row["work"])).middle * SCALE_130_TO_65_NM
    by_rate = Fraction("22.4") * SCALE_130_TO_65_NM * RATE_BITS / 1024
    assert by_clock == by_rate == Fraction(row["throughput_gbit_s"])
    assert "525 MHz would give 25.20, and so would 22.4 Gbit/s at a rate of 1024 bits" in page


def round_constant(number: int) -> int:
    """RC[number] of Keccak-f[1600]: bit 2^j - 1 is rc(j + 7 * number) (specification, Iota)."""
    return sum(lfsr_bit(j + 7 * number) << (2**j - 1) for j in range(7))


def lfsr_bit(t: int) -> int:
    """rc(t): the constant term of x^t modulo x^8 + x^6 + x^5 + x^4 + 1."""
    state = 1
    for _ in range(t):
        state <<= 1
        if state & 0x100:
            state ^= 0b1_0111_0001
    return state & 1


def published_bytes(checkout: Path) -> list[int]:
    """Table I."""
    rows = table(checkout, 1)
    assert [int(row["round"]) for row in rows] == list(range(ROUNDS))
    return [int(row["rc_byte"], 16) for row in rows]


POSITIONS = {0: 0, 1: 1, 3: 3, 7: 4, 15: 5, 31: 6, 63: 7}
"""Bit of the round constant to bit of the byte; the paper gives the former only (Sect. IV-A)."""


def test_table_i_matches_the_specification(checkout: Path) -> None:
    """Every byte, packed as POSITIONS says, against the specification's LFSR."""
    wrong = {}
    for number, row in enumerate(table(checkout, 1)):
        constant = round_constant(number)
        derived = sum((constant >> bit & 1) << place for bit, place in POSITIONS.items())
        if int(row["rc_byte"], 16) != derived:
            wrong[number] = (row["rc_byte"], f"0x{derived:02X}")
    assert wrong == WRONG_BYTES


def test_only_one_byte_layout_explains_table_i(checkout: Path, page: str) -> None:
    """POSITIONS is no choice of ours: each bit of the constants has its column of the table, and bit 2 is never set."""
    columns = {place: [byte >> place & 1 for byte in published_bytes(checkout)] for place in range(8)}
    for bit, place in POSITIONS.items():
        expected = [round_constant(number) >> bit & 1 for number in range(ROUNDS)]
        assert [other for other, column in columns.items() if column == expected] == [place]
    assert not any(columns[2])
    bits, places = (", ".join(map(str, numbers)) for numbers in (POSITIONS, POSITIONS.values()))
    text = " ".join(page.split())
    assert f"all {ROUNDS} bytes follow" in text
    assert f"the bits {bits} of the constant are bits {places} of the byte, and bit 2 is never set" in text


def test_the_lfsr_generates_the_round_constants() -> None:
    """Round constants 0, 1 and 23 of the specification, and no bits but those of POSITIONS."""
    assert [round_constant(number) for number in (0, 1, 23)] == [1, 0x8082, 0x8000000080008008]
    allowed = sum(1 << bit for bit in POSITIONS)
    assert all(round_constant(number) & ~allowed == 0 for number in range(ROUNDS))


def test_the_text_contradicts_the_tables_where_the_page_says(checkout: Path, page: str) -> None:
    """Each "but" of the page, from the tables or the specification."""
    iota, scaling, virtex, unrolling = (row[2] for row in page_table(page, "Text against tables"))
    most = max(round_constant(number).bit_count() for number in range(ROUNDS))
    assert iota == (f"{len(POSITIONS)} bits can be set, which the same section lists; no constant has more than {most}")

    square = Fraction("1.43") ** 2
    bertoni = [row for row in table(checkout, 4) if "[9]" in row["work"]]

    def agreeing(scale: Fraction) -> int:
        return sum(
            throughput_gbit_s(row["fmax_mhz"], architecture(row["work"]))
            .times(scale)
            .meets(read(row["throughput_gbit_s"]))
            for row in bertoni
        )

    assert (float(square), agreeing(square)) == (2.0449, 0)
    assert scaling == (
        f"with {float(square)} none of the {len(bertoni)} rows of [9] in Table IV agrees, "
        f"with {SCALE_130_TO_65_NM} there are {agreeing(SCALE_130_TO_65_NM)}"
    )

    slower = [
        (newer["efficiency_mbit_s_per_slice"], older["efficiency_mbit_s_per_slice"])
        for older, newer in pairwise(table(checkout, 3))
        if (older["device"], newer["device"]) == ("Virtex 5", "Virtex 6")
        and read(newer["efficiency_mbit_s_per_slice"]).high < read(older["efficiency_mbit_s_per_slice"]).low
    ]
    assert [virtex] == [f"in [8] with k=3 its efficiency is lower, {six} against {five}" for six, five in slower]

    case_v = architecture(table(checkout, 2)[4]["approach"]).unrolled
    (ioannou,) = {architecture(row["approach"]).unrolled for row in table(checkout, 3) if "[7]" in row["work"]}
    assert ioannou == case_v
    assert unrolling == f"[7] has k={ioannou}, as Case V"


def test_areas_marked_as_doubtful_are_inconsistent(checkout: Path, page: str) -> None:
    """The published area of case III is larger than that of case IV."""
    third, fourth = (row["area_slices"] for row in table(checkout, 2)[2:4])
    assert int(third) > int(fourth)
    assert f"Case III ({third} slices) is larger than Case IV ({fourth})" in page


def test_every_published_approach_is_parsed(checkout: Path) -> None:
    """Cycles and messages in flight of the five cases, from Sect. III to V by hand."""
    built = [architecture(row["approach"]) for row in table(checkout, 2)]
    assert [each.cycles for each in built] == [24, 48, 12, 24, 48]
    assert [each.messages for each in built] == [1, 2, 1, 2, 4]
    unrolled = [architecture(row["work"]).unrolled for row in table(checkout, 4)[1:]]
    assert unrolled == [1, 2, 3, 4, 6]


def test_a_contradiction_is_detected(found: dict[tuple[str, int, str], Check]) -> None:
    """The check itself: two units of the last digit too high or too low are seen in a row that is exact enough."""
    good = found["III", 3, "efficiency"]
    assert good.agrees
    assert not Check(*good.key, "6.39", good.derived).agrees
    assert not Check(*good.key, "6.35", good.derived).agrees
