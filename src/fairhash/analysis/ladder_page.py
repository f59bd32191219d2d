# SPDX-License-Identifier: Apache-2.0
"""The status of each core's verification ladder: as table rows, as JSON data and as a Markdown page."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fairhash.analysis.page import markdown_table
from fairhash.results import files
from fairhash.results.ladder import REQUESTED_KINDS, Kind, Outcome
from fairhash.runs.ladder_status import MAIN_STEPS, LadderStatus, StepStatus

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# The verification ladder

Which verification steps each core has passed. Written by `fairhash ladder --only-stored --page FILE.md` from the
outcomes in results/ladder/. docs/verification.md describes the steps.

The number counts rows of answers (*model*), messages, or proofs (*proofs*). *own answers only*: checked against the
answers that the software models wrote, not against official ones. *stale*: the core's sources, its entry in cores.toml
or the bench have changed since the last outcome. *not run*: there is no outcome, or an earlier step did not pass.
"""

_PLACED = """\
*placed*: the netlist after place and route, without delays. *timed*: the same with its routed delays at the clock that
place and route reports (docs/clock.md). Both run for the devices of `fairhash ladder CORE --placed DEVICE`. The
numbers count messages.
"""

_MUTANTS = """\
Stored reports of changed netlists (docs/mutants.md); the number counts mutants.
"""

_BASIS = """\
Sources: the first 12 digits of the digest of the elaborated Verilog. Dates are UTC. Seconds: elapsed time of all steps,
without netlists whose verdict is that of a stored result. The file of each core lists the tools of each outcome.
"""


def header() -> tuple[str, ...]:
    """Column titles for rows()."""
    return ("core", *MAIN_STEPS)


def rows(ladders: Sequence[LadderStatus]) -> list[tuple[str, ...]]:
    """One row for each core: its name and the states of the steps that every core has."""
    return [(ladder.core, *(_cell(step) for step in ladder.steps if step.step in MAIN_STEPS)) for ladder in ladders]


def failure_lines(ladders: Iterable[LadderStatus]) -> list[str]:
    """One line for each step with an outcome that is no pass: the step, the reason, and the command that repeats it."""
    return [
        f"{ladder.core}: {step.step}: {step.state}: {step.reason}; again: {step.current_outcome.again}"
        for ladder in ladders
        for step in ladder.not_passed
        if step.current_outcome
    ]


def summary(ladders: Sequence[LadderStatus]) -> str:
    """One sentence: how many cores passed all steps."""
    passed = sum(ladder.all_passed for ladder in ladders)
    return f"{passed} of {len(ladders)} cores passed all steps."


def data(ladders: Iterable[LadderStatus]) -> list[dict[str, Any]]:
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


def write(ladders: Sequence[LadderStatus], file: Path) -> None:
    """Write the page to `file`."""
    files.write_text(file, to_markdown(ladders))


def to_markdown(ladders: Sequence[LadderStatus]) -> str:
    """The page as Markdown."""
    parts = [_HEAD, f"{summary(ladders)}\n", markdown_table(header(), rows(ladders))]
    lines = failure_lines(ladders)
    if lines:
        parts += ["## Steps that did not pass\n", "".join(f"- {line}\n" for line in lines)]
    others = list(_device_rows(ladders, "netlist"))
    if others:
        head = ("core", "device", "recipe", "netlist", "seed", "date")
        parts += ["## Netlists of other devices\n", markdown_table(head, others)]
    placed = list(_placed_netlists(ladders))
    if placed:
        parts += [
            "## Placed netlists\n",
            _PLACED,
            markdown_table(("core", "device", *REQUESTED_KINDS, "clock"), placed),
        ]
    mutants = list(_device_rows(ladders, "mutants"))
    if mutants:
        head = ("core", "device", "recipe", "mutants", "seed", "date")
        parts += ["## Mutants\n", _MUTANTS, markdown_table(head, mutants)]
    basis_rows = list(_basis_rows(ladders))
    if basis_rows:
        table = markdown_table(("core", "sources", "dates", "s", "seeds"), basis_rows)
        parts += ["## Basis\n", _BASIS, table, _tools(ladders)]
    return "\n".join(parts)


def _cell(step: StepStatus) -> str:
    """The state and, if the step was run, its count, e.g. ``pass, 276``."""
    outcome = step.current_outcome
    if outcome is None or outcome.verdict == "not run":
        return step.state
    only_own = ", own answers only" if outcome.kind in ("model", "answers") and not outcome.official else ""
    return f"{step.state}, {outcome.count}{only_own}"


def _device_rows(ladders: Iterable[LadderStatus], kind: Kind) -> Iterator[tuple[str, ...]]:
    """One row for each stored outcome of this kind that is no step of every core."""
    for ladder in ladders:
        for step in ladder.steps:
            if step.step not in MAIN_STEPS and step.outcome and step.outcome.kind == kind:
                outcome = step.outcome
                seed = "" if outcome.seed is None else str(outcome.seed)
                yield ladder.core, outcome.device, outcome.recipe, _cell(step), seed, _day(outcome)


def _placed_netlists(ladders: Iterable[LadderStatus]) -> Iterator[tuple[str, ...]]:
    """One row for each core and device with an outcome of a step that had to be requested."""
    for ladder in ladders:
        by_device: dict[str, dict[str, StepStatus]] = {}
        for step in ladder.steps:
            if step.outcome and step.outcome.kind in REQUESTED_KINDS:
                by_device.setdefault(step.outcome.device, {})[step.outcome.kind] = step
        for device, steps in by_device.items():
            cells = [_cell(steps[kind]) if kind in steps else "not run" for kind in REQUESTED_KINDS]
            timed = steps["timed"].outcome if "timed" in steps else None
            yield ladder.core, device, *cells, timed.note if timed else ""


def _basis_rows(ladders: Iterable[LadderStatus]) -> Iterator[tuple[str, ...]]:
    """One row for each core with current outcomes: sources, dates, seconds and seeds."""
    for ladder in ladders:
        outcomes = [outcome for outcome in _current_outcomes(ladder) if outcome.step in MAIN_STEPS]
        if outcomes:
            days = sorted(map(_day, outcomes))
            seeds = [f"{outcome.step} {outcome.seed}" for outcome in outcomes if outcome.seed is not None]
            yield (
                ladder.core,
                f"`{outcomes[0].verilog[:12]}`",
                " to ".join(dict.fromkeys((days[0], days[-1]))),
                f"{sum(outcome.seconds or 0 for outcome in outcomes):.0f}",
                ", ".join(seeds),
            )


def _day(outcome: Outcome) -> str:
    return f"{outcome.date:%Y-%m-%d}"


def _tools(ladders: Iterable[LadderStatus]) -> str:
    """A list of every tool version that a current outcome used, each once."""
    versions = sorted(
        {use for ladder in ladders for outcome in _current_outcomes(ladder) for use in outcome.tools.items()}
    )
    return "".join(f"- {tool}: {version}\n" for tool, version in versions)


def _current_outcomes(ladder: LadderStatus) -> list[Outcome]:
    return [step.current_outcome for step in ladder.steps if step.current_outcome]
