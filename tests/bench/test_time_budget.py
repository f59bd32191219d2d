# SPDX-License-Identifier: Apache-2.0
"""Which jobs are expected to end in the time that is left."""

import json
from pathlib import Path

import pytest

from fairhash.bench.campaign_run import CutOffRuns, TimeBudget


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The elapsed time, in seconds, in a list of one number."""
    now = [1000.0]
    monkeypatch.setattr("fairhash.bench.campaign_run.time.monotonic", lambda: now[0])
    return now


def test_a_job_longer_than_the_time_left_is_not_admitted(clock: list[float]) -> None:
    budget = TimeBudget(100)
    assert [budget.admits(seconds) for seconds in (99, 101)] == [True, False]
    clock[0] += 60
    assert [budget.admits(seconds) for seconds in (39, 41, None)] == [True, False, True]


@pytest.mark.usefixtures("clock")
def test_the_load_of_the_machine_is_learnt_from_jobs() -> None:
    """Jobs that took twice their CPU time make the next ones twice as long; faster ones than that change nothing."""
    budget = TimeBudget(100)
    budget.ended(elapsed_s=20, cpu_s=10)
    assert [budget.admits(seconds) for seconds in (49, 51)] == [True, False]
    budget.ended(elapsed_s=0, cpu_s=90)
    assert budget.admits(99)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("elapsed_s", "admitted_s"), [(5, 100), (10, 100), (30, 100 / 3), (900, 25)])
def test_jobs_are_expected_to_take_at_least_their_cpu_time_and_at_most_four_times(
    elapsed_s: float, admitted_s: float
) -> None:
    """A job of several threads ends before its 10 s of CPU time; one of more than four times as long counts as hung."""
    budget = TimeBudget(100)
    budget.ended(elapsed_s, cpu_s=10)
    assert budget.admits(0.99 * admitted_s)
    assert not budget.admits(1.01 * admitted_s)


def test_everything_is_admitted_without_a_limit() -> None:
    assert TimeBudget(None).admits(1e9)


def test_a_run_that_is_not_admitted_was_not_cut_off(tmp_path: Path) -> None:
    """Its synthesis ended and its placement does not start: only the other run, which was placing, is remembered."""
    runs = CutOffRuns(tmp_path / "cut-off.json")
    for key in ("synthesised", "placing"):
        runs.started(key)
    runs.stopped("synthesised")
    runs.store(TimeBudget(None))
    assert list(json.loads((tmp_path / "cut-off.json").read_text())) == ["placing"]


def test_what_a_cut_off_run_needs_grows_with_the_load(tmp_path: Path) -> None:
    """30 CPU seconds, so 60 are needed: 60 s on an idle machine, 180 s where a job takes three times its CPU time."""
    file = tmp_path / "cut-off.json"
    file.write_text('{"placing": 30}', encoding="utf-8")
    idle, loaded = TimeBudget(100), TimeBudget(100)
    loaded.ended(30, 10)
    assert CutOffRuns(file).admits("placing", idle)
    assert not CutOffRuns(file).admits("placing", loaded)
