# SPDX-License-Identifier: Apache-2.0
"""Queries in SQL, and the files of other programs: every field has its type, and nothing is lost."""

import json
import sqlite3
from datetime import datetime
from pathlib import Path

import duckdb
import pytest

from fairhash.base.errors import FairhashError
from fairhash.results import export
from fairhash.results.reader import query, write_parquet
from tests.results.samples import failed, sample

ROWS = [sample(clock_mhz=1 / 3), failed(seed=2, reason='one "two", three\r\nfour é'), sample(seed=-3, generics={})]


def test_fields_have_their_types() -> None:
    head, ((device, seed, mhz, date, tool, generics, missing),) = query(
        ROWS,
        "SELECT device, seed, achieved.effective_mhz, date, tools[1].tool, generics, power.total_mw FROM results "
        "WHERE seed = 1",
    )
    assert head[:3] == ["device", "seed", "effective_mhz"]
    assert (device, seed, mhz, tool) == ("ecp5-85k-8", 1, 1 / 3, "ghdl")
    assert date == datetime(2026, 11, 21, 12, 0, 1)
    assert {name: int(value) for name, value in generics.items()} == sample().generics
    assert missing is None


def test_generics_of_any_width_are_kept(tmp_path: Path) -> None:
    """A generic of an external core may be an initial value of hundreds of bits; the other rows can be read too."""
    rows = [*ROWS, sample(seed=5, generics={"IV": 2**4096 - 1, "LOW": -1})]
    assert query(rows, "SELECT generics FROM results WHERE seed = 5")[1] == [({"IV": str(2**4096 - 1), "LOW": "-1"},)]
    assert query(rows, "SELECT count(*) FROM results")[1] == [(4,)]
    write_parquet(rows, tmp_path / "rows.parquet")
    connection = duckdb.connect()
    connection.execute("SELECT generics FROM read_parquet(?) WHERE seed = 5", [str(tmp_path / "rows.parquet")])
    assert connection.fetchall() == [({"IV": str(2**4096 - 1), "LOW": "-1"},)]


def test_columns_exist_without_rows() -> None:
    assert query([], "SELECT count(*), max(achieved.clk_mhz) FROM results")[1] == [(0, None)]


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("SELECT fmax FROM results", 'column "fmax" not found'),
        ("SELEC", "syntax error"),
        ("SELECT * FROM read_csv('/etc/passwd')", "disabled"),
        ("COPY results TO '/tmp/x.csv'", "disabled"),
        ("", "0 statements in SQL"),
        ("SELECT 1; SELECT 2", "2 statements in SQL"),
    ],
)
def test_a_wrong_query_is_one_line(sql: str, words: str) -> None:
    """A query reaches no file."""
    with pytest.raises(FairhashError, match=words) as caught:
        query(ROWS, sql)
    assert "\n" not in str(caught.value)


def test_parquet_has_every_field(tmp_path: Path) -> None:
    file = tmp_path / "new" / "rows.parquet"
    write_parquet(ROWS, file)
    connection = duckdb.connect()
    connection.execute("SELECT seed, achieved.clk_mhz, reason FROM read_parquet(?) ORDER BY seed", [str(file)])
    assert connection.fetchall() == [(-3, 150.0, ""), (1, 1 / 3, ""), (2, None, ROWS[1].reason)]
    assert [path.name for path in file.parent.iterdir()] == ["rows.parquet"]


def test_sqlite_has_the_columns_of_csv(tmp_path: Path) -> None:
    """Numbers are numbers, lists are JSON, texts are unchanged also if a spreadsheet would evaluate them."""
    file, formula = tmp_path / "rows.sqlite", failed(seed=4, reason="=1+1")
    for _ in range(2):
        export.write_sqlite([sample(clock_mhz=1 / 3), formula], file)
    database = sqlite3.connect(file)
    names = [name for _, name, *_ in database.execute("PRAGMA table_info(results)")]
    export.write_csv([], tmp_path / "rows.csv")
    assert ",".join(names) == (tmp_path / "rows.csv").read_text().strip()
    first, second = database.execute('SELECT seed, "achieved.clk_mhz", tools, reason FROM results').fetchall()
    assert first[:2] == (1, 1 / 3)
    assert json.loads(first[2]) == sample().model_dump(mode="json")["tools"]
    assert second[1:2] + second[3:] == (None, "=1+1")
    database.close()
