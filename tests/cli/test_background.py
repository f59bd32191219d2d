# SPDX-License-Identifier: Apache-2.0
"""A command in the background is independent of the terminal and of the tools' reaper that started it."""

import os
import signal
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.cli import background
from fairhash.toolchain import reaper

_SLEEPER = """\
import pathlib, signal, sys, time
signal.signal(signal.SIGHUP, signal.SIG_IGN)
pathlib.Path(sys.argv[1]).touch()
time.sleep(600)
"""


def test_it_has_a_session_of_its_own_and_ignores_a_closed_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "signal.signal(signal.SIGHUP, signal.SIG_IGN)" in background._CALL
    monkeypatch.setattr(background, "_CALL", _SLEEPER)
    monkeypatch.setenv(reaper.VARIABLE, "token")
    started = tmp_path / "started"
    process = background.start_command([str(started)], tmp_path / "log", lambda _process: started.exists())
    try:
        assert os.getsid(process) == process != os.getsid(0)
        os.kill(process, signal.SIGHUP)
        # it is still there, and no reaper would take it for a tool
        environment = Path(f"/proc/{process}/environ").read_bytes()
        assert Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "SR"
        assert reaper.VARIABLE.encode() not in environment
    finally:
        os.kill(process, signal.SIGKILL)


def test_a_command_that_ends_at_once_is_an_error_with_its_last_line(tmp_path: Path) -> None:
    arguments = ["campaign", str(tmp_path / "gone.toml")]
    with pytest.raises(FairhashError) as raised:
        background.start_command(arguments, tmp_path / "log", lambda _process: False)
    assert "unreadable data file: No such file or directory" in str(raised.value)
    assert str(tmp_path / "log") in raised.value.hint
