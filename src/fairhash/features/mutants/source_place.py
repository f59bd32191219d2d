# SPDX-License-Identifier: Apache-2.0
"""Finds the VHDL statement from which a cell of a netlist was made.

Yosys names a cell after the signal that it drives or that it was mapped from, and GHDL's Verilog has a comment with the
place in the VHDL before each statement that assigns a signal.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.toolchain.elaborate import located_verilog

_COMMENT = re.compile(r"\s*/\*\s*(\S+?):(\d+):\d+\s*\*/")
_MODULE = re.compile(r"module (\w+)")
_ASSIGNMENT = re.compile(r"\s*(?:assign )?(\w+)(?:\[[^]]*\])? <?= ")
_INSTANCE = re.compile(r"\s+(\w+) (\w+) \(")
_BRANCH = re.compile(r"\s*(?:\S+: )?(\w+) <?= ")


@dataclass(frozen=True)
class SourcePlace:
    """A statement. `file` begins with ``rtl/``, for the folder of the core's sources."""

    signal: str = ""
    """Name in GHDL's Verilog, with its instances."""
    file: str = ""
    line: int = 0

    def text(self) -> str:
        """For tables: ``rtl/sha2/sha2_pkg.vhd:95``; empty if nothing is known."""
        return f"{self.file}:{self.line}" if self.file else ""


@dataclass
class _Module:
    assignments: dict[str, tuple[str, int]] = field(default_factory=dict)
    instances: dict[str, str] = field(default_factory=dict)


class SourcePlaces:
    """The places of all signals of a core."""

    def __init__(self, text: str, top: str) -> None:
        """Read GHDL's Verilog."""
        self._top = top
        self._modules: dict[str, _Module] = {}
        module, place = _Module(), ("", 0)
        for line in text.splitlines():
            if match := _COMMENT.match(line):
                place = (match[1], int(match[2]))
            elif match := _MODULE.match(line):
                module = self._modules.setdefault(match[1], _Module())
            elif match := _ASSIGNMENT.match(line) or _BRANCH.match(line):
                module.assignments.setdefault(match[1], place)
            elif match := _INSTANCE.match(line):
                module.instances.setdefault(match[2], match[1])

    def of_cell(self, cell: str) -> SourcePlace:
        """The statement that assigns the signal after which a cell is named; without a file if there is none."""
        *path, last = cell.split(".")
        module: _Module | None = self._modules.get(self._top)
        for instance in path:
            module = self._modules.get(module.instances.get(instance, "")) if module else None
        named = _longest_prefix(last, module.assignments) if module else ""
        if module is None or not named:
            return SourcePlace(cell)
        file, line = module.assignments[named]
        return SourcePlace(".".join([*path, named]), file, line)


def _longest_prefix(name: str, signals: Mapping[str, object]) -> str:
    """The longest signal that the name is, or that is followed by an underscore in it."""
    for end in range(len(name), 0, -1):
        if name[:end] in signals and (end == len(name) or name[end] == "_"):
            return name[:end]
    return ""


def source_places(core: Core, workdir: Path) -> SourcePlaces:
    """The places of all signals of one of our VHDL cores; GHDL's files are in `workdir`."""
    return SourcePlaces(located_verilog(core, workdir), core.entity)
