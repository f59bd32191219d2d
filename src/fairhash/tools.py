# SPDX-License-Identifier: Apache-2.0
"""Finds and runs outside tools, measuring what each run cost."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.errors import FairhashError

_FROM_OUTSIDE = (-signal.SIGTERM, -signal.SIGKILL, -signal.SIGINT, -signal.SIGHUP)


class Ended(FairhashError):
    """A tool was ended by a person or the system, so that its run is no result."""


@dataclass(frozen=True)
class ToolRun:
    """What one process did. Times in seconds, memory in MiB; `timed_out` means it was stopped at its limit."""

    command: tuple[str, ...]
    returncode: int
    output: str
    wall_s: float
    cpu_s: float
    peak_mib: float
    timed_out: bool

    @property
    def ok(self) -> bool:
        """Whether it ended by itself with status 0."""
        return self.returncode == 0 and not self.timed_out

    def tail(self, lines: int = 3) -> str:
        """The last non-empty lines of the output, joined, for one-line messages."""
        return " | ".join([line.strip() for line in self.output.splitlines() if line.strip()][-lines:])


def find(name: str) -> Path | None:
    """A tool from this Python environment's scripts folder first, then from PATH."""
    own = Path(sysconfig.get_path("scripts")) / name
    if own.is_file() and os.access(own, os.X_OK):
        return own
    found = shutil.which(name)
    return Path(found) if found else None


def need(name: str) -> Path:
    """Like find(), but a missing tool is a FairhashError that says how to get it."""
    tool = find(name)
    if tool is None:
        raise FairhashError(f"the tool {name} is not installed", "", "run ./run --setup, then fairhash doctor")
    return tool


def run(
    command: Sequence[str | Path],
    cwd: Path,
    timeout_s: float = 600,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> ToolRun:
    """Run to the end or the limit; stdout and stderr are one text, also written to `log`.

    A failing tool is an outcome, not an exception; one that somebody else ended says nothing and raises Ended.
    """
    words = tuple(str(word) for word in command)
    sink = log or cwd / f".{Path(words[0]).name}.{os.getpid()}.{threading.get_ident()}.log"
    started = time.monotonic()
    try:
        with sink.open("wb") as stream:
            process = subprocess.Popen(
                words,
                cwd=cwd,
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            stop = threading.Event()
            watch = threading.Timer(timeout_s, _kill, (process, stop))
            watch.start()
            try:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            except BaseException:
                _kill(process, stop)
                raise
            finally:
                watch.cancel()
        output = sink.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FairhashError(
            f"cannot run {words[0]}: {error.strerror}", str(error.filename or cwd), "see fairhash doctor"
        ) from error
    finally:
        if log is None:
            sink.unlink(missing_ok=True)
    if process.returncode in _FROM_OUTSIDE and not stop.is_set():
        name = signal.Signals(-process.returncode).name
        raise Ended(f"{Path(words[0]).name} was ended from outside by {name}", str(cwd), "run the same again")
    return ToolRun(
        words,
        process.returncode,
        output,
        time.monotonic() - started,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024,
        stop.is_set(),
    )


def _kill(process: "subprocess.Popen[bytes]", stop: threading.Event) -> None:
    stop.set()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def python() -> Path:
    """This environment's interpreter, for tools that are Python modules."""
    return Path(sys.executable)
