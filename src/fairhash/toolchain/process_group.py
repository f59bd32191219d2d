# SPDX-License-Identifier: Apache-2.0
"""Limits for a running tool and its child processes, which form one process group and session.

The time limit is CPU time, summed over the tool, its threads and its child processes, so that a tool reaches it at the
same point of its work on a busy machine and on an idle one. RLIMIT_CPU cannot do this: it counts each process alone,
in whole seconds. A limit of elapsed time stops only tools that hardly compute. The memory limit is the resident memory
of the processes, summed. RLIMIT_AS cannot do this: it counts addresses, of which a WebAssembly tool reserves many GiB
that it never uses.
"""

import contextlib
import math
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Literal

_WALL_FOR_CPU = 4
"""Limit of elapsed time, as a multiple of the CPU time limit: a tool that gets at least a quarter of a processor
reaches its CPU time limit first."""
_CLOCK_TICKS_HZ = os.sysconf("SC_CLK_TCK")
_MIN_WAIT_S = 0.05
_MAX_WAIT_S = 2.0
"""Longest time between two checks of the memory."""
_SAMPLES = 8
"""A sampled tool is read again after an eighth of the elapsed time, so that little is missed at its end."""
_MAX_FILL_MIB_S = 4096
"""Assumed upper bound of the speed at which one processor can fill memory, for the time until the next check."""
_PAGES_PER_MIB = (1 << 20) / os.sysconf("SC_PAGESIZE")


class LimitWatch:
    """Kills a process group that exceeds its limits, from a thread that runs during the `with` block.

    Args:
        leader: Process id of the tool, which leads its group and session.
        limit_s: Limit of CPU time in seconds.
        limit_mib: Limit of memory in MiB; None for no limit.
        is_sampled: Whether CPU time and memory are read all the time, and not only when a limit may have been
            reached. A sandbox does not wait for the tool within, so what it used is in no account when it has ended.
    """

    def __init__(
        self, leader: int, limit_s: float, limit_mib: float | None = None, *, is_sampled: bool = False
    ) -> None:
        self.stopped: Literal["", "cpu", "wall", "memory"] = ""
        """The limit at which the group was killed; empty if it was not."""
        self.cpu_s = 0.0
        """CPU time in seconds at the last check."""
        self.peak_mib = 0.0
        """Most memory in MiB at a check; 0 if it is not sampled or has no limit."""
        self._leader = leader
        self._limit_s = limit_s
        self._limit_mib = limit_mib
        self._is_sampled = is_sampled
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._check_limits, name="fairhash-watch", daemon=True)

    def __enter__(self) -> "LimitWatch":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._thread.join()

    def _check_limits(self) -> None:
        """Check each limit at the earliest time at which all processors together could have reached it."""
        start, processors = time.monotonic(), os.cpu_count() or 1
        wall_deadline = start + _WALL_FOR_CPU * self._limit_s
        cpu_check_due = start + self._limit_s / processors
        wait_s = min(self._limit_s / processors, self._memory_check_due_s(), self._sample_due_s(start))
        while not self._ended.wait(max(_MIN_WAIT_S, wait_s)):
            memory_due_s, now = self._memory_check_due_s(), time.monotonic()
            if self._is_sampled or now >= min(cpu_check_due, wall_deadline):
                # at the end the tool may be gone, and the sandbox not yet
                self.cpu_s = max(self.cpu_s, cpu_seconds(self._leader))
                cpu_check_due = now + (self._limit_s - self.cpu_s) / processors
            if memory_due_s <= 0:
                self.stopped = "memory"
            elif self.cpu_s >= self._limit_s:
                self.stopped = "cpu"
            elif now >= wall_deadline:
                self.stopped = "wall"
            if self.stopped:
                kill(self._leader)
                return
            wait_s = min(cpu_check_due - now, wall_deadline - now, memory_due_s, self._sample_due_s(start))

    def _sample_due_s(self, start: float) -> float:
        """Seconds until the next sample."""
        if not self._is_sampled:
            return math.inf
        return min(_MAX_WAIT_S, (time.monotonic() - start) / _SAMPLES)

    def _memory_check_due_s(self) -> float:
        """Seconds until the memory limit can be reached; 0 or less if it is exceeded."""
        if self._limit_mib is None:
            return math.inf
        used_mib = memory_mib(self._leader)
        if self._is_sampled:
            self.peak_mib = max(self.peak_mib, used_mib)
        return min(_MAX_WAIT_S, (self._limit_mib - used_mib) / _MAX_FILL_MIB_S)


class InterruptGuard:
    """Makes Ctrl-C and SIGTERM kill the tool's process group, and raises KeyboardInterrupt after the `with` block.

    A tool runs in a session of its own, so the signals that this process receives do not reach it. Signal handlers
    belong to the main thread; in other threads, and for a signal that already has a handler, the guard does nothing.
    """

    def __init__(self) -> None:
        self._interrupted = False
        self._leader = 0
        self._previous: dict[signal.Signals, Any] = {}

    def watch(self, leader: int) -> None:
        """Set the group to kill, once its leader runs; kills it now if a signal came while it was started."""
        self._leader = leader
        if self._interrupted:
            kill(leader)

    def __enter__(self) -> "InterruptGuard":
        if threading.current_thread() is threading.main_thread():
            default_handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
            for number, handler in default_handlers.items():
                if signal.getsignal(number) == handler:
                    self._previous[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        if self._interrupted:
            raise KeyboardInterrupt

    def _on_signal(self, _signal: int, _frame: FrameType | None) -> None:
        """Record the signal. An exception raised here could lose a process that is just being started."""
        self._interrupted = True
        if self._leader:
            kill(self._leader)


def lower_priority(leader: int) -> None:
    """Give the session led by `leader` the CPU priority of this process.

    Linux shares processors among sessions first (autogroups, sched(7)), so that a nice value has no effect
    on processes of other sessions.
    """
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    # the file does not exist on kernels without autogroups, and a process that has ended has none
    with contextlib.suppress(OSError):
        if nice > 0:
            Path(f"/proc/{leader}/autogroup").write_text(str(nice), encoding="ascii")


def cpu_seconds(leader: int) -> float:
    """CPU time, in seconds, of the session led by `leader`, with that of its processes that were waited for."""
    # utime stime cutime cstime
    return sum(sum(map(int, fields[11:15])) for fields in _session_members(leader)) / _CLOCK_TICKS_HZ


def memory_mib(leader: int) -> float:
    """Resident memory, in MiB, of the session led by `leader`; memory shared by two processes counts twice."""
    return sum(int(fields[21]) for fields in _session_members(leader)) / _PAGES_PER_MIB


def _session_members(leader: int) -> Iterator[list[str]]:
    """The fields of process_states() of every process in the session led by `leader`."""
    return (fields for _, fields in process_states() if int(fields[3]) == leader)


def process_states() -> Iterator[tuple[int, list[str]]]:
    """Each process of this machine: its id, and the fields of /proc/pid/stat from the state on.

    They are the state, the parent's id, the group, the session ... (proc(5)).
    """
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # a process may end while it is read
        with contextlib.suppress(OSError):
            # pid (name) state ppid pgrp session ...; the name may contain spaces and parentheses
            yield int(stat.parent.name), stat.read_text(errors="replace").rpartition(")")[2].split()


def kill(leader: int) -> None:
    """Kill the process group led by `leader` with SIGKILL; no error if it has ended."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
