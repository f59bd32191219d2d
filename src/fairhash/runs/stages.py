# SPDX-License-Identifier: Apache-2.0
"""The jobs behind one core's results: what each is called, where its outcome is kept, how it is made."""

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
from fairhash.targets.kinds import kind_of
from fairhash.targets.memory_limit import NETLIST_LIMIT_MIB, USUAL_LIMIT_MIB
from fairhash.toolchain import tools

T = TypeVar("T")


UNREADABLE_OUTPUT_ERRORS = (tools.ToolKilled, ValueError, LookupError, TypeError, FileNotFoundError)
"""A tool that was killed or hung, and what our readers raise over an answer that makes no sense or is not there."""


def _limited(make: Callable[[], T], limit_mib: float, what: str, failed: Callable[[str], T]) -> T:
    """The outcome, or a failed one that names the limit of memory, which is stored like any other."""
    try:
        with tools.memory_limit(limit_mib):
            return make()
    except tools.MemoryLimitExceeded as error:
        return failed(f"{what} was stopped at its limit of {error.limit_mib:g} MiB of memory")


@dataclass(frozen=True)
class Job(Generic[T]):
    """One outcome of the store."""

    keys: RunKeys
    name: str
    stage: str
    key: str
    kind: type[T]
    work: Callable[[Path], T]
    words: Callable[[T], str]
    """The outcome, short, for the user."""
    instead: Callable[[str], T]
    """What stands in, with a reason, for an outcome that could not be made; not stored, so that it is tried again."""
    excused: tuple[type[Exception], ...] = UNREADABLE_OUTPUT_ERRORS
    """Errors after which the sweep goes on with what stands in; others, such as a missing tool, end it."""
    seed: int = 0
    after_synthesis: bool = False
    """Whether `work` begins with the netlist that lies in the store."""


def synthesis_job(keys: RunKeys, flow: Flow) -> Job[Record[Any]]:
    """From sources to netlist."""
    design = keys.design
    kind = kind_of(design.target)
    record: type[Record[Any]] = Record[kind.synthesis_outcome]  # type: ignore[name-defined]

    def failed(reason: str, folder: Path = Path()) -> Record[Any]:
        return record(outcome=kind.failed_synthesis(design, reason, folder))

    def work(folder: Path) -> Record[Any]:
        made = _limited(
            lambda: record(outcome=flow.synthesise(design, folder)),
            design.recipe.memory.synthesis_mib,
            "synthesis",
            lambda reason: failed(reason, folder),
        )
        if made.outcome.status != "ok":
            return made
        return made.model_copy(update={"netlist": _netlist_digest(made.outcome, keys)})

    return Job(
        keys,
        f"{design.core.name} synthesis",
        "synthesis",
        keys.synthesis,
        record,
        work,
        words=lambda made: made.outcome.reason or "ok",
        instead=failed,
    )


def _netlist_digest(synthesis: Any, keys: RunKeys) -> str:
    """Of the netlist's contents; a vendor tool receives the elaborated Verilog instead of one."""
    netlist: Path = synthesis.json_netlist
    if not netlist.is_file():
        return keys.elaboration.verilog
    with netlist.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def cycles_job(keys: RunKeys, flow: Flow) -> Job[Cycles]:
    """The cycle formula by simulation of the sources."""
    core = keys.design.core

    def unknown(reason: str) -> Cycles:
        return Cycles(measured=None, note=reason)

    return Job(
        keys,
        f"{core.name} cycles",
        "cycles",
        keys.cycles,
        Cycles,
        work=lambda folder: _limited(
            lambda: flow.measure_cycles(core, folder), USUAL_LIMIT_MIB, "a simulation", unknown
        ),
        words=lambda cycles: cycles.measured.formula.text(core.io_ratio) if cycles.measured else cycles.note,
        instead=unknown,
        excused=(FairhashError, *UNREADABLE_OUTPUT_ERRORS),
    )


def netlist_job(keys: RunKeys, flow: Flow, synthesis: Record[Any]) -> Job[NetlistGate]:
    """Known answers on the netlist."""
    design = keys.design

    def unchecked(reason: str) -> NetlistGate:
        return NetlistGate(detail=reason)

    return Job(
        keys,
        f"{design.core.name} netlist answers",
        "netlist",
        keys.netlist_check(synthesis.netlist),
        NetlistGate,
        work=lambda folder: _limited(
            lambda: flow.check_netlist(design, synthesis.outcome, folder).model_copy(update=revision("testbench")),
            NETLIST_LIMIT_MIB,
            "a simulation",
            unchecked,
        ),
        after_synthesis=True,
        words=lambda gate: f"{gate.verdict} {gate.detail}".strip(),
        instead=unchecked,
        excused=(FairhashError, *UNREADABLE_OUTPUT_ERRORS),
    )


def placement_job(keys: RunKeys, flow: Flow, synthesis: Record[Any], seed: int) -> Job[Record[Any]]:
    """Place and route with one seed; on standard cells timing and power."""
    design = keys.design
    kind = kind_of(design.target)
    record: type[Record[Any]] = Record[kind.placement_outcome]  # type: ignore[name-defined]
    what = f"placement seed {seed}" if kind.has_seeds(design.target) else kind.placement_stage

    def failed(reason: str, folder: Path = Path()) -> Record[Any]:
        return record(outcome=kind.failed_placement(seed, reason, folder))

    return Job(
        keys,
        f"{design.core.name} {what}",
        kind.placement_stage,
        keys.placement(synthesis.netlist, seed),
        record,
        work=lambda folder: _limited(
            lambda: record(outcome=flow.place(design, synthesis.outcome, seed, folder)),
            design.recipe.memory.place_mib,
            "place and route" if kind.placement_stage == "placement" else kind.placement_stage,
            lambda reason: failed(reason, folder),
        ),
        words=lambda made: made.outcome.reason or f"{made.outcome.effective_mhz or 0:.1f} MHz",
        instead=failed,
        seed=seed,
        after_synthesis=True,
    )
