# SPDX-License-Identifier: Apache-2.0
"""The jobs that make one core's results: synthesis, cycles, netlist check and placement."""

import hashlib
import traceback
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.bench.record import Cycles, Record
from fairhash.bench.revisions import revision
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.store import Interrupted, StoreError
from fairhash.bench.workspace import Workspace
from fairhash.results.schema import MeasuredCycles, NetlistGate
from fairhash.targets.target_kind import NETLIST_LIMIT_MIB, USUAL_LIMIT_MIB, Design
from fairhash.toolchain import tools
from fairhash.toolchain.sandbox import confined_if_external
from fairhash.toolchain.tools import ToolMisbehaved


class Progress(Protocol):
    """Receives the progress of jobs. Calls come from several threads, but never two at the same time."""

    def planned(self, jobs: int) -> None:
        """Report the number of jobs, including those whose outcome is already stored."""

    def started(self, job: str) -> None:
        """Report that a tool starts to work on a job, e.g. ``sha-512/highspeed placement seed 3``."""

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        """Report the outcome of a job in a few words.

        Args:
            job: Name of the job.
            outcome: The outcome in a few words.
            fresh: False if the outcome was stored already, or the job was not needed.
        """


class Silent:
    """Ignores all progress."""

    def planned(self, jobs: int) -> None:
        """See Progress."""

    def started(self, job: str) -> None:
        """See Progress."""

    def finished(self, job: str, outcome: str, fresh: bool) -> None:
        """See Progress."""


T = TypeVar("T")

UNREADABLE_OUTPUT_ERRORS = (ValueError, LookupError, TypeError, FileNotFoundError, RecursionError)
"""Raised if the output of a tool is missing or cannot be parsed."""


@dataclass(frozen=True)
class Job(ABC, Generic[T]):
    """One stage of a run, whose outcome is stored. Subclasses define what makes the outcome and what replaces it."""

    keys: RunKeys

    tolerates_user_errors: ClassVar[bool] = False
    """Whether the sweep continues with `failed` after a FairhashError, e.g. of a simulator that does not build. After a
    ToolKilled and after any error of the bench itself it continues in any case."""
    needs_netlist: ClassVar[bool] = False
    """Whether the job reads the stored netlist."""

    @property
    def design(self) -> Design[Any]:
        """The core, its target and recipe."""
        return self.keys.design

    @property
    @abstractmethod
    def title(self) -> str:
        """The job without its core, for the user, e.g. ``placement seed 3``."""

    @property
    def name(self) -> str:
        """The job for the user, e.g. ``sha-512/highspeed placement seed 3``."""
        return f"{self.design.core.name} {self.title}"

    @property
    @abstractmethod
    def stage(self) -> str:
        """The store's name of the stage."""

    @property
    @abstractmethod
    def key(self) -> str:
        """The store's key of the outcome."""

    @property
    @abstractmethod
    def outcome_type(self) -> type[T]:
        """Type of the stored outcome."""

    @property
    def limited(self) -> str:
        """What the memory limit stops, for the reason of a failure."""
        return "a simulation"

    @property
    @abstractmethod
    def limit_mib(self) -> float:
        """Memory limit of the tools."""

    @abstractmethod
    def make(self, folder: Path) -> T:
        """Run the tools of the stage in `folder`."""

    @abstractmethod
    def failed(self, reason: str, folder: Path = Path()) -> T:
        """The outcome used if the job is stopped at its limit or raises.

        After an error it is not stored, so that the next sweep tries again.
        """

    @abstractmethod
    def summary(self, outcome: T) -> str:
        """The outcome in a few words for the user."""

    def work(self, folder: Path) -> T:
        """Run the tools of the stage in `folder` within the memory limit."""
        try:
            with tools.memory_limit(self.limit_mib):
                return self.make(folder)
        except tools.MemoryLimitExceeded as error:
            return self.failed(f"{self.limited} was stopped at its limit of {error.limit_mib:g} MiB of memory", folder)

    def stored_outcome(self, workspace: Workspace) -> T:
        """The outcome in the store of a workspace; it is made on this machine if there is none."""
        outcome, _ = workspace.store.get_or_make(self.stage, self.key, self.outcome_type, self.work, workspace.stop)
        return outcome

    def ends_sweep(self, error: Exception) -> bool:
        """Whether an error of this job has the same cause for all jobs, such as a missing tool or a full disk."""
        if isinstance(error, Interrupted | StoreError):
            return True
        return concerns_all_jobs(error) and not self.tolerates_user_errors

    def _confined(self, folder: Path, *readable: Path) -> AbstractContextManager[None]:
        """Confine the tools that read an external core or its netlist."""
        return (
            confined_if_external(self.design.core, readable, [folder]) if self.design.kind.confined else nullcontext()
        )


