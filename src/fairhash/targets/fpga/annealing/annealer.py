# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the annealer, and leaves a netlist whose cells are bound to the places that it finds."""

import json
import tempfile
from functools import cache
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.targets.fpga.annealing.bound_netlist import bind
from fairhash.targets.fpga.annealing.problem import problem, read_places
from fairhash.toolchain import tools

_FOLDER = Path(__file__).resolve().parent
FLAGS = ("-std=c17", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
"""Compiler flags; without contraction a result does not depend on whether the processor multiplies and adds at once."""
_DESIGN, _PLACES, _PROGRAM = "anneal.txt", "places.txt", "anneal.program"


def sources() -> list[Path]:
    """The C files of the annealer."""
    return sorted(_FOLDER.glob("*.c"))


def anneal(placed: Path, framed: Path, module: str, seed: int, limit_s: float) -> tools.ToolRun:
    """Anneal a placement, and replace the netlist `framed` by one whose cells are bound to the new places.

    Args:
        placed: Netlist that nextpnr packed and placed; its module is called "top".
        framed: Netlist that nextpnr read, with the module `module`.
        module: Name of the top module in `framed`.
        seed: Seed of the annealer.
        limit_s: Limit of CPU time in seconds.

    Raises:
        CannotAnneal: for a netlist with a cell that the annealer does not know.
        FairhashError: without a C compiler.
    """
    folder = framed.parent
    packed = json.loads(placed.read_text(encoding="utf-8"))["modules"]["top"]
    original = json.loads(framed.read_text(encoding="utf-8"))
    (folder / _DESIGN).write_text(problem(packed["cells"]), encoding="utf-8")
    program = folder / _PROGRAM
    try:
        program.write_bytes(_program())
        program.chmod(0o755)
        run = tools.run([program, _DESIGN, _PLACES, str(seed)], folder, limit_s)
        if run.ok:
            places = read_places((folder / _PLACES).read_text(encoding="utf-8"), packed["cells"])
            original["modules"][module] = bind(packed, original["modules"][module], places)
            framed.write_text(json.dumps(original), encoding="utf-8")
        return run
    finally:
        for name in (_DESIGN, _PLACES, _PROGRAM):
            (folder / name).unlink(missing_ok=True)


@cache
def _program() -> bytes:
    """The compiled annealer."""
    with tempfile.TemporaryDirectory(prefix="fairhash.") as name:
        program = Path(name) / _PROGRAM
        run = tools.run([tools.require_tool("gcc"), *FLAGS, *sources(), "-o", program, "-lm"], Path(name))
        if not run.ok:
            raise FairhashError(f"gcc cannot compile the annealer: {run.tail(1)}", str(_FOLDER), "fairhash doctor")
        return program.read_bytes()
