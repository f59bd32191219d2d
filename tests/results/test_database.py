# SPDX-License-Identifier: Apache-2.0
"""The database: upsert, queries, two writers, and refusals of the system."""

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fairhash.errors import FairhashError
from fairhash.results.database import Database
from fairhash.results.schema import NetlistGate
from tests.results.samples import failed, sample

ROOT = Path(__file__).parents[2]


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """The system refuses to make files larger than this, as a full disk would."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_same_key_is_one_row(tmp_path: Path) -> None:
    database = Database(tmp_path / "new" / "r.sqlite")
    unchecked = sample(netlist=NetlistGate())
    assert database.add([unchecked, sample(seed=2)]) == 2
    assert database.get(unchecked.key) == unchecked
    assert database.add([sample()]) == 1
    assert database.get(unchecked.key) == sample()
    assert len(database.find()) == 2
    assert database.add([unchecked, sample(seed=3)], replace=False) == 1
    assert database.get(unchecked.key) == sample()
    assert database.get("0" * 64) is None


def test_finds_by_any_column(tmp_path: Path) -> None:
    database = Database(tmp_path / "r.sqlite")
    rows = [sample(seed=seed) for seed in (3, 1, 2)] + [failed("sha-512/highspeed"), sample(device="ice40-hx8k")]
    database.add(rows)
    assert [row.seed for row in database.find(core="keccak-512/highspeed", device="ecp5-85k-8")] == [1, 2, 3]
    assert [row.core for row in database.find(status="unfit")] == ["sha-512/highspeed"]
    assert len(database.find(seed=[2, 3])) == 2
    assert len(database.find(device=["ice40-hx8k", "nowhere"], recipe=None)) == 1
    assert database.find(device=[]) == []
    with pytest.raises(FairhashError, match=r"no column 'fmax'.*known are key"):
        database.find(fmax=3)


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from fairhash.results.database import Database
from tests.results.samples import sample
for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 40):
    Database(Path(sys.argv[1])).add([sample(seed=seed), sample(seed=1000, clock_mhz=seed)])
"""
    file = tmp_path / "r.sqlite"
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(file), start], cwd=ROOT, env={"PYTHONPATH": f"{ROOT}/src"})
        for start in ("100", "200")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    seeds = {row.seed for row in Database(file).find()}
    assert seeds == {*range(100, 140), *range(200, 240), 1000}


def test_all_rows_or_none_on_a_full_disk(tmp_path: Path) -> None:
    database = Database(tmp_path / "r.sqlite")
    database.add([sample(seed=0)])
    with files_of_at_most(65536), pytest.raises(FairhashError, match=r"results database: .*r\.sqlite; free some space"):
        database.add([sample(seed=seed) for seed in range(1, 200)])
    assert [row.seed for row in database.find()] == [0]


@pytest.mark.parametrize("place", ["/proc/none/r.sqlite", "/dev/null/r.sqlite"])
def test_unwritable_folder_is_one_line(place: str) -> None:
    with pytest.raises(FairhashError) as caught:
        Database(Path(place)).add([sample()])
    assert place.rsplit("/", 1)[0] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_refuses_other_files_and_versions(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("not a database, but long enough to look like one\n" * 100)
    with pytest.raises(FairhashError, match="not a database"):
        Database(text).find()
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("PRAGMA user_version = 77")
    with pytest.raises(FairhashError, match="schema version 77"):
        Database(other).add([sample()])


def test_damaged_row_is_named(tmp_path: Path) -> None:
    database = Database(tmp_path / "r.sqlite")
    database.add([sample()])
    with sqlite3.connect(database.file) as connection:
        connection.execute("""UPDATE results SET body = '{"core": 1}'""")
    with pytest.raises(FairhashError, match=r"damaged.*r\.sqlite"):
        database.find()
