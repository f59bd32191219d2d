# SPDX-License-Identifier: Apache-2.0
"""The mutant steps of a core's verification ladder, from the stored reports alone: no mutant is run."""

from functools import partial

from fairhash.bench.keys import declared_digest, digest
from fairhash.bench.revisions import revision
from fairhash.catalog.core import Core
from fairhash.features.ladder.measure import Step, StepResult
from fairhash.features.mutants.measure import REVISIONS, is_stale, mutants_folder, verdict
from fairhash.features.mutants.record import MutantReport, MutantsFolder


def mutant_steps(core: Core, verilog: str, folder: MutantsFolder | None = None) -> list[Step]:
    """One step for each stored report of a core.

    Args:
        core: the core.
        verilog: digest of the Verilog that its sources elaborate to.
        folder: where the reports are; by default the committed ones.
    """
    reports = folder or mutants_folder()
    return [_step(core, verilog, report, reports) for report in reports.of_core(core.name)]


def _step(core: Core, verilog: str, report: MutantReport, folder: MutantsFolder) -> Step:
    revisions = revision(*REVISIONS)
    key = digest([report.model_dump(mode="json"), folder.explained(report), verilog, declared_digest(core), revisions])
    return Step(
        core,
        "mutants",
        key,
        partial(_check, core, verilog, report, folder),
        report.device,
        report.recipe,
        report.tools,
        verilog=verilog,
        revisions=revisions,
    )


def _check(core: Core, verilog: str, report: MutantReport, folder: MutantsFolder) -> StepResult:
    """The verdict on a report of the core as it is now."""
    repeat = f"fairhash mutants {core.name} --device {report.device} --count {report.mutants} --seed {report.seed}"
    if is_stale(report, verilog, declared_digest(core)):
        return StepResult("not run", reason="the report of mutants is stale", repeat_command=repeat)
    result, reason = verdict(report, folder)
    note = (
        f"{report.killed} killed, {report.mutants - report.not_equivalent} equivalent, {len(report.survivors)} survive"
    )
    return StepResult(
        result,
        report.mutants,
        report.seed,
        reason=reason,
        repeat_command=repeat,
        note=note,
        checked_at=report.date,
    )
