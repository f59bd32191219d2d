# SPDX-License-Identifier: Apache-2.0
"""Running of outside tools: failing, too slow, ended by somebody else."""

from pathlib import Path

import pytest

from fairhash import tools


def test_a_failing_tool_is_an_outcome(tmp_path: Path) -> None:
    """Status and output are kept; the limit was not reached."""
    ran = tools.run(["sh", "-c", "echo no; exit 3"], tmp_path)
    assert (ran.returncode, ran.output, ran.ok, ran.timed_out) == (3, "no\n", False, False)


def test_a_slow_tool_is_stopped(tmp_path: Path) -> None:
    """Its end by our own signal is a time-out, which is an outcome too."""
    ran = tools.run(["sleep", "30"], tmp_path, timeout_s=0.3)
    assert ran.timed_out
    assert not ran.ok
    assert ran.wall_s < 10


@pytest.mark.parametrize("name", ["TERM", "KILL"])
def test_a_tool_ended_by_somebody_else_is_no_outcome(tmp_path: Path, name: str) -> None:
    """Else a sweep would keep it as a failure of the core."""
    with pytest.raises(tools.Ended, match=f"ended from outside by SIG{name}"):
        tools.run(["sh", "-c", f"kill -{name} $$"], tmp_path)
