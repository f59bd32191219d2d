# SPDX-License-Identifier: Apache-2.0
"""The store alone: whole or not at all, movable, forgiving to damage."""

import errno
import json
import threading
import time
from pathlib import Path

import pytest
from pydantic import BaseModel

from fairhash.base.errors import FairhashError
from fairhash.bench.record import Record
from fairhash.bench.store import Interrupted, Store
from fairhash.catalog.core import Core
from fairhash.targets.outcome import Placement
from tests.bench.fakes import Fake, sweep

KEY = "ab" + "0" * 62


class Made(BaseModel):
    """An outcome with a file."""

    number: int
    file: Path


def make(store: Store, number: int = 1, stop: threading.Event | None = None) -> tuple[Made, bool]:
    def work(folder: Path) -> Made:
        (folder / "data").write_text(str(number))
        return Made(number=number, file=(folder / "data").resolve())

    return store.get_or_make("stage", KEY, Made, work, stop or threading.Event())


def test_made_once_with_its_files(tmp_path: Path) -> None:
    store = Store(tmp_path / 'odd "name" \\ é')
    first, fresh = make(store)
    assert (fresh, first.file.read_text()) == (True, "1")
    assert make(store, 2) == (first, False)
    assert store.load("stage", KEY, Made) == first
    assert store.load("other", KEY, Made) is None
    assert list(store.folder.glob("running/*")) == []


def test_may_be_moved(tmp_path: Path) -> None:
    make(Store(tmp_path / "old"))
    (tmp_path / "old").rename(tmp_path / "new")
    moved = Store(tmp_path / "new").load("stage", KEY, Made)
    assert moved is not None
    assert moved.file.read_text() == "1"


def test_may_lie_behind_a_link(tmp_path: Path) -> None:
    """Whoever does the work may follow links, as synthesis and placement do."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    make(Store(tmp_path / "link"))
    (tmp_path / "real").rename(tmp_path / "new")
    moved = Store(tmp_path / "new").load("stage", KEY, Made)
    assert moved is not None
    assert moved.file.read_text() == "1"


@pytest.mark.parametrize("damage", ["", "{", '{"number": "x"}', "\xff"])
def test_damaged_outcome_is_made_again(tmp_path: Path, damage: str) -> None:
    store = Store(tmp_path)
    made, _ = make(store)
    (made.file.parent / "outcome.json").write_bytes(damage.encode("latin-1"))
    assert store.load("stage", KEY, Made) is None
    assert make(store, 2) == (Made(number=2, file=made.file), True)


@pytest.mark.parametrize("damaged", ["outcome.json", "SHA256SUMS"])
def test_no_flipped_bit_changes_an_outcome(store: Path, fake: Fake, core: Core, damaged: str) -> None:
    """Every single bit of a stored placement: it is loaded as it was stored, or not at all."""
    sweep(store, fake, core, 1)
    (place,) = (file.parent for file in store.glob("placement/*/*/outcome.json"))
    kept, kind = Store(store), Record[Placement]
    stored = kept.load("placement", place.name, kind)
    assert stored is not None
    file = place / damaged
    whole = file.read_bytes()
    refused = 0
    for position in range(8 * len(whole)):
        flipped = bytearray(whole)
        flipped[position // 8] ^= 1 << position % 8
        file.write_bytes(flipped)
        found = kept.load("placement", place.name, kind)
        assert found in (None, stored), f"bit {position}"
        refused += found is None
    # this placement left no other file; a flipped bit may turn the last line break into another kind of line break
    assert refused >= 8 * (len(whole) - 1)
    file.write_bytes(whole)
    assert kept.load("placement", place.name, kind) == stored


def test_forgotten_is_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    make(store)
    store.discard("stage", KEY)
    store.discard("stage", "cd" + KEY[2:])
    assert make(store, 2)[0].number == 2


def test_interrupted_work_leaves_nothing(tmp_path: Path) -> None:
    store, stop = Store(tmp_path), threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        make(store, stop=stop)
    assert store.load("stage", KEY, Made) is None
    assert list(tmp_path.glob("running/*")) == []


def test_leftovers_of_the_dead_go(tmp_path: Path) -> None:
    left, other = tmp_path / "running" / f"{KEY}-dead", tmp_path / "running" / ("cd" + KEY[2:] + "-alive")
    for folder in (left, other):
        folder.mkdir(parents=True)
        (folder / "big").write_text("x")
    make(Store(tmp_path))
    assert [path.name for path in (tmp_path / "running").iterdir()] == [other.name]


def test_threads_make_it_once(tmp_path: Path) -> None:
    store, calls, answers = Store(tmp_path), [], []
    start = threading.Barrier(8)

    def work(folder: Path) -> Made:
        calls.append(folder)
        time.sleep(0.2)
        return Made(number=len(calls), file=folder)

    def one() -> None:
        start.wait()
        answers.append(store.get_or_make("stage", KEY, Made, work, threading.Event()))

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    assert sorted(fresh for _, fresh in answers) == [False] * 7 + [True]
    assert {made.number for made, _ in answers} == {1}


def test_a_full_disk_in_a_stage_is_one_line_and_other_errors_are_ours(tmp_path: Path) -> None:
    def fails(number: int) -> None:
        def work(_folder: Path) -> Made:
            raise OSError(number, "words", "netlist.json")

        Store(tmp_path).get_or_make("stage", KEY, Made, work, threading.Event())

    with pytest.raises(FairhashError, match=r"netlist\.json: cannot write to the store: words; free some space"):
        fails(errno.ENOSPC)
    with pytest.raises(FileNotFoundError):
        fails(errno.ENOENT)
    assert list(tmp_path.glob("running/*")) == []


def test_outcome_is_readable_json(tmp_path: Path) -> None:
    made, _ = make(Store(tmp_path))
    assert json.loads((made.file.parent / "outcome.json").read_text()) == {"number": 1, "file": "${FOLDER}/data"}
