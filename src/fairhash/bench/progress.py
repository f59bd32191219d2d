# SPDX-License-Identifier: Apache-2.0
"""The interface by which jobs report their progress; the command line draws progress bars from it."""

from typing import Protocol


class Progress(Protocol):
    """Receives the progress of jobs. Calls come from several threads, but never two at the same time."""

    def planned(self, jobs: int) -> None:
        """Report the number of jobs, including those whose outcome is already stored."""

    def started(self, job: str) -> None:
        """Report that a tool starts to work on a job, e.g. ``sha-512/highspeed placement seed 3``."""

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        """Report the outcome of a job in a few words.

        Args:
            job: Name of the job.
            outcome: The outcome in a few words.
            fresh: False if the outcome was stored already, or the job was not needed.
        """


class Silent:
    """Ignores all progress."""

    def planned(self, jobs: int) -> None:
        """See Progress."""

    def started(self, job: str) -> None:
        """See Progress."""

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        """See Progress."""
