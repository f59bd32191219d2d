# SPDX-License-Identifier: Apache-2.0
"""yosys-abc, which is part of the package pyosys: proves properties and equivalences of AIGER models."""

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairhash.base.errors import NotInstalled
from fairhash.toolchain import tools

_PROVE = "read_aiger {model}; fold; strash; scorr; orpos; pdr"
_SEARCH = "read_aiger {model}; fold; strash; bmc3 -F {frames}"
_COUNTEREXAMPLE = re.compile(r"was asserted in frame (\d+)")


@dataclass(frozen=True)
class AbcRun:
    """The outcome of one run."""

    status: Literal["proven", "failed", "unknown"]
    cpu_s: float
    detail: str = ""
    """The length of the counterexample, or why there is no answer; one line."""


def yosys_abc() -> Path:
    """The program yosys-abc."""
    package = importlib.util.find_spec("pyosys")
    if package is None or package.origin is None:
        raise NotInstalled("the Python package pyosys is not installed", "", "run ./run --setup")
    return Path(package.origin).parent / "yosys-abc"


def prove_unreachable(model: Path, limit_s: float) -> AbcRun:
    """Prove by property-directed reachability that no bad state of the model can be reached.

    Equivalent registers are merged first (scorr), and ABC verifies the invariant that it found.

    Args:
        model: The model, a binary AIGER file with bad states and constraints; its folder is the working folder.
        limit_s: Limit of CPU time in seconds.
    """
    tool_run = _run(model, _PROVE.format(model=model.name), limit_s)
    if tool_run.ok and "Property proved." in tool_run.output and "Verification of invariant" in tool_run.output:
        return AbcRun("proven", tool_run.cpu_s)
    return _counterexample(tool_run) or _no_answer(tool_run)


def find_bad_state(model: Path, frames: int, limit_s: float) -> AbcRun:
    """Look for a bad state that can be reached within `frames` cycles, by bounded model checking.

    Args:
        model: See prove_unreachable().
        frames: Number of cycles.
        limit_s: Limit of CPU time in seconds.
    """
    tool_run = _run(model, _SEARCH.format(model=model.name, frames=frames), limit_s)
    return _counterexample(tool_run) or _no_answer(tool_run)


def check_equivalence(left: Path, right: str, limit_s: float) -> AbcRun:
    """Prove by cec that two combinational models have equal outputs; they have the same inputs in the same order.

    Args:
        left: A binary AIGER file; its folder is the working folder.
        right: Name of another one in this folder.
        limit_s: Limit of CPU time in seconds.
    """
    tool_run = _run(left, f"cec {left.name} {right}", limit_s)
    if tool_run.ok and "Networks are equivalent" in tool_run.output:
        return AbcRun("proven", tool_run.cpu_s)
    if "Networks are NOT EQUIVALENT" in tool_run.output:
        return AbcRun("failed", tool_run.cpu_s, "the outputs differ")
    return _no_answer(tool_run)


def _run(model: Path, script: str, limit_s: float) -> tools.ToolRun:
    return tools.run([yosys_abc(), "-c", script], model.parent, limit_s)


def _counterexample(tool_run: tools.ToolRun) -> AbcRun | None:
    match = _COUNTEREXAMPLE.search(tool_run.output)
    return AbcRun("failed", tool_run.cpu_s, f"violated in cycle {match[1]}") if match else None


def _no_answer(tool_run: tools.ToolRun) -> AbcRun:
    if tool_run.stopped_after:
        return AbcRun("unknown", tool_run.cpu_s, f"stopped after {tool_run.stopped_after}")
    return AbcRun("unknown", tool_run.cpu_s, f"yosys-abc ended without an answer: {tool_run.tail(1)}")


def run_commands(commands: str, workdir: Path, limit_s: float) -> tools.ToolRun:
    """Run ABC's commands, separated by semicolons, with a limit of CPU time in seconds."""
    return tools.run([yosys_abc(), "-q", commands], workdir, limit_s)
