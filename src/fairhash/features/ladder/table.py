# SPDX-License-Identifier: Apache-2.0
"""The status of each core's verification ladder: as table rows and as JSON data."""

from collections.abc import Iterable, Sequence
from typing import Any

from fairhash.base.table import Table, table_of_texts
from fairhash.features.ladder.status import MAIN_STEPS, LadderStatus, StepStatus


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
