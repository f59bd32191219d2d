# SPDX-License-Identifier: Apache-2.0
"""The netlist engine: simulates a netlist as a list of operations that the compiled harness interprets.

Yosys reads the netlist with models of its cells, replaces the cells by the models and flattens the result to look-up
tables, gates, flip-flops and memories, without optimisation. FPGA cells have models in cells/<family>.v, memories in
cells/memory/<family>*.v; standard cells have the functions of their Liberty files. A look-up table is one
operation of the program, so no netlist is compiled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.testbench import compiled
from fairhash.testbench.adapters import adapter, simulated_top
from fairhash.testbench.compiled import compile_with_harness, harness_key, limbs
from fairhash.testbench.engines import BENCH, Compiled, cached, digest
from fairhash.testbench.program import Counting, write_program
from fairhash.toolchain import yosys

_SETS = tuple(f"t:DFF{edge}{kind}{enable}" for edge in ("", "N") for kind in "SP" for enable in ("", "E"))

_REGISTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ecp5": ("t:TRELLIS_FF", ("t:TRELLIS_FF r:REGSET=SET %i",)),
    "machxo3": ("t:TRELLIS_FF", ("t:TRELLIS_FF r:REGSET=SET %i",)),
    "ice40": ("t:SB_DFF*", ()),
    "gowin": ("t:DFF*", _SETS),
    "gatemate": ("t:CC_DFF r:INIT=1'b0 %i", ("t:CC_DFF r:INIT=1'b1 %i",)),
    "xilinx": ("t:FD* r:INIT=1'b0 %i", ("t:FD* r:INIT=1'b1 %i",)),
    "alm": ("t:MISTRAL_FF", ()),
}
"""For each family, Yosys' selections of the registers that start with 0, and of those that start with 1. A register in
both starts with 1. The sources are those of the models in cells/<family>.v. A family that is not here has no rule: a
netlist that needs initial values fails its check there."""


def initial_value_commands(family: str) -> tuple[str, ...]:
    """Yosys commands that set the attribute `init` of each register's output in a netlist of cells, without a reset.

    An FPGA's configuration gives every register a value: that of its set or reset, or a parameter of the cell. The
    simulation of other cores starts from random values, so that power-up does not hide a missing reset.

    Args:
        family: the FPGA family; registers of an unknown one start with any value.
    """
    if family not in _REGISTERS:
        return ()
    zeros, ones = _REGISTERS[family]
    commands = ["splitnets"]
    for value, selections in (("1'b0", (zeros,)), ("1'b1", ones)):
        commands += [f"setattr -set init {value} {cells} %co1:+[Q] w:* %i" for cells in selections]
    return tuple(commands)


CELLS = Path(__file__).parent / "cells"
_LIMIT_S = 600.0


class NetlistError(FairhashError):
    """The netlist cannot be simulated: it has unknown cells, combinational loops or other clocks."""


def families() -> list[str]:
    """FPGA families that have models of their cells."""
    return sorted(file.stem for file in CELLS.glob("*.v"))


@dataclass(frozen=True)
class Cells:
    """Models of a netlist's cells."""

    read_commands: tuple[str, ...]
    """Yosys commands that read the models."""
    initial_values: tuple[str, ...] = ()
    """Yosys commands that give the netlist's registers the values they have after power-up."""


def memory_models(family: str) -> tuple[Path, ...]:
    """The files with the models of an FPGA family's memories; empty if the family has no such models."""
    folder = CELLS / "memory"
    files = [file for file in sorted(folder.glob("*.v")) if family in (file.stem, file.stem.rpartition("_")[0])]
    return (folder / "block_ram.v", *files) if files else ()


def family_models(family: str, memories: bool = False) -> tuple[Path, ...]:
    """The files with the models of an FPGA family's cells; empty if the family has no models.

    Args:
        memories: whether the netlist may contain block RAM or RAM of look-up tables.
    """
    file = CELLS / f"{family}.v"
    if not file.is_file():
        return ()
    return (file, *(memory_models(family) if memories else ()))


