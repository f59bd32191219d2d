# SPDX-License-Identifier: Apache-2.0
"""Tools that crash, hang, take all memory or print unparsable output, and damaged files: one failed result."""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.workers import Workers, workers
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import MemoryLimits
from fairhash.results import ResultsFolder
from fairhash.toolchain import process_group, tools
from tests.bench.fakes import RECIPE, Fake, sweep


def _killed(folder: Path) -> None:
    tools.run(["sh", "-c", "kill -KILL $$"], folder)


def _hangs(folder: Path) -> None:
    tools.run(["sleep", "311.25"], folder, limit_s=0.1)


def _unparsable(folder: Path) -> None:
    ran = tools.run(["sh", "-c", "echo '{\"utilization\": [1, 2'"], folder)
    json.loads(ran.output)


def _nothing_written(folder: Path) -> None:
    (folder / "report.json").read_text()


BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "killed": (_killed, "killed from outside by SIGKILL"),
    "hangs": (_hangs, "sleep was stopped after"),
    "unparsable": (_unparsable, "unparsable tool output: JSONDecodeError"),
    "nothing": (_nothing_written, "unparsable tool output: FileNotFoundError"),
}


@pytest.mark.parametrize("how", list(BAD))
@pytest.mark.parametrize("stage", ["synthesis", "placement"])
def test_one_failed_result_and_the_rest_goes_on(store: Path, fake: Fake, core: Core, stage: str, how: str) -> None:
    """It is not kept in the store: the next call tries it again. A killed or waiting tool leaves no result either."""
    bad, reason = BAD[how]

    def before(line: str, folder: Path) -> None:
        if line.startswith(stage) and (stage == "synthesis" or line.endswith(" 2")):
            bad(folder)

    fake.before = before
    results = sweep(store, fake, core, 1, 2, 3)
    expected = ["failed"] * 3 if stage == "synthesis" else ["ok", "failed", "ok"]
    assert [result.status for result in results] == expected
    assert reason in results[1].reason
    assert "\n" not in results[1].reason
    stored = ResultsFolder(store.parent / "own")
    kept = [status for status in expected if status == "ok" or how in ("unparsable", "nothing")]
    assert sorted(row.status for row in stored.read()) == sorted(kept)
    fake.before = lambda _line, _folder: None
    assert [result.status for result in sweep(store, fake, core, 1, 2, 3)] == ["ok"] * 3
    assert [row.status for row in stored.read()] == ["ok"] * 3


def test_the_traceback_of_unparsable_is_kept(store: Path, fake: Fake, core: Core) -> None:
    """For whoever fixes the reader."""
    fake.before = lambda line, folder: _unparsable(folder) if line.startswith("placement") else None
    (result,) = sweep(store, fake, core, 1)
    (trace,) = store.glob("problems/placement-*.txt")
    assert str(trace) in result.reason
    assert "json.loads(ran.output)" in trace.read_text()


def test_a_good_result_is_not_lost_to_a_check_that_could_not_be_made(store: Path, fake: Fake, core: Core) -> None:
    """The store was deleted, the results were not."""
    (good,) = sweep(store, fake, core, 1)
    for file in store.glob("*/*/*/outcome.json"):
        file.unlink()
    fake.before = lambda line, folder: _killed(folder) if line.startswith("placement") else None
    assert sweep(store, fake, core, 1)[0].status == "failed"
    assert ResultsFolder(store.parent / "own").read() == [good]


@pytest.mark.parametrize("stage", ["synthesis", "placement"])
def test_too_much_memory_is_a_kept_failure_that_names_the_limit(
    store: Path, fake: Fake, core: Core, stage: str
) -> None:
    """Two processes that hold 150 MiB together, each of them within the limit of 110."""
    hold = f"'{sys.executable}' -c 'import time; x = bytearray(66 << 20); time.sleep(312.25)'"

    def before(line: str, folder: Path) -> None:
        if line.startswith(stage):
            tools.run(["sh", "-c", f"{hold} & {hold} & wait"], folder)

    fake.before = before
    recipe = RECIPE.model_copy(update={"memory": MemoryLimits(synthesis_mib=110, place_mib=110)})
    (result,) = sweep(store, fake, core, 1, recipe=recipe)
    assert result.status == "failed"
    assert result.reason.endswith("was stopped at its limit of 110 MiB of memory")
    began = fake.lines()
    assert sweep(store, fake, core, 1, recipe=recipe) == [result]
    assert fake.lines() == began
    fake.before = lambda _line, _folder: None
    assert sweep(store, fake, core, 1)[0].status == "ok"


