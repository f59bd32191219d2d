# SPDX-License-Identifier: Apache-2.0
"""The netlist engine: vendor cells, replaced by our models of them, as a program for the harness.

Yosys reads the netlist together with the models of cells/<family>.v, puts the models in place of the cells and takes
processes apart. What is left are look-up tables, gates and flip-flops; no optimisation runs. A look-up table
stays one operation of the program, so that nothing has to be compiled.
"""

from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.verify import yosys
from fairhash.verify.compiled import compile_with_harness, harness_key
from fairhash.verify.engines import BENCH, Compiled, cached, digest
from fairhash.verify.program import write_program

CELLS = Path(__file__).parent / "cells"
_LIMIT_S = 600.0


class NetlistError(FairhashError):
    """The netlist cannot be simulated: unknown cells, loops, other clocks."""


def families() -> list[str]:
    """Families whose cells have models."""
    return sorted(file.stem for file in CELLS.glob("*.v"))


def netlist_engine(core: Core, verilog: Path, family: str, workdir: Path) -> Compiled:
    """A simulator of the netlist in `verilog`, whose top is named as the core's entity; files go to `workdir`."""
    models = CELLS / f"{family}.v"
    if not models.is_file():
        raise NetlistError(f"no models of the cells of {family}", str(CELLS), f"known are {', '.join(families())}")
    workdir.mkdir(parents=True, exist_ok=True)
    program = workdir / "program.txt"
    write_program(_flatten(verilog, models, core.entity, workdir), program)
    return Compiled("netlist", _interpreter(), core.word_bits, core.io_ratio, str(program.resolve()))


def _interpreter() -> Path:
    source = BENCH / "netlist_dut.cpp"
    key = f"netlist-{digest([source, harness_key(), Path(__file__)])}"
    return cached(key, lambda folder: compile_with_harness(source, folder, "sim")) / "sim"


def _flatten(verilog: Path, models: Path, top: str, workdir: Path) -> dict[str, Any]:
    flat = workdir / "flat.json"
    commands = (
        f"read_verilog {_quoted(models)}",
        f"read_verilog {_quoted(verilog)}",
        f"hierarchy -check -top {top}",
        "proc",
        "simplemap",
        "flatten -noscopeinfo",
        "opt_clean -purge",
        f"write_json {_quoted(flat)}",
    )
    ran = yosys.run_script(commands, workdir, "flatten", _LIMIT_S)
    if not ran.ok:
        raise NetlistError(f"Yosys cannot read the netlist: {yosys.failure(ran)}", str(verilog))
    return dict(yosys.netlist(flat)["modules"][top])


def _quoted(path: Path) -> str:
    return f'"{path.resolve()}"'
