# SPDX-License-Identifier: Apache-2.0
"""`fairhash bench`: a core of somebody's goes the whole way."""

import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.cli.main import run
from fairhash.external.resolve_core import resolve_core
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.testbench.verilated import RUNTIME
from fairhash.toolchain import sandbox
from tests.studies.external.fold.model import write_answers

_FOLD = Path(__file__).parents[1] / "studies" / "external" / "fold"


def test_the_worked_example(checkout: Path) -> None:
    """docs/bench-your-core.md, examples/: right in all modes, 65 cycles a block and 8 for the digest."""
    core = resolve_core(str(checkout / "examples" / "sha256-verilog" / "bench.toml"))
    report = verify(core, VerifyOptions(random=60, seed=1))
    assert report.ok, report.text()
    assert report.cycles is not None
    assert (report.cycles.block, report.cycles.constant) == (65, 8)


def _recorded_commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """A list that receives each command that is run, and the same command confined."""
    commands = []
    confine = sandbox.confined_command

    def record(command: Sequence[str], workdir: Path) -> tuple[str, ...]:
        commands.append((tuple(command), confine(command, workdir)))
        return commands[-1][1]

    monkeypatch.setattr(sandbox, "confined_command", record)
    return commands


def _check_confined(commands: list[tuple[tuple[str, ...], tuple[str, ...]]]) -> None:
    """All tools that read the core run under bubblewrap: Verilator, the compiler, the simulators, Yosys and nextpnr."""
    if sandbox.bubblewrap() is None:
        return
    # versions, and the adapters, the harness and the run time of Verilator, which are the same for all cores
    adapters = {file.name for file in (paths.root() / "rtl" / "adapters").glob("*.vhd")}
    shared = {"--version", "harness.cpp", "netlist_dut.cpp", *RUNTIME, *adapters}
    reading = [pair for pair in commands if not shared & {Path(word).name for word in pair[0]}]
    free = [command for command, started in reading if command == started]
    assert free == []
    tools = {Path(command[0]).name for command, _ in reading}
    assert {"verilator_bin", "g++", "sim"} <= tools
    assert sum("yosys_child.py" in " ".join(command) for command, _ in reading) > 3
    assert any("nextpnr" in tool for tool in tools)


def test_the_whole_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """From a description to a table: verified, its cycles measured, the netlist checked, placed inside its frame."""
    folder, build = tmp_path / "fold", tmp_path / "build"
    shutil.copytree(_FOLD, folder, ignore=shutil.ignore_patterns("*.py"))
    write_answers(folder / "fold.csv", range(0, 420, 13))
    build.mkdir()
    for kept in ("models", "sim", "cache"):
        (paths.build() / kept).mkdir(exist_ok=True)
        (build / kept).symlink_to(paths.build() / kept)
    monkeypatch.setenv("FAIRHASH_BUILD", str(build))
    asked = ["bench", str(folder / "fold.toml"), "--device", "ice40-hx8k", "--seeds", "1", "--jobs", "1"]
    commands = _recorded_commands(monkeypatch)
    # no simulator of an earlier test run has these sources, so the compiler is among the commands
    with (folder / "fold.v").open("a", encoding="utf-8") as source:
        source.write(f"// {tmp_path} {time.time_ns()}\n")

    assert run(asked) == 0
    _check_confined(commands)
    out = capsys.readouterr().out
    # by default, and by the recipe that the rule chooses, each in cells and in LUTs
    assert out.count("ice40-hx8k, recipe default, 1 seed") == 2
    assert out.count("ice40-hx8k, each core by the recipe chosen for it, 1 seed") == 2
    assert "fold/toy: 2+0+16N+0 cycles for N blocks, measured" in out
    assert "No results of our cores of fold on ice40-hx8k" in out

    asked += ["--recipe", "default"]
    assert run([*asked, "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert (result["status"], result["netlist"]["verdict"], result["resources"]["flip_flops"]) == ("ok", "pass", 66)
    assert result["measured_cycles"]["formula"]["block"] == 16
    assert [tool["tool"] for tool in result["tools"]] == ["verilator", "yosys", "nextpnr"]

    assert run([*asked, "--device", "osu018"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "name an FPGA by --device" in line

    file = folder / "fold.v"
    file.write_text(file.read_text(encoding="utf-8").replace("d ^ state[31:0]", "d & state[31:0]"), encoding="utf-8")
    assert run(asked) == 1
    captured = capsys.readouterr()
    assert "wrong digest word" in captured.out
    assert "placement" not in captured.err
