# SPDX-License-Identifier: Apache-2.0
"""Flipped bits, clocks that are set back and two processes: what is stored is found damaged, or is as it was."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.bench.store import Store
from fairhash.features.fsck.check import check_everything
from fairhash.results import own_results
from fairhash.testbench.engines import cached
from tests.results.samples import sample

ROOT = Path(__file__).parents[3]
_SAMPLED = 40
"""Bits of a file that ./test flips; ./test --all flips every one."""


@pytest.fixture(autouse=True)
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty build folder."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path / "build"))
    return tmp_path / "build"


def _damages() -> list[str]:
    found = check_everything(Store(), paths.build() / "sim", paths.build() / "none", paths.own_results())
    return [damage.where for damage in found.damages]


def _flipped(file: Path, every: bool) -> Iterator[int]:
    """Flip one bit of a file after the other; the file is whole again at the end."""
    whole = file.read_bytes()
    for bit in range(0, 8 * len(whole), 1 if every else 8 * len(whole) // _SAMPLED | 1):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        file.write_bytes(changed)
        yield bit
    file.write_bytes(whole)


_EVERY = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])


@_EVERY
def test_no_flipped_bit_of_a_row_stays_hidden(every: bool) -> None:
    """A row of the user's own results, which no version control compares: fsck names the file."""
    own_results().add([sample(seed=1)])
    (file,) = paths.own_results().glob("*.jsonl")
    assert _damages() == []
    for bit in _flipped(file, every):
        assert str(file) in {where.split(".jsonl")[0] + ".jsonl" for where in _damages()}, f"bit {bit}"
    assert _damages() == []


@_EVERY
@pytest.mark.parametrize("name", ["sim", "SHA256SUMS"])
def test_no_flipped_bit_of_a_simulator_stays_hidden(name: str, every: bool) -> None:
    """It is found by fsck, and built again when it is needed."""
    made: list[int] = []

    def make(folder: Path) -> None:
        made.append(1)
        (folder / "sim").write_bytes(bytes(range(60)))

    folder = cached("toy", make)
    assert (_damages(), len(made)) == ([], 1)
    for number, bit in enumerate(_flipped(folder / name, every), 2):
        assert _damages() == [str(folder)], f"bit {bit}"
        assert cached("toy", make) == folder
        assert (_damages(), len(made)) == ([], number)


def test_damaged_rows_stay_reported_until_the_file_is_deleted() -> None:
    """A row that is added later does not make a flipped bit look as written; a new file is."""
    own_results().add([sample(seed=1)])
    (file,) = paths.own_results().glob("*.jsonl")
    file.write_text(file.read_text().replace('"seed":1', '"seed":3'))
    own_results().add([sample(seed=2)])
    assert _damages() == [str(file)]
    file.unlink()
    own_results().add([sample(seed=1), sample(seed=2)])
    assert _damages() == []


def test_a_write_that_was_cut_off_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before or after the file got its name, the file is the old or the new one."""
    own_results().add([sample(seed=1)])
    (file,) = paths.own_results().glob("*.jsonl")
    for last in ("before", "after"):
        _cut_off(monkeypatch, file, last)
        with pytest.raises(KeyboardInterrupt):
            own_results().add([sample(seed=2)])
        monkeypatch.undo()
        monkeypatch.setenv("FAIRHASH_BUILD", str(file.parents[1]))
        assert _damages() == []
    assert [row.seed for row in own_results().read()] == [1, 2]


def _cut_off(monkeypatch: pytest.MonkeyPatch, file: Path, last: str) -> None:
    from fairhash.base import files  # noqa: PLC0415 - replaced here only

    write: Callable[[Path, str], None] = files.write_text

    def interrupted(target: Path, text: str) -> None:
        if target == file and last == "before":
            raise KeyboardInterrupt
        write(target, text)
        if target == file:
            raise KeyboardInterrupt

    monkeypatch.setattr(files, "write_text", interrupted)


def test_a_clock_that_is_set_back_loses_no_row() -> None:
    """A later run with an earlier date: both rows stay, once each, and the run before it is stale."""
    old = sample(seed=1)
    new = old.model_copy(update={"key": "f" * 64, "date": old.date - timedelta(days=400)})
    own_results().add([old])
    own_results().add([new])
    own_results().add([new])
    rows = {row.key: bool(row.stale) for row in own_results().read()}
    assert len(own_results().read()) == 2
    assert rows == {old.key: True, new.key: False}


_MAKE = """
import sys, threading, time
from pathlib import Path
from fairhash.bench.store import Store
from fairhash.testbench.engines import cached
def work(folder):
    with Path(sys.argv[1]).open("a") as log: log.write("made\\n")
    time.sleep(0.3)
    return 7
def make(folder): (folder / "sim").write_text("simulator")
assert Store().get_or_make("stage", "a" * 64, int, work, threading.Event())[0] == 7
assert (cached("toy", make) / "sim").read_text() == "simulator"
"""


def test_two_processes_make_an_outcome_once(tmp_path: Path, build: Path) -> None:
    """And one simulator, which is whole in both."""
    environment = {"PYTHONPATH": f"{ROOT}/src", "FAIRHASH_BUILD": str(build)}
    command = [sys.executable, "-c", _MAKE, str(tmp_path / "log")]
    processes = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(2)]
    assert [process.wait(120) for process in processes] == [0, 0]
    assert (tmp_path / "log").read_text() == "made\n"
    assert _damages() == []
