# SPDX-License-Identifier: Apache-2.0
"""Two jobs at a time, and an orderly end when one of them or the user stops the sweep."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


class Workers:
    """Threads that wait for tools; the tools are processes of their own."""

    def __init__(self, count: int) -> None:
        self.stop = threading.Event()
        """Set when no job should begin any more and the running ones must not be stored."""
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="fairhash-job")
        self._futures: list[Future[object]] = []

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Begin `work` as soon as a worker is free, in the order of submission."""
        future = self._pool.submit(work)
        self._futures.append(future)  # type: ignore[arg-type]
        return future

    def let_running_end(self) -> None:
        """Begin nothing more, wait for what runs."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def end_running(self) -> None:
        """Begin nothing more and end the tools that run, however many a job still starts."""
        self.stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        while wait(self._futures, timeout=0.1).not_done:
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


def _tool_groups() -> list[int]:
    """The process groups led by children of this process: fairhash.tools starts every tool that way."""
    own = os.getpid()
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # pid (name) state ppid pgrp ...; the name may hold anything
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            pid = int(stat.parent.name)
            if int(fields[1]) == own and int(fields[2]) == pid:
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