def test_memory_taken_between_two_looks_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system reports the peak memory of a process when it ends."""
    monkeypatch.setattr(process_group, "memory_mib", lambda _leader: 0.0)
    take = [sys.executable, "-c", "bytearray(80 << 20)"]
    with tools.memory_limit(60), pytest.raises(tools.MemoryLimitExceeded, match="limit of 60 MiB of memory"):
        tools.run(take, tmp_path)
    # a child begins with the pages of this process, which may be hundreds of MiB after other tests
    with tools.memory_limit(8000):
        assert tools.run(take, tmp_path).ok


def test_a_spoiled_netlist_is_made_again_before_it_is_used(store: Path, fake: Fake, core: Core) -> None:
    """A disk that turned a bit is no failure of the core; what is complete already is left alone."""
    (first,) = sweep(store, fake, core, 1)
    (netlist,) = store.glob("synthesis/*/*/netlist.json")
    netlist.write_text("unparsable")
    assert sweep(store, fake, core, 1) == [first]
    began = fake.lines()
    assert [result.status for result in sweep(store, fake, core, 1, 2)] == ["ok", "ok"]
    assert [line.split(maxsplit=1)[0] for line in fake.lines()[len(began) :]] == ["synthesis", "placement"]
    assert netlist.read_text() == core.name


def test_a_spoiled_outcome_is_made_again(store: Path, fake: Fake, core: Core) -> None:
    """Cut short, empty, or of other fields."""
    sweep(store, fake, core, 1)
    texts = ("", "{", '{"a": 1}', "null", "[]")
    for file, text in zip(sorted(store.glob("*/*/*/outcome.json")), texts, strict=True):
        file.write_text(text)
    assert sweep(store, fake, core, 1)[0].ranked


def test_a_changed_digit_is_made_again(store: Path, fake: Fake, core: Core) -> None:
    """The text is still a valid outcome, so only its checksum shows the damage."""
    (first,) = sweep(store, fake, core, 1)
    (file,) = store.glob("placement/*/*/outcome.json")
    text = file.read_text()
    assert '"effective_mhz": 101.0' in text
    file.write_text(text.replace('"effective_mhz": 101.0', '"effective_mhz": 901.0'))
    began = fake.lines()
    (again,) = sweep(store, fake, core, 1)
    assert again.achieved == first.achieved
    assert fake.lines()[len(began) :] == [f"placement {core.name} 1"]
    assert file.read_text().count('"effective_mhz": 101.0') == 1


def test_a_sweep_that_is_interrupted_has_no_failed_results(store: Path, fake: Fake, core: Core) -> None:
    """The tools that Ctrl-C kills are not counted."""

    def before(line: str, folder: Path) -> None:
        if line.startswith("placement"):
            os.kill(os.getpid(), signal.SIGINT)
            tools.run(["sleep", "313.25"], folder)

    fake.before = before
    with pytest.raises(KeyboardInterrupt):
        sweep(store, fake, core, 1)
    assert ResultsFolder(store.parent / "own").read() == []


def test_an_interrupt_after_an_error_kills_the_running_tools(tmp_path: Path) -> None:
    """After the error the sweep waits for the jobs that run."""
    jobs: list[Future[tools.ToolRun]] = []

    def fails_while_a_tool_runs(crew: Workers) -> None:
        jobs.append(crew.submit(lambda: tools.run(["sleep", "314.25"], tmp_path)))
        while not list(tmp_path.glob(".sleep.*")):
            time.sleep(0.01)
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
        raise FairhashError("the disk is full")

    with pytest.raises(KeyboardInterrupt), workers(1) as crew:
        fails_while_a_tool_runs(crew)
    (job,) = jobs
    assert isinstance(job.exception(timeout=0), tools.ToolKilled)
