# SPDX-License-Identifier: Apache-2.0
"""ABC: combinational equivalence checks of AIGER files, by the yosys-abc in the folder of the pyosys package."""

import importlib.util
from enum import StrEnum
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.toolchain import tools


class Equivalence(StrEnum):
    """The answer of an equivalence check."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


def executable() -> Path:
    """Path of yosys-abc.

    Raises:
        FairhashError: pyosys is not installed.
    """
    package = importlib.util.find_spec("pyosys")
    if package is None or package.origin is None:
        raise FairhashError("pyosys is not installed", "", "run ./run --setup")
    return Path(package.origin).with_name("yosys-abc")


def check_equivalence(left: str, right: str, workdir: Path, limit_s: float) -> tuple[Equivalence, tools.ToolRun]:
    """Compare the outputs of two AIGER files, which have the same inputs, in the same order.

    Args:
        left: A file of the working folder.
        right: Another one.
        workdir: ABC's working folder.
        limit_s: Limit of CPU time in seconds; UNKNOWN when it is reached.
    """
    tool_run = tools.run([executable(), "-c", f"cec {left} {right}"], workdir, limit_s)
    if "Networks are equivalent" in tool_run.output:
        return Equivalence.EQUAL, tool_run
    if "Networks are NOT EQUIVALENT" in tool_run.output:
        return Equivalence.DIFFERENT, tool_run
    return Equivalence.UNKNOWN, tool_run
