# SPDX-License-Identifier: Apache-2.0
"""What the elaboration of a core says about the core, and what it does not."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.targets import outcome
from fairhash.targets.outcome import Synthesis, elaborate_core
from fairhash.toolchain.elaborate import TimeLimitExceeded
from fairhash.toolchain.tools import ToolKilled
from tests.bench.fakes import make_core


def _elaborate(error: Exception, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path | Synthesis:
    def fail(*_arguments: object) -> Path:
        raise error

    monkeypatch.setattr(outcome, "elaborate", fail)
    started = Synthesis(status="ok", folder=folder, top="toy", commands=())
    return elaborate_core(started, make_core(folder / "rtl"), limit_s=10)


@pytest.mark.parametrize(
    ("error", "status"),
    [(FairhashError("no entity toy"), "failed"), (TimeLimitExceeded("stopped after 10 s"), "timed-out")],
)
def test_sources_that_do_not_elaborate_are_an_outcome(
    error: FairhashError, status: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = _elaborate(error, tmp_path, monkeypatch)
    assert isinstance(made, Synthesis)
    assert (made.status, made.reason) == (status, error.what)


@pytest.mark.parametrize("error", [NotInstalled("the tool gcc is not installed"), ToolKilled("ghdl was killed")])
def test_a_fault_of_the_machine_is_none(error: FairhashError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(type(error)):
        _elaborate(error, tmp_path, monkeypatch)
