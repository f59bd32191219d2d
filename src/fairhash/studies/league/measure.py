# SPDX-License-Identifier: Apache-2.0
"""Verifies and measures public cores one after the other, and stores what was found of each."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.base.records import RecordFolder
from fairhash.bench.jobs import Progress, reason_of
from fairhash.bench.keys import text_digest
from fairhash.bench.store import Interrupted, StoreError
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.external.resolve_core import read_described_core
from fairhash.studies.external.bench_core import BenchReport, bench_described
from fairhash.studies.league.entries import LeagueEntry
from fairhash.studies.league.record import LeagueRow, Step
from fairhash.testbench.report import VerifyReport
from fairhash.toolchain.tools import ToolKilled

NOT_PLACED = "not placed yet"


@dataclass(frozen=True)
class Attempt:
    """What came of one entry."""

    entry: LeagueEntry
    row: LeagueRow | None = None
    """What was stored; None if the sources are not there."""
    problem: str = ""
    """Why nothing was stored."""

    @property
    def ok(self) -> bool:
        """Whether the core was measured, or only verified if that was requested."""
        return self.row is not None and self.row.reason in ("", NOT_PLACED)


def description_digest(entry: LeagueEntry) -> str:
    """The digest of a description's text."""
    return text_digest(files.read_text(entry.file))


def measure_league(  # noqa: PLR0917 - what to measure, how, and where to store it
    entries: Iterable[LeagueEntry],
    folder: Path,
    device: Target,
    recipe: Recipe,
    seeds: Sequence[int],
    stored: RecordFolder[LeagueRow],
    progress: Progress | None = None,
    on_attempt: Callable[[Attempt], None] | None = None,
) -> list[Attempt]:
    """Verify and measure each entry whose sources are those of its commit.

    The failure of one core, whatever it is, does not stop the others.

    Args:
        entries: the entries.
        folder: the folder of the checkouts.
        device: the target.
        recipe: the recipe.
        seeds: the seeds; none to verify only.
        stored: where the rows are stored, each at once.
        progress: is informed of every job.
        on_attempt: called after each core.
    """
    done = []
    for entry in entries:
        attempt = _attempt(entry, folder, device, recipe, seeds, progress)
        if attempt.row:
            attempt = replace(attempt, row=_with_stored_steps(attempt.row, stored))
        done.append(attempt)
        row = attempt.row
        if row and not (row.passed and row.reason == NOT_PLACED and _is_measured(row, stored)):
            stored.store(entry.name, row)
        if on_attempt:
            on_attempt(done[-1])
    return done


def _attempt(  # noqa: PLR0917 - what measure_league() was given
    entry: LeagueEntry,
    folder: Path,
    device: Target,
    recipe: Recipe,
    seeds: Sequence[int],
    progress: Progress | None,
) -> Attempt:
    if entry.is_missing(folder):
        return Attempt(entry, problem=f"no checkout in {entry.checkout(folder)}")
    try:
        entry.check_sources(folder)
    except FairhashError as error:
        return Attempt(entry, problem=f"{error.what}: {error.hint}")
    started = time.monotonic()
    reports: list[VerifyReport] = []
    bench: BenchReport | None = None
    try:
        core = read_described_core(entry.file, root=entry.source_folder(folder))
        report, bench = bench_described(core, device, recipe, seeds, progress, reports.append)
        reports.append(report)
        reason = _failure(report) or _not_placed(bench)
    except (Interrupted, NotInstalled, StoreError, ToolKilled):
        # a fault of the machine says nothing about a core
        raise
    except FairhashError as error:
        reason = f"{error.what}: {error.hint}" if error.hint else error.what
    except Exception as error:
        # an error of the bench with one core does not end the others, as in a sweep
        reason = reason_of(error, paths.build() / "league" / f"{entry.name}.txt")
    # the steps of a core that passed and is refused afterwards are part of its row
    last = reports[-1] if reports else None
    return Attempt(entry, _row(entry, last, bench, " ".join(reason.split()), time.monotonic() - started))


def _stored_row(row: LeagueRow, stored: RecordFolder[LeagueRow]) -> LeagueRow | None:
    """The stored row of the same sources and description."""
    old = stored.read(row.name)
    same = old is not None and (old.digest, old.description) == (row.digest, row.description)
    return old if same else None


def _is_measured(row: LeagueRow, stored: RecordFolder[LeagueRow]) -> bool:
    """Whether results of the same sources and description are stored, which a verification must not remove."""
    old = _stored_row(row, stored)
    return old is not None and bool(old.results)


def _with_stored_steps(row: LeagueRow, stored: RecordFolder[LeagueRow]) -> LeagueRow:
    """The row; with the stored steps of the same sources and description if it was refused before any step."""
    old = None if row.steps else _stored_row(row, stored)
    kept = {"steps": old.steps, "untested": old.untested, "cycles": old.cycles} if old else {}
    return row.model_copy(update=kept)


def _failure(report: VerifyReport) -> str:
    """The first mode that failed, and what was wrong."""
    for mode in report.modes:
        if mode.verdict != "pass":
            what = mode.failure.what if mode.failure else "nothing to check"
            hint = f"; {report.explanation}" if report.explanation else ""
            return f"mode {mode.mode}: {what}{hint}"
    return ""


def _not_placed(bench: BenchReport | None) -> str:
    """Why a core that passed has no figure."""
    if bench is None:
        return NOT_PLACED
    results = bench.results
    return "" if any(result.status == "ok" for result in results) else f"{results[0].status}: {results[0].reason}"


def _row(
    entry: LeagueEntry, report: VerifyReport | None, bench: BenchReport | None, reason: str, seconds: float
) -> LeagueRow:
    modes = report.modes if report else ()
    results = bench.results if bench else ()
    cycles = next((result.measured_cycles for result in results if result.measured_cycles), None)
    return LeagueRow(
        name=entry.name,
        core=entry.core,
        algorithm=entry.description.algorithm,
        address=entry.origin.address,
        commit=entry.origin.commit,
        licence=entry.origin.licence,
        interface=entry.interface,
        digest=entry.origin.digest,
        description=description_digest(entry),
        steps=tuple(Step(mode=mode.mode, verdict=mode.verdict, messages=mode.messages) for mode in modes),
        untested=report.untested if report else (),
        cycles=cycles.formula if cycles else None,
        reason=reason,
        seconds=round(seconds, 1),
        date=datetime.now(UTC),
        results=results,
    )
