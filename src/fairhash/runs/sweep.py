# SPDX-License-Identifier: Apache-2.0
"""Everything asked for, nothing twice: runs what the store does not have and composes the results."""

import threading
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from fairhash.errors import FairhashError
from fairhash.results import Result, files
from fairhash.results.schema import NetlistGate
from fairhash.runs.cluster import Cluster
from fairhash.runs.compose import Checks, compose
from fairhash.runs.elaboration import Elaboration, not_elaborated
from fairhash.runs.progress import Progress
from fairhash.runs.record import Cycles, Record
from fairhash.runs.run_keys import RunKeys
from fairhash.runs.stages import Job, cycles_job, netlist_job, placement_job, synthesis_job
from fairhash.runs.store import Interrupted
from fairhash.runs.workers import Workers
from fairhash.runs.workspace import Workspace
from fairhash.targets.design import Design
from fairhash.targets.kinds import kind_of
from fairhash.toolchain.tools import ToolKilled

T = TypeVar("T")


@dataclass
class _Outcomes:
    """What is known of one core so far."""

    keys: RunKeys
    synthesis: Record[Any] | None = None
    gate: NetlistGate | None = None
    cycles: Cycles | None = None
    placements: dict[int, Record[Any] | None] = field(default_factory=dict)
    """By seed; None where there was no netlist to place."""
    results: list[Result] = field(default_factory=list)
    """One for each seed once everything is known."""
    fresh: bool = False
    """Whether anything was made for it now."""
    provisional: bool = False
    """Whether something stands in for an outcome that could not be made."""

    def compose(self, seeds: Sequence[int]) -> bool:
        """The results, if everything is known."""
        if self.synthesis is None or self.gate is None or self.cycles is None or len(self.placements) < len(seeds):
            return False
        checks = Checks(self.gate, self.cycles)
        self.results = [compose(self.keys, seed, self.synthesis, checks, self.placements[seed]) for seed in seeds]
        return True


def _failed(record: Record[Any]) -> bool:
    return bool(record.outcome.status != "ok")


