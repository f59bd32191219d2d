# SPDX-License-Identifier: Apache-2.0
"""Lattice Radiant: Tcl project, map report, timing report (Radiant help: "Map Report", "Timing Analysis Report")."""

import re
from pathlib import Path

from fairhash.targets.vendor import lattice
from fairhash.targets.vendor.vendor_report import TimedPath, VendorReport, report_text
from fairhash.targets.vendor.vendor_tool import ProjectFile, Request, VendorTool

_CLOCK = re.compile(r"^\s*From (\w+)\s*\|\s*Target\s*\|\s*([\d.]+) ns", re.MULTILINE)
_PATH = re.compile(
    r"^Path Begin\s*:\s*(?P<first>\S+).*?^Path End\s*:\s*(?P<last>\S+).*?"
    r"^Source Clock\s*:\s*(?P<launch>\w+).*?^Destination Clock\s*:\s*(?P<capture>\w+).*?"
    r"^Logic Level\s*:\s*(?P<levels>\d+).*?^Delay Ratio\s*:\s*(?P<route>[\d.]+)% \(route\).*?"
    r"^Setup Constraint\s*:\s*(?P<requirement>[\d.]+) ns.*?^Path Slack\s*:\s*(?P<slack>-?[\d.]+) ns",
    re.MULTILINE | re.DOTALL,
)


def _files(request: Request) -> list[ProjectFile]:
    named = "".join(
        f"create_clock -name {{{name}}} -period {1000 / mhz:.4f} [get_ports {{{name}}}]\n"
        for name, mhz in request.clocks_mhz.items()
    )
    return [ProjectFile("clocks.pdc", "PDC", named), lattice.strategy("prj_set_strategy_value", request)]


def _read(folder: Path) -> VendorReport:
    counts = lattice.used(report_text(folder, "*.mrp"))
    timing = report_text(folder, "*.twr")
    version = re.search(r"^Lattice Timing Report -\s+Setup.*?, Version (.*?)\s*$", timing, re.MULTILINE)
    return VendorReport(
        luts=lattice.one(counts, "LUT4s"),
        registers=lattice.one(counts, "slice registers", "registers"),
        dedicated=lattice.dedicated(counts),
        resources=counts,
        periods_ns={name: float(period) for name, period in _CLOCK.findall(timing)},
        paths=tuple(_path(match) for match in _PATH.finditer(timing)),
        version=version[1] if version else "",
    )


def _path(match: re.Match[str]) -> TimedPath:
    requirement, slack = float(match["requirement"]), float(match["slack"])
    return TimedPath(
        launch=match["launch"],
        capture=match["capture"],
        requirement_ns=requirement,
        slack_ns=slack,
        first=match["first"],
        last=match["last"],
        levels=int(match["levels"]),
        routing_ns=(requirement - slack) * float(match["route"]) / 100,
    )


RADIANT = VendorTool(
    label="Lattice Radiant",
    programs=("radiantc",),
    hint="install Lattice Radiant, whose licence costs nothing for this part, and put its bin/lin64 folder on PATH",
    version_option="",
    version_pattern=r"radiant/(\d+\.\d+(?:\.\d+)?)",
    seeded=True,
    two_clocks=False,
    attributes=lattice.attributes,
    keep=lattice.KEEP,
    files=_files,
    options={},
    commands=(("radiantc", "frame.tcl"), ("radiantc", "frame_run.tcl")),
    read=_read,
)
