# SPDX-License-Identifier: Apache-2.0
"""Running of outside tools: failing, too slow, ended by somebody else."""

import sys
import time
from pathlib import Path

import pytest

from fairhash.toolchain import process_group, tools

BURN = "while True: pass"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However crowded the machine is, what computes must not be given up in these short tests."""
    monkeypatch.setattr(process_group, "_WALL_FOR_CPU", 100)


def members(session: int) -> list[str]:
    """The commands that still run in a session; one that is over and not yet waited for does not count."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                found.append((stat.parent / "cmdline").read_text(errors="replace"))
        except OSError:
            continue
    return found


def test_a_failing_tool_is_an_outcome(tmp_path: Path) -> None:
    """Status and output are kept; the limit was not reached."""
    ran = tools.run(["sh", "-c", "echo no; exit 3"], tmp_path)
    assert (ran.returncode, ran.output, ran.ok, ran.stopped_after) == (3, "no\n", False, "")


@pytest.mark.usefixtures("patient")
def test_a_tool_that_computes_too_long_is_stopped(tmp_path: Path) -> None:
    """Its end by our own signal is an outcome too, with the limit in words, and close to the limit."""
    ran = tools.run([sys.executable, "-c", BURN], tmp_path, limit_s=0.5)
    assert (ran.ok, ran.stopped_after) == (False, "0.5 s of CPU time")
    assert 0.4 < ran.cpu_s < 1.5


@pytest.mark.usefixtures("patient")
def test_processes_of_a_tool_are_counted_and_stopped_with_it(tmp_path: Path) -> None:
    """Two that burn reach the limit together; the shell that started them does nothing but wait."""
    burn = f"'{sys.executable}' -c '{BURN}'"
    ran = tools.run(["sh", "-c", f"{burn} & {burn} & echo $$; wait"], tmp_path, limit_s=0.6)
    assert ran.stopped_after == "0.6 s of CPU time"
    assert ran.cpu_s >= 0.6
    # all were killed at once, but on a crowded machine each dies when it is next scheduled
    until = time.monotonic() + 10
    while members(int(ran.output)):
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.usefixtures("patient")
def test_the_limit_counts_no_time_of_waiting(tmp_path: Path) -> None:
    """As on a busy machine: elapsed time beyond the limit says nothing of the tool."""
    ran = tools.run(["sleep", "0.8"], tmp_path, limit_s=0.4)
    assert (ran.ok, ran.stopped_after) == (True, "")
    assert ran.wall_s > 0.4


@pytest.mark.usefixtures("patient")
def test_a_tool_beyond_its_limit_is_stopped_whether_seen_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watch looks now and then; the verdict must not hang on when."""
    monkeypatch.setattr(process_group, "cpu_seconds", lambda _leader: 0.0)
    burn = "import time\nwhile time.process_time() < 0.35: pass"
    ran = tools.run([sys.executable, "-c", burn], tmp_path, limit_s=0.3)
    assert (ran.returncode, ran.ok, ran.stopped_after) == (0, False, "0.3 s of CPU time")


def test_a_tool_that_waits_for_ever_is_given_up(tmp_path: Path) -> None:
    """At four times the limit in elapsed time; it is no outcome, since a crowded machine could bring it about."""
    with pytest.raises(
        tools.ToolKilled, match=r"sleep was stopped after 2 s elapsed, with 0\.0 s of its 0\.5 s of CPU time"
    ):
        tools.run(["sleep", "304.25"], tmp_path, limit_s=0.5)


@pytest.mark.parametrize("name", ["TERM", "KILL"])
def test_a_tool_ended_by_somebody_else_is_no_outcome(tmp_path: Path, name: str) -> None:
    """Else a sweep would keep it as a failure of the core."""
    with pytest.raises(tools.ToolKilled, match=f"killed from outside by SIG{name}"):
        tools.run(["sh", "-c", f"kill -{name} $$"], tmp_path)
