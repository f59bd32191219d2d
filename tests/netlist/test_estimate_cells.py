# SPDX-License-Identifier: Apache-2.0
"""Our models of the cells that estimates are made of against Yosys' own models of them, by formal equivalence.

Yosys' models of Cyclone's are excluded: they ignore enable and clear. There the sums themselves are proven.
"""

import importlib.util
from pathlib import Path

import pytest

from fairhash.catalog.recipe import FamilyRecipe
from fairhash.catalog.targets import find_estimate
from fairhash.netlist.netlist_engine import CELLS
from fairhash.targets.estimate import estimate_kind
from fairhash.toolchain import tools
from fairhash.toolchain.yosys import run_script

THEIRS = {"xilinx": ("xilinx/cells_sim.v",), "alm": ("intel_alm/common/alm_sim.v", "intel_alm/common/dff_sim.v")}
TABLE = "64'h8421_6996_fee1_96aa"

XILINX = f"""\
module top (input [5:0] i, input c, e, r, ci, cy, input [3:0] di, s, output [16:0] o, output [3:0] co, sum);
  INV u0 (.I(i[0]), .O(o[0]));
  LUT1 #(.INIT(2'b01)) u1 (.I0(i[0]), .O(o[1]));
  LUT2 #(.INIT(4'h6)) u2 (.I0(i[0]), .I1(i[1]), .O(o[2]));
  LUT3 #(.INIT(8'h96)) u3 (.I0(i[0]), .I1(i[1]), .I2(i[2]), .O(o[3]));
  LUT4 #(.INIT(16'h8421)) u4 (.I0(i[0]), .I1(i[1]), .I2(i[2]), .I3(i[3]), .O(o[4]));
  LUT5 #(.INIT(32'hfee196aa)) u5 (.I0(i[0]), .I1(i[1]), .I2(i[2]), .I3(i[3]), .I4(i[4]), .O(o[5]));
  LUT6 #(.INIT({TABLE})) u6 (.I0(i[0]), .I1(i[1]), .I2(i[2]), .I3(i[3]), .I4(i[4]), .I5(i[5]), .O(o[6]));
  MUXF5 u7 (.I0(i[0]), .I1(i[1]), .S(i[2]), .O(o[7]));
  MUXF6 u8 (.I0(i[0]), .I1(i[1]), .S(i[2]), .O(o[8]));
  MUXF7 u9 (.I0(i[0]), .I1(i[1]), .S(i[2]), .O(o[9]));
  MUXF8 u10 (.I0(i[0]), .I1(i[1]), .S(i[2]), .O(o[10]));
  MUXCY u11 (.CI(i[0]), .DI(i[1]), .S(i[2]), .O(o[11]));
  XORCY u12 (.CI(i[0]), .LI(i[1]), .O(o[12]));
  FDRE u13 (.C(c), .CE(e), .R(r), .D(i[0]), .Q(o[13]));
  FDSE u14 (.C(c), .CE(e), .S(r), .D(i[0]), .Q(o[14]));
  FDCE u15 (.C(c), .CE(e), .CLR(r), .D(i[0]), .Q(o[15]));
  FDPE u16 (.C(c), .CE(e), .PRE(r), .D(i[0]), .Q(o[16]));
  CARRY4 u17 (.CI(ci), .CYINIT(cy), .DI(di), .S(s), .CO(co), .O(sum));
endmodule
"""
ALM = f"""\
module top (input [5:0] i, input c, e, r, sc, sl, output [8:0] o);
  MISTRAL_NOT u0 (.A(i[0]), .Q(o[0]));
  MISTRAL_ALUT2 #(.LUT(4'h6)) u1 (.A(i[0]), .B(i[1]), .Q(o[1]));
  MISTRAL_ALUT3 #(.LUT(8'h96)) u2 (.A(i[0]), .B(i[1]), .C(i[2]), .Q(o[2]));
  MISTRAL_ALUT4 #(.LUT(16'h8421)) u3 (.A(i[0]), .B(i[1]), .C(i[2]), .D(i[3]), .Q(o[3]));
  MISTRAL_ALUT5 #(.LUT(32'hfee196aa)) u4 (.A(i[0]), .B(i[1]), .C(i[2]), .D(i[3]), .E(i[4]), .Q(o[4]));
  MISTRAL_ALUT6 #(.LUT({TABLE})) u5 (.A(i[0]), .B(i[1]), .C(i[2]), .D(i[3]), .E(i[4]), .F(i[5]), .Q(o[5]));
  MISTRAL_ALUT_ARITH #(.LUT0(16'h8421), .LUT1(16'h96aa)) u6 (.A(i[0]), .B(i[1]), .C(i[2]), .D0(i[3]), .D1(i[4]),
    .CI(i[5]), .SO(o[6]), .CO(o[7]));
  MISTRAL_FF u8 (.CLK(c), .ACLR(r), .ENA(e), .SCLR(sc), .SLOAD(sl), .SDATA(i[1]), .DATAIN(i[0]), .Q(o[8]));
endmodule
"""
TOPS = {"xilinx": XILINX, "alm": ALM}


def _share() -> Path:
    spec = importlib.util.find_spec("pyosys")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "share"


