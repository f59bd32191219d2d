# SPDX-License-Identifier: Apache-2.0
"""How a sweep tells what it is doing; the command line draws bars from it."""

from typing import Protocol


class Progress(Protocol):
    """Called by one thread at a time, but not always the same one."""

    def planned(self, jobs: int) -> None:
        """This many jobs are needed in all, those already in the store included."""

    def started(self, job: str) -> None:
        """A tool begins to work on this job, e.g. ``sha-512/highspeed placement seed 3``."""

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        """The job has an outcome in a few words; not `fresh` means it came from the store or was not needed."""


class Silent:
    """Tells nothing."""

    def planned(self, jobs: int) -> None:
        """See Progress."""

    def started(self, job: str) -> None:
        """See Progress."""

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        """See Progress."""
