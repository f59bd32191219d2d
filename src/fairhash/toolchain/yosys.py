# SPDX-License-Identifier: Apache-2.0
"""Yosys: runs one script of commands and says in one line why it failed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fairhash.toolchain import tools

_CHILD = Path(__file__).with_name("yosys_child.py")


def run_script(commands: Sequence[str], workdir: Path, name: str, limit_s: float) -> tools.ToolRun:
    """Run `commands` with `workdir` as the working folder; leaves `name`.ys and `name`.log there.

    `limit_s` is in seconds of CPU time.
    """
    script = workdir / f"{name}.ys"
    script.write_text("".join(f"{command}\n" for command in commands), encoding="utf-8")
    # -P: no module of this folder may stand for one of Python's own.
    return tools.run([tools.python(), "-P", _CHILD, script.name], workdir, limit_s, log=workdir / f"{name}.log")


def read_command(verilog: Path) -> str:
    """The command that reads a file of the working folder, in the language its ending tells."""
    return f"read_verilog {'-sv ' if verilog.suffix == '.sv' else ''}{verilog.name}"


def failure(ran: tools.ToolRun) -> str:
    """Yosys' own error message, else what is known of the end."""
    errors = [line.strip() for line in ran.output.splitlines() if "ERROR:" in line]
    return errors[0] if errors else f"Yosys ended with status {ran.returncode}: {ran.tail(1)}"


def netlist(file: Path) -> dict[str, Any]:
    """A JSON netlist: `creator`, the tool and version that wrote it, and `modules`."""
    read: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return read


def cell_counts(module: dict[str, Any]) -> dict[str, int]:
    """Cells by type, sorted by type; scope notes, which are no hardware, left out."""
    counts: dict[str, int] = {}
    for cell in module["cells"].values():
        if cell["type"] != "$scopeinfo":
            counts[cell["type"]] = counts.get(cell["type"], 0) + 1
    return dict(sorted(counts.items()))
