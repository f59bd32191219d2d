# SPDX-License-Identifier: Apache-2.0
"""Runs jobs in parallel and ends them in an orderly way after an error or an interrupt."""

import contextlib
import heapq
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from fairhash.toolchain import process_group, reaper

S = TypeVar("S")
T = TypeVar("T")

_MIN_FREE_MIB = 1024
"""Free memory required to start a job while others run."""

_RECEPTION_S = 2.0
"""Longest time in which a worker waits until the outcome of its job is received."""


def default_worker_count() -> int:
    """Default number of parallel jobs: the number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


class Workers:
    """A pool of threads; each waits for the processes of the tools that its job starts."""

    def __init__(self, count: int) -> None:
        self.stop = threading.Event()
        """Set to start no more jobs and to store no outcome of a running job."""
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="fairhash-job")
        self._changed = threading.Condition()
        self._running = 0
        self._futures: list[Future[Any]] = []
        self._receptions: list[threading.Event] = []
        self._waiting: list[tuple[int, int, Future[Any], Callable[[], Any], threading.Event | None]] = []
        self._numbers = itertools.count()

    def submit(self, work: Callable[[], T], rank: int = 0, received: threading.Event | None = None) -> "Future[T]":
        """Start `work` as soon as a worker is free.

        Args:
            work: What to run.
            rank: Waiting work of a lower rank starts first; work of equal rank starts in the order of submission.
            received: Set by whoever received the outcome and has submitted what follows from it. The worker waits for
                this before it takes other work, of a higher rank, but not for long.
        """
        future: Future[T] = Future()
        with self._changed:
            self._futures.append(future)
            if received:
                self._receptions.append(received)
            heapq.heappush(self._waiting, (rank, next(self._numbers), future, work, received))
        self._pool.submit(self._run_first)
        return future

    def map(self, work: Callable[[S], T], items: Iterable[S]) -> list[T]:
        """Run `work` on each item, as soon as a worker is free, and return the outcomes in the order of the items."""
        running = [self.submit(partial(work, item)) for item in items]
        return [future.result() for future in running]

    def _run_first(self) -> None:
        with self._changed:
            _, _, future, work, received = heapq.heappop(self._waiting)
        if not future.set_running_or_notify_cancel():
            return
        try:
            outcome = self._run_with_free_memory(work)
        except BaseException as error:  # as the pool does: whoever asks for the outcome raises it
            future.set_exception(error)
        else:
            future.set_result(outcome)
            if received:
                received.wait(_RECEPTION_S)

    def _cancel_waiting(self) -> None:
        for future in self._futures:
            future.cancel()  # without effect once it runs
        # after an error nobody receives outcomes, and no work is left that a worker could take too early
        for received in self._receptions:
            received.set()

    def _run_with_free_memory(self, work: Callable[[], T]) -> T:
        """Start a job immediately if no other runs, else when enough memory is free."""
        with self._changed:
            while self._running and _free_mib() < _MIN_FREE_MIB and not self.stop.is_set():
                self._changed.wait(1)
            self._running += 1
        try:
            return work()
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def finish_running_jobs(self) -> None:
        """Start no more jobs and wait for the running ones; an interrupt meanwhile kills them."""
        try:
            self._cancel_waiting()
            self._pool.shutdown(wait=True, cancel_futures=True)
        except BaseException:
            self.kill_running_jobs()
            raise

    def kill_running_jobs(self) -> None:
        """Start no more jobs and kill the running tools, also those that a job still starts."""
        self.stop.set()
        self._cancel_waiting()
        self._pool.shutdown(wait=False, cancel_futures=True)
        # wait(self._futures) would not return: it never counts a future cancelled in the queue as done
        while not all(future.done() for future in self._futures):
            time.sleep(0.1)
            for group in _tool_groups():
                process_group.kill(group)


@contextlib.contextmanager
def workers(count: int) -> Iterator[Workers]:
    """A pool of workers; all its jobs have ended when the block is left, normally or by an exception."""
    crew = Workers(count)
    with _terminate_is_interrupt():
        try:
            yield crew
        except Exception:
            crew.finish_running_jobs()
            raise
        except BaseException:
            crew.kill_running_jobs()
            raise
        crew.finish_running_jobs()


def _free_mib() -> float:
    """Memory available without swapping, in MiB (MemAvailable of /proc/meminfo)."""
    lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    (free_kib,) = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    return int(free_kib) / 1024


def _tool_groups() -> list[int]:
    """The process groups of running tools: fairhash.toolchain.tools starts each tool as the leader of a group."""
    own_pid, reaper_pid = os.getpid(), reaper.pid()
    return [
        process
        for process, (_, parent, group, *_) in process_group.process_states()
        if int(parent) == own_pid and int(group) == process != reaper_pid
    ]


@contextlib.contextmanager
def _terminate_is_interrupt() -> Iterator[None]:
    """Treat SIGTERM (from `timeout` or a shutdown) like Ctrl-C; only in the main thread, which handles signals."""

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
