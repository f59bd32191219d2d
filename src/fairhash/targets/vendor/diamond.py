# SPDX-License-Identifier: Apache-2.0
"""Lattice Diamond: Tcl project, map report, TRACE report (Diamond help: "Map Report File", "TRACE Report File")."""

import re
from pathlib import Path

from fairhash.targets.vendor import lattice
from fairhash.targets.vendor.vendor_report import TimedPath, UnreadableReport, VendorReport, report_text
from fairhash.targets.vendor.vendor_tool import ProjectFile, Request, VendorTool

_PREFERENCE = re.compile(r"^Preference: FREQUENCY (?:PORT|NET) \"(\w+?)(?:_c)?\" ([\d.]+) MHz", re.MULTILINE)
_PATH = re.compile(
    r"(?P<word>exceeds|meets) requirements by (?P<margin>[\d.]+)ns.*?"
    r"^\s+Source:\s+\S+\s+\S+\s+(?P<first>\S+)\s+\(from (?P<launch>\w+?)(?:_c)? [+-]\).*?"
    r"^\s+Destination:\s+\S+\s+.*?\s+(?P<last>\S+)\s+\(to (?P<capture>\w+?)(?:_c)? [+-]\).*?"
    r"^\s+Delay:\s+(?P<delay>[\d.]+)ns\s+\([\d.]+% logic, (?P<route>[\d.]+)% route\), (?P<levels>\d+) logic levels",
    re.MULTILINE | re.DOTALL,
)
_FMAX = re.compile(r"^Report:\s+([\d.]+)\s*MHz is the maximum frequency for this preference", re.MULTILINE)
_TRACE = """\
prj_project open frame.ldf
prj_run PAR -task PARTrace
prj_project close
"""


def _files(request: Request) -> list[ProjectFile]:
    frequencies = "".join(f'FREQUENCY PORT "{name}" {mhz:.3f} MHz ;\n' for name, mhz in request.clocks_mhz.items())
    return [
        ProjectFile("clocks.lpf", "LPF", f"BLOCK ASYNCPATHS ;\nBLOCK RESETPATHS ;\n{frequencies}"),
        lattice.strategy("prj_strgy set_value", request),
        ProjectFile("trace.tcl", "user", _TRACE),
    ]


def _read(folder: Path) -> VendorReport:
    counts = lattice.used(report_text(folder, "*.mrp"))
    trace = report_text(folder, "*.twr")
    version = re.search(r"^Lattice TRACE Report - Setup, Version (.*?)\s*$", trace, re.MULTILINE)
    # TRACE writes the hold report after the setup report
    setup = trace.partition("Lattice TRACE Report - Hold")[0]
    parts = re.split(r"^={20,}\s*$", setup, flags=re.MULTILINE)
    periods: dict[str, float] = {}
    fmax: dict[str, float] = {}
    paths = []
    for part in parts:
        preference = _PREFERENCE.search(part)
        if preference is None:
            continue
        name, mhz = preference[1], float(preference[2])
        frequency = _FMAX.search(part)
        if frequency is None:
            raise UnreadableReport(f"no maximum frequency for {name} in the TRACE report")
        periods[name], fmax[name] = 1000 / mhz, float(frequency[1])
        paths += [_path(match, 1000 / mhz) for match in _PATH.finditer(part)]
    return VendorReport(
        luts=lattice.one(counts, "LUT4s"),
        registers=lattice.one(counts, "registers"),
        dedicated=lattice.dedicated(counts),
        resources=counts,
        periods_ns=periods,
        paths=tuple(paths),
        version=version[1] if version else "",
        fmax_mhz=fmax,
    )


def _path(match: re.Match[str], period_ns: float) -> TimedPath:
    margin = float(match["margin"])
    return TimedPath(
        launch=match["launch"],
        capture=match["capture"],
        requirement_ns=period_ns,
        slack_ns=margin if match["word"] == "meets" else -margin,
        first=match["first"],
        last=match["last"],
        levels=int(match["levels"]),
        routing_ns=float(match["delay"]) * float(match["route"]) / 100,
    )


DIAMOND = VendorTool(
    label="Lattice Diamond",
    programs=("diamondc",),
    hint="install Lattice Diamond, whose licence costs nothing for this part, and put its bin/lin64 folder on PATH",
    version_option="",
    version_pattern=r"diamond/(\d+\.\d+(?:\.\d+)?)",
    seeded=True,
    two_clocks=False,
    attributes=lattice.attributes,
    keep=lattice.KEEP,
    files=_files,
    options={},
    commands=(("diamondc", "frame.tcl"), ("diamondc", "frame_run.tcl"), ("diamondc", "trace.tcl")),
    read=_read,
)
