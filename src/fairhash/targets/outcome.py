# SPDX-License-Identifier: Apache-2.0
"""The outcomes of the stages of a run on any kind of target: synthesis, placement, and the clocks and paths in it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import Field

from fairhash.base.errors import FairhashError, MachineFault
from fairhash.base.records import FrozenModel
from fairhash.catalog.core import Core, DesignMemory
from fairhash.catalog.device import DedicatedKind
from fairhash.toolchain.elaborate import TimeLimitExceeded, elaborate
from fairhash.toolchain.tools import ToolKilled, ToolRun

Status = Literal["ok", "unfit", "unrouted", "timed-out", "failed"]


class Clock(FrozenModel):
    """One clock of the frame, MHz."""

    name: str
    asked_mhz: float
    received_mhz: float | None
    """The constraint that the tool reported; None if it reported none."""
    achieved_mhz: float | None
    """None where no path starts and ends in this clock."""


class TimingPath(FrozenModel):
    """The slowest path between two clocks, or within one; ns."""

    launch: str
    capture: str
    delay_ns: float
    logic_ns: float
    routing_ns: float
    levels: int
    """Logic cells passed between the two registers."""
    first_cell: str
    last_cell: str
    stages: tuple[str, ...]
    """Each cell and net on the path, with its delay."""

    def text(self) -> str:
        """One line: clocks, delay in logic and routing, first and last cell."""
        return (
            f"{self.launch} -> {self.capture}: {self.delay_ns:.2f} ns ({self.logic_ns:.2f} logic, "
            f"{self.routing_ns:.2f} routing, {self.levels} levels) from {self.first_cell} to {self.last_cell}"
        )


class StageOutcome(FrozenModel):
    """What the outcomes of all stages have. Times in seconds, memory in MiB; files are in `folder`."""

    status: Status
    reason: str = ""
    """One line; empty when the status is ok."""
    folder: Path
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mib: float = 0.0

    def with_cost(self, run: ToolRun) -> Self:
        """The same with the cost of one more run of a tool."""
        cost = {
            "wall_s": self.wall_s + run.wall_s,
            "cpu_s": self.cpu_s + run.cpu_s,
            "peak_mib": max(self.peak_mib, run.peak_mib),
        }
        return self.model_copy(update=cost)

    def with_status(self, status: Status, reason: str) -> Self:
        """The same with another status and the reason for it."""
        return self.model_copy(update={"status": status, "reason": reason})


class Synthesis(StageOutcome):
    """The outcome of one synthesis."""

    status: Literal["ok", "failed", "timed-out"]
    top: str
    elaboration: tuple[str, ...] = ()
    """The command that elaborated the core; empty if synthesis started from Verilog."""
    commands: tuple[str, ...]
    """Yosys' commands, in order."""
    cells: dict[str, int] = Field(default_factory=dict)
    flip_flops: int = 0
    dedicated: dict[DedicatedKind, int] = Field(default_factory=dict)
    memories: tuple[DesignMemory, ...] = ()
    """Of the sources, for a core that may use block memory or LUT memory."""
    yosys: str = ""
    """Yosys' version in the netlist that it wrote."""

    def with_problems(self, problems: Sequence[str], status: Literal["failed", "timed-out"] = "failed") -> Self:
        """The same with the first problem as the reason, and the number of others."""
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return self.with_status(status, problems[0] + more)

    @property
    def json_netlist(self) -> Path:
        """The mapped netlist for place and route: one module, named `top`."""
        return self.folder / "netlist.json"

    @property
    def verilog_netlist(self) -> Path:
        """The same netlist for simulation: instances of the family's cells only."""
        return self.folder / "netlist.v"

    @property
    def log(self) -> Path:
        """Yosys' log."""
        return self.folder / "synthesis.log"


_SynthesisT = TypeVar("_SynthesisT", bound=Synthesis)


def elaborate_core(outcome: _SynthesisT, core: Core, limit_s: float) -> Path | _SynthesisT:
    """Elaborate a core in the folder of its outcome: the Verilog, or the outcome of a core that cannot be elaborated.

    Raises:
        ToolKilled: The run is no evidence about the core.
        MachineFault: A tool is missing or cannot be started.
    """
    try:
        return elaborate(core, outcome.folder, limit_s)
    except (ToolKilled, MachineFault):
        raise
    except FairhashError as error:
        return outcome.with_status("timed-out" if isinstance(error, TimeLimitExceeded) else "failed", error.what)


class Placement(StageOutcome):
    """The outcome of one run of place and route."""

    seed: int
    arguments: tuple[str, ...]
    """Arguments of nextpnr."""
    routing_arguments: tuple[str, ...] = ()
    """Arguments of its second run, after the annealer; empty without one."""
    constraints: str
    """Clock constraints, SDC."""
    area: int | None = None
    """Area cells of the core: those of the whole design except those that hold only the frame."""
    flip_flops: int | None = None
    """Flip-flops of the core."""
    frame_area: int | None = None
    """Area cells that hold only the frame; not included in `area`."""
    parts: dict[str, int] = Field(default_factory=dict)
    """Area by instance in the core; instances are recognised by the names of cells."""
    resources: dict[str, int] = Field(default_factory=dict)
    """Resources of the whole placed design, under the names that the tool uses."""
    dedicated: dict[DedicatedKind, int] = Field(default_factory=dict)
    untimed: dict[str, int] = Field(default_factory=dict)
    """Number of cells with missing timing arcs, by type; the device's file declares each such type."""
    clocks: tuple[Clock, ...] = ()
    effective_mhz: float | None = None
    critical_paths: tuple[TimingPath, ...] = ()
    folded: bool = False
    nextpnr: str = ""
    """Version as the tool reports it."""

    @property
    def log(self) -> Path:
        """nextpnr's log."""
        return self.folder / "place.log"


def effective_mhz(clocks: Iterable[Clock], paths: Iterable[TimingPath], io_ratio: int) -> float | None:
    """The highest frequency of clk at which every path meets timing; None without a path.

    A path from or to io_clk has 1/io_ratio of the period of clk.
    """
    limits = [c.achieved_mhz / (io_ratio if c.name == "io_clk" else 1) for c in clocks if c.achieved_mhz is not None]
    limits += [1000 / (io_ratio * path.delay_ns) for path in paths if path.launch != path.capture]
    return min(limits) if limits else None
