# SPDX-License-Identifier: Apache-2.0
"""Paper B's tables: whole, and computed again from each other; docs/published.md says what was found."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.models.core_words import pad
from tests.published.paper_b import FAMILIES, Check, PaperB, number, read_rows
from tests.published.tables import Interval, exactly, published_interval

ROWS = {1: 15, 2: 15, 3: 16, 4: 16, 5: 22}
CONTRADICTIONS = [
    ("Groestl(-0)", "Table 1: cycles per byte", "7.8", "8.05"),
    ("JH42", "cyclone_2: short, from long", "31.4", "31.95"),
    ("JH42", "cyclone_2: short per le, from the area", "0.046", "0.0447"),
    ("Shabal", "spartan_6: long, from the delay", "687.5", "696.26"),
    ("Shabal", "spartan_6: short, from the delay", "196.4", "198.93"),
    ("9: Groestl [28]", "Table 5: throughput", "1132.0", "1134.76"),
]
"""Row, quantity, published and derived value; rounding cannot explain the difference."""


@pytest.fixture(scope="module")
def paper(checkout: Path) -> PaperB:
    return PaperB(checkout / "published/paper-b")


@pytest.fixture(scope="module")
def page(checkout: Path) -> str:
    """docs/published.md from "Paper B" to "Paper C", each line break a space."""
    text = (checkout / "docs/published.md").read_text(encoding="utf-8")
    return " ".join(text.partition("\n## Paper B\n")[2].partition("\n## Paper C\n")[0].split())


def groups(paper: PaperB) -> tuple[list[Check], list[Check], list[Check]]:
    """The checks of Tables 1 and 2, of Table 4 and of Table 5."""
    return list(paper.table_1_checks()), list(paper.table_4_checks()), list(paper.table_5_checks())


@pytest.mark.parametrize("table", ROWS)
def test_the_tables_are_complete(paper: PaperB, table: int) -> None:
    """As many rows as the paper, a source in each; only Tables 3 and 5 lost cells, and their notes say so."""
    rows = read_rows(paper.folder / f"table-{table}.csv")
    assert len(rows) == ROWS[table]
    for row in rows:
        assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) for name in row)
        assert list(row)[-2:] == ["source", "note"]
        assert row["source"].startswith(f"Table {table}, Sect. ")
        assert all(cell for name, cell in row.items() if name != "note") or "lost in the text" in row["note"]


def test_the_tables_have_the_same_algorithms(paper: PaperB) -> None:
    assert set(paper.table_3) == set(paper.table_4) == set(paper.formulas)
    assert len(paper.formulas) == 16


def test_the_contradictions_are_those_of_the_page(paper: PaperB, page: str) -> None:
    """No others, and each of them shown."""
    checks = groups(paper)
    assert [check.row for group in checks for check in group if not check.agrees] == CONTRADICTIONS
    for row in CONTRADICTIONS:
        assert f"| {' | '.join(row)} |" in page
    counts = [len(group) for group in checks]
    wrong = [sum(not check.agrees for check in group) for group in checks]
    assert (
        f"Of {counts[0]} checks of Tables 1 and 2, {counts[1]} of Table 4 and {counts[2]} of Table 5, "
        f"these do not agree: {wrong[0]}, {wrong[1]} and {wrong[2]}."
    ) in page


def test_a_wrong_value_is_found() -> None:
    """13.48 ns and 63 cycles for 32 bits are 37.68 Mbit/s: 37.7, not 37.6."""
    derived = exactly(32_000 / 63) / published_interval("13.48")
    right = Check("Fugue", "long", "37.7", derived)
    assert right.agrees
    assert not replace(right, published="37.6").agrees
    assert right.row == ("Fugue", "long", "37.7", "37.68")


def test_the_probable_causes(paper: PaperB, page: str) -> None:
    """499 cycles, +15 in place of -15, and 7.76 ns explain the values."""
    assert published_interval("7.8").meets(exactly(499 / 64))
    assert not published_interval("7.8").meets(exactly(515 / 64))
    jh42 = paper.formulas["JH42"]
    long = number(paper.table_4["JH42"]["cyclone_2_long_mbit_s"])
    other = replace(jh42, end=15)
    assert published_interval("31.4").meets(long * exactly(other.block / other.single))
    wrong = [family for family in FAMILIES if not _short_agrees(paper, "JH42", family, 15)]
    assert wrong == ["spartan_3", "spartan_6", "virtex_5"]
    assert all(not _short_agrees(paper, "JH", family, 15) for family in FAMILIES)
    shabal = paper.formulas["Shabal"]
    assert published_interval("687.5").meets(exactly(1000 * shabal.bits / shabal.block) / published_interval("7.76"))
    assert "7.76 ns where the extracted text of Table 3 has 7.66" in page


def _short_agrees(paper: PaperB, name: str, family: str, end: int) -> bool:
    formula, row = replace(paper.formulas[name], end=end), paper.table_4[name]
    long, short = (number(row[f"{family}_{message}_mbit_s"]) for message in ("long", "short"))
    return short.meets(long * exactly(formula.block / formula.single))


def test_short_messages_have_more_blocks() -> None:
    """The paper says that the empty message is one block."""
    blocks = {
        "fugue-256": 32,
        "hamsi-256": 32,
        "cubehash-256": 256,
        "luffa-256": 256,
        "keccak-256": 1088,
        "jh-256": 512,
    }
    counts = {name: 8 * len(pad(name, b"")) // bits for name, bits in blocks.items()}
    assert {name: count for name, count in counts.items() if count != 1} == {"fugue-256": 2, "hamsi-256": 3}


def test_the_text_against_the_tables(paper: PaperB, page: str) -> None:
    assert all(paper.formulas[name].end < 256 // 16 for name in ("JH", "JH42"))
    virtex = [52.5 / 176, 62.8 / float(paper.table_3["JH"]["virtex_5_area_slices"])]
    cyclone = [float(paper.table_4[name]["cyclone_2_long_mbit_s"]) / 702 for name in ("JH42", "JH")]
    assert f"Virtex-5 ({virtex[0]:.3f} against {virtex[1]:.3f})" in page
    assert f"Cyclone II ({cyclone[0]:.4f} against {cyclone[1]:.4f})" in page
    assert [paper.table_3[name]["cyclone_2_area_les"] for name in ("JH42", "JH")] == ["702", "702"]
    # Table 5 has the area of JH42 on Virtex-5, which Table 3 lost
    assert "176" in [
        row["area_slices"] for row in read_rows(paper.folder / "table-5.csv") if row["algorithm"] == "JH42"
    ]
    for family in ("spartan_3", "spartan_6"):
        jh, jh42 = (float(paper.table_4[name][f"{family}_long_mbit_s_per_slice"]) for name in ("JH", "JH42"))
        assert jh42 > jh
    blake = (173.8 / 545) / (261.0 / 527)
    assert f"BLAKE loses {100 * (1 - blake):.0f} % on Spartan-3" in page
    assert f"Groestl gains on Cyclone II ({159.7 / 1026:.4f} against {157.9 / 1020:.4f})" in page
    assert not (published_interval("0.248") / published_interval("0.150")).meets(published_interval("1.5"))
    assert f"0.248 / 0.150 = {0.248 / 0.150:.2f} times" in page


def test_table_3_follows_from_table_4(paper: PaperB, page: str) -> None:
    """The rows of the page; every value of Table 3 that was not lost lies in the interval of Table 4."""
    for name, row in paper.table_3.items():
        area, delay = paper.areas_from_table_4(name, "spartan_3"), paper.delay_from_table_4(name, "spartan_3")
        cells = (row["spartan_3_area_slices"], row["spartan_3_delay_ns"])
        assert (
            f"| {name} | {area.low:.1f} to {area.high:.1f} | {cells[0] or 'lost'} "
            f"| {delay.low:.2f} to {delay.high:.2f} | {cells[1] or 'lost'} |"
        ) in page
        if cells[0]:
            assert area.meets(exactly(float(cells[0])))
        if cells[1]:
            assert delay.meets(published_interval(cells[1]))
        assert _is_interval(area)
        assert _is_interval(delay)


def _is_interval(values: Interval) -> bool:
    return 0 < values.low <= values.high
