# SPDX-License-Identifier: Apache-2.0
"""Which builds of which tools a result on standard cells rests on; the library's own digest comes on top."""

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
    said = {name: _said(name, option) for name, option in (("ghdl", "--version"), (TOOL, "-version"))}
    return {"ghdl": said["ghdl"], "pyosys": yosys, "opensta": said[TOOL]}


def _said(name: str, option: str) -> str:
    tool = tools.require_tool(name)
    ran = tools.run([tool, option], Path.home(), limit_s=60)
    lines = [line.strip() for line in ran.output.splitlines() if line.strip()]
    if not ran.ok or not lines:
        raise FairhashError(f"{name} does not start: {ran.tail(1)}", str(tool), "run ./run --setup")
    generator = next((line for line in lines[1:] if "code generator" in line), "")
    return f"{lines[0]}, {generator}" if generator else lines[0]