def _equal(family: str, ours: str, folder: Path) -> tools.ToolRun:
    """Compare the cells of an estimate with Yosys' models of them by formal equivalence."""
    (folder / "ours.v").write_text(ours, encoding="utf-8")
    (folder / "top.v").write_text(TOPS[family], encoding="utf-8")
    commands: list[str] = []
    for name, files in (("gold", ("ours.v",)), ("gate", [str(_share() / file) for file in THEIRS[family]])):
        commands += [*(f"read_verilog {file}" for file in files), "read_verilog top.v"]
        commands += ["hierarchy -check -top top", "proc", "flatten", "opt_clean"]
        commands += ["setattr -unset init w:*", "opt_expr", f"rename top {name}"]
        commands += [f"design -save {name}", "design -reset"]
    commands += [f"design -copy-from {name} {name}" for name in ("gold", "gate")]
    commands += ["async2sync", "equiv_make gold gate equal", "hierarchy -top equal", "equiv_simple"]
    commands += ["equiv_status -assert"]
    return run_script(commands, folder, "equal", 120)


@pytest.mark.parametrize("family", sorted(TOPS))
def test_cell_models_are_equivalent_to_those_of_yosys(family: str, tmp_path: Path) -> None:
    run = _equal(family, (CELLS / f"{family}.v").read_text(encoding="utf-8"), tmp_path)
    assert run.ok, run.tail(20)
    assert "Equivalence successfully proven!" in run.output


@pytest.mark.parametrize(
    ("family", "right", "wrong"),
    [
        ("xilinx", "assign O = I5 ? high : low", "assign O = I5 ? low : high"),
        ("xilinx", "(S & carry) | (~S & DI)", "(S & carry) | (S & DI)"),
        ("xilinx", "if (S) Q <= 1'b1", "if (S) Q <= 1'b0"),
        ("alm", "wire right = ~LUT1", "wire right = LUT1"),
        ("alm", "SCLR ? 1'b0 : SLOAD ? SDATA", "SLOAD ? SDATA : SCLR ? 1'b0"),
    ],
)
def test_a_wrong_cell_model_is_detected(family: str, right: str, wrong: str, tmp_path: Path) -> None:
    text = (CELLS / f"{family}.v").read_text(encoding="utf-8")
    assert right in text
    run = _equal(family, text.replace(right, wrong), tmp_path)
    assert not run.ok
    assert "unproven $equiv cells in 'equiv_status -assert'" in run.output


SUMS = """\
module sums (input clk, e, r, input signed [5:0] a, b, input m,
  output [6:0] plus, output [5:0] minus, either, output less, output reg [5:0] kept);
  assign plus = {1'b0, a} + {1'b0, b};
  assign minus = a - b;
  assign either = m ? a - b : a + b;
  assign less = a < b;
  always @(posedge clk) if (e) kept <= r ? 6'd0 : a + b + m;
endmodule
"""


def _mapping() -> FamilyRecipe:
    estimate = find_estimate("cyclone4-estimate")
    assert estimate is not None
    return estimate.mapping


def _cyclone(folder: Path, wrong: tuple[str, str] = ("", "")) -> tools.ToolRun:
    """The sums mapped as sha-256 is, the models in place of the cells, and both proven equal."""
    carry = (Path(estimate_kind.__file__).parent / "cyclone.v").read_text(encoding="utf-8")
    assert wrong[0] in carry
    (folder / "cyclone.v").write_text(carry.replace(*wrong) if wrong[0] else carry, encoding="utf-8")
    (folder / "sums.v").write_text(SUMS, encoding="utf-8")
    mapped = _mapping().commands("synth_intel -family cycloneive -top sums", "", "sums")
    commands = ["read_verilog sums.v", *mapped, "select sums", "write_verilog -selected -noattr -noexpr mapped.v"]
    commands += ["design -reset", "read_verilog sums.v", "proc", "opt_clean", "rename sums gold", "design -save gold"]
    commands += ["design -reset", f"read_verilog {CELLS / 'cyclone4.v'}", "read_verilog mapped.v"]
    commands += ["hierarchy -check -top sums", "proc", "flatten", "opt_clean", "rename sums gate"]
    commands += ["design -copy-from gold gold", "async2sync", "opt -full", "equiv_make gold gate equal"]
    commands += ["hierarchy -top equal", "equiv_simple", "equiv_induct", "equiv_status -assert"]
    return run_script(commands, folder, "sums", 120)


def test_adders_on_carry_chains_of_cyclone_are_correct(tmp_path: Path) -> None:
    run = _cyclone(tmp_path)
    assert run.ok, run.tail(20)
    text = (tmp_path / "mapped.v").read_text()
    assert '.sum_lutc_input("cin")' in text
    assert "Equivalence successfully proven!" in run.output


@pytest.mark.parametrize("wrong", [("16'h69B2", "16'h69E8"), (".sclr(R)", ".sclr(1'b0)"), ("16'h00AA", "16'h0055")])
def test_a_wrong_adder_is_detected(wrong: tuple[str, str], tmp_path: Path) -> None:
    run = _cyclone(tmp_path, wrong)
    assert not run.ok
    assert "unproven $equiv cells in 'equiv_status -assert'" in run.output
