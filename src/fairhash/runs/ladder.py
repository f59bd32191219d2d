# SPDX-License-Identifier: Apache-2.0
"""Climbs the ladders of cores: each step a gate for the next, every outcome kept as it comes, nothing run twice."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.results.ladder import Kind, LadderFolder, Outcome, Verdict, step_name
from fairhash.runs.bench_commit import bench_commit
from fairhash.runs.keys import declared_digest
from fairhash.runs.progress import Progress
from fairhash.runs.stages import UNREADABLE
from fairhash.runs.store import Interrupted
from fairhash.runs.workers import at_once, workers


@dataclass(frozen=True)
class Found:
    """What the work of a step came to; the fields are those of Outcome."""

    verdict: Verdict
    count: int = 0
    seed: int | None = None
    reason: str = ""
    again: str = ""
    note: str = ""
    made: datetime | None = None
    """When, for a verdict that was there already."""


@dataclass(frozen=True)
class Step:
    """One step of one core. `work` raises FairhashError where it cannot tell whether the core is right."""

    core: Core
    kind: Kind
    key: str
    work: Callable[[], Found]
    device: str = ""
    recipe: str = ""
    tools: Mapping[str, str] = field(default_factory=dict)
    official: bool = False
    """Whether official answers are there for it to use."""
    verilog: str = ""
    """Digest of the Verilog that the core's sources elaborate to."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """Revision numbers of the bench's own code that the step rests on."""

    @property
    def name(self) -> str:
        """As the outcome calls it."""
        return step_name(self.kind, self.device)

    def settled(self, known: Mapping[str, Outcome]) -> Outcome | None:
        """The pass that would come of it again, if `known`; that it had more answers than are here does it no harm."""
        outcome = known.get(self.name)
        if outcome is None or outcome.verdict != "pass" or outcome.key != self.key:
            return None
        return outcome if outcome.official or not self.official else None

    def made(self) -> Outcome:
        """Do it now. What could not be checked is not known to be wrong: it is `not run`, and tried again next time."""
        started = time.monotonic()
        again = f"fairhash ladder {self.core.name}"
        try:
            found = self.work()
        except FairhashError as error:
            found = Found("not run", reason=str(error))
        except UNREADABLE as error:
            found = Found("not run", reason=" ".join(f"{type(error).__name__}: {error}".split()))
        return Outcome(
            kind=self.kind,
            device=self.device,
            recipe=self.recipe,
            verdict=found.verdict,
            reason=found.reason,
            again="" if found.verdict == "pass" else found.again or again,
            count=found.count,
            official=self.official,
            note=found.note,
            seed=found.seed,
            seconds=None if found.made else round(time.monotonic() - started, 2),
            date=(found.made or datetime.now(UTC)).replace(microsecond=0),
            key=self.key,
            verilog=self.verilog,
            declared=declared_digest(self.core),
            revisions=dict(self.revisions),
            commit=bench_commit(),
            tools=dict(self.tools),
        )


def climb(ladders: Sequence[Sequence[Step]], folder: LadderFolder, progress: Progress, jobs: int | None = None) -> None:
    """Climb each ladder, `jobs` at a time, by default as many as there are processors; what came of it is in `folder`.

    A step that does not pass ends its own ladder only. Raises FairhashError for what is no core's fault: a full disk.
    """
    progress.planned(sum(len(steps) for steps in ladders))
    with workers(jobs or at_once()) as crew:

        def climbed(steps: Sequence[Step]) -> None:
            _climb(steps, folder, progress, crew.stop)

        running = [crew.submit(lambda steps=steps: climbed(steps)) for steps in ladders]  # type: ignore[misc]
        for future in running:
            future.result()


def _climb(steps: Sequence[Step], folder: LadderFolder, progress: Progress, stop: threading.Event) -> None:
    missed: Kind | None = None
    for step in steps:
        job = f"{step.core.name} {step.name}"
        # netlists of several devices stand beside each other
        if missed not in (None, step.kind):
            progress.finished(job, f"not run: {missed} did not pass", fresh=False)
            continue
        outcome = step.settled(folder.read(step.core.name))
        fresh = outcome is None
        if outcome is None:
            progress.started(job)
            outcome = step.made()
            # a tool that was ended with the sweep says nothing about the core
            if stop.is_set():
                raise Interrupted
            folder.store(step.core.name, outcome)
        progress.finished(job, f"{outcome.verdict} {outcome.reason}".strip(), fresh)
        if outcome.verdict != "pass":
            missed = step.kind
