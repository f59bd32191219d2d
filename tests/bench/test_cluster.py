# SPDX-License-Identifier: Apache-2.0
"""A real scheduler and workers that share no store with us: one killed at work, a sweep killed, other tools."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.cluster import Cluster
from fairhash.catalog.core import Core
from fairhash.catalog.target import Target
from fairhash.results import Result, ResultsFolder
from fairhash.targets.target_kind import TargetKind
from fairhash.toolchain import tools
from tests.bench.fakes import BUILDS, Fake, sweep

ROOT = Path(__file__).parents[2]
LONG = "309.25"
NAME = "toy-512/highspeed"


def remote_kind(target: Target) -> TargetKind[Any]:
    """A worker's stages, each with a tool that sleeps: for minutes where the file `long` beside the log names it.

    The file `pyosys` there, if it exists, has another version of pyosys than this machine's.
    """
    log = Path(os.environ["FAKES_LOG"])

    def work(line: str, folder: Path) -> None:
        assert "cluster-worker" in str(folder)
        seconds = LONG if line.split(maxsplit=1)[0] == (log.parent / "long").read_text() else "0.1"
        if not tools.run(["sleep", seconds], folder).ok:
            raise FairhashError("the tool failed")

    other = log.parent / "pyosys"
    builds = {**BUILDS, "pyosys": other.read_text()} if other.exists() else dict(BUILDS)
    return Fake(log, before=work, builds=builds).kind_of(target)


@dataclass
class Machines:
    """The scheduler and what was started for it."""

    address: str
    workers: list["subprocess.Popen[bytes]"]
    long: Path

    def cluster(self) -> Cluster:
        return Cluster(self.address, remote_kind)


@pytest.fixture
def machines(checkout: Path, fake: Fake) -> Iterator[Machines]:
    """Two workers of one thread each, with checkouts that hold no sources of cores."""
    long = checkout / "long"
    long.write_text("synthesis")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "FAKES_LOG": str(fake.log)}
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *arguments: str, root: Path) -> Path:
        (root / "rtl" / "shell").mkdir(parents=True, exist_ok=True)
        (root / "models").mkdir(exist_ok=True)
        log = checkout / f"{name}.log"
        with log.open("wb") as stream:
            command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
            own = {**environment, "FAIRHASH_ROOT": str(root)}
            started.append(subprocess.Popen(command, cwd=checkout, env=own, stdout=stream, stderr=subprocess.STDOUT))
        return log

    host = ("--host", "127.0.0.1", "--port", "0")
    log = start("scheduler", "dask_scheduler", *host, "--no-dashboard", root=checkout)
    wait(lambda: "Scheduler at:" in log.read_text())
    found = re.search(r"tcp://[0-9.:]+", log.read_text())
    assert found
    for number in (1, 2):
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(checkout))
        start(f"w{number}", "dask_worker", found[0], *options, root=checkout / f"cluster-worker{number}")
    try:
        with Cluster(found[0]) as cluster:
            wait(lambda: len(cluster._client.nthreads()) == 2)
        yield Machines(found[0], started[1:], long)
    finally:
        for process in started:
            process.kill()
            process.wait()


def wait(until: Callable[[], bool]) -> None:
    limit = time.monotonic() + 120
    while not until():
        assert time.monotonic() < limit
        time.sleep(0.05)


def sleeping(seconds: str) -> list[int]:
    """Tools of the workers."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if file.read_bytes().split(b"\0")[:2] == [b"sleep", seconds.encode()]:
                found.append(int(file.parent.name))
        except OSError:
            continue
    return found


def descends(process: int, ancestor: int) -> bool:
    while process > 1:
        if process == ancestor:
            return True
        fields = Path("/proc", str(process), "stat").read_text().rpartition(")")[2].split()
        process = int(fields[1])
    return False


def worker_of(machines: Machines) -> "subprocess.Popen[bytes]":
    """A worker that has a tool at work."""
    at_work: list[subprocess.Popen[bytes]] = []

    def look() -> bool:
        at_work.extend(w for w in machines.workers if any(descends(tool, w.pid) for tool in sleeping(LONG)))
        return bool(at_work)

    wait(look)
    return at_work[0]


