# SPDX-License-Identifier: Apache-2.0
"""Ends the tools of a process that died, however it died: nobody can catch SIGKILL, but somebody else can notice it.

Every tool, and all it starts, inherits a variable that names the process it works for. A small process beside us, the
keeper, holds the reading end of a pipe of which only we hold the other. When we are gone, by whatever signal, the pipe
ends, and the keeper kills everything that carries the name. This file is also the keeper's program.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_VARIABLE = "FAIRHASH_TOOL_OF"
_STARTING = threading.Lock()
_LOOKS = 5
"""A tool may be between fork and exec when we die; so often in a row nothing must be found."""
_LOOK_AGAIN_S = 0.02
_GIVE_UP_S = 60


@dataclass(frozen=True)
class Keeper:
    """A running keeper."""

    name: str
    process: "subprocess.Popen[bytes]"
    pipe: int
    """Open as long as this process lives."""


def environment() -> dict[str, str]:
    """What a tool must have in its environment to end with this process; the keeper runs from now on."""
    return {_VARIABLE: _keeper().name}


def pid() -> int:
    """The process that must live until this one is gone."""
    return _keeper().process.pid


def _keeper() -> Keeper:
    with _STARTING:
        # what forked from us is another process and needs a keeper of its own
        return _keeper_of(os.getpid())


@cache
def _keeper_of(_process: int) -> Keeper:
    name = uuid.uuid4().hex
    ours, theirs = os.pipe()
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__, name],
            cwd="/",
            # without the name of whom we work for: the keeper must outlive us to end our tools
            env={},
            stdin=ours,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    finally:
        os.close(ours)
    return Keeper(name, process, theirs)


def _carriers(entry: bytes) -> list[int]:
    """The processes whose environment holds this entry."""
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        # others' processes cannot be read, and one may end between being listed and being read
        with contextlib.suppress(OSError):
            if entry in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
    return found


def _keep(name: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 1):
        pass
    entry, quiet, until = f"{_VARIABLE}={name}".encode(), 0, time.monotonic() + _GIVE_UP_S
    while quiet < _LOOKS and time.monotonic() < until:
        found = _carriers(entry)
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        quiet = 0 if found else quiet + 1
        time.sleep(_LOOK_AGAIN_S)


if __name__ == "__main__":
    _keep(sys.argv[1])
