# SPDX-License-Identifier: Apache-2.0
"""Gowin EDA: one Tcl script, place and route report, timing report as text (SUG100, SUG550, SUG940)."""

import re
from collections.abc import Collection
from pathlib import Path

from fairhash.targets.vendor.vendor_report import TimedPath, VendorReport, count, number, report_text, rows
from fairhash.targets.vendor.vendor_tool import ProjectFile, Request, VendorTool, attribute_value

_CLOCK = re.compile(r"^\s*\d+\s+(\w+)\s+Base\s+([\d.]+)\s", re.MULTILINE)
_FMAX = re.compile(r"^\s*\d+\s+(\w+)\s+[\d.]+\(MHz\)\s+([\d.]+)\(MHz\)", re.MULTILINE)
_PATH = re.compile(
    r"^\s*Slack\s*:\s*(?P<slack>-?[\d.]+)\s*$.*?^\s*From\s*:\s*(?P<first>\S+)\s*$\s*^\s*To\s*:\s*(?P<last>\S+)\s*$\s*"
    r"^\s*Launch Clk\s*:\s*(?P<launch>\w+):.*?$\s*^\s*Latch Clk\s*:\s*(?P<capture>\w+):",
    re.MULTILINE | re.DOTALL,
)


def _attributes(allowed: Collection[str]) -> dict[str, str]:
    """SUG550, "Synthesis Attributes"."""
    memory = "block_ram" if "bram" in allowed else "distributed_ram" if "lutram" in allowed else "registers"
    return {
        "syn_ramstyle": memory,
        "syn_romstyle": attribute_value(allowed, "bram", "logic", "block_rom"),
        "syn_dspstyle": attribute_value(allowed, "dsp", "logic", "dsp"),
        "syn_srlstyle": attribute_value(allowed, "lutram", "registers", "distributed_ram"),
    }


def _files(request: Request) -> list[ProjectFile]:
    return [ProjectFile("clocks.sdc", "SDC", request.sdc)]


def _read(folder: Path) -> VendorReport:
    used = rows(report_text(folder, "*.rpt.txt"), "|")
    timing = report_text(folder, "*.tr")
    # the hold report follows the setup report
    setup, _, _ = timing.partition("Hold Analysis Report")
    periods = {name: float(period) for name, period in _CLOCK.findall(timing)}
    version = re.search(r"^\s*<Tool Version>:\s*(.*?)\s*$", timing, re.MULTILINE)
    return VendorReport(
        luts=_luts(used["LUT,ALU,ROM16"]) if "LUT,ALU,ROM16" in used else count(used, "Logic"),
        registers=count(used, "Register"),
        dedicated={
            "bram": number(used.get("BSRAM", "0")),
            "dsp": number(used.get("DSP", "0")),
            "lutram": count(used, "SSRAM(RAM16)"),
        },
        resources={name: number(used[name]) for name in ("Logic", "LUT,ALU,ROM16", "Register", "CLS") if name in used},
        periods_ns=periods,
        paths=tuple(_path(match, periods) for match in _PATH.finditer(setup) if match["launch"] in periods),
        version=version[1] if version else "",
        fmax_mhz={name: float(mhz) for name, mhz in _FMAX.findall(timing)},
    )


def _luts(cell: str) -> int:
    """LUTs and adders, one LUT each, from a cell like ``1232(1100 LUT, 132 ALU, 0 ROM16)``."""
    return number(cell)


def _path(match: re.Match[str], periods: dict[str, float]) -> TimedPath:
    """The report has no requirement; with one clock it is the period."""
    return TimedPath(
        launch=match["launch"],
        capture=match["capture"],
        requirement_ns=periods[match["launch"]],
        slack_ns=float(match["slack"]),
        first=match["first"],
        last=match["last"],
    )


GOWIN = VendorTool(
    label="Gowin EDA",
    programs=("gw_sh",),
    hint="install Gowin EDA, whose education edition needs no licence for this part; put its folder IDE/bin on PATH",
    version_option="",
    version_pattern=r"[Vv]?(\d+\.\d+\.\d+(?:\.\d+)?\w*)",
    seeded=False,
    two_clocks=False,
    attributes=_attributes,
    keep={},
    files=_files,
    options={
        "synth": "gowin",
        "pnr": "gowin",
        "gowin_options": ["-output_base_name frame", "-gen_text_timing_rpt 1", "-timing_driven 1"],
    },
    commands=(("make",),),
    read=_read,
)
