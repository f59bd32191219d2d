# SPDX-License-Identifier: Apache-2.0
"""One campaign at a time in a folder, and how another process ends it."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.campaign_lock import (
    RunningCampaign,
    only_campaign,
    require_no_campaign,
    running_campaign,
    stop_campaign,
)

_HOLDER = """
import os, sys, time
from datetime import UTC, datetime
from pathlib import Path
from fairhash.bench.campaign_lock import RunningCampaign, only_campaign
with only_campaign(Path(sys.argv[1]), RunningCampaign(
    process=os.getpid(), file="other.toml", started=datetime(2026, 1, 2, tzinfo=UTC), until=None)):
    print("holds", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that holds the lock of `tmp_path`."""
    with subprocess.Popen([sys.executable, "-c", _HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "holds\n"
        yield process
        process.kill()


def mine() -> RunningCampaign:
    return RunningCampaign(process=1, file="mine.toml", started=datetime.now(UTC), until=None)


def test_a_second_campaign_is_refused_in_one_line(tmp_path: Path, holder: "subprocess.Popen[str]") -> None:
    with pytest.raises(FairhashError) as raised, only_campaign(tmp_path, mine()):
        pass
    assert f"{tmp_path}: a campaign already runs: process {holder.pid}, other.toml, since 2026-01-02" in str(
        raised.value
    )
    assert "--stop" in raised.value.hint
    with pytest.raises(FairhashError, match="already runs"):
        require_no_campaign(tmp_path)


def test_a_killed_campaign_leaves_the_folder_free(tmp_path: Path, holder: "subprocess.Popen[str]") -> None:
    assert running_campaign(tmp_path)
    holder.kill()
    holder.wait()
    assert running_campaign(tmp_path) is None
    with only_campaign(tmp_path, mine()):
        running = running_campaign(tmp_path)
        assert running
        assert running.file == "mine.toml"


def test_stop_ends_the_process_that_runs_it(tmp_path: Path, holder: "subprocess.Popen[str]") -> None:
    stopped = stop_campaign(tmp_path)
    assert stopped
    assert stopped.process == holder.pid
    assert holder.wait(10) != 0
    assert stop_campaign(tmp_path) is None


def test_two_folders_do_not_disturb_each_other(tmp_path: Path, holder: "subprocess.Popen[str]") -> None:
    with only_campaign(tmp_path / "other", mine()):
        assert running_campaign(tmp_path)
    assert holder.poll() is None