@dataclass
class Sweep:
    """Cores on one device by one recipe with some seeds; `again` makes stored failures anew."""

    workspace: Workspace
    crew: Workers
    progress: Progress
    seeds: tuple[int, ...]
    again: bool
    cluster: Cluster | None = None
    """Where jobs are made instead of here."""
    _speaking: threading.Lock = field(default_factory=threading.Lock)
    _pending: dict[Future[Any], Callable[[Any], None]] = field(default_factory=dict)

    def run(self, designs: Sequence[Design[Any]]) -> list[Result]:
        """All results, core by core, seed by seed; those of a finished core are in the database at once."""
        self.progress.planned(len(designs) * (3 + len(self.seeds)))
        cores: dict[int, _Outcomes] = {}
        for number, design in enumerate(designs):
            self._begin_elaboration(cores, number, design)
        while self._pending:
            done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
            for future in done:
                self._pending.pop(future)(future.result())
        ordered = [cores[number] for number in range(len(designs))]
        self.workspace.add(result for core in ordered if not core.fresh for result in core.results)
        return [result for core in ordered for result in core.results]

    def _begin_elaboration(self, cores: dict[int, _Outcomes], number: int, design: Design[Any]) -> None:
        """The keys of all other stages need the Verilog."""

        def elaborated(elaboration: Elaboration) -> None:
            cores[number] = _Outcomes(RunKeys(design, elaboration))
            self._begin_core(cores[number])

        known = self.workspace.stored_elaboration(design.core, design.builds["ghdl"])
        if known is not None:
            elaborated(known)
        else:
            work = partial(self._elaborate, design)
            self._pending[self.crew.submit(work)] = elaborated

    def _elaborate(self, design: Design[Any]) -> Elaboration:
        try:
            return self.workspace.elaboration(design.core, design.builds["ghdl"])
        except ToolKilled as error:
            if self.crew.stop.is_set():
                raise Interrupted from error
            # not stored: the synthesis elaborates again, and its outcome counts
            return not_elaborated(design.core, str(error))

    def _begin_core(self, core: _Outcomes) -> None:
        def synthesised(record: Record[Any]) -> None:
            core.synthesis = record
            if record.outcome.status == "ok":
                self._begin(core, netlist_job(core.keys, self.workspace.flow, record), checked)
                for seed in self.seeds:
                    self._begin_placement(core, record, seed)
            else:
                core.gate = NetlistGate(detail="no netlist")
                core.placements = dict.fromkeys(self.seeds)
                for what in ("netlist answers", *(f"placement seed {seed}" for seed in self.seeds)):
                    self._finished(f"{core.keys.design.core.name} {what}", "no netlist", fresh=False)
            self._settle(core)

        def checked(gate: NetlistGate) -> None:
            core.gate = gate
            self._settle(core)

        def measured(cycles: Cycles) -> None:
            core.cycles = cycles
            self._settle(core)

        self._forget_damaged(core.keys)
        self._begin(core, synthesis_job(core.keys, self.workspace.flow), synthesised, _failed)
        self._begin(core, cycles_job(core.keys, self.workspace.flow), measured)

    def _forget_damaged(self, keys: RunKeys) -> None:
        """Discard a stored netlist that the disk has damaged, if anything is still to be made from it."""
        store, kind = self.workspace.store, kind_of(keys.design.target)
        synthesis = store.load("synthesis", keys.synthesis, Record[kind.synthesis_outcome])  # type: ignore[name-defined]
        if synthesis is None or synthesis.outcome.status != "ok":
            return
        after = [("netlist", keys.netlist_check(synthesis.netlist))]
        if kind.has_placement:
            after += [(kind.placement_stage, keys.placement(synthesis.netlist, seed)) for seed in self.seeds]
        if not all(store.has(*stage) for stage in after) and not store.whole("synthesis", keys.synthesis):
            store.forget("synthesis", keys.synthesis)

    def _begin_placement(self, core: _Outcomes, synthesis: Record[Any], seed: int) -> None:
        def placed(record: Record[Any]) -> None:
            core.placements[seed] = record
            self._settle(core)

        if not kind_of(core.keys.design.target).has_placement:
            core.placements[seed] = None
            self._finished(f"{core.keys.design.core.name} placement", "an estimate is not placed", fresh=False)
            return
        job = placement_job(core.keys, self.workspace.flow, synthesis, seed)
        self._begin(core, job, placed, _failed)

    def _begin(
        self, core: _Outcomes, job: Job[T], then: Callable[[T], None], is_failure: Callable[[T], bool] | None = None
    ) -> None:
        """Take the outcome from the store or have a worker make it; `then` runs in this thread."""
        known = self.workspace.store.load(job.stage, job.key, job.kind)
        if known is not None and self.again and is_failure and is_failure(known):
            self.workspace.store.forget(job.stage, job.key)
            known = None
        if known is None:
            self._pending[self.crew.submit(lambda: self._make(core, job))] = then
        else:
            self._finished(job.name, job.words(known), fresh=False)
            then(known)

    def _make(self, core: _Outcomes, job: Job[T]) -> T:
        core.fresh = True

        def begun(folder: Path) -> T:
            with self._speaking:
                self.progress.started(job.name)
            if self.cluster:
                made: T = self.cluster.make(job, folder, self.workspace.store, self.crew.stop)
                return made
            return job.work(folder)

        try:
            outcome, fresh = self.workspace.store.make(job.stage, job.key, job.kind, begun, self.crew.stop)
        except job.excused as error:
            if self.crew.stop.is_set():
                raise Interrupted from error
            core.provisional = True
            outcome, fresh = job.instead(self._excuse(job, error)), True
        self._finished(job.name, job.words(outcome), fresh)
        return outcome

    def _excuse(self, job: Job[Any], error: Exception) -> str:
        """One line for the result; how our own reader came to fail is kept for whoever fixes it."""
        if isinstance(error, FairhashError):
            return str(error)
        trace = self.workspace.store.folder / "problems" / f"{job.stage}-{job.key[:16]}.txt"
        files.write_text(trace, "".join(traceback.format_exception(error)))
        words = " ".join(str(error).split())[:200]
        return f"the answer of a tool could not be read: {type(error).__name__}: {words} (see {trace})"

    def _settle(self, core: _Outcomes) -> None:
        """Keep the results of a core whose last outcome has come; those that nothing was made for wait for the end."""
        if core.results or not core.compose(self.seeds) or not core.fresh:
            return
        better = [self.workspace.database.get(result.key) for result in core.results] if core.provisional else []
        kept = {old.key for old in better if old is not None and old.ranked}
        self.workspace.add(result for result in core.results if result.ranked or result.key not in kept)

    def _finished(self, name: str, outcome: str, fresh: bool) -> None:
        with self._speaking:
            self.progress.finished(name, outcome, fresh)
