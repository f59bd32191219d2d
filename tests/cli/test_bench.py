# SPDX-License-Identifier: Apache-2.0
"""`fairhash bench`: a core of somebody's goes the whole way."""

import json
import shutil
from pathlib import Path

from fairhash import paths
from fairhash.verify import VerifyOptions, verify
from fairhash.verify.anybody import any_core
from tests.cli.helpers import fairhash
from tests.verify.foreign.model import write_answers

_FOLD = Path(__file__).parents[1] / "verify" / "foreign"


def test_the_worked_example(checkout: Path) -> None:
    """docs/bench-your-core.md, examples/: right in all modes, 65 cycles a block and 8 for the digest."""
    core = any_core(str(checkout / "examples" / "sha256-verilog" / "bench.toml"))
    report = verify(core, VerifyOptions(random=60, seed=1))
    assert report.ok, report.text()
    assert report.cycles is not None
    assert (report.cycles.block, report.cycles.constant) == (65, 8)


def test_the_whole_way(tmp_path: Path) -> None:
    """From a description to a table: verified, its cycles measured, the netlist checked, placed inside its frame."""
    folder = tmp_path / "fold"
    shutil.copytree(_FOLD, folder, ignore=shutil.ignore_patterns("*.py"))
    write_answers(folder / "fold.csv", range(0, 420, 13))
    env = {"FAIRHASH_BUILD": str(tmp_path / "build")}
    (tmp_path / "build").mkdir()
    for kept in ("models", "sim", "cache"):
        (paths.build() / kept).mkdir(exist_ok=True)
        (tmp_path / "build" / kept).symlink_to(paths.build() / kept)
    asked = ("bench", folder / "fold.toml", "--device", "ice40-hx8k", "--seeds", "1")
    first = fairhash(*asked, env=env)
    assert first.status == 0, first
    assert "fold/toy: 2+0+16N+0 cycles for N blocks, measured" in first.out
    assert "No results of our own cores of fold on ice40-hx8k" in first.out
    again = json.loads(fairhash(*asked, "--json", env=env).out)
    (result,) = again["results"]
    assert (result["status"], result["netlist"]["verdict"], result["resources"]["flip_flops"]) == ("ok", "pass", 66)
    assert result["measured_cycles"]["formula"]["block"] == 16
    assert [tool["tool"] for tool in result["tools"]] == ["verilator", "yosys", "nextpnr"]
    # 34 ports in and out, valid, ready, last on both sides, reset: each a register that is not the core's
    assert result["frame_resources"]["flip_flops"] >= 2 * 33 + 5

    assert (
        "name an FPGA by --device" in fairhash("bench", folder / "fold.toml", "--device", "osu018", env=env).refusal()
    )

    broken = folder / "fold.v"
    broken.write_text(
        broken.read_text(encoding="utf-8").replace("d ^ state[31:0]", "d & state[31:0]"), encoding="utf-8"
    )
    wrong = fairhash(*asked, env=env)
    assert wrong.status == 1
    assert "wrong digest word" in wrong.out
    assert "placement" not in wrong.err
