# SPDX-License-Identifier: Apache-2.0
"""Runs the verification ladders of cores.

A step runs only if the one before it passed. Every outcome is stored as soon as it is known, and a step that passed
runs again only if its key has changed.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fairhash.base import paths
from fairhash.bench.jobs import Progress, reason_of
from fairhash.bench.keys import declared_digest
from fairhash.bench.record import bench_commit
from fairhash.bench.store import Interrupted
from fairhash.bench.workers import default_worker_count, workers
from fairhash.catalog.core import Core
from fairhash.features.ladder.record import Kind, LadderFolder, Outcome, Verdict, step_name


@dataclass(frozen=True)
class StepResult:
    """What the check of one step returned; the fields become those of Outcome."""

    verdict: Verdict
    count: int = 0
    """Number of answers checked against the model, of messages sent to the core, or of proofs."""
    seed: int | None = None
    """Seed of all random choices; None if there are none."""
    reason: str = ""
    """Why the step did not pass."""
    repeat_command: str = ""
    """The command that repeats the check; by default the one that runs the core's ladder."""
    note: str = ""
    checked_at: datetime | None = None
    """Date of a verdict taken from a stored result; None for a check made now."""


@dataclass(frozen=True)
class Step:
    """One step of one core's ladder."""

    core: Core
    kind: Kind
    key: str
    check: Callable[[], StepResult]
    """Makes the check; raises FairhashError if it cannot decide whether the core is correct."""
    device: str = ""
    recipe: str = ""
    tools: Mapping[str, str] = field(default_factory=dict)
    official: bool = False
    """Whether the check uses official answers."""
    verilog: str = ""
    """Digest of the Verilog that the core's sources elaborate to."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """Revision numbers of the bench's own code that the step depends on."""

    @property
    def name(self) -> str:
        """Name of the step, as in Outcome.step."""
        return step_name(self.kind, self.device)

    def stored_pass(self, outcomes: Mapping[str, Outcome]) -> Outcome | None:
        """The stored outcome, if it is a pass with the same key; None if the step has to be run.

        A stored pass with official answers also counts where they are absent, but not the other way round.
        """
        outcome = outcomes.get(self.name)
        if outcome is None or outcome.verdict != "pass" or outcome.key != self.key:
            return None
        return outcome if outcome.official or not self.official else None

    def run(self) -> Outcome:
        """Make the check now. If it cannot decide, the verdict is `not run`, and the next run of the ladder retries."""
        start_s = time.monotonic()
        try:
            result = self.check()
        except Interrupted:
            raise
        except Exception as error:
            trace = paths.build() / "problems" / f"ladder-{self.kind}-{self.key[:16]}.txt"
            # the outcome may be committed, where paths of this machine mean nothing
            result = StepResult("not run", reason=reason_of(error, trace).replace(f"{paths.root()}/", ""))
        repeat_command = result.repeat_command or f"fairhash ladder {self.core.name}"
        return Outcome(
            kind=self.kind,
            device=self.device,
            recipe=self.recipe,
            verdict=result.verdict,
            reason=result.reason,
            again="" if result.verdict == "pass" else repeat_command,
            count=result.count,
            official=self.official,
            note=result.note,
            seed=result.seed,
            seconds=None if result.checked_at else round(time.monotonic() - start_s, 2),
            date=(result.checked_at or datetime.now(UTC)).replace(microsecond=0),
            key=self.key,
            verilog=self.verilog,
            declared=declared_digest(self.core),
            revisions=dict(self.revisions),
            commit=bench_commit(),
            tools=dict(self.tools),
        )


def run_ladders(
    ladders: Sequence[Sequence[Step]], folder: LadderFolder, progress: Progress, jobs: int | None = None
) -> None:
    """Run the steps of each ladder in order and store their outcomes.

    A step that does not pass ends its own ladder only.

    Args:
        ladders: The steps of each core.
        folder: Where outcomes are stored.
        progress: Is informed of every step.
        jobs: Number of ladders run in parallel; by default the number of processors.

    Raises:
        FairhashError: For errors that have nothing to do with a core, such as a full disk.
    """
    progress.planned(sum(len(steps) for steps in ladders))
    with workers(jobs or default_worker_count()) as crew:

        def run_ladder(steps: Sequence[Step]) -> None:
            _run_ladder(steps, folder, progress, crew.stop)

        crew.map(run_ladder, ladders)


def _run_ladder(steps: Sequence[Step], folder: LadderFolder, progress: Progress, stop: threading.Event) -> None:
    blocking: Kind | None = None
    for step in steps:
        job = f"{step.core.name} {step.name}"
        # the netlists of several devices have one kind and do not block each other
        if blocking not in (None, step.kind):
            progress.finished(job, f"not run: {blocking} did not pass", fresh=False)
            continue
        outcome = step.stored_pass(folder.read(step.core.name))
        fresh = outcome is None
        if outcome is None:
            progress.started(job)
            outcome = step.run()
            # a tool that was killed because the user interrupted the run proves nothing about the core
            if stop.is_set():
                raise Interrupted
            folder.store(step.core.name, outcome)
        progress.finished(job, f"{outcome.verdict} {outcome.reason}".strip(), fresh)
        if outcome.verdict != "pass":
            blocking = step.kind