class SynthesisJob(Job[Record[Any]]):
    """Synthesises a core's sources to a netlist."""

    limited = title = stage = "synthesis"

    @property
    def key(self) -> str:
        return self.keys.synthesis

    @property
    def outcome_type(self) -> type[Record[Any]]:
        return Record[self.design.kind.synthesis_outcome]  # type: ignore[name-defined]

    @property
    def limit_mib(self) -> float:
        return self.design.recipe.memory.synthesis_mib

    def make(self, folder: Path) -> Record[Any]:
        with self._confined(folder):
            synthesis = self.design.kind.synthesise(self.design, folder)
        netlist = self._netlist_digest(synthesis) if synthesis.status == "ok" else ""
        return self.outcome_type(outcome=synthesis, netlist=netlist)

    def _netlist_digest(self, synthesis: Any) -> str:
        """Digest of the netlist's contents; of the elaborated Verilog for vendor tools, which receive no netlist."""
        netlist: Path = synthesis.json_netlist
        if not netlist.is_file():
            return self.keys.elaboration.verilog
        with netlist.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()

    def failed(self, reason: str, folder: Path = Path()) -> Record[Any]:
        return self.outcome_type(outcome=self.design.kind.failed_synthesis(self.design, reason, folder))

    def summary(self, outcome: Record[Any]) -> str:
        return outcome.outcome.reason or "ok"


class CyclesJob(Job[Cycles]):
    """Measures the cycles of a core by simulating the sources."""

    tolerates_user_errors = True
    title = stage = "cycles"
    outcome_type = Cycles
    limit_mib = USUAL_LIMIT_MIB

    @property
    def key(self) -> str:
        return self.keys.cycles

    def make(self, folder: Path) -> Cycles:
        core = self.design.core
        report = self.design.kind.measure_cycles(core, folder)
        if not report.agrees:
            return Cycles(measured=None, note=report.text())
        blocks, cycles = zip(*report.measured, strict=True)
        return Cycles(measured=MeasuredCycles(formula=core.formula, blocks=blocks, cycles=cycles))

    def failed(self, reason: str, folder: Path = Path()) -> Cycles:
        return Cycles(measured=None, note=reason)

    def summary(self, outcome: Cycles) -> str:
        measured = outcome.measured
        return measured.formula.text(self.design.core.io_ratio) if measured else outcome.note


@dataclass(frozen=True)
class NetlistJob(Job[NetlistGate]):
    """Checks the netlist against known answers."""

    synthesis: Record[Any]

    tolerates_user_errors = True
    needs_netlist = True
    title = "netlist answers"
    stage = "netlist"
    outcome_type = NetlistGate
    limit_mib = NETLIST_LIMIT_MIB

    @property
    def key(self) -> str:
        return self.keys.netlist_check(self.synthesis.netlist)

    def make(self, folder: Path) -> NetlistGate:
        netlist = self.synthesis.outcome
        # the netlist, the adapters of ports, and the simulator of netlists with its harness
        with self._confined(folder, netlist.json_netlist.parent, paths.root() / "rtl", paths.build() / "sim"):
            gate = self.design.kind.check(self.design, netlist, folder)
        return gate.model_copy(update=revision("testbench"))

    def failed(self, reason: str, folder: Path = Path()) -> NetlistGate:
        return NetlistGate(detail=reason)

    def summary(self, outcome: NetlistGate) -> str:
        return f"{outcome.verdict} {outcome.detail}".strip()


@dataclass(frozen=True)
class PlacementJob(Job[Record[Any]]):
    """Places and routes with one seed; on standard cells it analyses timing and power."""

    synthesis: Record[Any]
    seed: int

    needs_netlist = True

    @property
    def title(self) -> str:
        return f"{self.stage} seed {self.seed}" if self.design.kind.has_seeds(self.design.target) else self.stage

    @property
    def stage(self) -> str:
        return self.design.kind.placement_stage

    @property
    def limited(self) -> str:
        return "place and route" if self.stage == "placement" else self.stage

    @property
    def key(self) -> str:
        return self.keys.placement(self.synthesis.netlist, self.seed)

    @property
    def outcome_type(self) -> type[Record[Any]]:
        return Record[self.design.kind.placement_outcome]  # type: ignore[name-defined]

    @property
    def limit_mib(self) -> float:
        return self.design.recipe.memory.place_mib

    def make(self, folder: Path) -> Record[Any]:
        with self._confined(folder):
            placed = self.design.kind.place(self.design, self.synthesis.outcome, self.seed, folder)
        return self.outcome_type(outcome=placed)

    def failed(self, reason: str, folder: Path = Path()) -> Record[Any]:
        return self.outcome_type(outcome=self.design.kind.failed_placement(self.seed, reason, folder))

    def summary(self, outcome: Record[Any]) -> str:
        return outcome.outcome.reason or f"{outcome.outcome.effective_mhz or 0:.1f} MHz"


def concerns_all_jobs(error: Exception) -> bool:
    """Whether an error says nothing about the job in which it was raised: an interrupt, a full disk, a missing tool.

    A tool that was killed or misbehaved, and an error of the bench itself, concern one job only.
    """
    if isinstance(error, Interrupted):
        return True
    return isinstance(error, FairhashError) and not isinstance(error, tools.ToolKilled)


def reason_of(error: Exception, trace: Path) -> str:
    """The error in one line.

    Args:
        error: The error. One that a user can cause explains itself.
        trace: The file that the traceback of any other error is written to.
    """
    if isinstance(error, FairhashError) and not isinstance(error, ToolMisbehaved):
        return str(error)
    files.write_text(trace, "".join(traceback.format_exception(error)))
    if isinstance(error, ToolMisbehaved):
        return f"{error} (see {trace})"
    message = " ".join(str(error).split())[:200]
    cause = "unparsable tool output" if isinstance(error, UNREADABLE_OUTPUT_ERRORS) else "error of the bench"
    return f"{cause}: {type(error).__name__}: {message} (see {trace})"
