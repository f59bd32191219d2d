# SPDX-License-Identifier: Apache-2.0
"""The time that is left, and whether a job is expected to end in it."""

import time
from dataclasses import dataclass, field

_MOST_SLOWDOWN = 4.0
"""Elapsed over CPU time at which a run counts as hung (docs/jobs.md)."""


@dataclass
class TimeBudget:
    """A limit of elapsed time. CPU times are converted by what the jobs of this session took."""

    limit_s: float | None
    """None for no limit."""
    _start_s: float = field(default_factory=lambda: time.monotonic())  # noqa: PLW0108 - so that tests can replace the clock
    _elapsed_s: float = 0.0
    _cpu_s: float = 0.0

    @property
    def left_s(self) -> float | None:
        """Elapsed time that is left, in seconds; None without a limit."""
        return None if self.limit_s is None else self.limit_s - (time.monotonic() - self._start_s)

    @property
    def slowdown(self) -> float:
        """Elapsed time over CPU time of the jobs that have ended; 1 before the first."""
        if not self._cpu_s:
            return 1.0
        return min(max(self._elapsed_s / self._cpu_s, 1.0), _MOST_SLOWDOWN)

    def ended(self, elapsed_s: float, cpu_s: float) -> None:
        """Take the times of a job that has ended into account."""
        self._elapsed_s += elapsed_s
        self._cpu_s += cpu_s

    def admits(self, cpu_s: float | None) -> bool:
        """Whether a job of this expected CPU time would end in time; one of unknown cost is tried."""
        left_s = self.left_s
        return left_s is None or (cpu_s or 0.0) * self.slowdown <= left_s
