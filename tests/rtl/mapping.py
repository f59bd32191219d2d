# SPDX-License-Identifier: Apache-2.0
"""The cost of a piece of logic that is mapped alone: the basis of some reasons in paper A's differences."""

from collections import Counter
from pathlib import Path

from fairhash.base import paths
from fairhash.catalog.recipes import find_recipe
from fairhash.toolchain import tools, yosys

SPARTAN3 = "synth_xilinx -family xc3se -nobram -nodsp -noiopad -noclkbuf -top {top}"
VIRTEX5 = SPARTAN3.replace("xc3se", "xc5v")


def mapped(verilog: Path, top: str, commands: list[str]) -> Counter[str]:
    """How many cells of each type."""
    folder = verilog.parent
    wrote = [yosys.read_command(verilog), *(line.format(top=top) for line in commands), f"write_json {top}.json"]
    ran = yosys.run_script(wrote, folder, top, 120)
    assert ran.ok, yosys.failure(ran)
    cells = yosys.netlist(folder / f"{top}.json")["modules"][top]["cells"]
    return Counter(cell["type"] for cell in cells.values())


def ecp5(recipe: str) -> list[str]:
    """The recipe's commands up to its mapper's own."""
    synth = "synth_ecp5 -nobram -nodsp -nolutram -top {top}"
    commands = find_recipe(recipe).family["ecp5"].synthesis
    return [line.replace("{synth}", synth).replace("{refuse}", "") for line in commands]


def elaborated(sources: list[Path], entity: str, folder: Path, **generics: int) -> Path:
    """The Verilog of an entity, in the folder; the sources in compile order."""
    ghdl = tools.require_tool("ghdl")
    analysed = tools.run([ghdl, "-a", "--std=08", *sources], folder, 60)
    assert analysed.ok, analysed.output
    values = [f"-g{name}={value}" for name, value in generics.items()]
    made = tools.run([ghdl, "--synth", "--std=08", *values, "--out=verilog", entity], folder, 60)
    assert made.ok, made.output
    file = folder / f"{entity}.v"
    file.write_text(made.output[made.output.index("module ") :], encoding="utf-8")
    return file


def family(*names: str) -> list[Path]:
    """Files below rtl/."""
    return [paths.rtl() / name for name in names]
