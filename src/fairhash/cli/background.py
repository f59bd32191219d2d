# SPDX-License-Identifier: Apache-2.0
"""Starts a command of FairHash in the background, independent of the terminal and of a tool's reaper."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.toolchain import reaper

_CALL = """\
import signal, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
from fairhash.cli.main import run
sys.exit(run(sys.argv[1:]))
"""
_ENDED = (0, 1)
"""Exit statuses of a command that was started and has done its work."""
_START_LIMIT_S = 60
_PAUSE_S = 0.1


def start_command(arguments: Sequence[str], log: Path, is_started: Callable[[int], bool]) -> int:
    """Start `fairhash ARGUMENTS` and return its process id once it has started.

    Args:
        arguments: Of the command line.
        log: Receives its output; appended to.
        is_started: From a process id to whether that process has started its work.

    Raises:
        FairhashError: it ended before it started its work; the message is the last line of its output.
    """
    with files.one_line_errors("cannot write", log):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-c", _CALL, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                env=_environment(),
            )
    limit = time.monotonic() + _START_LIMIT_S
    while not is_started(process.pid):
        if process.poll() in _ENDED:
            return process.pid
        if process.poll() is not None:
            last = log.read_text(encoding="utf-8", errors="replace").strip().rpartition("\n")[2]
            raise FairhashError("ended at once", last.removeprefix("fairhash: "), f"see {log}")
        if time.monotonic() > limit:
            raise FairhashError(f"process {process.pid} has not started its work", str(log), "see there")
        time.sleep(_PAUSE_S)
    return process.pid


def _environment() -> dict[str, str]:
    """The environment without what belongs to the process that a tool works for: its reaper and temporary files."""
    own = {reaper.VARIABLE, "TMPDIR"} if reaper.VARIABLE in os.environ else set()
    return {name: value for name, value in os.environ.items() if name not in own}
