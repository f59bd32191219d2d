# SPDX-License-Identifier: Apache-2.0
"""OpenSTA on the framed netlist: the slowest path of each pair of clocks, and how fast each net changes.

Wires are ideal (no resistance, no capacitance), as long as nothing is placed. Clocks are ideal too; their edge takes
the shortest time the flip-flop was characterised for, since the tables know nothing of an infinitely fast one.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.targets.cells.library import Library
from fairhash.targets.cells.netlist import Netlist, shown
from fairhash.targets.fpga.report import CriticalPath
from fairhash.toolchain import tools

PERIOD_NS = 100.0
"""Of both clocks. No delay depends on it; a path may be slower, its slack is negative then."""
_SLEW = re.compile(r"^(\S+) \^ \S+:(\S+) v \S+:(\S+)$")
_PATH = re.compile(r"^PATH (\S+) (\S+) (\S+)$")
_STAGE = re.compile(r"^\s+(-?[\d.]+)\s+(-?[\d.]+) [v^] (\S+)/(\S+) \((\S+)\)$")
TOOL = "sta"


@dataclass(frozen=True)
class Timed:
    """Paths of the framed core, slowest of each pair of clocks; mean transition of each driving pin, library's unit."""

    paths: tuple[CriticalPath, ...]
    transitions: dict[str, float]

    def period_ns(self, io_ratio: int) -> float | None:
        """The shortest period of clk at which every path holds: one that touches io_clk has 1/io_ratio of it."""
        return max(
            (path.delay_ns * (io_ratio if "io_clk" in (path.launch, path.capture) else 1) for path in self.paths),
            default=None,
        )


def script(netlist: Netlist, library: Library, files: Sequence[str], drivers: Sequence[str] = ()) -> str:
    """What OpenSTA is told; with `drivers` (pins) also to say how long their changes take."""
    clocks = netlist.clocks()
    lines = ["set sta_report_default_digits 6", *(f"read_liberty {file}" for file in files)]
    lines += ["read_verilog framed.v", "link_design frame", "set_cmd_units -time ns"]
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


def run(
    netlist: Netlist, library: Library, workdir: Path, limit_s: float, drivers: Sequence[str] = ()
) -> tools.ToolRun:
    """Run OpenSTA in `workdir`, where the library's files are linked as library_files() says; its log is sta.log."""
    (workdir / "framed.v").write_text(netlist.framed(library), encoding="ascii")
    text = script(netlist, library, library_files(library), drivers)
    (workdir / "sta.tcl").write_text(text, encoding="ascii")
    command: list[str | Path] = [tools.require_tool(TOOL), "-no_splash", "-exit", "sta.tcl"]
    return tools.run(command, workdir, limit_s, log=workdir / "sta.log")


def library_files(library: Library) -> list[str]:
    """Names under which the library's files lie in a working folder, so that no command says where they really are."""
    return [f"cells{number}.lib" for number in range(len(library.files))]


def link_library(library: Library, workdir: Path) -> None:
    """Put them there."""
    for name, file in zip(library_files(library), library.files, strict=True):
        link = workdir / name
        link.unlink(missing_ok=True)
        link.symlink_to(file.resolve())


def failure(ran: tools.ToolRun) -> str:
    """Why OpenSTA gave nothing; empty if nothing went wrong."""
    if ran.stopped_after:
        return f"OpenSTA stopped after {ran.stopped_after}"
    errors = [line.strip() for line in ran.output.splitlines() if line.startswith("Error")]
    if errors:
        return f"OpenSTA: {errors[0]}"
    return "" if ran.ok else f"OpenSTA ended with status {ran.returncode}: {ran.tail(1)}"


def read(log: str, netlist: Netlist, library: Library) -> Timed:
    """From OpenSTA's output."""
    paths: list[CriticalPath] = []
    transitions: dict[str, float] = {}
    blocks = re.split(r"(?m)^(?=PATH )", log)
    for block in blocks[1:]:
        head = _PATH.match(block.splitlines()[0])
        assert head is not None
        paths.append(_path(head[1], head[2], PERIOD_NS - float(head[3]), block, netlist, library))
    for line in log.splitlines():
        slew = _SLEW.match(line)
        mean = (float(slew[2]) + float(slew[3])) / 2 if slew else math.inf
        # a pin that nothing ever reaches has none
        if slew and math.isfinite(mean):
            transitions[slew[1]] = mean * 1e-9 / library.time_s
    return Timed(tuple(paths), transitions)


def _path(  # noqa: PLR0917 - what a path is made of
    launch: str, capture: str, delay_ns: float, text: str, netlist: Netlist, library: Library
) -> CriticalPath:
    """Setup time is the last part of the delay, as it is part of the period."""
    stages = [match for line in text.splitlines() if (match := _STAGE.match(line))]
    # the launching register's clock pin and its output come first, the capturing register's input last
    passed = stages[2:-1]
    ends = [shown(stages[0][3], netlist, library), shown(stages[-1][3], netlist, library)]
    return CriticalPath(
        launch=launch,
        capture=capture,
        delay_ns=delay_ns,
        logic_ns=delay_ns,
        routing_ns=0.0,
        levels=len(passed),
        first_cell=ends[0],
        last_cell=ends[1],
        stages=tuple(f"{stage[1]} ns {stage[5]} {stage[3]}.{stage[4]}" for stage in stages),
    )
