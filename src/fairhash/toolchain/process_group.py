# SPDX-License-Identifier: Apache-2.0
"""The process group of a tool, led by its first process: what it has computed, what stops it, and that it ends with us.

A limit counts processor time, summed over the tool, its threads and every process it starts, so that it is reached at
the same point of the work on a busy machine and on an idle one. RLIMIT_CPU would not do: it counts each process for
itself, in whole seconds. Elapsed time ends only what hardly computes. Memory is what the processes hold, summed:
RLIMIT_AS counts addresses, of which a tool that is WebAssembly reserves many GiB that it never uses.
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
"""A tool that gets a quarter of a processor or more reaches its limit of processor time first."""
_TICKS = os.sysconf("SC_CLK_TCK")
_SHORTEST_WAIT_S = 0.05
_LONGEST_WAIT_S = 2.0
"""Between two looks at memory."""
_FILLS_MIB_S = 4096
"""So fast can one processor fill memory at most."""
_PAGES_A_MIB = (1 << 20) / os.sysconf("SC_PAGESIZE")


class Watch:
    """Kills the group of `leader` at `limit_s` of processor time or beyond `limit_mib` of memory.

    Looks from a thread while the `with` block lasts.
    """

    def __init__(self, leader: int, limit_s: float, limit_mib: float | None = None) -> None:
        self.stopped: Literal["", "cpu", "wall", "memory"] = ""
        """Which limit was reached."""
        self.cpu_s = 0.0
        """Processor seconds when it last looked."""
        self._leader = leader
        self._limit_s = limit_s
        self._limit_mib = limit_mib
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="fairhash-watch", daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        """Looks when a limit can be reached at the earliest, with every processor at work: seldom, and in time."""
        begun = time.monotonic()
        until, processors = begun + _WALL_FOR_CPU * self._limit_s, os.cpu_count() or 1
        cpu_due = begun + self._limit_s / processors
        wait_s = min(self._limit_s / processors, self._room_lasts_s())
        while not self._over.wait(max(_SHORTEST_WAIT_S, wait_s)):
            room_s, now = self._room_lasts_s(), time.monotonic()
            if now >= min(cpu_due, until):
                self.cpu_s = cpu_seconds(self._leader)
                cpu_due = now + (self._limit_s - self.cpu_s) / processors
            if room_s <= 0 or self.cpu_s >= self._limit_s or now >= until:
                self.stopped = "memory" if room_s <= 0 else "cpu" if self.cpu_s >= self._limit_s else "wall"
                kill(self._leader)
                return
            wait_s = min(cpu_due - now, until - now, room_s)

    def _room_lasts_s(self) -> float:
        """How soon to look at the memory again; 0 or less beyond the limit."""
        if self._limit_mib is None:
            return math.inf
        left_mib = self._limit_mib - memory_mib(self._leader)
        return min(_LONGEST_WAIT_S, left_mib / _FILLS_MIB_S)


class EndsWithUs:
    """Ctrl-C and SIGTERM kill the group while the `with` block lasts, and become KeyboardInterrupt when it is left.

    A tool is in a session of its own, so that no signal meant for this process reaches it. Handlers belong to the main
    thread, and one that somebody else has set stays.
    """

    def __init__(self) -> None:
        self._asked = False
        self._leader = 0
        self._before: dict[signal.Signals, Any] = {}

    def leads(self, leader: int) -> None:
        """The tool has begun; it may be over already, if the signal came meanwhile."""
        self._leader = leader
        if self._asked:
            kill(leader)

    def __enter__(self) -> "EndsWithUs":
        if threading.current_thread() is threading.main_thread():
            usual = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
            for number, handler in usual.items():
                if signal.getsignal(number) == handler:
                    self._before[number] = signal.signal(number, self._end)
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._asked:
            raise KeyboardInterrupt

    def _end(self, _signal: int, _frame: FrameType | None) -> None:
        """Raising here could lose a tool that is just being started: note it, and let leads() see."""
        self._asked = True
        if self._leader:
            kill(self._leader)


def cpu_seconds(leader: int) -> float:
    """Processor seconds of what runs in the session of `leader`, and of what ended there and was waited for."""
    # utime stime cutime cstime
    return sum(sum(map(int, fields[11:15])) for fields in _members(leader)) / _TICKS


def memory_mib(leader: int) -> float:
    """What the processes in the session of `leader` hold; what two of them share counts twice."""
    return sum(int(fields[21]) for fields in _members(leader)) / _PAGES_A_MIB


def _members(leader: int) -> Iterator[list[str]]:
    """/proc/pid/stat from the state on, of every process in the session of `leader`."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # a process may end between being listed and being read
        with contextlib.suppress(OSError):
            # pid (name) state ppid pgrp session ...; the name may hold anything
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == leader:
                yield fields


def kill(leader: int) -> None:
    """End a tool and all it started, at once; one that is over already is no error."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
