# SPDX-License-Identifier: Apache-2.0
"""Runs the job of a parcel on a worker of a cluster, in a separate process.

run() is called in a thread of the worker. It starts the process remote_process and kills it, with its tools, if the
scheduler cancels the task. The process also ends if the worker dies.
"""

import os
import pickle
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.toolchain import reaper
from fairhash.toolchain.tools import ToolKilled

_POLL_S = 0.2


@dataclass(frozen=True)
class RemoteAnswer:
    """What a worker returns: the packed folder of the outcome, or an error."""

    folder: bytes = b""
    error: Exception | None = None


def run(parcel: bytes) -> RemoteAnswer:
    """Run the job of a serialised parcel; called on a worker."""
    with tempfile.TemporaryDirectory(prefix=_prefix(os.getpid()), dir=_parcel_folder()) as name:
        folder = Path(name)
        (folder / "parcel").write_bytes(parcel)
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "fairhash.bench.remote_process", folder],
                env={**os.environ, **reaper.environment()},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            _wait(process, _task_is_active())
        finally:
            process.kill()
            process.wait()
        try:
            answer: RemoteAnswer = pickle.loads((folder / "answer").read_bytes())
        except FileNotFoundError:
            last_line = (folder / "log").read_text(errors="replace").strip().splitlines()[-1:]
            where = f"worker {socket.gethostname()}"
            error = ToolKilled(
                f"a job exited with status {process.returncode} {' '.join(last_line)}", where, "run the same again"
            )
            return RemoteAnswer(error=error)
        return answer


def _wait(process: "subprocess.Popen[bytes]", is_active: Callable[[], bool]) -> None:
    while process.poll() is None and is_active():
        time.sleep(_POLL_S)


def _task_is_active() -> Callable[[], bool]:
    """A function that returns whether the task of this thread is still active, i.e. not cancelled by the scheduler."""
    from distributed import get_worker  # noqa: PLC0415 - only clusters need it

    worker = get_worker()
    task = worker.get_current_task()

    def is_active() -> bool:
        state = worker.state.tasks.get(task)
        return state is not None and state.state in {"executing", "long-running"}

    return is_active


def _prefix(process: int) -> str:
    return f"{socket.gethostname()}-{process}-"


def _parcel_folder() -> Path:
    """The folder for running parcels, after removing those that killed workers of this machine left."""
    folder = paths.build() / "remote"
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob(f"{socket.gethostname()}-*"):
        process = leftover.name.split("-")[-2]
        if process.isdigit() and not Path("/proc", process).exists():
            shutil.rmtree(leftover, ignore_errors=True)
    return folder
