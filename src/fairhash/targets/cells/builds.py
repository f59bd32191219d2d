# SPDX-License-Identifier: Apache-2.0
"""Versions of the tools that produce a result on standard cells; results store the library's digest separately."""

from importlib import metadata
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.targets.cells.timing import TOOL
from fairhash.toolchain import tools


def cell_builds() -> dict[str, str]:
    """Exact version of every tool between the sources and the result."""
    try:
        yosys = metadata.version("pyosys")
    except metadata.PackageNotFoundError as error:
        raise FairhashError("the package pyosys is not installed", "", "run ./run --setup") from error
    return {"ghdl": _version(("ghdl", "--version")), "pyosys": yosys, "opensta": _version((TOOL, "-version"))}


def _version(command: tuple[str, str]) -> str:
    """The version in the output of a command: its first line, with the code generator if it is given."""
    name, option = command
    tool = tools.require_tool(name)
    run = tools.run([tool, option], Path.home(), limit_s=60)
    lines = [line.strip() for line in run.output.splitlines() if line.strip()]
    if not run.ok or not lines:
        raise FairhashError(f"{name} does not start: {run.tail(1)}", str(tool), "run ./run --setup")
    generator = next((line for line in lines[1:] if "code generator" in line), "")
    return f"{lines[0]}, {generator}" if generator else lines[0]
