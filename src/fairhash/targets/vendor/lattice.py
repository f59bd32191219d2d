# SPDX-License-Identifier: Apache-2.0
"""Common parts of Lattice's two tools, Diamond and Radiant: attributes, seeds, the map report."""

import re
from collections.abc import Collection

from fairhash.catalog.device import DedicatedKind
from fairhash.targets.vendor.vendor_report import UnreadableReport
from fairhash.targets.vendor.vendor_tool import ProjectFile, Request, attribute_value

KEEP = {"syn_hier": "hard"}
"""Synplify's attribute that prevents optimisation of the core together with its frame."""

_USED = re.compile(r"^\s*((?:Total n|N)umber (?:of|used) [^:\n]*):\s+(\d+)", re.MULTILINE)


def attributes(allowed: Collection[str]) -> dict[str, str]:
    """Synplify's (Lattice, "Synplify Pro for Lattice Reference Manual", attributes)."""
    memory = "block_ram" if "bram" in allowed else "distributed" if "lutram" in allowed else "registers"
    return {
        "syn_ramstyle": memory,
        "syn_romstyle": attribute_value(allowed, "bram", "logic", "block_rom"),
        "syn_multstyle": attribute_value(allowed, "dsp", "logic", "block_mult"),
        "syn_srlstyle": attribute_value(allowed, "lutram", "registers", "distributed"),
    }


def strategy(command: str, request: Request) -> ProjectFile:
    """Settings for one placement that starts from the seed; `command` is the tool's Tcl command for a setting."""
    values = {"par_place_iterator": 1, "par_place_iterator_start_pt": request.seed, "par_save_best_result": 1}
    lines = [f"{command} -strategy Strategy1 {name}={value}\n" for name, value in values.items()]
    return ProjectFile("settings.tcl", "tclSource", "".join(lines))


def used(report: str) -> dict[str, int]:
    """The counts of a map report, by the name that follows `Number of`."""
    counts: dict[str, int] = {}
    for label, value in _USED.findall(report):
        counts.setdefault(re.sub(r"^(?:Total n|N)umber (?:of|used as|used) ", "", label).strip(), int(value))
    return counts


def one(counts: dict[str, int], *names: str) -> int:
    """The count of the first of `names` that the report contains."""
    for name in names:
        if name in counts:
            return counts[name]
    raise UnreadableReport(f"the map report has no number of {names[0]}")


def dedicated(counts: dict[str, int]) -> dict[DedicatedKind, int]:
    """Block RAMs, multipliers and distributed RAM; 0 of a kind that the report does not list."""
    return {
        "bram": one(counts, "block RAMs", "EBRs"),
        "dsp": sum(count for name, count in counts.items() if "MULT" in name or name in ("DSPs", "Used DSP Sites")),
        "lutram": counts.get("distributed RAM", 0),
    }
