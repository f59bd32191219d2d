# SPDX-License-Identifier: Apache-2.0
"""The jobs behind one core's results: what each is called, where its outcome is kept, how it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from fairhash.errors import FairhashError
from fairhash.results.schema import NetlistGate
from fairhash.runs.facts import NETLIST_LIMIT_MIB, USUAL_LIMIT_MIB, CellKeys, CoreKeys
from fairhash.runs.flow import Flow
from fairhash.runs.record import Cycles, Record
from fairhash.targets.cells.mapping import Mapping as CellMapping
from fairhash.targets.cells.measurement import Measurement
from fairhash.targets.fpga.placement import Placement
from fairhash.targets.fpga.synthesis import Synthesis
from fairhash.toolchain import tools

T = TypeVar("T")


RUBBISH = (tools.ToolKilled, ValueError, LookupError, TypeError, FileNotFoundError)
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

    keys: CoreKeys
    name: str
    stage: str
    key: str
    kind: type[T]
    work: Callable[[Path], T]
    words: Callable[[T], str]
    """The outcome, short, for the user."""
    instead: Callable[[str], T]
    """What stands in, with a reason, for an outcome that could not be made; not stored, so that it is tried again."""
    excused: tuple[type[Exception], ...] = RUBBISH
    """Errors after which the sweep goes on with what stands in; others, such as a missing tool, end it."""
    seed: int = 0
    after_synthesis: bool = False
    """Whether `work` begins with the netlist that lies in the store."""


def synthesis_job(keys: CoreKeys, flow: Flow) -> Job[Record[Any]]:
    """From sources to netlist."""
    core, device, recipe = keys.core, keys.device, keys.recipe
    of_cells = isinstance(keys, CellKeys)
    kind: type[Record[Any]] = Record[CellMapping] if of_cells else Record[Synthesis]

    def failed(reason: str, folder: Path = Path()) -> Any:
        common: dict[str, Any] = {"status": "failed", "reason": reason, "folder": folder, "top": core.entity}
        return CellMapping(commands=(), library=device.id, **common) if of_cells else Synthesis(commands=(), **common)

    def work(folder: Path) -> Record[Any]:
        made = _limited(
            lambda: flow.synthesise(core, device, recipe, folder),
            recipe.memory.synthesis_mib,
            "synthesis",
            lambda reason: failed(reason, folder),
        )
        return kind(outcome=made)

    return Job(
        keys,
        f"{core.name} synthesis",
        "synthesis",
        keys.synthesis,
        kind,
        work,
        words=lambda record: record.outcome.reason or "ok",
        instead=lambda reason: kind(outcome=failed(reason)),
    )


def cycles_job(keys: CoreKeys, flow: Flow) -> Job[Cycles]:
    """The cycle formula by simulation of the sources."""
    core = keys.core

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
        excused=(FairhashError, *RUBBISH),
    )


def netlist_job(keys: CoreKeys, flow: Flow, synthesis: Synthesis) -> Job[NetlistGate]:
    """Known answers on the netlist."""
    core, device = keys.core, keys.device

    def unchecked(reason: str) -> NetlistGate:
        return NetlistGate(detail=reason)

    return Job(
        keys,
        f"{core.name} netlist answers",
        "netlist",
        keys.netlist,
        NetlistGate,
        work=lambda folder: _limited(
            lambda: flow.check_netlist(core, device, synthesis, folder), NETLIST_LIMIT_MIB, "a simulation", unchecked
        ),
        after_synthesis=True,
        words=lambda gate: f"{gate.verdict} {gate.detail}".strip(),
        instead=unchecked,
        excused=(FairhashError, *RUBBISH),
    )


def placement_stage(keys: CoreKeys) -> str:
    """What comes after the netlist."""
    return "timing" if isinstance(keys, CellKeys) else "placement"


def placement_job(keys: CoreKeys, flow: Flow, synthesis: Synthesis, seed: int) -> Job[Record[Any]]:
    """Place and route with one seed; on standard cells timing and power."""
    core, device, recipe = keys.core, keys.device, keys.recipe
    of_cells = isinstance(keys, CellKeys)
    kind: type[Record[Any]] = Record[Measurement] if of_cells else Record[Placement]

    def failed(reason: str, folder: Path = Path()) -> Any:
        common: dict[str, Any] = {"status": "failed", "reason": reason, "folder": folder}
        return Measurement(**common) if of_cells else Placement(seed=seed, arguments=(), constraints="", **common)

    def work(folder: Path) -> Record[Any]:
        made = _limited(
            lambda: flow.place(synthesis, core, device, recipe, seed, folder),
            recipe.memory.place_mib,
            "timing" if of_cells else "place and route",
            lambda reason: failed(reason, folder),
        )
        return kind(outcome=made)

    return Job(
        keys,
        f"{core.name} timing" if of_cells else f"{core.name} placement seed {seed}",
        placement_stage(keys),
        keys.placement(seed),
        kind,
        work,
        words=lambda record: record.outcome.reason or f"{record.outcome.effective_mhz or 0:.1f} MHz",
        instead=lambda reason: kind(outcome=failed(reason)),
        seed=seed,
        after_synthesis=True,
    )
