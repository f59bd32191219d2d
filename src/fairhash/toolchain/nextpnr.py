# SPDX-License-Identifier: Apache-2.0
"""nextpnr: a native program on PATH, or a YoWASP package, whose WebAssembly is compiled once into a shared cache."""

import fcntl
import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.catalog.device import Device
from fairhash.toolchain import sandbox, tools

_FIRST_START_LIMIT_S = 600
"""CPU time limit of the first start of a packaged nextpnr, which compiles it; in seconds."""


@dataclass(frozen=True)
class Program:
    """The nextpnr that places a device."""

    name: str
    """Name of the command; a native program and a package have different names."""
    build: str
    """Identifies the build: the package's version, or the SHA-256 digest of a native binary."""
    path: Path
    packaged: bool
    """Whether it is a YoWASP package."""


def program(device: Device) -> Program:
    """The native nextpnr for `device` if it is on PATH, else the packaged one; does not start it."""
    native = tools.find_tool(device.place.command)
    if native:
        return Program(device.place.command, _digest(native, native.stat().st_mtime_ns), native, packaged=False)
    package = device.place.package
    try:
        build = metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise NotInstalled(f"the package {package} is not installed", "", "run ./run --setup") from error
    return Program(package, build, tools.require_tool(package), packaged=True)


@cache
def _digest(binary: Path, _modified_ns: int) -> str:
    """SHA-256 of the file; its modification time makes the cache notice another build."""
    with binary.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _cache_folder() -> Path:
    return Path(os.environ.get("YOWASP_CACHE_DIR") or paths.build() / "cache" / "yowasp")


def environment() -> dict[str, str]:
    """Environment variables for a run of nextpnr."""
    return {"YOWASP_CACHE_DIR": str(_cache_folder())}


def version(device: Device) -> str:
    """The version that nextpnr prints.

    The first start of a packaged nextpnr compiles it into the cache, and two processes that did so at once would read
    each other's unfinished file. So this function starts it under a lock, and stores the version in a file, which
    marks the compilation as done.
    """
    tool = program(device)
    folder = _cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        version_file = folder / f"{tool.name}-{tool.build}.version"
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not version_file.is_file():
                tool_run = tools.run([tool.path, "--version"], folder, _FIRST_START_LIMIT_S, environment())
                if not tool_run.ok:
                    hint = "run ./run --setup" if tool.packaged else "repair it, or remove it from PATH"
                    raise FairhashError(f"{tool.name} does not start: {tool_run.tail(1)}", str(tool.path), hint)
                lines = [line.strip() for line in tool_run.output.splitlines() if line.strip()]
                lines = [line for line in lines if "Preparing to run" not in line]
                if not lines:
                    raise tools.ToolMisbehaved(f"{tool.name} --version prints nothing", str(tool.path))
                new_file = version_file.with_suffix(".new")
                new_file.write_text(lines[-1], encoding="utf-8")
                new_file.rename(version_file)
        return version_file.read_text(encoding="utf-8")
    except OSError as error:
        raise FairhashError(
            f"cannot store the compiled {tool.name}: {error.strerror}", str(folder), "set YOWASP_CACHE_DIR"
        ) from error


def place_arguments(device: Device, options: Sequence[str], seed: int) -> tuple[str, ...]:
    """Arguments that place and route framed.json of the working folder.

    All file names are relative: a packaged nextpnr can open files of its working folder only.

    Args:
        options: The recipe's options.
        seed: Seed of the placer.
    """
    return (
        *device.place.options,
        "--json",
        "framed.json",
        "--top",
        "frame",
        "--sdc",
        "clocks.sdc",
        "--seed",
        str(seed),
        "--timing-allow-fail",
        "--report",
        "report.json",
        "--write",
        "placed.json",
        "--sdf",
        "placed.sdf",
        *options,
    )


def run(device: Device, arguments: Sequence[str], workdir: Path, limit_s: float) -> tools.ToolRun:
    """Run the device's nextpnr in `workdir`; its log is place.log there.

    Threads, measured on YoWASP builds 0.11.1: the analytic placer and both routers use one; the electrostatic placer
    (``--placer static``) uses all processors, and its placement is bit-identical on 1, 2 and 3 of them. The first
    start, which compiles the tool, uses all processors too; version() completes it beforehand.

    Args:
        arguments: See place_arguments().
        workdir: Working folder with the input files.
        limit_s: Limit of CPU time in seconds.
    """
    version(device)
    command: list[str | Path] = [program(device).path, *arguments]
    # version() has compiled a packaged nextpnr, so it only reads the cache
    with sandbox.also_readable(_cache_folder()):
        return tools.run(command, workdir, limit_s, environment(), workdir / "place.log")
