# SPDX-License-Identifier: Apache-2.0
"""Intel Quartus Prime: assignments by Tcl, reports of the fitter and of the timing analyzer (UG-20173, UG-20183)."""

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

_REPORT = "paths.rpt"
_CLOCK = re.compile(r"^; (\w+)\s+; Base\s+; ([\d.]+)\s+;", re.MULTILINE)
_SPLIT = re.compile(r"^Path #\d+: Setup slack is .*$", re.MULTILINE)
_VERSION = re.compile(r"^; Quartus Prime Version\s+; (.*?)\s*;", re.MULTILINE)


def _attributes(allowed: Collection[str]) -> dict[str, str]:
    """Quartus Prime help, "Verilog HDL Synthesis Attributes and Directives"."""
    return {
        "ramstyle": ram_style(allowed, block="no_rw_check", distributed="MLAB", registers="logic"),
        "romstyle": "M9K" if "bram" in allowed else "logic",
        "multstyle": "dsp" if "dsp" in allowed else "logic",
    }


def _files(request: Request) -> list[ProjectFile]:
    assigned = {"SEED": str(request.seed), "TIMEQUEST_REPORT_SCRIPT": "paths.tcl"}
    if "bram" not in request.allowed:
        assigned |= dict.fromkeys(("AUTO_RAM_RECOGNITION", "AUTO_ROM_RECOGNITION"), "OFF")
    if not {"bram", "lutram"} & set(request.allowed):
        assigned["AUTO_SHIFT_REGISTER_RECOGNITION"] = "OFF"
    if "dsp" not in request.allowed:
        assigned |= {"AUTO_DSP_RECOGNITION": "OFF", "DSP_BLOCK_BALANCING": '"LOGIC ELEMENTS"'}
    settings = "".join(f"set_global_assignment -name {name} {value}\n" for name, value in assigned.items())
    # Quartus runs this script at every corner of the timing model and appends to the file; the slowest path counts
    names = " ".join(request.clocks_mhz)
    script = f"""\
foreach from {{{names}}} {{
  foreach to {{{names}}} {{
    report_timing -setup -npaths 1 -detail full_path -from_clock $from -to_clock $to -append -file {_REPORT}
  }}
}}
"""
    return [
        ProjectFile("clocks.sdc", "SDC", request.sdc),
        ProjectFile("settings.tcl", "tclSource", settings),
        ProjectFile("paths.tcl", "user", script),
    ]


def _read(folder: Path) -> VendorReport:
    fit = report_text(folder, "*.fit.rpt")
    used = rows(fit, ";")
    sta = report_text(folder, "*.sta.rpt")
    version = _VERSION.search(fit)
    return VendorReport(
        luts=_luts(used),
        registers=count(used, "Dedicated logic registers", "Total registers"),
        dedicated={
            "bram": count(used, "M9Ks", "M10K blocks", "Total block memory bits", "Total memory bits"),
            "dsp": count(used, "Embedded Multiplier 9-bit elements", "Total DSP Blocks", "DSP Blocks Needed"),
            "lutram": number(used.get("Total MLAB memory bits", "0")),
        },
        resources=_resources(used),
        periods_ns={name: float(period) for name, period in _CLOCK.findall(sta)},
        paths=tuple(_path(rows(text, ";")) for text in _SPLIT.split(report_text(folder, _REPORT))[1:]),
        version=version[1] if version else "",
    )


def _luts(used: dict[str, str]) -> int:
    """Number of LUTs: one in a logic element, up to two in an adaptive logic module (ALM)."""
    if "Combinational ALUT usage for logic" in used:
        return count(used, "Combinational ALUT usage for logic")
    return count(used, "Combinational with no register") + count(used, "Combinational with a register")


def _resources(used: dict[str, str]) -> dict[str, int]:
    names = (
        "Total logic elements",
        "Logic utilization (ALMs needed / total ALMs on device)",
        "Combinational with no register",
        "Register only",
        "Combinational with a register",
        "Combinational ALUT usage for logic",
        "Dedicated logic registers",
    )
    return {name: number(used[name]) for name in names if name in used}


def _path(table: dict[str, str]) -> ReportedPath:
    """The path of one section of report_timing's output; `table` has the rows of Path Summary and Statistics."""
    try:
        return ReportedPath(
            launch=table["Launch Clock"],
            capture=table["Latch Clock"],
            requirement_ns=float(table["Setup Relationship"]),
            slack_ns=float(table["Slack"].split()[0]),
            first=table["From Node"],
            last=table["To Node"],
        )
    except (KeyError, ValueError) as error:
        raise UnreadableReport(f"a path without {error}") from error


QUARTUS = VendorTool(
    label="Intel Quartus Prime",
    programs=("quartus_sh", "quartus_map", "quartus_fit", "quartus_asm", "quartus_sta"),
    hint="install Intel's Quartus Prime Lite, which costs nothing for this part, and put its bin folder on PATH",
    version_option="--version",
    version_pattern=r"Version (\d+\.\d+\S* Build \d+ .*?) \d",
    seeded=True,
    attributes=_attributes,
    keep={},
    files=_files,
    edalize_class="edalize.quartus:Quartus",
    options={"pnr": "quartus"},
    read=_read,
)
