# SPDX-License-Identifier: Apache-2.0
"""nextpnr, installed for itself or as a package; the packages are WebAssembly, compiled once into one cache."""

import fcntl
import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from fairhash import paths
from fairhash.catalog.device import Device
from fairhash.errors import FairhashError
from fairhash.toolchain import tools

_WARM_LIMIT_S = 600


@dataclass(frozen=True)
class Program:
    """The nextpnr that places a device."""

    name: str
    """As it is called; what is installed for itself and what comes in a package are called differently."""
    build: str
    """What tells it from any other build: the package's version, or a digest of the binary."""
    path: Path
    packaged: bool


def program(device: Device) -> Program:
    """The one installed for itself if it is on PATH, else the packaged one; starts neither."""
    own = tools.find(device.place.command)
    if own:
        return Program(device.place.command, _digest(own, own.stat().st_mtime_ns), own, packaged=False)
    package = device.place.package
    try:
        build = metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise FairhashError(f"the package {package} is not installed", "", "run ./run --setup") from error
    return Program(package, build, tools.need(package), packaged=True)


@cache
def _digest(binary: Path, _modified_ns: int) -> str:
    with binary.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _cache() -> Path:
    return Path(os.environ.get("YOWASP_CACHE_DIR") or paths.build() / "cache" / "yowasp")


def environment() -> dict[str, str]:
    """What a run of nextpnr needs in its environment."""
    return {"YOWASP_CACHE_DIR": str(_cache())}


def version(device: Device) -> str:
    """What the tool says of its own version.

    The first call of a packaged tool compiles it into the cache. Two at once would write, and read, the same file half
    done, so it happens under a lock, and its answer is kept as the mark that it has happened.
    """
    tool = program(device)
    folder = _cache()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        mark = folder / f"{tool.name}-{tool.build}.version"
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not mark.is_file():
                ran = tools.run([tool.path, "--version"], folder, _WARM_LIMIT_S, environment())
                if not ran.ok:
                    hint = "run ./run --setup" if tool.packaged else "fix it, or take it off PATH"
                    raise FairhashError(f"{tool.name} does not start: {ran.tail(1)}", str(tool.path), hint)
                said = [line for line in ran.output.splitlines() if line.strip() and "Preparing to run" not in line]
                fresh = mark.with_suffix(".new")
                fresh.write_text(said[-1].strip(), encoding="utf-8")
                fresh.rename(mark)
        return mark.read_text(encoding="utf-8")
    except OSError as error:
        raise FairhashError(
            f"cannot keep the compiled {tool.name}: {error.strerror}", str(folder), "set YOWASP_CACHE_DIR"
        ) from error


def place_arguments(device: Device, options: Sequence[str], seed: int) -> tuple[str, ...]:
    """The arguments for placing framed.json; every file is relative, since the WebAssembly tool sees no other."""
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
    """Run the device's nextpnr in `workdir`; its log is place.log there. `limit_s` is in seconds of CPU time.

    Measured on yowasp builds 0.11.1: the analytic placer and both routers use one thread, the electrostatic placer
    (``--placer static``) as many as there are processors, with the same placement by 1, 2 and 3 of them to the last
    bit. The first start, which compiles the tool, works on every processor too; version() has done that beforehand.
    """
    version(device)
    command: list[str | Path] = [program(device).path, *arguments]
    return tools.run(command, workdir, limit_s, environment(), workdir / "place.log")
