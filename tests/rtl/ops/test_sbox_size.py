# SPDX-License-Identifier: Apache-2.0
"""What an S-box costs alone, in its basis and as the table of FIPS 197: reasons of paper A's departures rest on it."""

from collections import Counter
from pathlib import Path

from fairhash import paths, tools
from fairhash.implement import find_recipe
from fairhash.verify import yosys
from tests.rtl.ops.test_aes_sbox import HERE, sbox

_SPARTAN3 = "synth_xilinx -family xc3se -nobram -nodsp -noiopad -noclkbuf -top {top}"
_VIRTEX5 = _SPARTAN3.replace("xc3se", "xc5v")


def _mapped(verilog: Path, top: str, commands: list[str]) -> Counter[str]:
    """How many cells of each type."""
    folder = verilog.parent
    wrote = [yosys.read_command(verilog), *(line.format(top=top) for line in commands), f"write_json {top}.json"]
    ran = yosys.run_script(wrote, folder, top, 120)
    assert ran.ok, yosys.failure(ran)
    cells = yosys.netlist(folder / f"{top}.json")["modules"][top]["cells"]
    return Counter(cell["type"] for cell in cells.values())


def _luts(cells: Counter[str]) -> int:
    return sum(count for kind, count in cells.items() if kind.startswith("LUT"))


def _best(recipe: str) -> list[str]:
    """The recipe's commands up to its mapper's own."""
    synth = "synth_ecp5 -nobram -nodsp -nolutram -top {top}"
    commands = find_recipe(recipe).family["ecp5"].synthesis
    return [line.replace("{synth}", synth).replace("{refuse}", "") for line in commands]


def _ours(folder: Path) -> Path:
    ghdl = tools.need("ghdl")
    files = [paths.rtl() / "ops" / "aes_sbox_pkg.vhd", HERE / "aes_sbox_alone.vhd"]
    analysed = tools.run([ghdl, "-a", "--std=08", *files], folder, 60)
    assert analysed.ok, analysed.output
    made = tools.run([ghdl, "--synth", "--std=08", "--out=verilog", "aes_sbox_alone"], folder, 60)
    assert made.ok, made.output
    file = folder / "alone.v"
    file.write_text(made.output[made.output.index("module aes_sbox_alone") :], encoding="utf-8")
    return file


def _table(folder: Path) -> Path:
    rows = "".join(f"8'd{a}: b = 8'd{sbox(a)};\n" for a in range(256))
    file = folder / "table.v"
    head = "module sbox_table(input [7:0] a, output reg [7:0] b);\nalways @* case (a)\n"
    file.write_text(f"{head}{rows}endcase\nendmodule\n", encoding="utf-8")
    return file


def test_functions_of_four_inputs(tmp_path: Path) -> None:
    """The basis: 46 functions, as its package counts them. A table: 128, or 32 of six, and multiplexers."""
    assert _mapped(_ours(tmp_path), "aes_sbox_alone", _best("best")) == {"LUT4": 46}
    table = _table(tmp_path)
    with_multiplexers = _mapped(table, "sbox_table", [_SPARTAN3])
    assert _luts(with_multiplexers) == 128
    assert _luts(_mapped(table, "sbox_table", [_VIRTEX5])) == 32
    assert _mapped(table, "sbox_table", _best("best"))["LUT4"] > 128
