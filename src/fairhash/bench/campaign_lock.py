# SPDX-License-Identifier: Apache-2.0
"""One campaign at a time in a folder of results: a lock that its process holds, with a note of what runs.

The system releases the lock when the process ends, however it ends. So a note without a lock is of a campaign that has
ended.
"""

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pydantic import AwareDatetime, ValidationError

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.base.records import FrozenModel

_NAME = ".campaign.lock"
_TRIES, _PAUSE_S = 10, 0.05
"""Whoever asks whether a campaign runs holds the lock for an instant."""
_STOP_LIMIT_S = 120
"""Time in which a campaign kills its tools and ends."""


class RunningCampaign(FrozenModel):
    """What the process that runs a campaign says of itself."""

    process: int
    file: str
    started: AwareDatetime
    until: AwareDatetime | None
    """When its time is up; None without a limit."""

    def text(self) -> str:
        """One line for the user."""
        until = f", until {self.until:%H:%M:%S}" if self.until else ""
        return f"process {self.process}, {self.file}, since {self.started:%Y-%m-%d %H:%M:%S}{until} (UTC)"


def require_no_campaign(folder: Path) -> None:
    """Raise a FairhashError if a campaign runs in this folder."""
    campaign = running_campaign(folder)
    if campaign:
        raise _already_running(folder, campaign)


def _already_running(folder: Path, campaign: RunningCampaign | None) -> FairhashError:
    which = f": {campaign.text()}" if campaign else ""
    return FairhashError(f"a campaign already runs{which}", str(folder), "show it with --status, or end it with --stop")


@contextlib.contextmanager
def only_campaign(folder: Path, campaign: RunningCampaign) -> Iterator[None]:
    """Hold the lock of `folder` inside the block.

    Raises:
        FairhashError: another campaign runs in this folder.
    """
    with files.one_line_errors("cannot write", folder):
        folder.mkdir(parents=True, exist_ok=True)
        stream = (folder / _NAME).open("a+", encoding="utf-8")
    with stream:
        if not _acquired(stream):
            raise _already_running(folder, _read(folder))
        stream.truncate(0)
        stream.write(campaign.model_dump_json() + "\n")
        stream.flush()
        yield
        stream.truncate(0)


def running_campaign(folder: Path) -> RunningCampaign | None:
    """The campaign that runs in a folder of results, or None."""
    try:
        with (folder / _NAME).open(encoding="utf-8") as stream:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return None
    except BlockingIOError:
        return _read(folder)
    return None


def stop_campaign(folder: Path) -> RunningCampaign | None:
    """End the campaign that runs in a folder and wait for it; returns what ran, or None.

    Its tools are killed, and nothing of theirs is stored.

    Raises:
        FairhashError: it does not end.
    """
    campaign = running_campaign(folder)
    if campaign is None:
        return None
    with contextlib.suppress(ProcessLookupError):
        os.kill(campaign.process, signal.SIGTERM)
    limit = time.monotonic() + _STOP_LIMIT_S
    while running_campaign(folder) == campaign:
        if time.monotonic() > limit:
            raise FairhashError("the campaign does not end", campaign.text(), f"kill -9 {campaign.process}")
        time.sleep(_PAUSE_S)
    return campaign


def _acquired(stream: IO[str]) -> bool:
    for _ in range(_TRIES):
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        time.sleep(_PAUSE_S)
    return False


def _read(folder: Path) -> RunningCampaign | None:
    with contextlib.suppress(OSError, ValidationError):
        return RunningCampaign.model_validate_json((folder / _NAME).read_bytes())
    return None
