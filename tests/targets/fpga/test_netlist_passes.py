# SPDX-License-Identifier: Apache-2.0
"""A recipe with the bench's own passes, from Verilog to a netlist that is smaller and clean."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.targets.fpga.synthesis import synthesise_verilog

# Sixteen exclusive-ors in front of a sum, which the sum's carry cells can take.
SOURCE = """
module toy(input clk, io_clk, rst, in_valid, out_ready, input [15:0] in_data,
           output reg in_ready, out_valid, output reg [15:0] out_data);
  reg [15:0] held;
  always @(posedge clk) begin
    held <= in_data;
    out_data <= out_data + (held ^ in_data);
    in_ready <= out_ready & ~rst;
    out_valid <= in_valid;
  end
endmodule
"""


def test_the_pass_leaves_a_clean_and_smaller_netlist(toys: dict[str, Core], tmp_path: Path) -> None:
    """Without the pass each exclusive-or is a function of its own; all else is the same."""
    core, device, small = toys["one-clock"], find_device("ecp5-85k-8"), find_recipe("small")
    family = small.family["ecp5"].model_copy(update={"passes": ()})
    plain = small.model_copy(update={"family": {"ecp5": family}})
    made = {}
    for name, recipe in (("with", small), ("without", plain)):
        folder = tmp_path / name
        folder.mkdir()
        source = folder / "toy.v"
        source.write_text(SOURCE, encoding="utf-8")
        made[name] = synthesise_verilog(source, core, device, recipe, folder)
        assert (made[name].status, made[name].reason) == ("ok", "")
    assert made["without"].cells["LUT4"] - made["with"].cells["LUT4"] == 16
    assert made["with"].cells["CCU2C"] == made["without"].cells["CCU2C"] == 8
    assert made["with"].flip_flops == made["without"].flip_flops
    assert "own pass: absorb" in made["with"].commands
