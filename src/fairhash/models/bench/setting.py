# SPDX-License-Identifier: Apache-2.0
"""What a speed depends on besides the models: compiler, flags, processor."""

import json
import platform
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from fairhash import paths
from fairhash.models.library import library

_FEATURE = re.compile(r"^#define FAIRHASH_CPU_(\w+) (\d+)U\b", re.MULTILINE)


@dataclass(frozen=True)
class Setting:
    """Named in everything that is printed and written."""

    compiler: str
    flags: str
    """Of the library's sources; paths and macros left out."""
    cpu: str
    cpu_features: str
    """Those of `fairhash_cpu()` that were allowed."""
    openssl: str


def _compiler(build: Path) -> str:
    """Its name and version, as cmake found them."""
    for file in build.glob("CMakeFiles/*/CMakeCCompiler.cmake"):
        told = dict(re.findall(r'^set\((CMAKE_C_COMPILER_\w+) "([^"]*)"\)', file.read_text("utf-8"), re.MULTILINE))
        if "CMAKE_C_COMPILER_ID" in told:
            return f"{told['CMAKE_C_COMPILER_ID']} {told.get('CMAKE_C_COMPILER_VERSION', '')}".strip()
    return "unknown"


def _flags(build: Path) -> str:
    """Those with which the first of the library's sources is compiled."""
    try:
        commands = json.loads((build / "compile_commands.json").read_text("utf-8"))
    except (OSError, ValueError):
        return "unknown"
    for one in commands:
        if Path(one["file"]).parent.name == "src":
            words = shlex.split(one["command"])[1:]
            return " ".join(word for word in words if re.match(r"-(?![IDoc])", word))
    return "unknown"


def _cpu() -> str:
    try:
        told = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        told = None
    return told[1].strip() if told else platform.machine()


def _cpu_features() -> str:
    """By their names in fairhash.h."""
    has = int(library().fairhash_cpu())
    header = (paths.root() / "models" / "include" / "fairhash.h").read_text("utf-8")
    return " ".join(name for name, bit in _FEATURE.findall(header) if has & int(bit)) or "none"


def setting(openssl: str) -> Setting:
    """What holds now, with what the caller allows of the processor."""
    build = paths.build() / "models"
    return Setting(_compiler(build), _flags(build), _cpu(), _cpu_features(), openssl)
