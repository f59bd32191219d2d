# SPDX-License-Identifier: Apache-2.0
"""Exact versions of the tools that a result depends on. Fast to determine: they are part of every stage's key."""

from functools import cache
from importlib import metadata
from pathlib import Path

from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.catalog.device import Device
from fairhash.toolchain import nextpnr, tools


def program_build(name: str, option: str = "--version") -> str:
    """Version of a program as it prints it with this option; with the code generator, if it prints one (GHDL)."""
    tool = tools.require_tool(name).resolve()
    return _printed_version(name, option, tool, tool.stat().st_mtime_ns)


@cache
def _printed_version(name: str, option: str, tool: Path, _modified_ns: int) -> str:
    """The file's modification time makes the cache notice another build."""
    tool_run = tools.run([tool, option], Path.home(), limit_s=60)
    if not tool_run.ok:
        raise FairhashError(f"{name} does not start: {tool_run.tail(1)}", str(tool), "run ./run --setup")
    lines = [line.strip() for line in tool_run.output.splitlines() if line.strip()]
    if not lines:
        raise tools.ToolMisbehaved(f"{name} {option} prints nothing", str(tool))
    first, *rest = lines
    generator = next((line for line in rest if "code generator" in line), "")
    return f"{first}, {generator}" if generator else first


def package_build(name: str) -> str:
    """Version of an installed Python package; a FairhashError if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError as error:
        raise NotInstalled(f"the package {name} is not installed", "", "run ./run --setup") from error


def front_end_builds() -> dict[str, str]:
    """Versions of the tools from the sources to a netlist, by tool."""
    return {"ghdl": program_build("ghdl"), "pyosys": package_build("pyosys")}


def tool_builds(device: Device) -> dict[str, str]:
    """Versions of all tools from the sources to a result on `device`, by tool; starts only GHDL."""
    placer = nextpnr.program(device)
    return {**front_end_builds(), placer.name: placer.build}
