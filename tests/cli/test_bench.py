# SPDX-License-Identifier: Apache-2.0
"""`fairhash bench`: a core of somebody's goes the whole way."""

import json
import shutil
from pathlib import Path

import pytest

from fairhash import paths
from fairhash.cli.main import run
from fairhash.external.resolve_core import resolve_core
from fairhash.testbench.verification import VerifyOptions, verify
from tests.external.fold.model import write_answers

_FOLD = Path(__file__).parents[1] / "external" / "fold"


def test_the_worked_example(checkout: Path) -> None:
    """docs/bench-your-core.md, examples/: right in all modes, 65 cycles a block and 8 for the digest."""
    core = resolve_core(str(checkout / "examples" / "sha256-verilog" / "bench.toml"))
    report = verify(core, VerifyOptions(random=60, seed=1))
    assert report.ok, report.text()
    assert report.cycles is not None
    assert (report.cycles.block, report.cycles.constant) == (65, 8)


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

    assert run(asked) == 0
    out = capsys.readouterr().out
    # by default, and by the recipe that the rule chooses, each in cells and in LUTs
    assert out.count("ice40-hx8k, recipe default, 1 seeds") == 2
    assert out.count("ice40-hx8k, each core by the recipe chosen for it, 1 seeds") == 2
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
