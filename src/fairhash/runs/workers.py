# SPDX-License-Identifier: Apache-2.0
"""As many jobs at a time as there are processors, and an orderly end when one of them or the user stops the sweep."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import TypeVar

from fairhash.toolchain import reaper

T = TypeVar("T")

_ROOM_MIB = 1024
"""So much memory must be free before a job begins beside others."""


def default_worker_count() -> int:
    """How many jobs run at a time unless somebody says otherwise: the processors this process may use."""
    return len(os.sched_getaffinity(0))


class Workers:
    """Threads that wait for tools; the tools are processes of their own."""

    def __init__(self, count: int) -> None:
        self.stop = threading.Event()
        """Set when no job should begin any more and the running ones must not be stored."""
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="fairhash-job")
        self._changed = threading.Condition()
        self._running = 0
        self._futures: list[Future[object]] = []

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Begin `work` as soon as a worker is free, in the order of submission."""
        future = self._pool.submit(self._with_room, work)
        self._futures.append(future)  # type: ignore[arg-type]
        return future

    def _with_room(self, work: Callable[[], T]) -> T:
        """A job alone begins at once; one beside others when there is memory for it."""
        with self._changed:
            while self._running and _free_mib() < _ROOM_MIB and not self.stop.is_set():
                self._changed.wait(1)
            self._running += 1
        try:
            return work()
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def let_running_end(self) -> None:
        """Begin nothing more, wait for what runs."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def end_running(self) -> None:
        """Begin nothing more and end the tools that run, however many a job still starts."""
        self.stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        # not wait(self._futures): for it a future that was cancelled in the queue is never done
        while not all(future.done() for future in self._futures):
            time.sleep(0.1)
            for group in _tool_groups():
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)


@contextlib.contextmanager
def workers(count: int) -> Iterator[Workers]:
    """Workers whose jobs are all over when the block is left, whichever way."""
    crew = Workers(count)
    with _terminate_is_interrupt():
        try:
            yield crew
        except Exception:
            crew.let_running_end()
            raise
        except BaseException:
            crew.end_running()
            raise
        crew.let_running_end()


def _free_mib() -> float:
    """Memory that the system could give without taking it from anybody."""
    lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    (free_kib,) = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    return int(free_kib) / 1024


def _tool_groups() -> list[int]:
    """The process groups led by children of this process: fairhash.toolchain.tools starts every tool that way."""
    own, spared = os.getpid(), reaper.pid()
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # pid (name) state ppid pgrp ...; the name may hold anything
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            pid = int(stat.parent.name)
            if int(fields[1]) == own and int(fields[2]) == pid != spared:
                found.append(pid)
    return found


@contextlib.contextmanager
def _terminate_is_interrupt() -> Iterator[None]:
    """SIGTERM (from `timeout`, a shutdown) ends a sweep as Ctrl-C does; handlers belong to the main thread."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
