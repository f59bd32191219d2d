# SPDX-License-Identifier: Apache-2.0
"""The jobs that make one core's results: synthesis, cycles, netlist check and placement."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from fairhash.errors import FairhashError
from fairhash.results.schema import NetlistGate
from fairhash.runs.flow import Flow
from fairhash.runs.record import Cycles, Record
from fairhash.runs.revisions import revision
from fairhash.runs.run_keys import RunKeys
from fairhash.runs.store import Interrupted, StoreError
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import NETLIST_LIMIT_MIB, USUAL_LIMIT_MIB
from fairhash.toolchain import tools

T = TypeVar("T")


UNREADABLE_OUTPUT_ERRORS = (ValueError, LookupError, TypeError, FileNotFoundError, RecursionError)
"""Raised if the output of a tool is missing or cannot be parsed."""


def _with_memory_limit(make: Callable[[], T], limit_mib: float, job_name: str, failed: Callable[[str], T]) -> T:
    """The outcome that `make` returns; if it exceeds the memory limit, the one that `failed` returns."""
    try:
        with tools.memory_limit(limit_mib):
            return make()
    except tools.MemoryLimitExceeded as error:
        return failed(f"{job_name} was stopped at its limit of {error.limit_mib:g} MiB of memory")


@dataclass(frozen=True)
class Job(Generic[T]):
    """A job whose outcome is stored."""

    keys: RunKeys
    name: str
    stage: str
    key: str
    outcome_type: type[T]
    work: Callable[[Path], T]
    summary: Callable[[T], str]
    """From an outcome to a short text for the user."""
    placeholder: Callable[[str], T]
    """From a reason to the outcome used if `work` raises; it is not stored, so the next sweep tries again."""
    tolerates_user_errors: bool = False
    """Whether the sweep continues with the placeholder after a FairhashError, e.g. of a simulator that does not build.
    After a ToolKilled and after any error of the bench itself it continues in any case."""
    seed: int = 0
    needs_netlist: bool = False
    """Whether `work` reads the stored netlist."""

    def ends_sweep(self, error: Exception) -> bool:
        """Whether an error of this job has the same cause for all jobs, such as a missing tool or a full disk."""
        if isinstance(error, Interrupted | StoreError):
            return True
        is_user_error = isinstance(error, FairhashError) and not isinstance(error, tools.ToolKilled)
        return is_user_error and not self.tolerates_user_errors


def synthesis_job(keys: RunKeys, flow: Flow) -> Job[Record[Any]]:
    """The job that synthesises a core's sources to a netlist."""
    design = keys.design
    kind = kind_of(design.target)
    record: type[Record[Any]] = Record[kind.synthesis_outcome]  # type: ignore[name-defined]

    def failed(reason: str, folder: Path = Path()) -> Record[Any]:
        return record(outcome=kind.failed_synthesis(design, reason, folder))

    def work(folder: Path) -> Record[Any]:
        synthesis = _with_memory_limit(
            lambda: record(outcome=flow.synthesise(design, folder)),
            design.recipe.memory.synthesis_mib,
            "synthesis",
            lambda reason: failed(reason, folder),
        )
        if synthesis.outcome.status != "ok":
            return synthesis
        return synthesis.model_copy(update={"netlist": _netlist_digest(synthesis.outcome, keys)})

    return Job(
        keys,
        f"{design.core.name} synthesis",
        "synthesis",
        keys.synthesis,
        record,
        work,
        summary=lambda synthesised: synthesised.outcome.reason or "ok",
        placeholder=failed,
    )


def _netlist_digest(synthesis: Any, keys: RunKeys) -> str:
    """Digest of the netlist's contents; of the elaborated Verilog for vendor tools, which receive no netlist."""
    netlist: Path = synthesis.json_netlist
    if not netlist.is_file():
        return keys.elaboration.verilog
    with netlist.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def cycles_job(keys: RunKeys, flow: Flow) -> Job[Cycles]:
    """The job that measures the cycle formula by simulating the sources."""
    core = keys.design.core

    def unknown(reason: str) -> Cycles:
        return Cycles(measured=None, note=reason)

    return Job(
        keys,
        f"{core.name} cycles",
        "cycles",
        keys.cycles,
        Cycles,
        work=lambda folder: _with_memory_limit(
            lambda: flow.measure_cycles(core, folder), USUAL_LIMIT_MIB, "a simulation", unknown
        ),
        summary=lambda cycles: cycles.measured.formula.text(core.io_ratio) if cycles.measured else cycles.note,
        placeholder=unknown,
        tolerates_user_errors=True,
    )


def netlist_job(keys: RunKeys, flow: Flow, synthesis: Record[Any]) -> Job[NetlistGate]:
    """The job that checks the netlist against known answers."""
    design = keys.design

    def unchecked(reason: str) -> NetlistGate:
        return NetlistGate(detail=reason)

    return Job(
        keys,
        f"{design.core.name} netlist answers",
        "netlist",
        keys.netlist_check(synthesis.netlist),
        NetlistGate,
        work=lambda folder: _with_memory_limit(
            lambda: flow.check_netlist(design, synthesis.outcome, folder).model_copy(update=revision("testbench")),
            NETLIST_LIMIT_MIB,
            "a simulation",
            unchecked,
        ),
        needs_netlist=True,
        summary=lambda gate: f"{gate.verdict} {gate.detail}".strip(),
        placeholder=unchecked,
        tolerates_user_errors=True,
    )


def placement_job(keys: RunKeys, flow: Flow, synthesis: Record[Any], seed: int) -> Job[Record[Any]]:
    """The job that places and routes with one seed; on standard cells it analyses timing and power."""
    design = keys.design
    kind = kind_of(design.target)
    record: type[Record[Any]] = Record[kind.placement_outcome]  # type: ignore[name-defined]
    job_name = f"placement seed {seed}" if kind.has_seeds(design.target) else kind.placement_stage

    def failed(reason: str, folder: Path = Path()) -> Record[Any]:
        return record(outcome=kind.failed_placement(seed, reason, folder))

    return Job(
        keys,
        f"{design.core.name} {job_name}",
        kind.placement_stage,
        keys.placement(synthesis.netlist, seed),
        record,
        work=lambda folder: _with_memory_limit(
            lambda: record(outcome=flow.place(design, synthesis.outcome, seed, folder)),
            design.recipe.memory.place_mib,
            "place and route" if kind.placement_stage == "placement" else kind.placement_stage,
            lambda reason: failed(reason, folder),
        ),
        summary=lambda placed: placed.outcome.reason or f"{placed.outcome.effective_mhz or 0:.1f} MHz",
        placeholder=failed,
        seed=seed,
        needs_netlist=True,
    )
