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
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.toolchain import keeper, process_group

_FROM_OUTSIDE = (-signal.SIGTERM, -signal.SIGKILL, -signal.SIGINT, -signal.SIGHUP)


class Ended(FairhashError):
    """A tool was ended by a person or the system, or waited without computing, so that its run is no result."""


class TooLarge(Ended):
    """A tool took more memory than memory_limit() allows; whose job it is makes a result of that."""

    def __init__(self, tool: str, limit_mib: float, where: Path) -> None:
        super().__init__(f"{tool} was stopped at its limit of {limit_mib:g} MiB of memory", str(where))
        self.limit_mib = limit_mib


_LIMIT_MIB: ContextVar[float | None] = ContextVar("limit_mib", default=None)


@contextlib.contextmanager
def memory_limit(mib: float) -> Iterator[None]:
    """Each tool that this thread runs in the block may take so much memory, with all it starts; else TooLarge."""
    token = _LIMIT_MIB.set(mib)
    try:
        yield
    finally:
        _LIMIT_MIB.reset(token)


@dataclass(frozen=True)
class ToolRun:
    """What one process did. Times in seconds, memory in MiB."""

    command: tuple[str, ...]
    returncode: int
    output: str
    wall_s: float
    cpu_s: float
    peak_mib: float
    stopped_after: str = ""
    """The limit it was stopped at, in words, e.g. ``600 s of CPU time``; empty if it ended by itself."""

    @property
    def ok(self) -> bool:
        """Whether it ended by itself with status 0."""
        return self.returncode == 0 and not self.stopped_after

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
    limit_s: float = 600,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> ToolRun:
    """Run to the end or the limit; stdout and stderr are one text, also written to `log`.

    `limit_s` is in seconds of CPU time, of the tool and all it starts. A failing tool is an outcome, not an exception,
    and so is one stopped at that limit. One that somebody else ended says nothing and raises Ended; so does one that
    has not computed so much in four times as many seconds of elapsed time, since that may be due to what else runs.
    Ctrl-C and SIGTERM end the tool and all it started, then raise KeyboardInterrupt; if this process is killed, its
    keeper ends them. Beyond memory_limit() a tool is stopped, and TooLarge raised.
    """
    words = tuple(str(word) for word in command)
    sink = log or cwd / f".{Path(words[0]).name}.{os.getpid()}.{threading.get_ident()}.log"
    limit_mib = _LIMIT_MIB.get()
    started = time.monotonic()
    try:
        with sink.open("wb") as stream, process_group.EndsWithUs() as group:
            process = subprocess.Popen(
                words,
                cwd=cwd,
                env={**os.environ, **(env or {}), **keeper.environment()},
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                group.leads(process.pid)
                with process_group.Watch(process.pid, limit_s, limit_mib) as watch:
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
            except BaseException:
                process_group.kill(process.pid)
                raise
        output = sink.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FairhashError(
            f"cannot run {words[0]}: {error.strerror}", str(error.filename or cwd), "see fairhash doctor"
        ) from error
    finally:
        if log is None:
            sink.unlink(missing_ok=True)
    wall_s = time.monotonic() - started
    # the system charges to a tool only those of its processes that it waited for
    cpu_s = max(usage.ru_utime + usage.ru_stime, watch.cpu_s)
    name = Path(words[0]).name
    peak_mib = usage.ru_maxrss / 1024
    # one that ended between two looks of the watch, but beyond a limit, is judged as if it had been seen
    if limit_mib is not None and (watch.stopped == "memory" or peak_mib > limit_mib):
        raise TooLarge(name, limit_mib, cwd)
    if watch.stopped == "wall":
        raise Ended(
            f"{name} was given up after {wall_s:.0f} s, in which it computed {cpu_s:.1f} of at most {limit_s:g} s",
            str(cwd),
            "run the same again",
        )
    if process.returncode in _FROM_OUTSIDE and not watch.stopped:
        end = signal.Signals(-process.returncode).name
        raise Ended(f"{name} was ended from outside by {end}", str(cwd), "run the same again")
    stopped = watch.stopped == "cpu" or cpu_s > limit_s
    return ToolRun(
        words,
        process.returncode,
        output,
        wall_s,
        cpu_s,
        peak_mib,
        f"{limit_s:g} s of CPU time" if stopped else "",
    )


def python() -> Path:
    """This environment's interpreter, for tools that are Python modules."""
    return Path(sys.executable)


def identity(name: str) -> list[list[str | int]]:
    """Path, size in bytes and modification time of a tool's files; it changes when the tool is replaced.

    Debian's ghdl is a script that starts a ghdl-something beside it, so files that begin with the name count too.
    """
    tool = need(name)
    files = [tool.resolve(), *sorted(tool.parent.glob(f"{name}-*"))]
    return [[str(file), file.stat().st_size, file.stat().st_mtime_ns] for file in files if file.is_file()]
