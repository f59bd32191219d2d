# SPDX-License-Identifier: Apache-2.0
"""./test itself, with made-up commands in place of pytest and fairhash."""

import os
import subprocess
from pathlib import Path

import pytest

_ECHO = '#!/bin/sh\necho "{name} $*" >>"{log}"\nexit {status}\n'
_WORKERS = len(os.sched_getaffinity(0)) + 1
_PYTEST = f"python -m pytest --numprocesses {_WORKERS} --maxprocesses 4 --dist loadfile"
_PYTEST_ALL = f"{_PYTEST} -m long or not long"
_PROOFS = "fairhash prove --all"
_LADDER = "fairhash ladder"


def _call(checkout: Path, tmp_path: Path, *arguments: str, tests: int = 0, ladder: int = 0) -> tuple[int, list[str]]:
    """Exit status, and what was called."""
    log, tools = tmp_path / "log", tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    for name, status in (("python", tests), ("fairhash", ladder)):
        (tools / name).write_text(_ECHO.format(name=name, log=log, status=status))
        (tools / name).chmod(0o755)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "setup.sh").write_text("venv=$root/.venv\nsetup() { :; }\n")
    (tmp_path / "test").write_bytes((checkout / "test").read_bytes())
    done = subprocess.run(["/bin/bash", tmp_path / "test", *arguments], timeout=60, check=False)
    return done.returncode, log.read_text().splitlines()


@pytest.mark.parametrize("status", [0, 1])
def test_without_all_only_pytest_runs(checkout: Path, tmp_path: Path, status: int) -> None:
    assert _call(checkout, tmp_path, "-x", "tests/a b", tests=status) == (status, [f"{_PYTEST} -x tests/a b"])


def test_all_also_makes_proofs_and_runs_the_ladder(checkout: Path, tmp_path: Path) -> None:
    """`--all` may be at any position; pytest gets the other arguments."""
    assert _call(checkout, tmp_path, "-x", "--all", "tests") == (0, [f"{_PYTEST_ALL} -x tests", _PROOFS, _LADDER])


@pytest.mark.parametrize(("tests", "ladder", "status"), [(1, 0, 1), (0, 1, 1), (0, 2, 2), (5, 1, 5)])
def test_the_exit_status_depends_on_pytest_and_ladder(
    checkout: Path, tmp_path: Path, tests: int, ladder: int, status: int
) -> None:
    called = [_PYTEST_ALL, _PROOFS, _LADDER]
    assert _call(checkout, tmp_path, "--all", tests=tests, ladder=ladder) == (status, called)


def test_an_interrupted_pytest_stops_the_script(checkout: Path, tmp_path: Path) -> None:
    """Ctrl-C stops pytest and the ladder."""
    assert _call(checkout, tmp_path, "--all", tests=2) == (2, [_PYTEST_ALL])
