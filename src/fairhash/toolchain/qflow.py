# SPDX-License-Identifier: Apache-2.0
"""Routes placed standard cells: qrouter, after two scripts of qflow that add power stripes and arrange the ports."""

import re
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import NotInstalled
from fairhash.toolchain import tools

SCRIPTS = Path("/usr/lib/qflow/scripts")
_NAME = "core"
"""Root of all file names in the working folder."""
_FAILED = re.compile(r"^Final: (?:No failed routes|Failed net routes: (\d+))", re.MULTILINE)
_DIE = re.compile(r"^DIEAREA \( (-?[\d.]+) (-?[\d.]+) \) \( (-?[\d.]+) (-?[\d.]+) \)", re.MULTILINE)
_UNITS = re.compile(r"^UNITS DISTANCE MICRONS (\d+)", re.MULTILINE)


@dataclass(frozen=True)
class LayoutFiles:
    """The files and names of a library that routing needs."""

    lef: Path
    fill: str
    """The filler cell."""
    power: tuple[str, str]
    """Names of the supply and the ground."""


@dataclass(frozen=True)
class PlacedLayout:
    """A layout whose cells are placed."""

    design: str
    """As DEF."""
    obstructions: str
    """Commands of qrouter for pieces of layers in which nothing may be routed."""


@dataclass(frozen=True)
class Routing:
    """The outcome of routing; files are in the working folder."""

    reason: str
    """Why there is no layout; empty if all nets are routed."""
    failed_nets: int | None
    """None if routing did not end."""
    delays: Path
    """qrouter's file of resistances and capacitances."""
    layout: Path
    """The layout as DEF."""
    width_um: float
    height_um: float
    stopped: bool
    """Whether a tool reached its limit."""
    wall_s: float
    cpu_s: float
    peak_mib: float


def version() -> str:
    """The version of qrouter."""
    run = tools.run([tools.require_tool("qrouter"), "-v", "0", "-h"], Path("/"), 60)
    return (run.output.split() or ["unknown"])[-1]


def route(placed: PlacedLayout, files: LayoutFiles, workdir: Path, limit_s: float) -> Routing:
    """Route all nets of the layout.

    Args:
        placed: The cells, row by row from the left, without gaps.
        files: The library's layout.
        workdir: Folder for all files.
        limit_s: Limit of CPU time of each tool.

    Raises:
        FairhashError: A tool or a script is not installed.
    """
    return _Flow(files, workdir, limit_s).run(placed)


class _Flow:
    def __init__(self, files: LayoutFiles, workdir: Path, limit_s: float) -> None:
        self.files, self.workdir, self.limit_s = files, workdir, limit_s
        self.runs: list[tools.ToolRun] = []

    def run(self, placed: PlacedLayout) -> Routing:
        if not SCRIPTS.is_dir():
            raise NotInstalled("the scripts of qflow are not installed", str(SCRIPTS), "run ./run --setup")
        lef, fill = str(self.files.lef), self.files.fill
        self._file(".def").write_text(placed.design, encoding="ascii")
        self._file(".obs").write_text(placed.obstructions, encoding="ascii")
        # qrouter describes the layers of the library in a file that the scripts read
        self._file(".cfg").write_text(f"read_lef {lef}\n", encoding="ascii")
        steps: list[tuple[str, list[str | Path], str]] = [
            ("qrouter", [tools.require_tool("qrouter"), "-i", f"{_NAME}.info", "-c", f"{_NAME}.cfg"], ".info"),
            ("addspacers", self._script("addspacers", "-stripe", "2.0", "50.0", "PG", _NAME, lef, fill), "_filled.def"),
        ]
        for name, command, written in steps:
            reason = self._step(name, command, written)
            if reason:
                return self._outcome(reason)
        self._replace("_filled.def", ".def")
        self._replace(".obsx", ".obs")
        reason = self._step("arrangepins", self._script("arrangepins", _NAME), "_mod.def")
        if reason:
            return self._outcome(reason)
        self._replace("_mod.def", ".def")
        self._write_routing_script()
        command = [tools.require_tool("qrouter"), "-nog", "-s", f"{_NAME}.cfg"]
        reason = self._step("qrouter", command, "_route.def")
        found = None if reason else _FAILED.search(self.runs[-1].output)
        if not reason and found is None:
            reason = "qrouter did not report whether all nets are routed"
        failed = int(found[1] or 0) if found else None
        return self._outcome(reason or (f"{failed} nets are not routed" if failed else ""), failed)

    def _file(self, suffix: str) -> Path:
        return self.workdir / f"{_NAME}{suffix}"

    def _script(self, name: str, *arguments: str) -> list[str | Path]:
        return [tools.require_tool("tclsh"), SCRIPTS / f"{name}.tcl", *arguments]

    def _step(self, name: str, command: list[str | Path], written: str) -> str:
        """Run one tool; why it failed, or nothing."""
        self._file(written).unlink(missing_ok=True)
        run = tools.run(command, self.workdir, self.limit_s, log=self.workdir / f"{name}.log")
        self.runs.append(run)
        if run.stopped_after:
            return f"{name} stopped after {run.stopped_after}"
        if not self._file(written).is_file():
            return f"{name} wrote no layout: {run.tail(1)}"
        return ""

    def _replace(self, new: str, old: str) -> None:
        if self._file(new).is_file():
            self._file(new).replace(self._file(old))

    def _write_routing_script(self) -> None:
        layers = re.findall(r"horizontal|vertical", self._file(".info").read_text(encoding="ascii"))
        supply, ground = self.files.power
        obstructions = self._file(".obs").read_text(encoding="ascii") if self._file(".obs").is_file() else ""
        lines = [
            "verbose 1",
            f"read_lef {self.files.lef}",
            f"catch {{layers {len(layers)}}}",
            "via stack all",
            f"vdd {supply}",
            f"gnd {ground}",
            obstructions,
            f"read_def {_NAME}.def",
            # without quitting before the end, and without routing every net twice more for somewhat shorter wires
            f"qrouter::standard_route {_NAME}_route.def false true",
            "quit",
        ]
        self._file(".cfg").write_text("\n".join([*lines, ""]), encoding="ascii")

    def _outcome(self, reason: str, failed: int | None = None) -> Routing:
        width, height = self._size() if failed is not None else (0.0, 0.0)
        return Routing(
            reason=reason,
            failed_nets=failed,
            delays=self._file("_route.rc"),
            layout=self._file("_route.def"),
            width_um=width,
            height_um=height,
            stopped=bool(self.runs[-1].stopped_after),
            wall_s=sum(run.wall_s for run in self.runs),
            cpu_s=sum(run.cpu_s for run in self.runs),
            peak_mib=max(run.peak_mib for run in self.runs),
        )

    def _size(self) -> tuple[float, float]:
        """Width and height of the layout in µm."""
        text = self._file("_route.def").read_text(encoding="ascii")
        corners, units = _DIE.search(text), _UNITS.search(text)
        if corners is None or units is None:
            return 0.0, 0.0
        left, low, right, high = (float(corner) / float(units[1]) for corner in corners.groups())
        return right - left, high - low
