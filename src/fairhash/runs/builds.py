# SPDX-License-Identifier: Apache-2.0
"""Remembers what tools say of themselves, so that nothing is started only to make keys."""

import contextlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.device import CellLibrary
from fairhash.catalog.target import Estimate, Target, VendorDevice
from fairhash.results import files
from fairhash.runs.keys import digest
from fairhash.targets.vendor.vendor_tools import program
from fairhash.toolchain import tools
from fairhash.toolchain.builds import package_build


def remembered(ask: Callable[[Any], Mapping[str, str]], device: Target, folder: Path) -> Mapping[str, str]:
    """What `ask` says of the device's tools, asked again only when a tool's file or package has changed."""
    file = folder / f"{device.id}.json"
    identity = digest([_identity("ghdl"), package_build("pyosys"), _last(device)])
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        known = json.loads(file.read_bytes())
        if known["identity"] == identity:
            return {str(tool): str(version) for tool, version in known["builds"].items()}
    builds = dict(ask(device))
    files.write_text(file, json.dumps({"identity": identity, "builds": builds}, indent=1))
    return builds


def _last(device: Target) -> object:
    """What comes behind synthesis."""
    match device:
        case CellLibrary():
            return _identity("sta")
        case Estimate():
            return None
        case VendorDevice():
            return [package_build("edalize"), _identity(program(device).name)]
    own = tools.find_tool(device.place.command)
    return _identity(device.place.command) if own else package_build(device.place.package)


def _identity(name: str) -> list[list[str | int]]:
    """Path, size and time of a tool; Debian's ghdl is a script that starts a ghdl-something beside it."""
    tool = tools.require_tool(name)
    found = [tool.resolve(), *sorted(tool.parent.glob(f"{name}-*"))]
    return [[str(file), file.stat().st_size, file.stat().st_mtime_ns] for file in found if file.is_file()]
