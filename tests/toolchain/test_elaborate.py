# SPDX-License-Identifier: Apache-2.0
"""GHDL's Verilog is made safe, and elaboration says in one line what is wrong."""

import shutil
from pathlib import Path

import pytest

from fairhash.errors import FairhashError
from fairhash.toolchain import tools
from fairhash.toolchain.elaborate import elaborate, elaboration_command
from fairhash.toolchain.safe_verilog import make_safe
from tests.testbench.toys import HERE, toy_core

CASE = """module top
  (input  [1:0] sel,
   output [7:0] q);
  reg [7:0] n1_o;
  /* /somewhere/else/top.vhd:3:4 */
  assign q = n1_o; // (signal)
  always @*
    case (sel)
      2'b01: n1_o <= 8'b00000001;
      2'b10: n1_o <= 8'b00000010;
    endcase
  always @(posedge clk)
    n2_q <= n1_o;
endmodule
"""


def test_an_incomplete_case_gets_a_default_and_blocking_assignments() -> None:
    safe = make_safe(CASE)
    assert "      default: n1_o = 'bx;\n    endcase" in safe
    assert "2'b01: n1_o = 8'b00000001;" in safe
    assert "n2_q <= n1_o;" in safe
    assert "somewhere" not in safe


def test_a_complete_case_keeps_its_default() -> None:
    text = CASE.replace("    endcase", "      default: n1_o <= 8'b11111111;\n    endcase")
    assert make_safe(text).count("default") == 1
    assert "default: n1_o = 8'b11111111;" in make_safe(text)


def test_quoted_constants_become_numbers() -> None:
    """GHDL 2.0 writes them so from some width on; Verilog would read eight bits for each digit."""
    assert "  assign a = 5'b01xx1 ^ b;" in make_safe('  assign a = "01X-1" ^ b;')


@pytest.mark.parametrize("declaration", ["input  reg", "wire [3:0] output", "reg always"])
def test_keywords_as_names_are_refused(declaration: str) -> None:
    with pytest.raises(FairhashError, match="is a keyword of Verilog"):
        make_safe(f"  {declaration};")


def test_the_verilog_does_not_depend_on_the_folder(tmp_path: Path) -> None:
    shutil.copytree(HERE / "toy", tmp_path / "moved" / "toy")
    here = elaborate(toy_core(), tmp_path / "a").read_text(encoding="utf-8")
    assert here == elaborate(toy_core(rtl=tmp_path / "moved"), tmp_path / "b").read_text(encoding="utf-8")
    assert "128'b0110000101110000" in here
    assert '"' not in here


def test_generics_reach_the_core(tmp_path: Path) -> None:
    core = toy_core()
    usual = elaborate(core, tmp_path / "a").read_text(encoding="utf-8")
    fewer = elaborate(core.model_copy(update={"generics": {"ROUNDS": 7}}), tmp_path / "b").read_text(encoding="utf-8")
    assert "number == 4'b0111" in usual
    assert "number == 4'b0110" in fewer


def test_the_reported_command_is_the_executed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard, generics, files and entity, the same in every checkout; the tool itself and its output apart."""
    got: list[str] = []
    really = tools.run

    def watched(command: list[str | Path], *rest: object, **named: object) -> tools.ToolRun:
        got.extend(map(str, command))
        return really(command, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(tools, "run", watched)
    core = toy_core().model_copy(update={"generics": {"ROUNDS": 7}})
    elaborate(core, tmp_path)
    told = elaboration_command(core)
    words = "ghdl --synth --std=08 --out=verilog --workdir=. -gROUNDS=7 rtl/toy/toy_core.vhd -e toy_core"
    assert told == tuple(words.split())
    place = got.index(str(tools.require_tool("ghdl")))
    assert tuple(got[place + 1 :]) == told[1:]
    assert [file.name for file in tmp_path.iterdir()] == ["toy_core.v"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"generics": {"TURNS": 3}}, "turns"), ({"entity": "toy_score"}, "toy_score")],
)
def test_a_ghdl_error_is_reported_in_one_line(change: dict[str, object], reason: str, tmp_path: Path) -> None:
    with pytest.raises(FairhashError, match=f"GHDL cannot elaborate toy-128/plain: .*{reason}") as caught:
        elaborate(toy_core().model_copy(update=change), tmp_path)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
