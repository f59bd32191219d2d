# SPDX-License-Identifier: Apache-2.0
"""Runs OpenSTA on the framed netlist: the slowest path of each pair of clocks, and the transition times of nets.

Unless a netlist is routed, wires are ideal: they have no resistance and no capacitance. Clocks are ideal too. Their
transition time is the shortest one in the flip-flop's tables, because the tables do not cover a transition time of 0.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.targets.cells.library import Library
from fairhash.targets.cells.netlist import Netlist, register_label
from fairhash.targets.outcome import TimingPath
from fairhash.toolchain import tools

PERIOD_NS = 100.0
"""Requested period of both clocks. No delay depends on it; a slower path has a negative slack."""
_SLEW = re.compile(r"^(\S+) \^ \S+:(\S+) v \S+:(\S+)$")
_PATH = re.compile(r"^PATH (\S+) (\S+) (\S+)$", re.MULTILINE)
_NO_PATH = "No paths found"
_STAGE = re.compile(r"^\s+(-?[\d.]+)\s+(-?[\d.]+) [v^] (\S+)/(\S+) \((\S+)\)$")
TOOL = "sta"


@dataclass(frozen=True)
class TimingReport:
    """What OpenSTA reports of the framed core."""

    paths: tuple[TimingPath, ...]
    """The slowest path of each pair of clocks."""
    transitions: dict[str, float]
    """Mean transition time by driving pin, in the library's unit."""

    def period_ns(self, io_ratio: int) -> float | None:
        """The shortest period of clk that every path meets; a path from or to io_clk has only 1/io_ratio of it."""
        return max(
            (path.delay_ns * (io_ratio if "io_clk" in (path.launch, path.capture) else 1) for path in self.paths),
            default=None,
        )


def opensta_script(
    netlist: Netlist, library: Library, files: Sequence[str], drivers: Sequence[str] = (), *, spef: str = ""
) -> str:
    """OpenSTA's commands; with `drivers` (pins) they also report the transition times of these pins.

    `spef` is the name of a file with the wires; without it they are ideal.
    """
    clocks = netlist.clocks()
    lines = ["set sta_report_default_digits 6", *(f"read_liberty {file}" for file in files)]
    lines += ["read_verilog framed.v", "link_design frame", "set_cmd_units -time ns"]
    lines += [f"read_spef {spef}"] if spef else []
    lines += [f"create_clock -name {clock} -period {PERIOD_NS:g} [get_ports {clock}]" for clock in clocks]
    edge_ns = library.clock_transition * library.time_s * 1e9
    lines += [f"set_clock_transition {edge_ns:g} [get_clocks {clock}]" for clock in clocks]
    for launch in clocks:
        for capture in clocks:
            ends = f"-from [get_clocks {launch}] -to [get_clocks {capture}]"
            lines += [
                f"foreach path [find_timing_paths {ends}] {{",
                f'  puts "PATH {launch} {capture} [get_property $path slack]"',
                "}",
                f"report_checks {ends} -digits 6",
            ]
    if drivers:
        lines += ["foreach pin {", *drivers, "} { report_slews [get_pins $pin] }"]
    return "\n".join([*lines, "exit", ""])


def run_opensta(
    netlist: Netlist, library: Library, workdir: Path, limit_s: float, drivers: Sequence[str] = (), *, spef: str = ""
) -> tools.ToolRun:
    """Run OpenSTA in `workdir`, where link_library() must have linked the library; the log is sta.log.

    `spef` is the name of a file in `workdir` with the wires; without it they are ideal.
    """
    (workdir / "framed.v").write_text(netlist.framed_verilog(library), encoding="ascii")
    text = opensta_script(netlist, library, library_files(library), drivers, spef=spef)
    (workdir / "sta.tcl").write_text(text, encoding="ascii")
    command: list[str | Path] = [tools.require_tool(TOOL), "-no_splash", "-exit", "sta.tcl"]
    return tools.run(command, workdir, limit_s, log=workdir / "sta.log")


def library_files(library: Library) -> list[str]:
    """File names of the library in a working folder, so that commands do not depend on the files' real paths."""
    return [f"cells{number}.lib" for number in range(len(library.files))]


def link_library(library: Library, workdir: Path) -> None:
    """Link the library's files into `workdir` under the names of library_files()."""
    for name, file in zip(library_files(library), library.files, strict=True):
        link = workdir / name
        link.unlink(missing_ok=True)
        link.symlink_to(file.resolve())


def failure_reason(tool_run: tools.ToolRun) -> str:
    """Why OpenSTA failed; empty if it succeeded.

    Raises:
        ToolMisbehaved: It wrote no message and no report.
    """
    tools.require_message(tool_run, "OpenSTA")
    if tool_run.stopped_after:
        return f"OpenSTA stopped after {tool_run.stopped_after}"
    errors = [line.strip() for line in tool_run.output.splitlines() if line.startswith("Error")]
    if errors:
        return f"OpenSTA: {errors[0]}"
    if tool_run.ok and _PATH.search(tool_run.output) is None and _NO_PATH not in tool_run.output:
        raise tools.ToolMisbehaved("OpenSTA succeeded but reported neither a path nor that there is none")
    return "" if tool_run.ok else f"OpenSTA exited with status {tool_run.returncode}: {tool_run.tail(1)}"


def read_report(log: str, netlist: Netlist, library: Library) -> TimingReport:
    """Parse OpenSTA's output."""
    paths: list[TimingPath] = []
    transitions: dict[str, float] = {}
    blocks = re.split(r"(?m)^(?=PATH )", log)
    for block in blocks[1:]:
        head = _PATH.match(block.splitlines()[0])
        assert head is not None
        paths.append(_path(head[1], head[2], PERIOD_NS - float(head[3]), block, netlist, library))
    for line in log.splitlines():
        slew = _SLEW.match(line)
        mean = (float(slew[2]) + float(slew[3])) / 2 if slew else math.inf
        # a pin that no timing path reaches has an infinite transition time
        if slew and math.isfinite(mean):
            transitions[slew[1]] = mean * 1e-9 / library.time_s
    return TimingReport(tuple(paths), transitions)


def _path(  # noqa: PLR0917 - all parts of a path
    launch: str, capture: str, delay_ns: float, text: str, netlist: Netlist, library: Library
) -> TimingPath:
    """One path of the report. The delay includes the setup time, as the period must."""
    stages = [match for line in text.splitlines() if (match := _STAGE.match(line))]
    # the first two stages are the launching register's clock pin and output, the last the capturing register's input
    between = stages[2:-1]
    registers = [register_label(stages[0][3], netlist, library), register_label(stages[-1][3], netlist, library)]
    return TimingPath(
        launch=launch,
        capture=capture,
        delay_ns=delay_ns,
        logic_ns=delay_ns,
        routing_ns=0.0,
        levels=len(between),
        first_cell=registers[0],
        last_cell=registers[1],
        stages=tuple(f"{stage[1]} ns {stage[5]} {stage[3]}.{stage[4]}" for stage in stages),
    )
