# SPDX-License-Identifier: Apache-2.0
"""nextpnr in its WebAssembly build: one cache of compiled code for all runs, warmed once under a lock."""

import fcntl
import os
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from fairhash import paths, tools
from fairhash.catalog.device import Device
from fairhash.errors import FairhashError

_WARM_LIMIT_S = 600


def package_version(device: Device) -> str:
    """Version and build of the distribution the device's nextpnr comes from."""
    try:
        return metadata.version(device.place.package)
    except metadata.PackageNotFoundError as error:
        raise FairhashError(f"the package {device.place.package} is not installed", "", "run ./run --setup") from error


def _cache() -> Path:
    return Path(os.environ.get("YOWASP_CACHE_DIR") or paths.build() / "cache" / "yowasp")


def environment() -> dict[str, str]:
    """What a run of nextpnr needs in its environment."""
    return {"YOWASP_CACHE_DIR": str(_cache())}


def version(device: Device) -> str:
    """What the tool says of its own version.

    The first call compiles the tool into the cache. Two at once would write, and read, the same file half done, so it
    happens under a lock, and its answer is kept as the mark that it has happened.
    """
    tool, build = tools.need(device.place.command), package_version(device)
    folder = _cache()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        mark = folder / f"{device.place.package}-{build}.version"
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not mark.is_file():
                ran = tools.run([tool, "--version"], folder, _WARM_LIMIT_S, environment())
                if not ran.ok:
                    raise FairhashError(f"{tool.name} does not start: {ran.tail(1)}", str(tool), "run ./run --setup")
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
        *options,
    )


def run(device: Device, arguments: Sequence[str], workdir: Path, limit_s: float) -> tools.ToolRun:
    """Run the device's nextpnr in `workdir`; its log is place.log there. `limit_s` is in seconds of CPU time.

    Measured on yowasp builds 0.11.1: the analytic placer and both routers use one thread, the electrostatic placer
    (``--placer static``) as many as there are processors, with the same placement by 1, 2 and 3 of them to the last
    bit. The first start, which compiles the tool, works on every processor too; version() has done that beforehand.
    """
    version(device)
    command: list[str | Path] = [tools.need(device.place.command), *arguments]
    return tools.run(command, workdir, limit_s, environment(), workdir / "place.log")
