# SPDX-License-Identifier: Apache-2.0
"""The netlist engine: cells replaced by models of them, as a program for the harness.

The models are ours for FPGAs (cells/<family>.v) and the Liberty files' own functions for standard cells. Yosys reads
the netlist together with them, puts the models in place of the cells and takes processes apart. What is left are
look-up tables, gates and flip-flops; no optimisation runs. A look-up table stays one operation of the program, so that
nothing has to be compiled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.testbench.adapters import adapter, simulated_top
from fairhash.testbench.compiled import compile_with_harness, harness_key
from fairhash.testbench.engines import BENCH, Compiled, cached, digest
from fairhash.testbench.program import Counting, write_program
from fairhash.toolchain import yosys

CELLS = Path(__file__).parent / "cells"
_LIMIT_S = 600.0


class NetlistError(FairhashError):
    """The netlist cannot be simulated: unknown cells, loops, other clocks."""


def families() -> list[str]:
    """Families whose cells have models."""
    return sorted(file.stem for file in CELLS.glob("*.v"))


@dataclass(frozen=True)
class Cells:
    """The Yosys commands that read models of the cells a netlist is made of."""

    reading: tuple[str, ...]


def family_models(family: str) -> tuple[Path, ...]:
    """The files with our models of an FPGA family's cells; none where there is none."""
    file = CELLS / f"{family}.v"
    return (file,) if file.is_file() else ()


def family_cells(family: str) -> Cells:
    """Our models of an FPGA family's cells."""
    models = CELLS / f"{family}.v"
    if not models.is_file():
        raise NetlistError(f"no models of the cells of {family}", str(CELLS), f"known are {', '.join(families())}")
    return Cells((f"read_verilog {_quoted(models)}",))


def liberty_cells(files: Sequence[Path]) -> Cells:
    """What the functions in a library's Liberty files say; cells without one may not be in the netlist."""
    lenient = "-ignore_miss_func -ignore_miss_dir -ignore_miss_data_latch"
    return Cells(tuple(f"read_liberty {lenient} {_quoted(file)}" for file in files))


def netlist_engine(
    core: Core, verilog: Path, cells: Cells, workdir: Path, counting: Counting | None = None
) -> Compiled:
    """A simulator of the netlist in `verilog`, whose top is named as the core's entity; files go to `workdir`.

    With `counting` it also counts how often the netlist's nets change.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    program = workdir / "program.txt"
    write_program(_flatten(core, verilog, cells, workdir, keep_names=counting is not None), program, counting)
    return Compiled("netlist", _interpreter(), core.word_bits, core.io_ratio, str(program.resolve()))


def _interpreter() -> Path:
    source = BENCH / "netlist_dut.cpp"
    key = f"netlist-{digest([source, harness_key(), Path(__file__)])}"
    return cached(key, lambda folder: compile_with_harness(source, folder, "sim")) / "sim"


def _flatten(core: Core, verilog: Path, cells: Cells, workdir: Path, keep_names: bool) -> dict[str, Any]:
    flat, top = workdir / "flat.json", simulated_top(core)
    around = adapter(core, workdir)
    # an adapter counts; a reset of somebody's core may be asynchronous: here it changes with the clock all the same
    foreign = ("async2sync", "dffunmap", "techmap fairhash_*") if around else ()
    commands = (
        *cells.reading,
        f"read_verilog {_quoted(verilog)}",
        *([f"read_verilog {_quoted(around)}"] if around else []),
        f"hierarchy -check -top {top}",
        "proc",
        *foreign,
        "simplemap",
        "flatten -noscopeinfo",
        # without -purge, names that are no port's stay
        "opt_clean" if keep_names else "opt_clean -purge",
        f"write_json {_quoted(flat)}",
    )
    ran = yosys.run_script(commands, workdir, "flatten", _LIMIT_S)
    if not ran.ok:
        raise NetlistError(f"Yosys cannot read the netlist: {yosys.failure(ran)}", str(verilog))
    return dict(yosys.netlist(flat)["modules"][top])


def _quoted(path: Path) -> str:
    return f'"{path.resolve()}"'
