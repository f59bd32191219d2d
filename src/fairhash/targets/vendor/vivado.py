# SPDX-License-Identifier: Apache-2.0
"""AMD Vivado: project of two runs, reports of the implemented one (UG901, UG835, UG906)."""

import re
from collections.abc import Collection
from pathlib import Path

from fairhash.targets.vendor.vendor_tool import (
    ProjectFile,
    ReportedPath,
    Request,
    UnreadableReport,
    VendorReport,
    VendorTool,
    count,
    number,
    ram_style,
    report_text,
    rows,
)

_TABLE = re.compile(r"\| Clock Summary\n.*?\n\n(.*?)\n\n", re.DOTALL)
_CLOCK = re.compile(r"^\s*(\w+)\s+\{[^}]*\}\s+([\d.]+)\s+[\d.]+\s*$", re.MULTILINE)
_PATH = re.compile(
    r"^Slack \(\w+\) :\s+(?P<slack>-?[\d.]+)ns  \(required time - arrival time\)\n"
    r"\s+Source:\s+(?P<first>\S+)\n\s+\(.*?clocked by (?P<launch>\w+)\s.*?\n"
    r"\s+Destination:\s+(?P<last>\S+)\n\s+\(.*?clocked by (?P<capture>\w+)\s.*?\n"
    r".*?^\s+Requirement:\s+(?P<requirement>[\d.]+)ns.*?"
    r"^\s+Data Path Delay:.*?route (?P<route>[\d.]+)ns.*?^\s+Logic Levels:\s+(?P<levels>\d+)",
    re.MULTILINE | re.DOTALL,
)


def _attributes(allowed: Collection[str]) -> dict[str, str]:
    """UG901, "Synthesis Attributes"."""
    return {
        "ram_style": ram_style(allowed, block="block", distributed="distributed", registers="registers"),
        "rom_style": "block" if "bram" in allowed else "distributed",
        "use_dsp": "yes" if "dsp" in allowed else "no",
        "shreg_extract": "yes" if "lutram" in allowed else "no",
    }


def _files(request: Request) -> list[ProjectFile]:
    synth = "[get_runs synth_1]"
    lines = [
        f"set_property STEPS.SYNTH_DESIGN.ARGS.MAX_{name} 0 {synth}"
        for kind, names in (("bram", ("BRAM", "URAM")), ("dsp", ("DSP",)))
        for name in names
        if kind not in request.allowed
    ]
    if "lutram" not in request.allowed:
        more = "-name {STEPS.SYNTH_DESIGN.ARGS.MORE OPTIONS} -value {-no_srlextract}"
        lines.append(f"set_property {more} -objects {synth}")
    # the frame's ports have no assigned pins: permit the flow's unused bitstream without them
    lines.append("set_property STEPS.WRITE_BITSTREAM.TCL.PRE [file normalize any_pins.tcl] [get_runs impl_1]")
    pins = [f"set_property SEVERITY {{Warning}} [get_drc_checks {check}]" for check in ("NSTD-1", "UCIO-1")]
    return [
        ProjectFile("clocks.xdc", "xdc", request.sdc),
        ProjectFile("settings.tcl", "tclSource", "\n".join(lines) + "\n"),
        ProjectFile("any_pins.tcl", "user", "\n".join(pins) + "\n"),
    ]


def _read(folder: Path) -> VendorReport:
    used = rows(report_text(folder, "*_utilization_placed.rpt"), "|")
    timing = report_text(folder, "*_timing_summary_routed.rpt")
    clocks = _TABLE.search(timing)
    if clocks is None:
        raise UnreadableReport("the timing report has no Clock Summary")
    version = re.search(r"^\| Tool Version : (.*?)\s*$", timing, re.MULTILINE)
    return VendorReport(
        luts=count(used, "Slice LUTs", "CLB LUTs"),
        registers=count(used, "Slice Registers", "CLB Registers"),
        dedicated={
            "bram": count(used, "Block RAM Tile"),
            "dsp": count(used, "DSPs"),
            "lutram": count(used, "LUT as Memory"),
        },
        resources={name: number(value) for name, value in used.items() if re.fullmatch(r"\d+", value) and value != "0"},
        periods_ns={name: float(period) for name, period in _CLOCK.findall(clocks[1])},
        paths=tuple(_path(match) for match in _PATH.finditer(timing)),
        version=version[1] if version else "",
    )


def _path(match: re.Match[str]) -> ReportedPath:
    return ReportedPath(
        launch=match["launch"],
        capture=match["capture"],
        requirement_ns=float(match["requirement"]),
        slack_ns=float(match["slack"]),
        first=match["first"],
        last=match["last"],
        levels=int(match["levels"]),
        routing_ns=float(match["route"]),
    )


VIVADO = VendorTool(
    label="AMD Vivado",
    programs=("vivado",),
    hint="install AMD's Vivado ML Standard, which costs nothing for this part, and put its bin folder on PATH",
    version_option="-version",
    version_pattern=r"v(\d{4}\.\d+(?:\.\d+)?)",
    seeded=False,
    attributes=_attributes,
    keep={"keep_hierarchy": "yes"},
    files=_files,
    edalize_class="edalize.flows.vivado:Vivado",
    options={"synth": "vivado", "pnr": "vivado"},
    read=_read,
)
