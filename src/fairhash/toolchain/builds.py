# SPDX-License-Identifier: Apache-2.0
"""Which builds of which tools a result rests on. Cheap: part of every key, asked before anything runs."""

from functools import cache
from importlib import metadata
from pathlib import Path

from fairhash.catalog.device import Device
from fairhash.errors import FairhashError
from fairhash.toolchain import nextpnr, tools


@cache
def _ghdl(tool: Path, modified_ns: int) -> str:
    """What the binary says of itself; asked again when the file has changed."""
    ran = tools.run([tool, "--version"], Path.home(), limit_s=60)
    if not ran.ok:
        raise FairhashError(f"ghdl does not start: {ran.tail(1)}", str(tool), "run ./run --setup")
    first, *rest = [line.strip() for line in ran.output.splitlines() if line.strip()]
    generator = next((line for line in rest if "code generator" in line), "")
    return f"{first}, {generator}" if generator else first


def package_build(name: str) -> str:
    """Version of a Python package; a missing one is a FairhashError."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError as error:
        raise FairhashError(f"the package {name} is not installed", "", "run ./run --setup") from error


def front_end_builds() -> dict[str, str]:
    """Exact versions of the tools between the sources and a netlist."""
    ghdl = tools.need("ghdl").resolve()
    return {"ghdl": _ghdl(ghdl, ghdl.stat().st_mtime_ns), "pyosys": package_build("pyosys")}


def tool_builds(device: Device) -> dict[str, str]:
    """Exact version of every tool between the sources and the result on `device`; starts none that is slow to start."""
    placer = nextpnr.program(device)
    return {**front_end_builds(), placer.name: placer.build}