def test_a_killed_workers_runs_are_done_elsewhere(
    store: Path, fake: Fake, core: Core, machines: Machines, checkout: Path
) -> None:
    """Sources and netlists travel, outcomes come into the store here; a sweep again sends nothing."""
    done: list[Result] = []
    running = threading.Thread(target=lambda: done.extend(sweep(store, fake, core, 1, 2, scheduler=machines.cluster())))
    running.start()
    worker = worker_of(machines)
    machines.long.write_text("nothing")
    worker.kill()
    wait(lambda: not sleeping(LONG))
    running.join(240)
    assert [(result.status, result.reason) for result in done] == [("ok", "")] * 2
    lines = fake.lines()
    assert set(map(first_words, lines)) == {
        *(f"{stage} {NAME}" for stage in ("synthesis", "cycles", "netlist")),
        *(f"placement {NAME} {seed}" for seed in (1, 2)),
    }
    assert len(lines) > len(set(lines))
    files = sorted(file.relative_to(store).parts[0] for file in store.glob("*/*/*/outcome.json"))
    assert files == ["cycles", "elaboration", "netlist", "placement", "placement", "synthesis"]
    (netlist,) = store.glob("synthesis/*/*/netlist.json")
    assert netlist.read_text() == NAME
    assert len(ResultsFolder(store.parent / "own").read()) == 2
    assert not list(store.glob("running/*"))
    assert sweep(store, fake, core, 1, 2, scheduler=machines.cluster()) == done
    assert fake.lines() == lines
    # workers with another build of a tool would make another outcome
    (checkout / "pyosys").write_text("0.71")
    for file in checkout.glob("cluster-worker*/build/store/tools/*"):
        file.unlink()
    changed = core.model_copy(update={"generics": {"ROUNDS": 3}})
    with pytest.raises(FairhashError, match=r"0\.71.*the worker has another version of FairHash or of a tool"):
        sweep(store, fake, changed, 1, scheduler=machines.cluster())
    assert not [line for line in fake.lines()[len(lines) :] if line.startswith("synthesis")]


def first_words(line: str) -> str:
    return " ".join(line.split()[: 3 if line.startswith("placement") else 2])


def test_nobody_works_for_a_killed_sweep(store: Path, fake: Fake, core: Core, machines: Machines) -> None:
    """The workers' tools end, though the workers live on."""
    script = (
        "import sys; from pathlib import Path; from fairhash.bench.cluster import Cluster\n"
        "from tests.bench.fakes import Fake, make_core, sweep; from tests.bench.test_cluster import remote_kind\n"
        "folder = Path(sys.argv[1])\n"
        "sweep(folder / 'store', Fake(folder / 'log'), make_core(folder / 'rtl'), 1,"
        " scheduler=Cluster(sys.argv[2], remote_kind))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(store.parent), machines.address],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
    )
    wait(lambda: len(sleeping(LONG)) == 1)
    process.kill()
    process.wait()
    wait(lambda: not sleeping(LONG))
    assert all(worker.poll() is None for worker in machines.workers)


@pytest.mark.parametrize("address", ["", "head", "tcp://[::", "ftp://head:8786"])
def test_an_address_that_is_none_is_refused_at_once(
    store: Path, fake: Fake, core: Core, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No client is made for it, because its thread would delay the end of the process."""
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(FairhashError, match="no Dask scheduler answers: "):
        sweep(store, fake, core, 1, scheduler=address)


def test_no_scheduler_is_one_line(store: Path, fake: Fake, core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """With where it was sought."""
    monkeypatch.setattr("fairhash.bench.cluster._CONNECT_S", 1)
    with pytest.raises(FairhashError, match=r"tcp://127\.0\.0\.1:9: no Dask scheduler answers: "):
        sweep(store, fake, core, 1, scheduler="tcp://127.0.0.1:9")
