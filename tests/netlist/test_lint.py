# SPDX-License-Identifier: Apache-2.0
"""Netlists that must not be measured: each fault injected, each caught and named."""

import shutil
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import FamilyRecipe, Recipe
from fairhash.catalog.targets import find_device
from fairhash.targets.fpga.synthesis import synthesise, synthesise_verilog
from fairhash.targets.outcome import Synthesis

DEVICE = find_device("ecp5-85k-8")

PORTS = """\
module toy(input clk, input io_clk, input rst, input [15:0] in_data, input in_valid, output in_ready,
  output [15:0] out_data, output out_valid, input out_ready);
  assign in_ready = out_ready;
  reg [15:0] held;
  assign out_data = held;
"""

CLEAN = """\
  reg valid;
  assign out_valid = valid;
  reg [3:0] rom [3:0];
  initial begin rom[0] = 4'd7; rom[1] = 4'd1; rom[2] = 4'd12; rom[3] = 4'd5; end
  always @(posedge clk) begin valid <= in_valid; held <= {in_data[15:4], rom[in_data[1:0]]}; end
endmodule
"""

FAULTS = {
    "latch": ("latch toy.held", "always @* if (in_valid) held = in_data; assign out_valid = rst;"),
    "undriven": (
        "undriven net toy.open",
        "wire open; always @(posedge clk) held <= in_data; assign out_valid = open ^ rst;",
    ),
    "loop": (
        "combinational loop in toy",
        "wire a = b ^ in_valid, b = a & rst; always @(posedge clk) held <= in_data; assign out_valid = b;",
    ),
    "a signal outside the core": (
        "undriven net",
        "always @(posedge clk) held <= in_data; assign out_valid = in_valid ^ core.out_ready;",
    ),
    "a clock as data": (
        "a clock is an input of the logic cell",
        "always @(posedge clk) held <= in_data; assign out_valid = in_valid ^ io_clk;",
    ),
    "a gated clock": (
        "a clock is an input of the logic cell",
        "wire gated = clk & in_valid; always @(posedge gated) held <= in_data; assign out_valid = rst;",
    ),
    "an asynchronous clear that is logic": (
        "the asynchronous control ARST of register",
        "wire clear = in_valid & in_data[0]; always @(posedge clk) held <= in_data; reg valid;"
        "assign out_valid = valid; always @(posedge clk, posedge clear) if (clear) valid <= 0; else valid <= rst;",
    ),
    "two drivers": (
        "two drivers on net",
        "reg x, y; wire z = x; assign z = y; assign out_valid = z;"
        "always @(posedge clk) begin held <= in_data; x <= in_valid; y <= rst; end",
    ),
}


def _synthesise(body: str, core: Core, recipe: Recipe, folder: Path) -> Synthesis:
    file = folder / "toy.v"
    file.write_text(PORTS + body)
    return synthesise_verilog(file, core, DEVICE, recipe, folder)


def test_a_clean_netlist_with_a_table_of_constants_passes(
    toys: dict[str, Core], recipe: Recipe, tmp_path: Path
) -> None:
    synthesis = _synthesise(CLEAN, toys["one-clock"], recipe, tmp_path)
    assert (synthesis.status, synthesis.reason) == ("ok", "")
    assert synthesis.flip_flops == synthesis.cells["TRELLIS_FF"] == 17


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_netlist_is_a_failure(fault: str, toys: dict[str, Core], recipe: Recipe, tmp_path: Path) -> None:
    expected, body = FAULTS[fault]
    synthesis = _synthesise(f"{body}\nendmodule\n", toys["one-clock"], recipe, tmp_path)
    assert synthesis.status == "failed"
    assert synthesis.reason.startswith(expected)
    assert not synthesis.json_netlist.exists(), "no netlist that could be placed may remain"


def test_asynchronous_resets_are_no_fault(toys: dict[str, Core], recipe: Recipe, tmp_path: Path) -> None:
    """The reset itself, inverted, and a reset that a register passes on."""
    body = """\
  reg first, second, valid;
  wire low = ~rst;
  assign out_valid = valid;
  always @(posedge clk, negedge low) if (!low) {second, first} <= 0; else {second, first} <= {first, 1'b1};
  always @(posedge clk, negedge second) if (!second) valid <= 0; else valid <= in_valid;
  always @(posedge clk) held <= in_data;
endmodule
"""
    synthesis = _synthesise(body, toys["one-clock"], recipe, tmp_path)
    assert synthesis.status == "ok", synthesis.reason


def test_black_boxes_and_missing_modules_are_failures(toys: dict[str, Core], recipe: Recipe, tmp_path: Path) -> None:
    body = "always @(posedge clk) held <= in_data; secret s(.i(in_valid), .o(out_valid));\nendmodule\n"
    (tmp_path / "missing").mkdir()
    synthesis = _synthesise(body, toys["one-clock"], recipe, tmp_path / "missing")
    assert synthesis.status == "failed"
    assert "secret" in synthesis.reason
    box = "(* blackbox *) module secret(input i, output o); endmodule\n"
    synthesis = _synthesise(body + box, toys["one-clock"], recipe, tmp_path)
    assert (synthesis.status, synthesis.reason) == ("failed", "black box or unmapped cell secret")


def test_dedicated_resources_in_the_netlist_are_failures(toys: dict[str, Core], recipe: Recipe, tmp_path: Path) -> None:
    careless = recipe.model_copy(update={"family": {"ecp5": FamilyRecipe(synthesis=("{synth}",))}})
    body = "always @(posedge clk) held <= in_data[7:0] * in_data[15:8]; assign out_valid = rst;\nendmodule\n"
    synthesis = _synthesise(body, toys["one-clock"], careless, tmp_path)
    assert (synthesis.status, synthesis.reason) == ("failed", "1 dsp cells, not allowed")
    allowed = toys["one-clock"].model_copy(update={"allowed_dedicated": ("dsp",)})
    assert _synthesise(body, allowed, careless, tmp_path).status == "ok"
    synthesis = _synthesise(body, toys["one-clock"], recipe, tmp_path)
    assert (synthesis.status, synthesis.dedicated["dsp"]) == ("ok", 0)


@pytest.mark.parametrize(
    ("mutation", "reason"),
    [
        (("full  <= in_valid or", "full  <= lost or"), "undriven net toy.lost"),
        (("sum xor taken", "sum xor (lost & taken(14 downto 0))"), "undriven net toy"),
        (("out_data  <= shown;", "out_data(14 downto 0) <= shown(14 downto 0);"), "undriven bits of port out_data"),
        (
            (
                "in_ready  <= out_ready or not full;",
                "process (all) begin if rst = '1' then in_ready <= out_ready; end if; end process;",
            ),
            "latch",
        ),
    ],
)
def test_faults_in_vhdl_are_failures(
    mutation: tuple[str, str], reason: str, toys: dict[str, Core], recipe: Recipe, tmp_path: Path
) -> None:
    core = toys["one-clock"]
    text = (core.source.parent / "toy.vhd").read_text()
    assert mutation[0] in text
    text = text.replace("signal full  :", "signal lost  : std_ulogic;\n  signal full  :").replace(*mutation)
    shutil.copytree(core.source.parent, tmp_path / "toy")
    (tmp_path / "toy" / "toy.vhd").write_text(text)
    mutant = core.model_copy(update={"source": tmp_path / "toy" / "cores.toml"})
    synthesis = synthesise(mutant, DEVICE, recipe, tmp_path / "work")
    assert synthesis.status == "failed"
    assert reason in synthesis.reason
