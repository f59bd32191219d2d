# SPDX-License-Identifier: Apache-2.0
"""A folder of results: what is added, two writers, full disks, and which of two folders counts."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.results import ResultsFolder
from fairhash.results.reader import united
from fairhash.results.results_folder import STALE
from fairhash.results.schema import NetlistGate, Result
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


def _stored(folder: ResultsFolder, key: str) -> Result | None:
    return next((result for result in folder.read() if result.key == key), None)


def test_equal_keys_are_one_line(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path / "new")
    unchecked = sample(netlist=NetlistGate())
    assert folder.add([unchecked, sample(seed=2)]) == 2
    assert _stored(folder, unchecked.key) == unchecked
    assert folder.add([sample()]) == 1
    assert _stored(folder, unchecked.key) == sample()
    assert len(folder.read()) == 2
    assert folder.add([unchecked, sample(seed=3)], replace=False) == 1
    assert _stored(folder, unchecked.key) == sample()
    assert _stored(folder, "0" * 64) is None
    assert folder.add([sample(), sample(seed=2)]) == 0


def test_each_target_has_a_sorted_file(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path)
    rows = [sample(seed=seed) for seed in (3, 1, 2)] + [failed("sha-512/highspeed"), sample(device="ice40-hx8k")]
    folder.add(rows)
    assert sorted(file.name for file in tmp_path.glob("*.jsonl")) == ["ecp5-85k-8.jsonl", "ice40-hx8k.jsonl"]
    assert [row.seed for row in folder.read("ecp5-85k-8")] == [1, 2, 3, failed("sha-512/highspeed").seed]
    assert len(folder.read()) == len(rows)
    assert folder.read("nowhere") == []


def test_lines_that_do_not_change_stay(tmp_path: Path) -> None:
    """Also those with another layout, and what another object has added meanwhile."""
    folder = ResultsFolder(tmp_path)
    folder.add([sample()])
    file = tmp_path / f"{sample().device}.jsonl"
    file.write_text(file.read_text().replace('","', '", "'))
    line = file.read_text()
    ResultsFolder(tmp_path).add([sample(seed=2)])
    folder.add([sample(seed=3)])
    assert file.read_text().startswith(line)
    assert [row.seed for row in folder.read()] == [1, 2, 3]


def test_two_processes_can_write_concurrently(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from fairhash.results import ResultsFolder
from tests.results.samples import sample
folder = ResultsFolder(Path(sys.argv[1]))
for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 40):
    folder.add([sample(seed=seed), sample(seed=1000, clock_mhz=seed)])
"""
    writers = [
        subprocess.Popen([sys.executable, "-c", script, tmp_path, start], cwd=ROOT, env={"PYTHONPATH": f"{ROOT}/src"})
        for start in ("100", "200")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    seeds = [row.seed for row in ResultsFolder(tmp_path).read()]
    assert sorted(seeds) == [*range(100, 140), *range(200, 240), 1000]


def test_a_full_disk_leaves_all_rows_or_none(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path)
    folder.add([sample(seed=0)])
    with file_size_limit(65536), pytest.raises(FairhashError, match=r"\.jsonl: cannot write: .*free some space"):
        folder.add([sample(seed=seed) for seed in range(1, 200)])
    assert [row.seed for row in folder.read()] == [0]


@pytest.mark.parametrize("place", ["/proc/none/results", "/dev/null/results"])
def test_an_unwritable_folder_is_reported_in_one_line(place: str) -> None:
    with pytest.raises(FairhashError) as caught:
        ResultsFolder(Path(place)).add([sample()])
    assert place.rsplit("/", 1)[0] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_new_result_makes_those_of_the_same_run_stale(tmp_path: Path) -> None:
    """One that was stale keeps its reason, and one that is added stale says nothing about the others."""
    folder = ResultsFolder(tmp_path)
    first, second = sample(series="first"), sample(series="second")
    folder.add([first, sample(series="first", seed=2)])
    folder.add([sample(series="removed", stale="its recipe was removed since")])
    assert {(row.series, row.seed): row.stale for row in folder.read()} == {
        (first.series, 1): "",
        (first.series, 2): "",
        (sample(series="removed").series, 1): "its recipe was removed since",
    }
    folder.add([second])
    assert {(row.series, row.seed): row.stale for row in folder.read()} == {
        (first.series, 1): STALE,
        (first.series, 2): "",
        (sample(series="removed").series, 1): "its recipe was removed since",
        (second.series, 1): "",
    }


def _later(result: Result, **changes: object) -> Result:
    return result.model_copy(update={"date": result.date + timedelta(days=1), **changes})


def test_of_two_folders_the_later_result_counts() -> None:
    """Of one key the later one is shown; of one run with two keys the earlier one is stale."""
    one, two, three = (sample(seed=seed) for seed in (1, 2, 3))
    repeated, changed = _later(one, reason="again"), _later(two, key="f" * 64)
    earlier = three.model_copy(update={"key": "e" * 64, "date": three.date - timedelta(days=1)})
    found = {row.key: row for row in united([one, two, three], [repeated, changed, earlier])}
    assert found[one.key] == repeated
    assert {row.key: row.stale for row in found.values()} == {
        one.key: "",
        two.key: STALE,
        changed.key: "",
        three.key: "",
        earlier.key: STALE,
    }


def test_a_stale_result_makes_no_other_stale() -> None:
    one = sample()
    assert united([one], [_later(one, key="f" * 64, stale="old")])[0] == one
