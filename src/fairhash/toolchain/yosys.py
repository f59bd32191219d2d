# SPDX-License-Identifier: Apache-2.0
"""Yosys: runs scripts, reads its netlists and its error messages."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fairhash.toolchain import tools

_CHILD = Path(__file__).with_name("yosys_child.py")


def run_script(commands: Sequence[str], workdir: Path, name: str, limit_s: float) -> tools.ToolRun:
    """Run Yosys commands in a process of their own.

    Args:
        commands: The commands, in order.
        workdir: The process' working folder; the script `name`.ys and the log `name`.log stay there.
        name: Name of the script, without its ending.
        limit_s: Limit of CPU time, in seconds.
    """
    script = workdir / f"{name}.ys"
    script.write_text("".join(f"{command}\n" for command in commands), encoding="utf-8")
    # -P: do not import a module of the working folder or of this one in place of a standard module of the same name
    command: list[str | Path] = [sys.executable, "-P", _CHILD, script.name]
    return tools.run(command, workdir, limit_s, log=workdir / f"{name}.log")


def read_command(verilog: Path, top: str = "", parameters: Mapping[str, str] | None = None) -> str:
    """The Yosys command that reads a file of the working folder.

    `read_slang` reads SystemVerilog (.sv) and elaborates one top module; `read_verilog` reads Verilog.

    Args:
        verilog: The file.
        top: The top module; by default it has the name of the file. Used for SystemVerilog only.
        parameters: Values of the top module's parameters, as expressions. Used for SystemVerilog only.
    """
    if verilog.suffix != ".sv":
        return f"read_verilog {verilog.name}"
    values = "".join(f" -G {name}={value}" for name, value in (parameters or {}).items())
    # assertions are no circuit; a constant may be connected to a port whose type is an enumeration
    return f"read_slang --ignore-assertions --relax-enum-conversions --top {top or verilog.stem}{values} {verilog.name}"


def failure(tool_run: tools.ToolRun) -> str:
    """Why a run failed, in one line: the first error message of Yosys, else its exit status and last output line.

    Raises:
        ToolMisbehaved: It wrote nothing.
    """
    tools.require_message(tool_run, "Yosys")
    errors = [line.strip() for line in tool_run.output.splitlines() if "ERROR:" in line]
    return errors[0] if errors else f"Yosys ended with status {tool_run.returncode}: {tool_run.tail(1)}"


def netlist(file: Path) -> dict[str, Any]:
    """Read a JSON netlist: a table with `creator` (tool and version that wrote it) and `modules`.

    Raises:
        ToolMisbehaved: It is missing or not JSON.
    """
    contents: dict[str, Any] = tools.read_json(file, "Yosys")
    return contents


def cell_counts(module: dict[str, Any]) -> dict[str, int]:
    """Count the cells of a netlist's module by type, sorted by type; $scopeinfo cells, which are notes, excluded."""
    counts: dict[str, int] = {}
    for cell in module["cells"].values():
        if cell["type"] != "$scopeinfo":
            counts[cell["type"]] = counts.get(cell["type"], 0) + 1
    return dict(sorted(counts.items()))
