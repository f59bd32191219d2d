# SPDX-License-Identifier: Apache-2.0
"""An interrupted or killed run leaves no process and no temporary file, in any part of ./run."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.toolchain import reaper, tools

ROOT = Path(__file__).parents[2]
DEFAULT_SIGNALS = ("env", "--default-signal=HUP")
"""A process that nohup started ignores SIGHUP, and so do its children."""
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]


def with_mark(mark: str) -> list[str]:
    """The commands of running processes that have this word in their environment."""
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in file.read_bytes():
                found.append((file.parent / "cmdline").read_text(errors="replace").replace("\0", " "))
        except OSError:
            continue
    return found


def wait(until: Callable[[], bool], limit_s: float = 60) -> None:
    limit = time.monotonic() + limit_s
    while not until():
        assert time.monotonic() < limit
        time.sleep(0.05)


@pytest.mark.parametrize("how", SIGNALS, ids=lambda number: number.name)
def test_a_stopped_run_leaves_nothing(tmp_path: Path, how: signal.Signals) -> None:
    """`fairhash run`, which ./run becomes, stopped while it compiles simulators."""
    mark, build, temporary = uuid.uuid4().hex, tmp_path / "build", tmp_path / "tmp"
    build.mkdir()
    temporary.mkdir()
    (build / "models").symlink_to(paths.build() / "models")
    environment = {**os.environ, "FAIRHASH_BUILD": str(build), "TMPDIR": str(temporary), "MARK": mark}
    call = "from fairhash.cli.main import main; main()"
    process = subprocess.Popen(
        [*DEFAULT_SIGNALS, sys.executable, "-c", call, "run"],
        env={**environment, "PYTHONPATH": str(ROOT / "src"), "FAIRHASH_ROOT": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    compilers = ("verilator_bin", "cc1plus")
    wait(
        lambda: process.poll() is not None or any(name in words for words in with_mark(mark) for name in compilers), 120
    )
    assert process.poll() is None
    process.send_signal(how)
    process.wait(60)
    wait(lambda: not with_mark(mark))
    wait(lambda: not list((build / "tmp").glob("*")))
    assert list(temporary.iterdir()) == []


def test_the_temporary_files_of_tools_are_in_the_build_folder(tmp_path: Path) -> None:
    """A tool that is killed leaves them there, and the reaper deletes them."""
    outcome = tools.run(["sh", "-c", "mktemp"], tmp_path)
    assert outcome.output.startswith(str(reaper.temporary_folder()))
    assert reaper.temporary_folder().parent.name == "tmp"
    assert Path(outcome.output.strip()).is_file()


@pytest.mark.parametrize("how", SIGNALS[:3], ids=lambda number: number.name)
def test_a_stopped_setup_leaves_no_child(tmp_path: Path, how: signal.Signals) -> None:
    """A step of ./run --setup that has started a compiler, here a program that sleeps."""
    mark = uuid.uuid4().hex
    (tmp_path / "build").mkdir()
    script = f"""
. {ROOT}/scripts/setup.sh
me=run log={tmp_path}/log
compile() {{ sh -c 'sleep 317.25 & sleep 317.25'; true; }}
step "software models" 0 '' compile
"""
    process = subprocess.Popen(
        [*DEFAULT_SIGNALS, "bash", "-uo", "pipefail", "-c", f"root={tmp_path}\n{script}"],
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "MARK": mark},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    # by their start: the script of the shell that begins the step holds these words too
    wait(lambda: sum(words.startswith("sleep 317.25") for words in with_mark(mark)) == 2)
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.splitlines() == ["run: stopped; call it again to carry on"]
    wait(lambda: not with_mark(mark), 10)
