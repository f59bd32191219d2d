# SPDX-License-Identifier: Apache-2.0
"""SIGKILL at any moment: no tool outlives the sweep, nothing finished is lost, and nothing of it runs twice."""

import os
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.results import ResultsFolder
from tests.bench.busy import SEEDS
from tests.bench.fakes import Fake, sweep

ROOT = Path(__file__).parents[2]
NAME = "toy-512/highspeed"
STAGES = {f"{stage} {NAME}" for stage in ("synthesis", "cycles", "netlist")} | {
    f"placement {NAME} {seed}" for seed in SEEDS
}


def carrying(mark: str) -> list[str]:
    """Command lines that hold this word; one that is over and not yet waited for has none."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_text(errors="replace")
        except OSError:
            continue
        if mark in words and "tests.bench.busy" not in words:
            found.append(words)
    return found


def begin(folder: Path, mark: str, seconds: float = 0.4) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.bench.busy", str(folder), mark, str(seconds)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stderr=subprocess.DEVNULL,
    )


def wait_until_gone(mark: str) -> None:
    limit = time.monotonic() + 10
    while carrying(mark):
        assert time.monotonic() < limit, carrying(mark)
        time.sleep(0.02)


def stages(lines: list[str]) -> list[str]:
    """Log lines as stage, core and seed alone."""
    return [" ".join(line.split()[: 3 if line.startswith("placement") else 2]) for line in lines]


@pytest.mark.parametrize("delay_s", [0, 0.02, 0.5])
def test_no_tool_outlives_a_killed_sweep(fake: Fake, checkout: Path, delay_s: float) -> None:
    """These tools would run for minutes; killed at the start or later, both processes of each end at once."""
    mark = f"tool{uuid.uuid4().hex}"
    process = begin(checkout, mark, seconds=307.25)
    limit = time.monotonic() + 30
    while len(fake.lines()) < 2:
        assert time.monotonic() < limit
        time.sleep(0.005)
    time.sleep(delay_s)
    if delay_s > 0.1:
        # two tools of a shell, its helper, and what that sleeps in without the mark
        assert len(carrying(mark)) == 4
    process.kill()
    process.wait()
    wait_until_gone(mark)


def test_killed_at_many_moments(store: Path, fake: Fake, core: Core, checkout: Path) -> None:
    """Each call is killed a little after one more stage began, at another point of it, until one comes to its end."""
    mark = f"tool{uuid.uuid4().hex}"
    finished: dict[Path, tuple[int, int]] = {}
    kills = 0
    while True:
        before = len(fake.lines())
        process = begin(checkout, mark)
        limit = time.monotonic() + 30
        while len(fake.lines()) <= before + kills % 3 and process.poll() is None:
            assert time.monotonic() < limit
            time.sleep(0.01)
        time.sleep(0.07 * (kills % 5))
        if process.poll() is not None:
            break
        process.kill()
        process.wait()
        kills += 1
        wait_until_gone(mark)
        kept = {file: (stat.st_ino, stat.st_mtime_ns) for file in outcomes(store) if (stat := file.stat())}
        assert finished.items() <= kept.items()
        finished = kept
        assert kills < 60
    assert process.returncode == 0
    assert kills >= 3
    lines = fake.lines()
    assert set(stages(lines)) == STAGES
    assert finished.items() <= {file: (file.stat().st_ino, file.stat().st_mtime_ns) for file in outcomes(store)}.items()
    # a start is of one that ended, once, or of one that was killed: at most two ran at each kill
    assert len(STAGES) < len(lines) <= len(STAGES) + 2 * kills
    results = sweep(store, fake, core, *SEEDS)
    assert fake.lines() == lines
    assert [result.status for result in results] == ["ok"] * len(SEEDS)
    assert len(ResultsFolder(store.parent / "own").read()) == len(SEEDS)


def outcomes(store: Path) -> list[Path]:
    """What is finished."""
    return sorted(file for file in store.glob("*/*/*/outcome.json") if file.parts[-4] != "elaboration")


def test_what_a_killed_sweep_finished_is_not_begun_again(store: Path, fake: Fake, checkout: Path) -> None:
    """Killed with synthesis and cycles in the store and the next two at work."""
    mark = f"tool{uuid.uuid4().hex}"
    process = begin(checkout, mark)
    limit = time.monotonic() + 30
    while len(outcomes(store)) < 2 or len(fake.lines()) < 4:
        assert time.monotonic() < limit
        time.sleep(0.01)
    # a stage is logged a moment before its tool starts
    while not carrying(mark):
        assert time.monotonic() < limit
    process.kill()
    process.wait()
    done = len(outcomes(store))
    lines = fake.lines()
    assert begin(checkout, mark).wait(30) == 0
    again = stages(fake.lines()[len(lines) :])
    assert not {f"synthesis {NAME}", f"cycles {NAME}"} & set(again)
    assert len(again) == len(STAGES) - done