def family_cells(family: str, memories: bool = False) -> Cells:
    """Models of an FPGA family's cells.

    Args:
        memories: whether the netlist may contain block RAM or RAM of look-up tables.

    Raises:
        NetlistError: if the family has none.
    """
    models = family_models(family, memories)
    if not models:
        raise NetlistError(f"no models of the cells of {family}", str(CELLS), f"known are {', '.join(families())}")
    # The models contain $mem_v2 itself (-icells), and only the used ones are elaborated (-defer).
    deferred = (f"read_verilog -icells -defer {_quoted(model)}" for model in models[1:])
    return Cells((f"read_verilog {_quoted(models[0])}", *deferred), initial_value_commands(family))


def liberty_cells(files: Sequence[Path]) -> Cells:
    """Models from the functions in Liberty files; a netlist with a cell that has no function cannot be simulated."""
    lenient = "-ignore_miss_func -ignore_miss_dir -ignore_miss_data_latch"
    return Cells(tuple(f"read_liberty {lenient} {_quoted(file)}" for file in files))


def netlist_engine(
    core: Core, verilog: Path, cells: Cells, workdir: Path, counting: Counting | None = None
) -> Compiled:
    """Return a simulator of a netlist.

    Args:
        verilog: the netlist, Verilog or Yosys' JSON; its top module has the name of the core's entity.
        workdir: folder for the simulator's files.
        counting: if given, the simulator also counts how often nets change.

    Raises:
        NetlistError: if the netlist cannot be simulated.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    program = workdir / "program.txt"
    write_program(flatten(core, verilog, cells, workdir, keep_names=counting is not None), program, counting)
    return interpreted(core, program)


def interpreted(core: Core, program: Path) -> Compiled:
    """Return a simulator of a program (testbench/bench/netlist_dut.cpp) that has the ports of `core`."""
    simulator = _interpreter(limbs(core))
    return Compiled("netlist", simulator, core.sent_bits, core.io_ratio, str(program.resolve()), core.received_bits)


def _interpreter(count: int) -> Path:
    source, header = BENCH / "netlist_dut.cpp", BENCH / "netlist_program.h"
    key = f"netlist-{digest([source, header, harness_key(), Path(__file__), Path(compiled.__file__), str(count)])}"
    return cached(key, lambda folder: compile_with_harness(source, folder, "sim", count)) / "sim"


def flatten(
    core: Core, verilog: Path, cells: Cells, workdir: Path, *, keep_names: bool = False, edits: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the netlist as one module of tables, gates and flip-flops, as Yosys writes it in JSON.

    Args:
        core: the core that the netlist implements.
        verilog: the netlist.
        cells: models of its cells.
        workdir: folder for Yosys' files.
        keep_names: whether internal nets keep their names.
        edits: Yosys commands that change the netlist before its cells are replaced by their models.

    Raises:
        NetlistError: if Yosys cannot read the netlist.
    """
    flat, top = workdir / "flat.json", simulated_top(core)
    adapter_file = adapter(core, workdir)
    # An adapter has counters, which `techmap` turns into gates. An external core may have an asynchronous reset:
    # `async2sync` makes it synchronous, which is equivalent here, since the harness changes reset with the clock.
    adapter_passes = ("async2sync", "dffunmap", "techmap fairhash_*") if adapter_file else ()
    commands = (
        *cells.read_commands,
        f"{'read_json' if verilog.suffix == '.json' else 'read_verilog'} {_quoted(verilog)}",
        *(() if core.has_reset else cells.initial_values),
        *([f"read_verilog {_quoted(adapter_file)}"] if adapter_file else []),
        f"hierarchy -check -top {top}",
        # after it the directions of all pins are known, those of memories too, whose models are read with -defer
        *edits,
        "proc",
        *adapter_passes,
        "simplemap",
        "flatten -noscopeinfo",
        # -purge also removes the names of internal nets
        "opt_clean" if keep_names else "opt_clean -purge",
        f"write_json {_quoted(flat)}",
    )
    run = yosys.run_script(commands, workdir, "flatten", _LIMIT_S)
    if not run.ok:
        raise NetlistError(f"Yosys cannot read the netlist: {yosys.failure(run)}", str(verilog))
    return dict(yosys.netlist(flat)["modules"][top])


def _quoted(path: Path) -> str:
    return f'"{path.resolve()}"'
