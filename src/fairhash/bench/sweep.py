# SPDX-License-Identifier: Apache-2.0
"""A sweep: runs all jobs of several cores and seeds whose outcomes are not stored, and composes the results."""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from fairhash.base.errors import FairhashError
from fairhash.bench.cluster import Cluster
from fairhash.bench.elaboration import Elaboration, not_elaborated
from fairhash.bench.jobs import CyclesJob, Job, NetlistJob, PlacementJob, Progress, SynthesisJob, reason_of
from fairhash.bench.record import Cycles, Record, bench_commit
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.store import Interrupted, StoreError
from fairhash.bench.workers import Workers
from fairhash.bench.workspace import Workspace
from fairhash.results.schema import Cost, NetlistGate, Result
from fairhash.targets.target_kind import Design
from fairhash.testbench.verification import untested_modes
from fairhash.toolchain.tools import ToolKilled, ToolMisbehaved


@dataclass(frozen=True)
class Checks:
    """Outcomes of the simulations: known answers on the netlist, and the core's cycles."""

    gate: NetlistGate
    cycles: Cycles


def compose(keys: RunKeys, seed: int, synthesis: Record[Any], checks: Checks, placement: Record[Any] | None) -> Result:
    """The result of one seed. If `placement` is None, the synthesis failed or the target has no placement."""
    design = keys.design
    core, target = design.core, design.target
    last = placement or synthesis
    synthesised, placed = synthesis.outcome, placement.outcome if placement else None
    stage_fields: dict[str, Any] = {"status": last.outcome.status, "reason": last.outcome.reason}
    stage_fields |= design.kind.result_fields(design, synthesised, placed)
    return Result(
        key=keys.result(seed),
        series=keys.series,
        core=core.name,
        algorithm=core.algorithm,
        digest_bits=core.digest_bits,
        block_bits=core.block_bits,
        messages_in_flight=core.messages_in_flight,
        io_ratio=core.io_ratio,
        generics=core.generics,
        source_digest=keys.source,
        verilog_digest=keys.elaboration.verilog,
        bench_commit=bench_commit(),
        device=target.id,
        device_family=target.family,
        recipe=design.recipe.name,
        seed=seed,
        netlist=checks.gate,
        measured_cycles=checks.cycles.measured,
        cycles_note=checks.cycles.note,
        untested=untested_modes(core),
        synthesis_cost=_cost(synthesised),
        placement_cost=_cost(placed) if placed else None,
        date=last.date,
        machine=last.machine,
        **stage_fields,
    )


def _cost(outcome: Any) -> Cost:
    return Cost(wall_s=outcome.wall_s, cpu_s=outcome.cpu_s, peak_mib=outcome.peak_mib)


T = TypeVar("T")


def _never(_stage: str) -> str:
    return ""


@dataclass(frozen=True)
class Item:
    """One design to be run with some seeds."""

    design: Design[Any]
    seeds: tuple[int, ...]
    refuses: Callable[[str], str] = _never
    """From the name of a stage to why a job of it must not start now, "" if it may; asked when a worker is free.
    Without that job the design has no results."""


@dataclass(frozen=True)
class _Ended(Generic[T]):
    """How a job ended."""

    outcome: T
    provisional: bool = False
    """Whether the outcome is a placeholder, because the job raised an error."""
    killed: bool = False
    """Whether it is one because the tool was killed, which says nothing about the design."""


@dataclass
class _Outcomes:
    """The outcomes of one design that are known so far."""

    item: Item
    keys: RunKeys
    number: int
    """Position in the sweep: a core's jobs start before those of later cores, so that its results come first."""
    synthesis: Record[Any] | None = None
    gate: NetlistGate | None = None
    cycles: Cycles | None = None
    placements: dict[int, Record[Any] | None] = field(default_factory=dict)
    """By seed; None if there was nothing to place."""
    results: list[Result] = field(default_factory=list)
    """One result for each seed, once all outcomes are known."""
    fresh: bool = False
    """Whether this sweep made any of the outcomes."""
    added: bool = False
    """Whether the results were added to their folder, if no outcome is fresh."""
    provisional: bool = False
    """Whether one of the outcomes is a placeholder, because its job raised an error."""
    killed: set[int] = field(default_factory=set)
    """Seeds with an outcome of a killed tool. Their results are reported and not stored, so they stay missing."""

    def compose(self) -> bool:
        """Compose the results if all outcomes are known; returns whether they are."""
        seeds = self.item.seeds
        if self.synthesis is None or self.gate is None or self.cycles is None or len(self.placements) < len(seeds):
            return False
        checks = Checks(self.gate, self.cycles)
        self.results = [compose(self.keys, seed, self.synthesis, checks, self.placements[seed]) for seed in seeds]
        return True


