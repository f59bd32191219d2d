# SPDX-License-Identifier: Apache-2.0
"""Runs GHDL with an allocator that never moves its tables, because GHDL 2.0 loses assignments when one moves.

GHDL's synthesis keeps the assignments to parts of a variable or signal in a table. Where an assignment splits an
earlier one, ``Insert_Partial_Assign`` (synth-environment.adb) appends to that table and then writes through references
that it took before. If the table was full, it has moved: the write goes to freed memory, and the part keeps its earlier
value, without a message. That happens when the 1024th, 2048th, 4096th ... entry of a whole design is such a split, so
one more assignment anywhere before, or one more instance, makes the Verilog of an entity right or wrong.
tests/toolchain/test_ghdl_memory.py reproduces it.
"""

from collections.abc import Sequence
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.toolchain import tools
from fairhash.toolchain.c_compiler import compiled

SOURCE = Path(__file__).with_suffix(".c")
"""The allocator."""
_LIBRARY = ".ghdl_memory.so"
_SCRIPT = 'LD_PRELOAD="$1" && export LD_PRELOAD && shift && exec "$@" > "$0"'
"""GHDL can only write to stdout; the shell keeps stderr, with the warnings, out of the file."""


def run_ghdl(command: Sequence[str | Path], output: Path, workdir: Path, limit_s: float) -> tools.ToolRun:
    """Run GHDL with tables that do not move.

    Args:
        command: GHDL and its arguments.
        output: File that receives what GHDL writes to stdout.
        workdir: Working folder.
        limit_s: Limit of GHDL's CPU time in seconds.

    Raises:
        FairhashError: GHDL cannot be started, or the allocator cannot be compiled or loaded.
    """
    # in the working folder, which is all that the tools of an external core see; LD_PRELOAD ends a name at a blank
    library = workdir / _LIBRARY
    library.write_bytes(_library())
    try:
        tool_run = tools.run(["sh", "-c", _SCRIPT, output, f"./{_LIBRARY}", *command], workdir, limit_s)
    finally:
        library.unlink(missing_ok=True)
    if "cannot be preloaded" in tool_run.output:
        what = f"GHDL runs without the allocator of {SOURCE.name}: {tool_run.output.splitlines()[0]}"
        raise FairhashError(what, str(SOURCE), "see docs/tool-faults.md, Lost assignments")
    return tool_run


def _library() -> bytes:
    """The compiled allocator."""
    return compiled((SOURCE,), ("-O2", "-shared", "-fPIC"))
