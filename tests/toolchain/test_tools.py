# SPDX-License-Identifier: Apache-2.0
"""Running external tools: tools that fail, exceed a limit or are killed from outside."""

import sys
import time
from pathlib import Path

import pytest

from fairhash.toolchain import process_group, tools

BURN = "while True: pass"


@pytest.fixture
def no_wall_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the limit of elapsed time, which a busy machine could reach in these short tests."""
    monkeypatch.setattr(process_group, "_WALL_FOR_CPU", 100)


def members(session: int) -> list[str]:
    """Command lines of the running processes of a session; zombies are excluded."""
    commands = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                commands.append((stat.parent / "cmdline").read_text(errors="replace"))
        except OSError:
            continue
    return commands


def test_a_failing_tool_is_an_outcome(tmp_path: Path) -> None:
    """The outcome has its status and output, and no limit was reached."""
    tool_run = tools.run(["sh", "-c", "echo no; exit 3"], tmp_path)
    assert (tool_run.returncode, tool_run.output, tool_run.ok, tool_run.stopped_after) == (3, "no\n", False, "")


@pytest.mark.usefixtures("no_wall_limit")
def test_a_tool_is_stopped_at_its_cpu_time_limit(tmp_path: Path) -> None:
    """The outcome names the limit, and the tool was stopped soon after it."""
    tool_run = tools.run([sys.executable, "-c", BURN], tmp_path, limit_s=0.5)
    assert (tool_run.ok, tool_run.stopped_after) == (False, "0.5 s of CPU time")
    assert 0.4 < tool_run.cpu_s < 1.5


@pytest.mark.usefixtures("no_wall_limit")
def test_child_processes_count_and_are_stopped(tmp_path: Path) -> None:
    """Two busy child processes reach the limit together, while the shell that started them waits."""
    burn = f"'{sys.executable}' -c '{BURN}'"
    tool_run = tools.run(["sh", "-c", f"{burn} & {burn} & echo $$; wait"], tmp_path, limit_s=0.6)
    assert tool_run.stopped_after == "0.6 s of CPU time"
    assert tool_run.cpu_s >= 0.6
    # on a busy machine a killed process ends only when it is scheduled again
    until = time.monotonic() + 10
    while members(int(tool_run.output)):
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.usefixtures("no_wall_limit")
def test_waiting_does_not_count_towards_the_limit(tmp_path: Path) -> None:
    """Elapsed time may exceed the limit, as it does on a busy machine."""
    tool_run = tools.run(["sleep", "0.8"], tmp_path, limit_s=0.4)
    assert (tool_run.ok, tool_run.stopped_after) == (True, "")
    assert tool_run.wall_s > 0.4


@pytest.mark.usefixtures("no_wall_limit")
def test_exceeding_the_limit_between_two_checks_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict must not depend on when the watch checks."""
    monkeypatch.setattr(process_group, "cpu_seconds", lambda _leader: 0.0)
    burn = "import time\nwhile time.process_time() < 0.35: pass"
    tool_run = tools.run([sys.executable, "-c", burn], tmp_path, limit_s=0.3)
    assert (tool_run.returncode, tool_run.ok, tool_run.stopped_after) == (0, False, "0.3 s of CPU time")


def test_a_waiting_tool_is_stopped_at_the_wall_limit(tmp_path: Path) -> None:
    """At four times the CPU time limit; it is not an outcome, because a busy machine could be the cause."""
    with pytest.raises(
        tools.ToolKilled, match=r"sleep was stopped after 2 s elapsed, with 0\.0 s of its 0\.5 s of CPU time"
    ):
        tools.run(["sleep", "304.25"], tmp_path, limit_s=0.5)


@pytest.mark.parametrize("name", ["TERM", "KILL"])
def test_a_tool_killed_from_outside_has_no_outcome(tmp_path: Path, name: str) -> None:
    """Otherwise a sweep would store it as a failure of the core."""
    with pytest.raises(tools.ToolKilled, match=f"killed from outside by SIG{name}"):
        tools.run(["sh", "-c", f"kill -{name} $$"], tmp_path)


def test_a_flood_of_messages_is_not_read(tmp_path: Path) -> None:
    """A core that prints in each cycle would fill the memory of this process."""
    with pytest.raises(tools.ToolMisbehaved, match=r"sh printed more than 256 MiB.*remove \$display") as caught:
        tools.run(["sh", "-c", f"head -c {257 << 20} /dev/zero"], tmp_path)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
