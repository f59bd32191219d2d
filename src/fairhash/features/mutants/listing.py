# SPDX-License-Identifier: Apache-2.0
"""Chooses mutations of a netlist, spread evenly over its cells and wires by Yosys' `mutate -list`."""

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.netlist.netlist_engine import Cells
from fairhash.testbench.program import CLOCKS
from fairhash.toolchain import yosys

SELECT = "mutant"
"""Input port with the number of the active mutant; 0 activates none."""


@dataclass(frozen=True)
class Mutation:
    """A changed pin. `mode` is ``inv``, ``const0``, ``const1``, ``cnot0`` or ``cnot1``."""

    mode: str
    cell: str
    port: str
    bit: int
    control_bit: int | None = None
    """Bit of the same port: with ``cnot0`` the pin is inverted while this bit is 0, with ``cnot1`` while it is 1."""

    def text(self) -> str:
        """Short form, for tables: ``inv control.n109_o_LUT4_Z.B``; a bit number only where it is not 0."""
        condition = "" if self.control_bit is None else f" by [{self.control_bit}]"
        return f"{self.mode} {self.cell}.{self.port}{f'[{self.bit}]' if self.bit else ''}{condition}"

    def command(self, module: str, number: int, width: int) -> str:
        """Yosys' command that makes this mutant number `number` of a module with a SELECT port of `width` bits."""
        pin = f"-module {module} -cell {self.cell} -port {self.port} -portbit {self.bit}"
        if self.control_bit is not None:
            pin += f" -ctrlbit {self.control_bit}"
        return f"mutate -mode {self.mode} -ctrl {SELECT} {width} {number} {pin}"


def select_width(count: int) -> int:
    """Width of the SELECT port for the numbers 0 to `count`."""
    return max(1, count.bit_length())


def read_list(text: str) -> list[Mutation]:
    """Read the list that `mutate -list` writes.

    Raises:
        FairhashError: for a line of another form.
    """
    return [_read_line(line) for line in text.splitlines() if line.strip()]


def _read_line(line: str) -> Mutation:
    words = shlex.split(line)
    options = _options(words[1:]) if words[:1] == ["mutate"] else {}
    try:
        control_bit = int(options["-ctrlbit"]) if "-ctrlbit" in options else None
        return Mutation(options["-mode"], options["-cell"], options["-port"], int(options["-portbit"]), control_bit)
    except (KeyError, ValueError):
        raise FairhashError(f"not a mutation: {line[:100]}", "", "see the log of Yosys") from None


def _options(words: Sequence[str]) -> dict[str, str]:
    # -src is repeated; nothing here needs it
    return dict(zip(words[::2], words[1::2], strict=False))


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
