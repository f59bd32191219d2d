# SPDX-License-Identifier: Apache-2.0
"""fairhash campaign as a person calls it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.cli import campaign as command
from fairhash.cli.main import run
from fairhash.results.export import read_folder
from tests.bench.campaigns import A, add_toy_cores
from tests.bench.fakes import Fake

TWO_SEEDS = """
description = "a test"
[[entry]]
cores = ["toy-256/*"]
targets = ["ecp5-85k-8"]
recipes = ["default"]
seeds = [1, 2]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with toy cores, stages that end at once, and a campaign in two-seeds.toml."""
    (tmp_path / "rtl" / "shell").mkdir(parents=True)
    (tmp_path / "models").mkdir()
    monkeypatch.setenv("FAIRHASH_ROOT", str(tmp_path))
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path / "build"))
    add_toy_cores(tmp_path)
    workspace = Fake(tmp_path / "log").workspace(tmp_path)
    monkeypatch.setattr(command, "Workspace", lambda: workspace)
    monkeypatch.setattr(command, "library", lambda: None)
    monkeypatch.setattr(command, "bench_commit", lambda: "0123abcd")
    (tmp_path / "two-seeds.toml").write_text(TWO_SEEDS)
    return tmp_path


def _status(here: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, float]]:
    """Exit status and totals of a call."""
    ended = run(["campaign", str(here / "two-seeds.toml"), "--json", *options])
    printed = json.loads(capsys.readouterr().out)
    assert [entry["entry"] for entry in printed.pop("entries")] == ["entry 1"]
    assert printed.pop("running") is None
    return ended, printed


def test_status_runs_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An incomplete campaign is an exit status of 1."""
    nothing = {"done": 0, "failed": 0, "stale": 0, "missing": 2, "cpu_hours_left": 0, "unknown_cost": 2}
    assert _status(here, capsys, "--status") == (1, nothing)
    assert not (here / "log").exists()
    assert not (here / "results").exists()


def test_results_are_written_and_the_status_is_zero(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    everything = {"done": 2, "failed": 0, "stale": 0, "missing": 0, "cpu_hours_left": 0, "unknown_cost": 0}
    assert _status(here, capsys) == (0, everything)
    assert [(result.core, result.seed) for result in read_folder(here / "results")] == [(A, 1), (A, 2)]
    assert _status(here, capsys, "--status") == (0, everything)


def test_another_folder_of_results(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = here / "elsewhere"
    assert _status(here, capsys, "--results", str(elsewhere), "--for", "1m")[0] == 0
    assert len(read_folder(elsewhere)) == 2
    assert not (here / "results").exists()


def test_the_table_has_a_line_for_each_entry_and_target_and_all(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "two-seeds.toml").write_text(TWO_SEEDS.replace('"ecp5-85k-8"', '"ecp5-85k-8", "ice40-hx8k"'))
    assert run(["campaign", str(here / "two-seeds.toml"), "--status"]) == 1
    *table, hours, running = [line.split() for line in capsys.readouterr().out.splitlines()]
    header, *rows = table
    assert header[:6] == ["entry", "target", "done", "failed", "stale", "missing"]
    assert rows == [
        ["entry", "1", "ecp5-85k-8", "0", "0", "0", "2", "0.0", "2"],
        ["entry", "1", "ice40-hx8k", "0", "0", "0", "2", "0.0", "2"],
        ["all", "0", "0", "0", "4", "0.0", "4"],
    ]
    assert hours[:3] == ["About", "0.0", "hours"]
    assert running[:4] == ["No", "campaign", "is", "running"]


def _no_library() -> None:
    raise FairhashError("the model library is not built", "build/models", "run ./run --setup")


@pytest.mark.parametrize(
    ("missing", "instead", "complaint"),
    [
        ("library", _no_library, "the model library is not built"),
        ("bench_commit", lambda: "", "results need the commit of this checkout"),
    ],
)
def test_what_every_row_needs_is_checked_before_the_first_run(
    here: Path,
    *,
    missing: str,
    instead: Callable[[], object],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without the model library no cycles are measured; without a commit no row says what made it."""
    monkeypatch.setattr(command, missing, instead)
    assert run(["campaign", str(here / "two-seeds.toml")]) == 2
    assert complaint in capsys.readouterr().err
    assert not (here / "log").exists()
    assert read_folder(here / "results") == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["campaign"], "Missing argument 'FILE.toml'"),
        (["campaign", "gone.toml"], "gone.toml: unreadable data file: No such file or directory"),
        (["campaign", "gone.toml", "--for", "2 hours"], "--for: '2 hours' is not a time of at most a year; write for"),
        (["campaign", "gone.toml", "--for", "0s"], "--for: '0s' is not a time of at most a year"),
        (["campaign", "gone.toml", "--for", f"{'9' * 30}h"], "h' is not a time of at most a year"),
        (["campaign", "gone.toml", "--nice", "20"], "20 is not in the range"),
        (["campaign", "gone.toml", "--jobs", "0"], "0 is not in the range"),
    ],
)
def test_wrong_use_is_one_line(
    here: Path, arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line
