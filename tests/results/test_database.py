# SPDX-License-Identifier: Apache-2.0
"""The results database: storing, queries, two writers, and errors of the operating system."""

import re
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from fairhash.errors import FairhashError
from fairhash.results.database import Database
from fairhash.results.schema import NetlistGate
from fairhash.results.table import RESULTS
from tests.results.samples import failed, sample

ROOT = Path(__file__).parents[2]


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """Limit the size of files in bytes, which gives errors like those of a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_equal_keys_are_one_row(where: Path | str) -> None:
    database = Database(where)
    unchecked = sample(netlist=NetlistGate())
    assert database.add([unchecked, sample(seed=2)]) == 2
    assert database.get(unchecked.key) == unchecked
    assert database.add([sample()]) == 1
    assert database.get(unchecked.key) == sample()
    assert len(database.find()) == 2
    assert database.add([unchecked, sample(seed=3)], replace=False) == 1
    assert database.get(unchecked.key) == sample()
    assert database.get("0" * 64) is None
    assert database.add([sample(), sample(seed=2)]) == 0
    assert database.find_by_prefix(unchecked.key[:12]) == [sample()]
    assert len(database.find_by_prefix("")) == 3
    assert database.find_by_prefix("%") == []


def test_rows_are_found_by_any_column(where: Path | str) -> None:
    database = Database(where)
    rows = [sample(seed=seed) for seed in (3, 1, 2)] + [failed("sha-512/highspeed"), sample(device="ice40-hx8k")]
    database.add(rows)
    assert [row.seed for row in database.find(core="keccak-512/highspeed", device="ecp5-85k-8")] == [1, 2, 3]
    assert [row.core for row in database.find(status="unfit")] == ["sha-512/highspeed"]
    assert len(database.find(seed=[2, 3])) == 2
    assert len(database.find(device=["ice40-hx8k", "nowhere"], recipe=None)) == 1
    assert database.find(device=[]) == []
    with pytest.raises(FairhashError, match=r"no column 'fmax'.*known are key"):
        database.find(fmax=3)


def test_rows_are_sorted_equally_in_all_databases(where: Path | str) -> None:
    """Results are sorted by code points; a server's locale would put the lower-case letter first."""
    database = Database(where)
    names = ["sha-512/b", "sha-512/B", "sha-512/_a"]
    database.add([sample(name) for name in names])
    assert [row.core for row in database.find()] == sorted(names)


def test_two_processes_can_write_concurrently(where: Path | str) -> None:
    script = """
import sys
from pathlib import Path
from fairhash.results.database import Database
from tests.results.samples import sample
for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 40):
    Database(sys.argv[1]).add([sample(seed=seed), sample(seed=1000, clock_mhz=seed)])
"""
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(where), start], cwd=ROOT, env={"PYTHONPATH": f"{ROOT}/src"})
        for start in ("100", "200")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    seeds = {row.seed for row in Database(where).find()}
    assert seeds == {*range(100, 140), *range(200, 240), 1000}


def test_a_full_disk_leaves_all_rows_or_none(tmp_path: Path) -> None:
    database = Database(tmp_path / "r.sqlite")
    database.add([sample(seed=0)])
    with file_size_limit(65536), pytest.raises(FairhashError, match=r"results database: .*r\.sqlite; free some space"):
        database.add([sample(seed=seed) for seed in range(1, 200)])
    assert [row.seed for row in database.find()] == [0]


@pytest.mark.parametrize("place", ["/proc/none/r.sqlite", "/dev/null/r.sqlite"])
def test_an_unwritable_folder_is_reported_in_one_line(place: str) -> None:
    with pytest.raises(FairhashError) as caught:
        Database(Path(place)).add([sample()])
    assert place.rsplit("/", 1)[0] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_files_and_versions_are_rejected(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("not a database, but long enough to look like one\n" * 100)
    with pytest.raises(FairhashError, match="not a database"):
        Database(text).find()
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("PRAGMA user_version = 77")
    with pytest.raises(FairhashError, match="schema version 77"):
        Database(other).add([sample()])


def test_a_damaged_row_is_named(tmp_path: Path) -> None:
    database = Database(tmp_path / "r.sqlite")
    database.add([sample()])
    with sqlite3.connect(database.name) as connection:
        connection.execute("""UPDATE results SET body = '{"core": 1}'""")
    with pytest.raises(FairhashError, match=r"damaged.*r\.sqlite"):
        database.find()


_VERSION_1 = """
CREATE TABLE IF NOT EXISTS results (
  key TEXT PRIMARY KEY, series TEXT NOT NULL, core TEXT NOT NULL, algorithm TEXT NOT NULL, device TEXT NOT NULL,
  recipe TEXT NOT NULL, seed INTEGER NOT NULL, status TEXT NOT NULL, verdict TEXT NOT NULL, date TEXT NOT NULL,
  body TEXT NOT NULL)
"""
"""The table of schema version 1, which has 1 as SQLite's user_version."""


def test_a_database_of_version_1_is_migrated(tmp_path: Path) -> None:
    """Its rows are kept, new ones can be added, and the schema is that of the newest version."""
    file = tmp_path / "r.sqlite"
    old = sample()
    columns = (old.key, old.series, old.core, old.algorithm, old.device, old.recipe, old.seed, old.status)
    with sqlite3.connect(file) as connection:
        connection.execute(_VERSION_1)
        connection.execute("PRAGMA user_version = 1")
        row = (*columns, old.netlist.verdict, old.date.isoformat(), old.model_dump_json())
        connection.execute(f"INSERT INTO results VALUES ({', '.join('?' * len(row))})", row)
    database = Database(file)
    assert database.find() == [old]
    assert database.add([sample(seed=2)]) == 1
    assert len(database.find(core=old.core)) == 2
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("3",)]
        indices = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    assert {"results_core_device", "results_algorithm"} <= indices


def test_migrations_create_the_declared_table(tmp_path: Path) -> None:
    """In an empty database the migrations create exactly the columns that the code declares."""
    database = Database(tmp_path / "r.sqlite")
    database.add([sample()])
    with sqlite3.connect(database.name) as connection:
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(results)")]
    assert columns == [column.name for column in RESULTS.columns]


def test_a_database_of_a_newer_version_is_rejected(postgresql: str) -> None:
    """A query raises an error instead of reading an unknown schema."""
    Database(postgresql).add([sample()])
    with psycopg.connect(postgresql) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '99'")
    with pytest.raises(FairhashError, match="schema version 99"):
        Database(postgresql).find()


def test_an_unreachable_server_is_reported_in_one_line(tmp_path: Path) -> None:
    """The message has a hint and does not contain the password."""
    with pytest.raises(FairhashError) as caught:
        Database(f"postgresql://someone:secret@/x?host={tmp_path}").find()
    assert re.fullmatch(
        r"cannot use the results database: .* in postgresql.*; check FAIRHASH_DATABASE .*", str(caught.value)
    )
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["mysql://here/x", "nonsense://", "://"])
def test_unsupported_urls_are_reported_in_one_line(url: str) -> None:
    """They are rejected before a connection is attempted."""
    with pytest.raises(FairhashError, match=r"not supported|not the URL"):
        Database(url)


def test_the_environment_variable_selects_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """$FAIRHASH_DATABASE is the default location."""
    monkeypatch.setenv("FAIRHASH_DATABASE", str(tmp_path / "named.sqlite"))
    Database().add([sample()])
    assert Database(tmp_path / "named.sqlite").find() == [sample()]
