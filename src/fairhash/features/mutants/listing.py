# SPDX-License-Identifier: Apache-2.0
"""Chooses mutations of a netlist, spread evenly over its cells and wires by Yosys' `mutate -list`."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.features.mutants.mutation import Mutation, read_list
from fairhash.netlist.netlist_engine import Cells
from fairhash.testbench.program import CLOCKS
from fairhash.toolchain import yosys

_LIMIT_S = 600.0
_SPARE = 1.25
"""More mutations are listed than needed: 18 of 400 on sha-256 for ECP5 were at clock pins, which are excluded."""


@dataclass(frozen=True)
class Listing:
    """Chosen mutations, and how many before the last of them were passed over because they change a clock pin."""

    mutations: tuple[Mutation, ...]
    clock_pins: int


def list_mutations(verilog: Path, top: str, cells: Cells, workdir: Path, *, count: int, seed: int) -> Listing:
    """Choose `count` mutations of a netlist, or as many as it has.

    Clock pins are excluded: the netlist simulator has rising edges of two clocks only.

    Args:
        verilog: the netlist.
        top: its top module.
        cells: models of its cells, from which Yosys learns the directions of pins.
        workdir: folder for Yosys' files.
        count: number of mutations.
        seed: of Yosys' choice.

    Raises:
        FairhashError: if Yosys cannot read the netlist.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    # a path of the machine would become part of what Yosys chooses from
    shutil.copyfile(verilog, workdir / "original.v")
    commands = (
        *cells.read_commands,
        "read_verilog original.v",
        f"hierarchy -top {top}",
        f"mutate -list {int(count * _SPARE) + 10} -seed {seed} -o mutations.txt {top}",
        f"select -module {top}",
        "write_json -selected original.json",
    )
    run = yosys.run_script(commands, workdir, "list", _LIMIT_S)
    if not run.ok:
        raise FairhashError(f"Yosys cannot list mutations: {yosys.failure(run)}", str(verilog))
    module = yosys.netlist(workdir / "original.json")["modules"][top]
    clocks = {bit for name in CLOCKS for bit in module["ports"][name]["bits"]}
    chosen: list[Mutation] = []
    passed_over = 0
    for mutation in read_list((workdir / "mutations.txt").read_text(encoding="utf-8")):
        if len(chosen) == count:
            break
        if module["cells"][mutation.cell]["connections"][mutation.port][mutation.bit] in clocks:
            passed_over += 1
        else:
            chosen.append(mutation)
    return Listing(tuple(chosen), passed_over)
