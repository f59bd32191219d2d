# SPDX-License-Identifier: Apache-2.0
"""The conditions of a measurement: compiler, flags, processor."""

import json
import platform
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.models.library import library

_FEATURE = re.compile(r"^#define FAIRHASH_CPU_(\w+) (\d+)U\b", re.MULTILINE)


@dataclass(frozen=True)
class Setting:
    """Conditions of a measurement, which every output states."""

    compiler: str
    flags: str
    """Compiler flags of the library's sources, without paths and macros."""
    cpu: str
    cpu_features: str
    """The allowed instruction-set extensions, as `fairhash_cpu()` reports them."""
    openssl: str


def _compiler(build: Path) -> str:
    """Name and version of the C compiler, from CMake's files."""
    for file in build.glob("CMakeFiles/*/CMakeCCompiler.cmake"):
        variables = dict(re.findall(r'^set\((CMAKE_C_COMPILER_\w+) "([^"]*)"\)', file.read_text("utf-8"), re.MULTILINE))
        if "CMAKE_C_COMPILER_ID" in variables:
            return f"{variables['CMAKE_C_COMPILER_ID']} {variables.get('CMAKE_C_COMPILER_VERSION', '')}".strip()
    return "unknown"


def _flags(build: Path) -> str:
    """Compiler flags of the first library source in compile_commands.json."""
    try:
        commands = json.loads((build / "compile_commands.json").read_text("utf-8"))
    except (OSError, ValueError):
        return "unknown"
    for entry in commands:
        if Path(entry["file"]).parent.name == "src":
            words = shlex.split(entry["command"])[1:]
            return " ".join(word for word in words if re.match(r"-(?![IDoc])", word))
    return "unknown"


def _cpu() -> str:
    """Model name of the processor."""
    try:
        match = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        match = None
    return match[1].strip() if match else platform.machine()


def _cpu_features() -> str:
    """The allowed instruction-set extensions, by their names in fairhash.h."""
    allowed = int(library().fairhash_cpu())
    header = (paths.root() / "models" / "include" / "fairhash.h").read_text("utf-8")
    return " ".join(name for name, bit in _FEATURE.findall(header) if allowed & int(bit)) or "none"


def setting(openssl: str) -> Setting:
    """The present conditions, with the instruction-set extensions that are allowed now."""
    build = paths.build() / "models"
    return Setting(_compiler(build), _flags(build), _cpu(), _cpu_features(), openssl)
