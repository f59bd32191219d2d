# SPDX-License-Identifier: Apache-2.0
"""What a computer says about itself: memory, disk, load. Every measurement of software names them."""

import os
import platform
import re
from pathlib import Path

from fairhash.bench.record import machine
from fairhash.models.bench.loops import openssl_version
from fairhash.models.bench.setting import setting
from fairhash.results.software_speed import SoftwareMachine

IN_MEMORY = ("tmpfs", "ramfs")
"""File systems without a disk."""


def memory() -> str:
    """Size of the main memory; its type is not readable without administrator rights."""
    match = re.search(r"^MemTotal:\s*(\d+) kB", _text(Path("/proc/meminfo")), re.MULTILINE)
    return f"{int(match[1]) / 2**20:.1f} GiB" if match else "unknown"


def file_system(folder: Path) -> str:
    """Type of the file system that holds a folder, e.g. ``ext4``."""
    device = folder.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    types = [
        line.rpartition(" - ")[2].split()[0]
        for line in _text(Path("/proc/self/mountinfo")).splitlines()
        if line.split()[2] == number
    ]
    return types[0] if types else "unknown"


def disk(folder: Path) -> str:
    """Name, model, size and kind of the disk that holds a folder, and the file system."""
    device = folder.stat().st_dev
    block = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}")
    kind = file_system(folder)
    if not block.exists():
        return kind
    block = block.resolve()
    whole = block.parent if (block / "partition").exists() else block
    model = _text(whole / "device" / "model").strip()
    sectors = _text(whole / "size").strip()
    rotational = _text(whole / "queue" / "rotational").strip()
    parts = [
        whole.name,
        model,
        f"{int(sectors) * 512 / 1e9:.0f} GB" if sectors else "",
        {"0": "not rotational", "1": "rotational as the kernel reports"}.get(rotational, ""),
        kind,
    ]
    return ", ".join(part for part in parts if part)


def software_machine(folder: Path | None, load_before: float, load_after: float) -> SoftwareMachine:
    """Return the machine and the conditions of a measurement.

    Args:
        folder: where the measured files are; None if there are none.
        load_before: Load average when the measurement began.
        load_after: Load average now.
    """
    computer, conditions = machine(), setting(openssl_version())
    return SoftwareMachine(
        cpu=computer.cpu_model,
        processors=computer.cores,
        memory=memory(),
        disk=disk(folder) if folder else "",
        os=computer.os,
        kernel=platform.release(),
        compiler=conditions.compiler,
        flags=conditions.flags,
        cpu_features=conditions.cpu_features,
        openssl=conditions.openssl,
        load_before=load_before,
        load_after=load_after,
    )


def machine_name() -> str:
    """Default name of the file of results: processor model and number of processors."""
    computer = machine()
    words = re.sub(r"\((R|TM)\)", "", computer.cpu_model, flags=re.IGNORECASE).lower()
    return f"{re.sub(r'[^a-z0-9]+', '-', words).strip('-')}-x{computer.cores}"


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
