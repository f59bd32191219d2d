# SPDX-License-Identifier: Apache-2.0
"""The jobs behind one core's results: what each is called, where its outcome is kept, how it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from fairhash import cells
from fairhash.errors import FairhashError
from fairhash.implement import Placement, Synthesis
from fairhash.jobs.facts import CellKeys, CoreKeys
from fairhash.jobs.flow import Flow
from fairhash.jobs.record import Cycles, Record
from fairhash.results.schema import NetlistGate

T = TypeVar("T")


@dataclass(frozen=True)
class Job(Generic[T]):
    """One outcome of the store."""

    name: str
    stage: str
    key: str
    kind: type[T]
    work: Callable[[Path], T]
    words: Callable[[T], str]
    """The outcome, short, for the user."""
    instead: Callable[[FairhashError], T] | None = None
    """What stands in for an outcome that could not be made; it is not stored, so that it is tried again."""


def synthesis_job(keys: CoreKeys, flow: Flow) -> Job[Record[Any]]:
    """From sources to netlist."""
    core, device, recipe = keys.core, keys.device, keys.recipe
    kind: type[Record[Any]] = Record[cells.Mapping] if isinstance(keys, CellKeys) else Record[Synthesis]
    return Job(
        f"{core.name} synthesis",
        "synthesis",
        keys.synthesis,
        kind,
        work=lambda folder: kind(outcome=flow.synthesise(core, device, recipe, folder)),
        words=lambda record: record.outcome.reason or "ok",
    )


def cycles_job(keys: CoreKeys, flow: Flow) -> Job[Cycles]:
    """The cycle formula by simulation of the sources."""
    core = keys.core
    return Job(
        f"{core.name} cycles",
        "cycles",
        keys.cycles,
        Cycles,
        work=lambda folder: flow.measure_cycles(core, folder),
        words=lambda cycles: cycles.measured.formula.text(core.io_ratio) if cycles.measured else cycles.note,
        instead=lambda error: Cycles(measured=None, note=str(error)),
    )


def netlist_job(keys: CoreKeys, flow: Flow, synthesis: Synthesis) -> Job[NetlistGate]:
    """Known answers on the netlist."""
    core, device = keys.core, keys.device
    return Job(
        f"{core.name} netlist answers",
        "netlist",
        keys.netlist,
        NetlistGate,
        work=lambda folder: flow.check_netlist(core, device, synthesis, folder),
        words=lambda gate: f"{gate.verdict} {gate.detail}".strip(),
        instead=lambda error: NetlistGate(detail=str(error)),
    )


def placement_job(keys: CoreKeys, flow: Flow, synthesis: Synthesis, seed: int) -> Job[Record[Any]]:
    """Place and route with one seed; on standard cells timing and power."""
    core, device, recipe = keys.core, keys.device, keys.recipe
    of_cells = isinstance(keys, CellKeys)
    kind: type[Record[Any]] = Record[cells.Measurement] if of_cells else Record[Placement]
    return Job(
        f"{core.name} timing" if of_cells else f"{core.name} placement seed {seed}",
        "timing" if of_cells else "placement",
        keys.placement(seed),
        kind,
        work=lambda folder: kind(outcome=flow.place(synthesis, core, device, recipe, seed, folder)),
        words=lambda record: record.outcome.reason or f"{record.outcome.effective_mhz or 0:.1f} MHz",
    )
