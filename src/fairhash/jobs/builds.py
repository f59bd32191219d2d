# SPDX-License-Identifier: Apache-2.0
"""Remembers what tools say of themselves, so that nothing is started only to make keys."""

import contextlib
import json
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from fairhash import tools
from fairhash.catalog.device import CellLibrary, Device
from fairhash.errors import FairhashError
from fairhash.jobs.keys import digest
from fairhash.results import files


def remembered(
    ask: Callable[[Any], Mapping[str, str]], device: Device | CellLibrary, folder: Path
) -> Mapping[str, str]:
    """What `ask` says of the device's tools, asked again only when a tool's file or package has changed."""
    file = folder / f"{device.id}.json"
    last = _identity("sta") if isinstance(device, CellLibrary) else _placer(device)
    identity = digest([_identity("ghdl"), _package("pyosys"), last])
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        known = json.loads(file.read_bytes())
        if known["identity"] == identity:
            return {str(tool): str(version) for tool, version in known["builds"].items()}
    builds = dict(ask(device))
    files.write_text(file, json.dumps({"identity": identity, "builds": builds}, indent=1))
    return builds


def _identity(name: str) -> list[list[str | int]]:
    """Path, size and time of a tool; Debian's ghdl is a script that starts a ghdl-something beside it."""
    tool = tools.need(name)
    found = [tool.resolve(), *sorted(tool.parent.glob(f"{name}-*"))]
    return [[str(file), file.stat().st_size, file.stat().st_mtime_ns] for file in found if file.is_file()]


def _placer(device: Device) -> list[list[str | int]] | str:
    own = tools.find(device.place.command)
    return _identity(device.place.command) if own else _package(device.place.package)


def _package(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError as error:
        raise FairhashError(f"the package {name} is not installed", "", "run ./run --setup") from error
