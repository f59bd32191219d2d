# SPDX-License-Identifier: Apache-2.0
"""The status of each core's verification ladder, from stored outcomes alone: as table rows and as JSON data."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from fairhash.base.table import Table, table_of_texts
from fairhash.bench.implementing import DEVICE
from fairhash.bench.keys import declared_digest, source_digest
from fairhash.bench.revisions import revision
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, find_core
from fairhash.features.ladder.record import KINDS, Elaborated, Kind, LadderFolder, Outcome, step_name
from fairhash.toolchain.builds import front_end_builds

DEFAULT_ARCHITECTURE = "highspeed"
"""Architecture of the cores whose ladder is run if no core is named."""

MAIN_STEPS = {step_name(kind, DEVICE if kind == "netlist" else ""): kind for kind in KINDS}
"""The steps that every core has: kind by step name."""


@dataclass(frozen=True)
class StepStatus:
    """The status of one step of one core."""

    step: str
    state: Literal["pass", "fail", "not run", "stale"]
    """`stale`: the outcome is of other sources, another declaration or another revision of the bench."""
    outcome: Outcome | None
    """The stored outcome, stale ones included; None if there is none or an earlier step did not pass."""
    reason: str = ""

    @property
    def current_outcome(self) -> Outcome | None:
        """The outcome if it is of the core as it is now, else None."""
        return None if self.state == "stale" else self.outcome


@dataclass(frozen=True)
class LadderStatus:
    """The status of all steps of one core, in the order of the ladder."""

    core: str
    steps: tuple[StepStatus, ...]

    @property
    def not_passed(self) -> list[StepStatus]:
        """Steps with a current outcome other than `pass`; steps without an outcome are not among them."""
        return [step for step in self.steps if step.current_outcome and step.current_outcome.verdict != "pass"]

    @property
    def all_passed(self) -> bool:
        """Whether every step passed."""
        return all(step.state == "pass" for step in self.steps)


def selected_cores(names: Sequence[str]) -> list[Core]:
    """The cores with these names, each once; if no name is given, all cores of DEFAULT_ARCHITECTURE."""
    if names:
        return [find_core(name) for name in dict.fromkeys(names)]
    return [core for core in all_cores().values() if core.architecture == DEFAULT_ARCHITECTURE]


def shown_cores(folder: LadderFolder) -> list[Core]:
    """The cores whose stored outcomes are shown: all of DEFAULT_ARCHITECTURE, and all cores with an outcome."""
    return [
        core for core in all_cores().values() if core.architecture == DEFAULT_ARCHITECTURE or folder.read(core.name)
    ]


def ladder_statuses(cores: Iterable[Core], folder: LadderFolder) -> list[LadderStatus]:
    """The status of each core's ladder, in the order of `cores`; stores which Verilog the cores' sources give."""
    return [LadderStatus(core.name, tuple(_step_statuses(core, folder))) for core in cores]


def _step_statuses(core: Core, folder: LadderFolder) -> Iterable[StepStatus]:
    outcomes = folder.read(core.name)
    workspace = Workspace()
    verilog = workspace.known_elaboration(core, front_end_builds()["ghdl"]).verilog
    folder.store_elaborated(core.name, Elaborated(sources=source_digest(core), verilog=verilog))
    blocking: Kind | None = None
    for step, kind in {**MAIN_STEPS, **{step: outcome.kind for step, outcome in outcomes.items()}}.items():
        outcome = outcomes.get(step)
        # the netlists of several devices have one kind and do not block each other, nor do their mutants
        if blocking not in (None, kind):
            yield StepStatus(step, "not run", None, f"{blocking} did not pass")
        elif outcome is None:
            yield StepStatus(step, "not run", None)
        elif _is_stale(outcome, verilog, declared_digest(core)):
            yield StepStatus(step, "stale", outcome)
        else:
            yield StepStatus(step, outcome.verdict, outcome, outcome.reason)
            blocking = kind if outcome.verdict != "pass" else blocking


def _is_stale(outcome: Outcome, verilog: str, declared: str) -> bool:
    """Whether the core or the bench's code has changed since the outcome was stored."""
    changed = (outcome.verilog, outcome.declared) != (verilog, declared)
    return changed or outcome.revisions != revision(*outcome.revisions)


def ladder_table(ladders: Sequence[LadderStatus]) -> Table:
    """One row for each core: its name and the states of the steps that every core has."""
    rows = [(ladder.core, *(_cell(step) for step in ladder.steps if step.step in MAIN_STEPS)) for ladder in ladders]
    return table_of_texts(("core", *MAIN_STEPS), rows)


def failure_lines(ladders: Iterable[LadderStatus]) -> list[str]:
    """One line for each step with an outcome that is no pass: the step, the reason, and the command that repeats it."""
    return [
        f"{ladder.core}: {step.step}: {step.state}: {step.reason}; again: {step.current_outcome.again}"
        for ladder in ladders
        for step in ladder.not_passed
        if step.current_outcome
    ]


def passed_sentence(ladders: Sequence[LadderStatus]) -> str:
    """One sentence: how many cores passed all steps."""
    passed = sum(ladder.all_passed for ladder in ladders)
    return f"{passed} of {len(ladders)} cores passed all steps."


def ladder_data(ladders: Iterable[LadderStatus]) -> list[dict[str, Any]]:
    """The status of each core as JSON data."""
    return [
        {
            "core": ladder.core,
            "whole": ladder.all_passed,
            "steps": [
                {
                    "step": step.step,
                    "state": step.state,
                    "reason": step.reason,
                    "outcome": step.outcome.model_dump(mode="json") if step.outcome else None,
                }
                for step in ladder.steps
            ],
        }
        for ladder in ladders
    ]


def _cell(step: StepStatus) -> str:
    """The state and, if the step was run, its count, e.g. ``pass, 276``."""
    outcome = step.current_outcome
    if outcome is None or outcome.verdict == "not run":
        return step.state
    only_own = ", own answers only" if outcome.kind in ("model", "answers") and not outcome.official else ""
    return f"{step.state}, {outcome.count}{only_own}"
