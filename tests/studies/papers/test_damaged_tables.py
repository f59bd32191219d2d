# SPDX-License-Identifier: Apache-2.0
"""Damaged files below published/: one line that names the file."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.studies.papers.a import normalised_values
from fairhash.studies.papers.published_table import parse_number, published_table, published_value

ROOT = Path(__file__).parents[3]

DAMAGE: dict[str, Callable[[str], str]] = {
    "empty": lambda _text: "",
    "only the header": lambda text: text.splitlines()[0] + "\n",
    "a cell too many": lambda text: text.replace("\n", ",x\n", 2).replace(",x\n", "\n", 1),
    "a cell too few": lambda text: text.rstrip("\n").rpartition(",")[0] + "\n",
    "an open quote": lambda text: text.replace("\n", '\n"', 1),
    "zero bytes": lambda text: text[:40] + "\0\0" + text[40:],
}


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rtl" / "shell").mkdir(parents=True)
    shutil.copytree(ROOT / "published", tmp_path / "published")
    monkeypatch.setenv("FAIRHASH_ROOT", str(tmp_path))
    normalised_values.rows.cache_clear()
    yield_folder = tmp_path / "published"
    monkeypatch.setattr(normalised_values, "rows", normalised_values.rows.__wrapped__)
    return yield_folder


@pytest.mark.parametrize("name", list(DAMAGE))
@pytest.mark.parametrize(("letter", "number"), [("A", 1), ("A", 8), ("C", 1), ("D", 2)])
def test_a_damaged_table_is_one_line(published: Path, letter: str, number: int, name: str) -> None:
    file = published / f"paper-{letter.lower()}" / f"table-{number}.csv"
    file.write_text(DAMAGE[name](file.read_text()))
    with pytest.raises(FairhashError) as caught:
        published_table(letter, number)
    assert f"table-{number}.csv" in str(caught.value)
    assert str(caught.value).endswith("from the repository") or "UTF-8" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_row_or_column_is_one_line(published: Path) -> None:
    file = published / "paper-a" / "table-1.csv"
    text = file.read_text()
    file.write_text(text.replace("throughput_512", "throughput_521"))
    with pytest.raises(FairhashError, match=r"table-1\.csv:\d+: no column 'throughput_512_mbit_s'"):
        normalised_values.throughput("BLAKE", 512)
    file.write_text(text.replace("BLAKE", "BLAKF"))
    with pytest.raises(FairhashError, match=r"published/paper-a/table-1\.csv: no row 'BLAKE'"):
        normalised_values.throughput("BLAKE", 512)
    values = published / "paper-c" / "values.csv"
    values.write_text(values.read_text().splitlines()[0] + "\nx,1,,\n")
    with pytest.raises(FairhashError):
        published_value("C", "another")


@pytest.mark.parametrize("cell", ["", "x", "1.2.3", "nan", "inf", "--"])
def test_a_cell_that_is_no_number_is_one_line(cell: str) -> None:
    with pytest.raises(FairhashError, match="is not a published number"):
        parse_number(cell)
