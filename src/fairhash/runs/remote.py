# SPDX-License-Identifier: Apache-2.0
"""What happens to a parcel on a worker of a cluster: a process of its own makes the outcome and packs it.

run() is called in a thread of the worker. The process it starts, remote_process, ends with the worker and when nobody
wants the outcome any more; its tools end with it.
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

from fairhash import paths
from fairhash.toolchain import reaper
from fairhash.toolchain.tools import ToolKilled

_LOOK_S = 0.2


@dataclass(frozen=True)
class Answer:
    """The outcome's folder, or the error instead."""

    folder: bytes = b""
    error: Exception | None = None


def run(parcel: bytes) -> Answer:
    """Make the outcome of a parcel; runs on a worker."""
    with tempfile.TemporaryDirectory(prefix=_prefix(os.getpid()), dir=_swept()) as name:
        folder = Path(name)
        (folder / "parcel").write_bytes(parcel)
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "fairhash.runs.remote_process", folder],
                env={**os.environ, **reaper.environment()},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            _await(process, _is_wanted())
        finally:
            process.kill()
            process.wait()
        try:
            answer: Answer = pickle.loads((folder / "answer").read_bytes())
        except FileNotFoundError:
            said = (folder / "log").read_text(errors="replace").strip().splitlines()[-1:]
            where = f"worker {socket.gethostname()}"
            error = ToolKilled(
                f"a job ended with status {process.returncode} {' '.join(said)}", where, "run the same again"
            )
            return Answer(error=error)
        return answer


def _await(process: "subprocess.Popen[bytes]", wanted: Callable[[], bool]) -> None:
    while process.poll() is None and wanted():
        time.sleep(_LOOK_S)


def _is_wanted() -> Callable[[], bool]:
    """Whether the scheduler still wants the task of this thread: its client may have died or been interrupted."""
    from distributed import get_worker  # noqa: PLC0415 - only clusters need it

    worker = get_worker()
    task = worker.get_current_task()

    def wanted() -> bool:
        state = worker.state.tasks.get(task)
        return state is not None and state.state in {"executing", "long-running"}

    return wanted


def _prefix(process: int) -> str:
    return f"{socket.gethostname()}-{process}-"


def _swept() -> Path:
    """The folder for parcels at work, without those that a killed worker of this machine left."""
    folder = paths.build() / "remote"
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"{socket.gethostname()}-*"):
        process = left.name.split("-")[-2]
        if process.isdigit() and not Path("/proc", process).exists():
            shutil.rmtree(left, ignore_errors=True)
    return folder
