# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the annealer, and leaves a netlist whose cells are bound to the places that it finds."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.targets.fpga.annealing.bound_netlist import bind
from fairhash.targets.fpga.annealing.problem import problem, read_places
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.c_compiler import compiled

_FOLDER = Path(__file__).resolve().parent
FLAGS = ("-std=c17", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
"""Compiler flags; without contraction a result does not depend on whether the processor multiplies and adds at once."""
_DESIGN, _PLACES, _PROGRAM = "anneal.txt", "places.txt", "anneal.program"


def sources() -> tuple[Path, ...]:
    """The C files of the annealer."""
    return tuple(sorted(_FOLDER.glob("*.c")))


def anneal(packed: Mapping[str, Any], framed: Path, module: str, seed: int, limit_s: float) -> tools.ToolRun:
    """Anneal a placement, and replace the netlist `framed` by one whose cells are bound to the new places.

    Args:
        packed: Module of the netlist that nextpnr packed and placed.
        framed: Netlist that nextpnr read, with the module `module`.
        module: Name of the top module in `framed`.
        seed: Seed of the annealer.
        limit_s: Limit of CPU time in seconds.

    Raises:
        CannotAnneal: for a netlist with a cell that the annealer does not know.
        FairhashError: without a C compiler.
    """
    folder = framed.parent
    (folder / _DESIGN).write_text(problem(packed["cells"]), encoding="utf-8")
    program = folder / _PROGRAM
    try:
        program.write_bytes(compiled(sources(), FLAGS, ("-lm",)))
        program.chmod(0o755)
        run = tools.run([program, _DESIGN, _PLACES, str(seed)], folder, limit_s)
        if run.ok:
            places = read_places((folder / _PLACES).read_text(encoding="utf-8"), packed["cells"])
            original = yosys.netlist(framed)
            original["modules"][module] = bind(packed, original["modules"][module], places)
            framed.write_text(json.dumps(original), encoding="utf-8")
        return run
    finally:
        for name in (_DESIGN, _PLACES, _PROGRAM):
            (folder / name).unlink(missing_ok=True)
