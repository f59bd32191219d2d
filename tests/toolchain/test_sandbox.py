# SPDX-License-Identifier: Apache-2.0
"""What confined tools see of a home folder and of the environment."""

import sys
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.console.trust import report_isolation
from fairhash.toolchain import sandbox, tools

_NEEDS_BUBBLEWRAP = pytest.mark.skipif(sandbox.bubblewrap() is None, reason="bubblewrap is not installed")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with a secret in it."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "secret").write_text("secret\n")
    monkeypatch.setenv("HOME", str(folder))
    return folder


def _tool(file: Path, script: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


@_NEEDS_BUBBLEWRAP
@pytest.mark.parametrize("folder", ["bin", ".local/bin", "."])
def test_a_tool_of_a_home_shows_nothing_else_of_it(folder: str, home: Path, tmp_path: Path) -> None:
    """The tool runs, with the files in lib/ that are named after it."""
    library = (home / folder).parent / "lib" / "ghdl" / "data"
    shown = f"cat {library}" if folder != "." else "echo library"
    tool = _tool(home / folder / "ghdl", f"{shown}; cat {home}/secret {home}/{folder}/other; ls {home}")
    if folder != ".":
        library.parent.mkdir(parents=True)
        library.write_text("library\n")
    (home / folder / "other").write_text("other\n")
    (tmp_path / "work").mkdir()
    with sandbox.confined():
        lines = tools.run([tool], tmp_path / "work").output.splitlines()
    assert lines[0] == "library"
    assert "secret" not in lines
    assert "other" not in lines


@_NEEDS_BUBBLEWRAP
def test_an_installation_below_a_home_is_shown_whole(home: Path, tmp_path: Path) -> None:
    """As archives of tools are unpacked."""
    tool = _tool(home / "suite" / "bin" / "yosys", f"cat {home}/suite/share/data {home}/secret")
    (home / "suite" / "share").mkdir()
    (home / "suite" / "share" / "data").write_text("data\n")
    (tmp_path / "work").mkdir()
    with sandbox.confined():
        lines = tools.run([tool], tmp_path / "work").output.splitlines()
    assert lines[0] == "data"
    assert "secret" not in lines


@pytest.mark.parametrize("with_bubblewrap", [pytest.param(True, marks=_NEEDS_BUBBLEWRAP), False])
def test_confined_tools_get_no_other_variables(
    with_bubblewrap: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in their environment nor, with bubblewrap, in that of their parent."""
    if not with_bubblewrap:
        monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
    monkeypatch.setenv("FAIRHASH_DATABASE", "postgres://user:password@host")
    monkeypatch.setenv("LC_ALL", "C")
    parents = "cat /proc/1/environ" if with_bubblewrap else "true"
    script = ["sh", "-c", f"env; {parents}"]
    with sandbox.confined():
        output = tools.run(script, tmp_path, env={"VERILATOR_ROOT": "/opt/verilator"}).output
    assert "password" not in output
    assert {"VERILATOR_ROOT=/opt/verilator", "LC_ALL=C"} <= set(output.splitlines())
    assert "password" in tools.run(script, tmp_path).output


def test_a_missing_sandbox_is_reported_at_each_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = (Core.model_construct(external=external) for external in (None, object()))
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
    report_isolation([ours])
    assert capsys.readouterr().err == ""
    report_isolation([ours, theirs])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("fairhash: without bubblewrap")
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: Path("/usr/bin/bwrap"))
    report_isolation([theirs], "tcp://head:8786")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("fairhash: tcp://head:8786 is trusted")


def test_the_memory_of_a_confined_tool_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop of a source may expand without end."""
    monkeypatch.setattr(sandbox, "MAX_MEMORY_MIB", 100)
    greedy = [sys.executable, "-c", "import time; x = bytearray(200 << 20); time.sleep(30)"]
    with sandbox.confined(), pytest.raises(tools.MemoryLimitExceeded, match="limit of 100 MiB"):
        tools.run(greedy, tmp_path)


@_NEEDS_BUBBLEWRAP
def test_the_costs_of_a_confined_tool_are_its_own(tmp_path: Path) -> None:
    """It computes until it has used 2 s of CPU time, with 300 MiB; the sandbox itself uses a few milliseconds."""
    script = "import time; x = bytearray(300 << 20)\nwhile time.process_time() < 2: pass"
    with sandbox.confined():
        run = tools.run([sys.executable, "-c", script], tmp_path)
    assert run.returncode == 0
    # what is used after the last sample is missed
    assert 1.2 < run.cpu_s < 3
    assert run.peak_mib > 300
