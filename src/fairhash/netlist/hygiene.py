# SPDX-License-Identifier: Apache-2.0
"""What a netlist must not hold: latches, undriven nets, loops, black boxes, dedicated resources not allowed."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from fairhash.catalog.device import DedicatedKind, Mapped

_UNDRIVEN_SIGNAL = re.compile(r"\s*assign (?!n\d+_\w+ )\w+ = \d*'b[xz]+;", re.IGNORECASE)
_FINDINGS = (
    (re.compile(r"^Warning: Wire (\S.*) is used but has no driver"), "undriven net"),
    (re.compile(r"^Warning: multiple conflicting drivers for (.*?):?$"), "two drivers on net"),
    (re.compile(r"^Warning: found logic loop in module (\S+?):?$"), "combinational loop in"),
    (re.compile(r"^Warning: Latch inferred for signal [`'](\S+?)'"), "latch"),
    (re.compile(r"^Warning: Cell (\S+) is a latch"), "latch"),
)


def expose_undriven(verilog: str) -> str:
    """The same Verilog without the ties to X that GHDL gives to undriven signals, so that Yosys' check can see them.

    Don't-care values of the source go through GHDL's numbered nets and stay.
    """
    return "".join(f"{line}\n" for line in verilog.splitlines() if not _UNDRIVEN_SIGNAL.match(line))


def floating(module: Mapping[str, Any]) -> list[str]:
    """Cells and ports that see Z: GHDL's mark of undriven bits in a signal that is driven in part."""
    cells = [
        f"undriven bits at {cell['type']} cell {name}"
        for name, cell in module["cells"].items()
        if any("z" in bits for bits in cell["connections"].values())
    ]
    ports = [f"undriven bits of port {name}" for name, port in module["ports"].items() if "z" in port["bits"]]
    return ports + cells


def findings(log: str) -> list[str]:
    """What Yosys' proc and check warned of, each once, in order."""
    found: dict[str, None] = {}
    for line in log.splitlines():
        for pattern, what in _FINDINGS:
            match = pattern.search(line)
            if match:
                found[f"{what} {match[1]}".replace("\\", "")] = None
    return list(found)


def black_boxes(cells: Mapping[str, int], device: Mapped) -> list[str]:
    """Cell types the family's fabric does not have."""
    known = {*device.synthesis.flip_flops, *device.synthesis.logic}
    for resource in device.dedicated.values():
        known.update(resource.netlist)
    return [f"black box or unmapped cell {kind}" for kind in cells if kind not in known]


def dedicated_counts(cells: Mapping[str, int], device: Mapped, placed: bool = False) -> dict[DedicatedKind, int]:
    """Cells of each dedicated resource in a netlist, or in a report of place and route."""
    return {
        kind: sum(cells.get(name, 0) for name in (resource.placed if placed else resource.netlist))
        for kind, resource in device.dedicated.items()
    }


def refused(counts: Mapping[DedicatedKind, int], allowed: Iterable[str]) -> list[str]:
    """Dedicated resources that are there but not allowed."""
    return [
        f"{count} {kind} cells, not allowed" for kind, count in counts.items() if count and kind not in set(allowed)
    ]
