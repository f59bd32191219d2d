# SPDX-License-Identifier: Apache-2.0
"""What Lattice's two tools, Diamond and Radiant, have in common: attributes, seeds, the map report."""

import re
from collections.abc import Collection

from fairhash.catalog.device import DedicatedKind
from fairhash.targets.vendor.reading import Unreadable
from fairhash.targets.vendor.tool import ProjectFile, Request, within

KEEP = {"syn_hier": "hard"}
"""Synplify: the core stays apart from its frame."""

_USED = re.compile(r"^\s*((?:Total n|N)umber (?:of|used) [^:\n]*):\s+(\d+)", re.MULTILINE)


def attributes(allowed: Collection[str]) -> dict[str, str]:
    """Synplify's (Lattice, "Synplify Pro for Lattice Reference Manual", attributes)."""
    memory = "block_ram" if "bram" in allowed else "distributed" if "lutram" in allowed else "registers"
    return {
        "syn_ramstyle": memory,
        "syn_romstyle": within(allowed, "bram", "logic", "block_rom"),
        "syn_multstyle": within(allowed, "dsp", "logic", "block_mult"),
        "syn_srlstyle": within(allowed, "lutram", "registers", "distributed"),
    }


def strategy(command: str, request: Request) -> ProjectFile:
    """One placement from the seed's starting point, said by the tool's own command."""
    values = {"par_place_iterator": 1, "par_place_iterator_start_pt": request.seed, "par_save_best_result": 1}
    lines = [f"{command} -strategy Strategy1 {name}={value}\n" for name, value in values.items()]
    return ProjectFile("settings.tcl", "tclSource", "".join(lines))


def used(report: str) -> dict[str, int]:
    """The counts of a map report, by its words behind `Number of`."""
    counts: dict[str, int] = {}
    for words, value in _USED.findall(report):
        counts.setdefault(re.sub(r"^(?:Total n|N)umber (?:of|used as|used) ", "", words).strip(), int(value))
    return counts


def one(counts: dict[str, int], *names: str) -> int:
    """The first of these that is there."""
    for name in names:
        if name in counts:
            return counts[name]
    raise Unreadable(f"the map report does not tell the number of {names[0]}")


def dedicated(counts: dict[str, int]) -> dict[DedicatedKind, int]:
    """Block RAM, multipliers and distributed RAM; a family that has none tells none."""
    return {
        "bram": one(counts, "block RAMs", "EBRs"),
        "dsp": sum(count for name, count in counts.items() if "MULT" in name or name in ("DSPs", "Used DSP Sites")),
        "lutram": counts.get("distributed RAM", 0),
    }
