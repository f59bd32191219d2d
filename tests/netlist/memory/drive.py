# SPDX-License-Identifier: Apache-2.0
"""Runs a circuit with the ports of a core cycle by cycle: by Verilator, or as a netlist by the netlist engine."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from fairhash.netlist.netlist_engine import Cells, netlist_engine
from fairhash.testbench.engines import BENCH
from fairhash.testbench.verilated import OBJECTS, compile_verilog, runtime
from fairhash.toolchain import tools
from tests.testbench.toys import toy_core

HERE = Path(__file__).parent
TOP = "top"
PORTS = """(
  input clk, io_clk, rst, in_valid, out_ready, input [63:0] in_data,
  output in_ready, out_valid, output [63:0] out_data
);
"""
Cycle = tuple[int, int, int, int]
"""rst, in_valid, out_ready, in_data of a cycle."""
Values = tuple[int, int, int]
"""in_ready, out_valid, out_data of a cycle."""


def _build(sources: Sequence[Path], folder: Path, *options: str) -> Path:
    made = tools.run(
        ["g++", "-std=c++20", "-O1", "-w", f"-I{BENCH}", *options, *sources, "-o", folder / "drive"], folder, 300
    )
    assert made.ok, made.output
    return folder / "drive"


def _run(command: Sequence[str | Path], cycles: Sequence[Cycle]) -> list[Values]:
    lines = "".join(" ".join(f"{value:x}" for value in cycle) + "\n" for cycle in cycles)
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, timeout=120, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    return [(int(ready), int(valid), int(data, 16)) for ready, valid, data in rows]


def engine_driver(folder: Path) -> Path:
    """The netlist engine's interpreter with the driver."""
    return _build([HERE / "drive.cpp", BENCH / "netlist_dut.cpp"], folder)


def run_netlist(driver: Path, netlist: Path, cells: Cells, folder: Path, cycles: Sequence[Cycle]) -> list[Values]:
    """Values that the netlist engine computes."""
    core = toy_core().model_copy(update={"entity": TOP, "word_bits": 64, "external": None})
    program = netlist_engine(core, netlist, cells, folder).model
    return _run([driver, program], cycles)


def run_verilator(verilog: Path, folder: Path, cycles: Sequence[Cycle]) -> list[Values]:
    """Values that Verilator computes."""
    compile_verilog([verilog], TOP, BENCH / "verilated_dut.cpp", folder, cxx_options=[f"-I{BENCH}"])
    objects = [folder / f"{name}.o" for name in OBJECTS]
    return _run([_build([HERE / "drive.cpp", *objects, *runtime()], folder, "-pthread")], cycles)
