# SPDX-License-Identifier: Apache-2.0
"""The reaper: a small process that kills our tools after this process died, even if SIGKILL ended it.

Every tool and its child processes inherit an environment variable that identifies the process they work for. The
reaper reads from a pipe whose only writing end this process holds. When this process ends, for any reason, the pipe
closes, and the reaper kills every process with that variable. Then it deletes the folder of their temporary files.
This file is also the program that the reaper runs.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
from dataclasses import dataclass
from functools import cache
from pathlib import Path

if __name__ != "__main__":
    # the reaper's own process runs this file alone
    from fairhash.base import paths
    from fairhash.base.errors import FairhashError

VARIABLE = "FAIRHASH_TOOL_OF"
"""Environment variable of tools: the token of the reaper that kills them."""
_START_LOCK = threading.Lock()
_EMPTY_SCANS = 5
"""Consecutive empty scans before exiting: a tool may be between fork and exec, and not yet visible, in one scan."""
_SCAN_INTERVAL_S = 0.02
_GIVE_UP_S = 60


@dataclass(frozen=True)
class Reaper:
    """A running reaper."""

    token: str
    """Value of the environment variable of the tools that it will kill."""
    process: "subprocess.Popen[bytes]"
    pipe: int
    """Writing end of the pipe; stays open as long as this process lives."""
    temporary: Path | None
    """Folder of temporary files, which the reaper deletes; None without a build folder."""


def environment() -> dict[str, str]:
    """The variables that a tool needs in its environment to be killed after this process; starts the reaper.

    Killed compilers and Yosys leave temporary files: TMPDIR is a folder that does not outlive this process.
    """
    variables = {VARIABLE: _reaper().token}
    # without a build folder the tools use the system's folder
    with contextlib.suppress(FairhashError):
        variables["TMPDIR"] = str(temporary_folder())
    return variables


def temporary_folder() -> Path:
    """A folder for temporary files, which is deleted after this process has ended, even by SIGKILL.

    Raises:
        FairhashError: It cannot be created.
    """
    folder = _reaper().temporary or paths.build() / "tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "set FAIRHASH_BUILD to a writable folder"
        raise FairhashError(f"cannot create a temporary folder: {error.strerror}", str(folder), hint) from error
    return folder


def pid() -> int:
    """Process id of the reaper, which must not be killed before this process has ended."""
    return _reaper().process.pid


def _reaper() -> Reaper:
    with _START_LOCK:
        # a forked child of this process has another id and needs a reaper of its own
        return _reaper_of(os.getpid())


@cache
def _reaper_of(_process: int) -> Reaper:
    token = uuid.uuid4().hex
    try:
        temporary = (paths.build() / "tmp" / token).resolve()
    except FairhashError:
        temporary = None
    reading_end, writing_end = os.pipe()
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__, token, str(temporary or "")],
            cwd="/",
            # an empty environment: another reaper, of the process we work for, must not kill this one
            env={},
            stdin=reading_end,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    finally:
        os.close(reading_end)
    return Reaper(token, process, writing_end, temporary)


def _processes_with(entry: bytes) -> list[int]:
    """Ids of the processes whose environment contains this entry."""
    pids = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        # processes of other users cannot be read, and a process may end while it is read
        with contextlib.suppress(OSError):
            if entry in file.read_bytes().split(b"\0"):
                pids.append(int(file.parent.name))
    return pids


def _main(token: str, temporary: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 1):
        pass
    entry = f"{VARIABLE}={token}".encode()
    empty_scans, deadline = 0, time.monotonic() + _GIVE_UP_S
    while empty_scans < _EMPTY_SCANS and time.monotonic() < deadline:
        pids = _processes_with(entry)
        for process in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        empty_scans = 0 if pids else empty_scans + 1
        time.sleep(_SCAN_INTERVAL_S)
    if temporary:
        shutil.rmtree(temporary, ignore_errors=True)


if __name__ == "__main__":
    _main(sys.argv[1], sys.argv[2])
