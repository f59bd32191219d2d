# SPDX-License-Identifier: Apache-2.0
"""Real processes: interrupted, killed, and two at once on one store."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairhash.bench.elaboration import elaboration_key
from fairhash.catalog.core import Core
from tests.bench.fakes import BUILDS, Fake, sweep

ROOT = Path(__file__).parents[2]
NAME = "toy-512/highspeed"


def begin(store: Path, log: Path, seconds: float, *seeds: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.bench.fakes", store, log, seconds, *seeds]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    return subprocess.Popen(list(map(str, command)), cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)


def wait_for(fake: Fake, line: str) -> None:
    limit = time.monotonic() + 30
    while line not in fake.lines():
        assert time.monotonic() < limit
        time.sleep(0.05)
    time.sleep(0.3)


def wait_for_opened(pid: int, file: Path) -> None:
    """Wait until a process has opened the file."""
    limit = time.monotonic() + 30
    while file not in {link.resolve() for link in Path(f"/proc/{pid}/fd").iterdir()}:
        assert time.monotonic() < limit
        time.sleep(0.05)


def tools_of(seconds: float) -> list[str]:
    """Commands of running processes that sleep exactly so long."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", str(seconds).encode()]:
            found.append(file.parent.name)
    return found


@pytest.mark.parametrize(
    ("how", "seconds"), [(signal.SIGINT, 301.25), (signal.SIGTERM, 302.25)], ids=["ctrl-c", "terminate"]
)
def test_interrupted_sweep_ends_its_tools_and_resumes(
    store: Path, fake: Fake, core: Core, how: signal.Signals, seconds: float
) -> None:
    # seed 1 ends at once, 2 and 3 run, 4 waits for a worker
    process = begin(store, fake.log, seconds, 1, 2, 3, 4)
    wait_for(fake, f"placement {NAME} 3")
    assert len(tools_of(seconds)) == 2
    process.send_signal(how)
    assert process.wait(10) != 0
    assert tools_of(seconds) == []
    assert not list(store.glob("running/*"))
    began = fake.lines()
    results = sweep(store, fake, core, 1, 2, 3, 4)
    assert [result.status for result in results] == ["ok"] * 4
    assert sorted(fake.lines()[len(began) :]) == [f"placement {NAME} {seed}" for seed in (2, 3, 4)]


def test_an_interrupted_sweep_does_not_wait_for_an_elaboration(store: Path, fake: Fake, core: Core) -> None:
    """Another process, which does not end, holds the lock of the elaboration."""
    outcome = fake.workspace(store.parent).store.path("elaboration", elaboration_key(core, BUILDS["ghdl"]))
    outcome.parent.mkdir(parents=True)
    with outcome.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = begin(store, fake.log, 0, 1)
        wait_for_opened(process.pid, outcome.with_suffix(".lock"))
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(20) != 0
        finally:
            process.kill()
    assert fake.lines() == []


def test_killed_sweep_resumes(store: Path, fake: Fake, core: Core) -> None:
    process = begin(store, fake.log, 3.75, 1, 2)
    wait_for(fake, f"placement {NAME} 2")
    process.kill()
    process.wait()
    assert len(list(store.glob("running/*"))) == 1
    began = fake.lines()
    assert len(sweep(store, fake, core, 1, 2)) == 2
    assert fake.lines()[len(began) :] == [f"placement {NAME} 2"]
    assert not list(store.glob("running/*"))


def test_two_processes_share_the_work(store: Path, fake: Fake) -> None:
    both = [begin(store, fake.log, 0.2, 1, 2, 3, 4, 5) for _ in range(2)]
    assert [process.wait(30) for process in both] == [0, 0]
    lines = fake.lines()
    assert len(lines) == len(set(lines)) == 8
