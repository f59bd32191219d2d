# SPDX-License-Identifier: Apache-2.0
"""Progress on stderr: bars if it is a terminal, else plain lines."""

import os
import sys
import threading
import time
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

_BAR_DELAY_S = 1.0
"""Time before a bar is drawn, in seconds; shorter tasks show none."""


class ProgressBar:
    """A progress bar: `with Bar("hashing", total) as bar: bar.add(n)`. A total of None is unknown."""

    def __init__(self, title: str, total: int | None = None) -> None:
        self._title = title
        self._total = total
        self._done = 0
        self._started = time.monotonic()
        self._bars: Progress | None = None
        self._task = TaskID(0)

    def __enter__(self) -> Self:
        """Start without drawing the bar."""
        return self

    def __exit__(self, *error: object) -> None:
        """Remove the bar."""
        if self._bars is not None:
            self._bars.stop()

    def at(self, done: int, total: int) -> None:
        """Set the progress to `done` of `total`."""
        self._done, self._total = done, total
        self._draw()

    def add(self, amount: int = 1) -> None:
        """Advance the progress by `amount`."""
        self._done += amount
        self._draw()

    def titled(self, title: str, done: int, total: int) -> None:
        """Set the title and the progress."""
        self._title = title
        self.at(done, total)

    def _draw(self) -> None:
        if not _can_draw() or time.monotonic() - self._started < _BAR_DELAY_S:
            return
        if self._bars is None:
            self._bars = _bars()
            self._task = self._bars.add_task(self._title, total=self._total)
            self._bars.start()
        self._bars.update(self._task, completed=self._done, total=self._total, description=self._title)


class ProgressDisplay:
    """Shows the progress of many jobs, as fairhash.bench.jobs.Progress: one bar and the running jobs, or lines."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._bars = _bars() if _can_draw() else None
        self._all = self._bars.add_task(title, total=None) if self._bars else TaskID(0)
        self._planned = 0
        self._done = 0
        self._fresh = 0
        self._first_start_s: float | None = None
        self._running: dict[str, TaskID] = {}
        self._start_s: dict[str, float] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Start drawing."""
        if self._bars:
            self._bars.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Stop drawing."""
        if self._bars:
            self._bars.stop()

    def planned(self, jobs: int) -> None:
        """Add `jobs` to the total."""
        self._planned += jobs
        if self._bars:
            self._bars.update(self._all, total=self._planned)

    def started(self, job: str) -> None:
        """Show that a tool has started on this job."""
        with self._lock:
            self._start_s[job] = time.monotonic()
            if self._first_start_s is None:
                self._first_start_s = self._start_s[job]
            if self._bars:
                self._running[job] = self._bars.add_task(f"  {job}", total=None)
            else:
                print(f"{self._title}: {job} ...", file=sys.stderr, flush=True)

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        """Count the job as done; a `fresh` one, for which a tool ran, is printed with its outcome and elapsed time."""
        with self._lock:
            now = time.monotonic()
            seconds = now - self._start_s.pop(job, now)
            self._done += 1
            self._fresh += fresh
            if self._bars:
                self._bars.update(self._all, advance=1, description=f"{self._title}: {self._position()}")
                if job in self._running:
                    self._bars.remove_task(self._running.pop(job))
            if fresh:
                position = f"; {self._position()}" if self._planned else ""
                line = f"{self._title}: {job}: {outcome} ({seconds:.0f} s{position})"
                if self._bars:
                    self._bars.console.print(line, markup=False, highlight=False)
                else:
                    print(line, file=sys.stderr, flush=True)

    def _position(self) -> str:
        """For example ``7 of 10, about 4 min left``, if further jobs take as long as those for which a tool ran."""
        counted = f"{self._done} of {self._planned}"
        left = self._planned - self._done
        if left <= 0 or not self._fresh or self._first_start_s is None:
            return counted
        seconds = (time.monotonic() - self._first_start_s) / self._fresh * left
        return f"{counted}, about {_duration(seconds)} left"


def _duration(seconds: float) -> str:
    """For example ``40 s``, ``4 min`` or ``3.5 h``."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 2 * 3600 else f"{seconds / 3600:.1f} h"


def _can_draw() -> bool:
    """Whether stderr is a terminal that can overwrite a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") not in (None, "dumb", "unknown")


def _bars() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