def _is_failure(record: Record[Any]) -> bool:
    return bool(record.outcome.status != "ok")


@dataclass
class Sweep:
    """The jobs of several designs."""

    workspace: Workspace
    crew: Workers
    progress: Progress
    retry_failed: bool = False
    """Whether jobs with a stored failure run again."""
    cluster: Cluster | None = None
    """Runs the jobs; None to run them on this machine."""
    _progress_lock: threading.Lock = field(default_factory=threading.Lock)
    _pending: dict[Future[Any], Callable[[Any], None]] = field(default_factory=dict)
    _waiting: dict[tuple[str, str], list[tuple[_Outcomes, Callable[[Any], None]]]] = field(default_factory=dict)
    """By stage and key of a submitted job: who receives its outcome. Seeds of one design share the synthesis."""
    _mixed: bool = False
    """Whether the designs have different recipes or targets, so that the name of a core does not say which one runs."""

    def run(self, items: Sequence[Item]) -> list[Result]:
        """Run all jobs and return one result for each design and seed, in this order.

        The results of a design are added to their folder as soon as its last job is finished.
        """
        self.progress.planned(sum(3 + len(item.seeds) for item in items))
        self._mixed = len({(item.design.recipe.name, item.design.target.id) for item in items}) > 1
        cores: dict[int, _Outcomes] = {}
        for number, item in enumerate(items):
            self._start_elaboration(cores, number, item)
        self._add_stored(cores.values())
        while self._pending:
            done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
            for future in done:
                self._pending.pop(future)(future.result())
        ordered = [cores[number] for number in range(len(items))]
        self._add_stored(ordered)
        return [result for core in ordered for result in core.results]

    def _add_stored(self, cores: Iterable[_Outcomes]) -> None:
        """Add the results for which no job was run, together, which is faster than one by one."""
        complete = [core for core in cores if core.results and not core.fresh and not core.added]
        for core in complete:
            core.added = True
        self.workspace.add(result for core in complete for result in core.results)

    def _start_elaboration(self, cores: dict[int, _Outcomes], number: int, item: Item) -> None:
        """Elaborate the core first: the keys of all other jobs depend on the Verilog."""
        design = item.design

        def elaborated(elaboration: Elaboration) -> None:
            cores[number] = _Outcomes(item, RunKeys(design, elaboration), number)
            self._start_core(cores[number])

        stored = self.workspace.stored_elaboration(design.core, design.builds["ghdl"])
        if stored is not None:
            elaborated(stored)
        else:
            work = partial(self._elaborate, design)
            self._pending[self.crew.submit(work, number)] = elaborated

    def _elaborate(self, design: Design[Any]) -> Elaboration:
        try:
            return replace(self.workspace, stop=self.crew.stop).elaboration(design.core, design.builds["ghdl"])
        except (Interrupted, StoreError):
            raise
        except Exception as error:
            if self.crew.stop.is_set():
                raise Interrupted from error
            if isinstance(error, FairhashError) and not isinstance(error, ToolKilled):
                raise
            # this is not stored: the synthesis elaborates again and records the failure
            return not_elaborated(design.core, self._reason(f"elaboration-{design.core.name}", error))

    def _start_core(self, core: _Outcomes) -> None:
        def synthesised(record: Record[Any]) -> None:
            core.synthesis = record
            if record.outcome.status == "ok":
                self._start_job(core, NetlistJob(core.keys, record), checked)
                for seed in core.item.seeds:
                    self._start_placement(core, record, seed)
            else:
                core.gate = NetlistGate(detail="no netlist")
                core.placements = dict.fromkeys(core.item.seeds)
                later: list[Job[Any]] = [NetlistJob(core.keys, record)]
                later += [PlacementJob(core.keys, record, seed) for seed in core.item.seeds]
                for job in later:
                    self._finished(self._name(job.design, job.title), "no netlist", fresh=False)
            self._store_if_complete(core)

        def checked(gate: NetlistGate) -> None:
            core.gate = gate
            self._store_if_complete(core)

        def measured(cycles: Cycles) -> None:
            core.cycles = cycles
            self._store_if_complete(core)

        self._discard_damaged(core.item, core.keys)
        self._start_job(core, SynthesisJob(core.keys), synthesised, _is_failure)
        self._start_job(core, CyclesJob(core.keys), measured)

    def _discard_damaged(self, item: Item, keys: RunKeys) -> None:
        """Discard a stored netlist whose files have changed, if a job still needs it."""
        store, kind, job = self.workspace.store, keys.design.kind, SynthesisJob(keys)
        synthesis = store.load(job.stage, job.key, job.outcome_type)
        if synthesis is None or synthesis.outcome.status != "ok":
            return
        later_stages = [("netlist", keys.netlist_check(synthesis.netlist))]
        if kind.has_placement:
            later_stages += [(kind.placement_stage, keys.placement(synthesis.netlist, seed)) for seed in item.seeds]
        if not all(store.has(*stage) for stage in later_stages) and not store.is_intact("synthesis", keys.synthesis):
            store.discard("synthesis", keys.synthesis)

    def _start_placement(self, core: _Outcomes, synthesis: Record[Any], seed: int) -> None:
        def placed(record: Record[Any]) -> None:
            core.placements[seed] = record
            self._store_if_complete(core)

        if not core.keys.design.kind.has_placement:
            core.placements[seed] = None
            self._finished(self._name(core.keys.design, "placement"), "an estimate is not placed", fresh=False)
            return
        self._start_job(core, PlacementJob(core.keys, synthesis, seed), placed, _is_failure)

    def _start_job(
        self,
        core: _Outcomes,
        job: Job[T],
        on_outcome: Callable[[T], None],
        is_failure: Callable[[T], bool] | None = None,
    ) -> None:
        """Load the stored outcome or submit the job to a worker.

        Args:
            core: The core's outcomes.
            job: The job.
            on_outcome: Called in this thread with the outcome.
            is_failure: Whether an outcome is a failure that may be retried.
        """
        stored = self.workspace.store.load(job.stage, job.key, job.outcome_type)
        if stored is not None and self.retry_failed and is_failure and is_failure(stored):
            self.workspace.store.discard(job.stage, job.key)
            stored = None
        if stored is not None:
            self._finished(self._name(job.design, job.title), job.summary(stored), fresh=False)
            on_outcome(stored)
            return
        receivers = self._waiting.setdefault((job.stage, job.key), [])
        receivers.append((core, on_outcome))
        if len(receivers) == 1:
            received = threading.Event()
            future = self.crew.submit(lambda: self._run_job(core.item, job), core.number, received)
            self._pending[future] = partial(self._deliver, job, received)

    def _deliver(self, job: Job[Any], received: threading.Event, ended: _Ended[Any] | None) -> None:
        """Pass the outcome of a job to all that wait for it; None if the job was not admitted."""
        for core, on_outcome in self._waiting.pop((job.stage, job.key)):
            if ended is not None:
                core.fresh = True
                core.provisional |= ended.provisional
                if ended.killed:
                    core.killed.update([job.seed] if isinstance(job, PlacementJob) else core.item.seeds)
                on_outcome(ended.outcome)
        received.set()

    def _run_job(self, item: Item, job: Job[T]) -> _Ended[T] | None:
        """Run a job in a worker; None if it is not admitted."""
        name = self._name(job.design, job.title)
        if why := item.refuses(job.stage):
            self._finished(name, f"not started: {why}", fresh=False)
            return None
        provisional = killed = False

        def work(folder: Path) -> T:
            with self._progress_lock:
                self.progress.started(name)
            if self.cluster:
                remote_outcome: T = self.cluster.run_job(job, folder, self.workspace.store, self.crew.stop)
                return remote_outcome
            return job.work(folder)

        try:
            outcome, fresh = self.workspace.store.get_or_make(
                job.stage, job.key, job.outcome_type, work, self.crew.stop
            )
        except Exception as error:
            if self.crew.stop.is_set():
                raise Interrupted from error
            if job.ends_sweep(error):
                raise
            provisional = True
            killed = isinstance(error, ToolKilled) and not isinstance(error, ToolMisbehaved)
            outcome, fresh = job.failed(self._reason(f"{job.stage}-{job.key[:16]}", error)), True
        self._finished(name, job.summary(outcome), fresh)
        return _Ended(outcome, provisional, killed)

    def _name(self, design: Design[Any], title: str) -> str:
        """The job for the user, e.g. ``sha-1/highspeed placement seed 3``; with recipe and target where they differ."""
        core = design.core.name
        return f"{core} by {design.recipe.name} on {design.target.id}: {title}" if self._mixed else f"{core} {title}"

    def _reason(self, name: str, error: Exception) -> str:
        return reason_of(error, self.workspace.store.problem_file(name))

    def _store_if_complete(self, core: _Outcomes) -> None:
        """Store the results of a core once its outcomes are complete; see _add_stored() for those without a job."""
        if core.results or not core.compose() or not core.fresh:
            return
        # a placeholder must not replace a good result
        earlier = self.workspace.results.read(core.keys.design.target.id) if core.provisional else []
        better = {old.key for old in earlier if old.ranked}
        self.workspace.add(
            result
            for result in core.results
            if result.seed not in core.killed and (result.ranked or result.key not in better)
        )

    def _finished(self, name: str, outcome: str, fresh: bool) -> None:
        with self._progress_lock:
            self.progress.finished(name, outcome, fresh)
