# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog cores: packages, structures and interfaces are read by simulation and by synthesis."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.external.resolve_core import resolve_core
from fairhash.netlist.check_netlist import check_netlist
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.testbench.verification import VerifyOptions, verify
from tests.studies.external.fold.model import write_answers

HERE = Path(__file__).parent / "sv"


@pytest.fixture
def fold(tmp_path: Path) -> Callable[..., Path]:
    """A function that copies the core with one text replaced, under the given file name; returns the description."""

    def edited(old: str = "", new: str = "", name: str = "fold.sv") -> Path:
        write_answers(tmp_path / "fold.csv", range(0, 420, 13))
        text = (HERE / "fold.sv").read_text(encoding="utf-8")
        assert old in text
        (tmp_path / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
        description = (HERE / "fold.toml").read_text(encoding="utf-8").replace("fold.sv", name)
        (tmp_path / "fold.toml").write_text(description, encoding="utf-8")
        return tmp_path / "fold.toml"

    return edited


def test_packages_structures_and_interfaces(fold: Callable[..., Path], tmp_path: Path) -> None:
    """The core passes, and its netlist has the 66 registers of the source and passes too."""
    core, part = resolve_core(str(fold())), find_device("ice40-hx8k")
    assert [core.formula.cycles(blocks) for blocks in (1, 2)] == [18, 34]
    report = verify(core, VerifyOptions(random=40, seed=1))
    assert report.ok, report.text()
    synthesis = synthesise(core, part, find_recipe("default"), tmp_path / "synthesis")
    assert (synthesis.status, synthesis.flip_flops) == ("ok", 66), synthesis.reason
    check = check_netlist(core, synthesis.verilog_netlist, part, tmp_path / "check")
    assert check.status == "pass", check.reason


def test_latch_is_refused(fold: Callable[..., Path], tmp_path: Path) -> None:
    """A latch does not reach the netlist."""
    file = fold("assign d.ready = left == 0;", "always_comb if (rst_n) d.ready = left == 0;")
    synthesis = synthesise(resolve_core(str(file)), find_device("ice40-hx8k"), find_recipe("default"), tmp_path / "out")
    assert synthesis.status == "failed"
    assert "combinational loop" in synthesis.reason


def test_error_has_file_and_line(fold: Callable[..., Path]) -> None:
    """The frontend's own message, at the author's line."""
    with pytest.raises(FairhashError, match=r"fold\.sv:44: ERROR: .*'hihg'"):
        resolve_core(str(fold("assign q.data  = state.high", "assign q.data  = state.hihg")))


def test_systemverilog_in_a_verilog_file_gets_a_hint(fold: Callable[..., Path]) -> None:
    """A file *.v with SystemVerilog in it is refused with the reason."""
    with pytest.raises(FairhashError) as caught:
        resolve_core(str(fold(name="fold.v")))
    assert caught.value.hint.startswith('it contains SystemVerilog: add language = "systemverilog"')
