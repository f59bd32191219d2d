# SPDX-License-Identifier: Apache-2.0
"""A signal to a process that runs a tool also ends the tool and its child processes, and nothing is stored."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.toolchain.test_tools import members

_PROGRAM = '''
import sys, threading
from pathlib import Path
from fairhash.toolchain import tools
from fairhash.bench.store import Store

TOOL = """
echo $$ > "$0.new"
mv "$0.new" "$0"
sleep 305.25 &
wait
"""

def work(folder):
    return tools.run(["sh", "-c", TOOL, sys.argv[2]], folder).output

Store(Path(sys.argv[1])).get_or_make("tool", "00ff", str, work, threading.Event())
'''
"""Runs a tool for the store in its main thread, as `fairhash verify --netlist` does."""


def _wait(until: Callable[[], bool]) -> None:
    limit = time.monotonic() + 30
    while not until():
        assert time.monotonic() < limit
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_no_tool_outlives_the_bench(tmp_path: Path, checkout: Path, number: signal.Signals) -> None:
    """Both processes of the tool end with ours, and the store is unchanged."""
    session_file, store = tmp_path / "session", tmp_path / "store"
    command = [sys.executable, "-c", _PROGRAM, store, session_file]
    process = subprocess.Popen(
        list(map(str, command)), env={**os.environ, "PYTHONPATH": str(checkout / "src")}, stderr=subprocess.PIPE
    )
    _wait(session_file.exists)
    session = int(session_file.read_text())
    _wait(lambda: len(members(session)) == 2)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=10)
    assert process.returncode != 0
    assert b"KeyboardInterrupt" in stderr
    _wait(lambda: not members(session))
    assert not list(store.rglob("outcome.json"))
    assert not list(store.glob("running/*"))


def test_an_existing_signal_handler_is_kept(tmp_path: Path) -> None:
    """A program's own handler is not replaced, and after a tool the default handler is restored."""
    script = (
        "import signal, sys; from pathlib import Path; from fairhash.toolchain import tools\n"
        "tools.run(['true'], Path(sys.argv[1]))\n"
        "assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n"
        "tools.run(['sh', '-c', 'kill -TERM $PPID; sleep 306.25'], Path(sys.argv[1]))\n"
    )
    assert subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False, timeout=60).returncode == 7


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="the kernel has no autogroups")
def test_a_tool_has_the_priority_of_its_caller(tmp_path: Path) -> None:
    """Its session too: the kernel compares the priorities of sessions first."""
    program = (
        "import os; os.nice(7); from pathlib import Path; from fairhash.toolchain import tools;"
        "print(tools.run(['sh', '-c', 'sleep 0.2; nice; cat /proc/self/autogroup'], Path('.')).output)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    output = subprocess.check_output([sys.executable, "-c", program], cwd=tmp_path, env=environment, text=True)
    own, group = output.split("\n")[:2]
    assert int(own) == os.nice(0) + 7
    assert group.endswith(f" nice {own}")
