# SPDX-License-Identifier: Apache-2.0
"""Tests of the files of published/paper-a/: rows, columns, and copies of the same numbers in other files."""

import re
from pathlib import Path

import pytest

from tests.figures import paper_a as hand_copied
from tests.published.paper_a import FAMILIES, FOLDER, TABLES, Check, Contradiction, contradictions
from tests.published.paper_a_contradictions import KNOWN
from tests.published.tables import exactly

_CANDIDATES = {
    *("BLAKE", "BMW", "CubeHash", "ECHO", "Fugue", "Groestl", "Hamsi"),
    *("JH", "Keccak", "Luffa", "Shabal", "SHAvite-3", "SIMD", "Skein"),
}
_REFERENCE = {**{table: {"SHA-2"} for table in range(1, 6)}, 6: {"SHA-512"}}


@pytest.mark.parametrize("table", [number for number in TABLES if number != 7])
def test_every_candidate_has_a_row(table: int) -> None:
    assert set(TABLES[table]) == _CANDIDATES | _REFERENCE.get(table, set())


def test_table_7_has_every_family() -> None:
    assert tuple(name.lower().replace(" ", "_") for name in TABLES[7]) == FAMILIES


@pytest.mark.parametrize("table", TABLES)
def test_cells_have_the_published_form(table: int) -> None:
    """Names of columns are lower_snake_case, every cell is a number, a formula or nothing, the last one a note."""
    header, *_ = (FOLDER / f"table-{table}.csv").read_text(encoding="utf-8").splitlines()
    first, *columns, note = header.split(",")
    assert (first, note) == ("family" if table == 7 else "algorithm", "note")
    for column in columns:
        assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", column)
        for row in TABLES[table].values():
            if column == "area_unit":
                assert row[column] in {"slices", "les", "aluts"}
            elif table == 1:
                assert re.fullmatch(r"[0-9+·/()N\-T]+", row[column])
            else:
                assert re.fullmatch(r"(\d+(\.\d+)?)?", row[column])


def test_the_folder_has_no_other_files() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"table-{number}.csv" for number in range(1, 11)}


def _numbers(table: int, row: str, columns: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(float(cell) for column in columns if (cell := TABLES[table][row][column]))


def test_independently_copied_values_agree() -> None:
    """tests/figures/paper_a.py, which was copied from the paper independently."""
    mhz = tuple(f"{family}_mhz" for family in FAMILIES)
    assert _numbers(6, "SHA-512", mhz) == hand_copied.SHA512_CLOCK_MHZ
    assert _numbers(6, "Keccak", mhz) == hand_copied.KECCAK_CLOCK_MHZ
    table_7 = {
        "throughput_mbit_s": hand_copied.SHA512_THROUGHPUT,
        "area": hand_copied.SHA512_AREA,
        "throughput_per_area": hand_copied.SHA512_RATIO,
    }
    for column, copied in table_7.items():
        assert tuple(float(row[column]) for row in TABLES[7].values()) == copied
    keccak = {8: hand_copied.KECCAK_NORMALISED, 9: hand_copied.KECCAK_AREA_NORMALISED}
    for table, copied in keccak.items():
        assert _numbers(table, "Keccak", FAMILIES) == copied
    overalls = {8: hand_copied.KECCAK_OVERALL, 9: hand_copied.KECCAK_AREA_OVERALL, 10: hand_copied.KECCAK_RATIO_OVERALL}
    for table, overall in overalls.items():
        assert _numbers(table, "Keccak", ("overall",)) == (overall,)
    for name, (normalised, overall) in hand_copied.OVERALLS.items():
        assert _numbers(8, name, (*FAMILIES, "overall")) == (*normalised, overall)


def test_the_page_lists_the_contradictions(checkout: Path) -> None:
    """docs/published-paper-a.md has each that the tests know, and no other."""
    page = (checkout / "docs" / "published-paper-a.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if re.match(r"\| \d+ \|", line)]
    assert all(len(row) == 7 for row in rows)
    listed = [
        Contradiction(int(table), row, column.strip("`"), source, published, derived)
        for table, row, column, published, derived, source, _ in rows
    ]
    assert len(listed) == len(set(listed))
    assert set(listed) == KNOWN


def test_a_wrong_cell_is_detected() -> None:
    """The check itself: a source that rounds to the cell, and one that rounds to the next number."""

    def area_ratio(derived: float) -> list[Check]:
        return [Check(3, "Skein", "area_ratio", "by hand", exactly(derived))]

    assert contradictions(area_ratio(1.4449)) == set()
    assert contradictions(area_ratio(1.4451)) == {Contradiction(3, "Skein", "area_ratio", "by hand", "1.44", "1.45")}
