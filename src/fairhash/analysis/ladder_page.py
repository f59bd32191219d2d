# SPDX-License-Identifier: Apache-2.0
"""How far up its ladder each core stands, as a table for people and as a page of Markdown for the documentation."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fairhash.analysis.page import markdown_table
from fairhash.results import files
from fairhash.results.ladder import Outcome
from fairhash.runs.standing import MAIN_STEPS, Ladder, Standing

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# The ladder

Written by `fairhash ladder --only-stored --page docs/ladder.md` from the outcomes in
[results/ladder/](../results/ladder/); a test holds the two equal. `fairhash ladder` climbs, and so does
`./test --all`: what passed is not run again until the core, the testbench, the models or a tool change, and an
interrupted call goes on where it stopped.

Each step is a gate for the next. Engines and modes are those of [verification.md](verification.md).

| step | what it proves | counted |
|---|---|---|
| model | the software model gives the official answers; *own answers only*: those of `vectors/` | rows |
| answers | the core gives them on the fast engine, and those of `vectors/` | messages |
| modes | all other modes on the fast engine; measured cycles are exactly the declared ones | messages |
| vhdl | all modes on the VHDL itself, in GHDL | messages |
| netlist | known answers on the synthesised netlist; the verdict of a result where one is of these sources | messages |

*stale*: the last outcome is of other sources, or cores.toml declared something else. *not run*: there is no outcome,
or the step is behind one that did not pass.
"""

_FOUNDATIONS = """\
Sources: the first 12 digits of their digest. Dates are UTC. Seconds are those of all steps but netlists
with the verdict of a result. The tools of each outcome are in the core's file.
"""


def header() -> tuple[str, ...]:
    """Above the rows of cores."""
    return ("core", *MAIN_STEPS)


def rows(ladders: Sequence[Ladder]) -> list[tuple[str, ...]]:
    """A line for each core: the steps that all have."""
    return [(one.core, *(_cell(step) for step in one.steps if step.step in MAIN_STEPS)) for one in ladders]


def missed(ladders: Iterable[Ladder]) -> list[str]:
    """A line for each step that was tried and did not pass: what, why, and how to repeat it."""
    return [
        f"{one.core}: {step.step}: {step.state}: {step.reason}; again: {step.told.again}"
        for one in ladders
        for step in one.missed
        if step.told
    ]


def summary(ladders: Sequence[Ladder]) -> str:
    """One line."""
    whole = sum(one.whole for one in ladders)
    return f"{whole} of {len(ladders)} cores passed their whole ladder."


def data(ladders: Iterable[Ladder]) -> list[dict[str, Any]]:
    """For JSON."""
    return [
        {
            "core": one.core,
            "whole": one.whole,
            "steps": [
                {
                    "step": step.step,
                    "state": step.state,
                    "reason": step.reason,
                    "outcome": step.outcome.model_dump(mode="json") if step.outcome else None,
                }
                for step in one.steps
            ],
        }
        for one in ladders
    ]


def write(ladders: Sequence[Ladder], file: Path) -> None:
    """The page as `file`."""
    files.write_text(file, to_markdown(ladders))


def to_markdown(ladders: Sequence[Ladder]) -> str:
    """The page's text."""
    parts = [_HEAD, f"{summary(ladders)}\n", markdown_table(header(), rows(ladders))]
    lines = missed(ladders)
    if lines:
        parts += ["## What did not pass\n", "".join(f"- {line}\n" for line in lines)]
    others = list(_other_netlists(ladders))
    if others:
        head = ("core", "device", "recipe", "netlist", "seed", "date")
        parts += ["## Netlists of other devices\n", markdown_table(head, others)]
    foundations = list(_foundations(ladders))
    if foundations:
        table = markdown_table(("core", "sources", "dates", "s", "seeds"), foundations)
        parts += ["## What it rests on\n", _FOUNDATIONS, table, _tools(ladders)]
    return "\n".join(parts)


def _cell(step: Standing) -> str:
    told = step.told
    if told is None or told.verdict == "not run":
        return step.state
    own = ", own answers only" if told.kind in ("model", "answers") and not told.official else ""
    return f"{step.state}, {told.count}{own}"


def _other_netlists(ladders: Iterable[Ladder]) -> Iterator[tuple[str, ...]]:
    for one in ladders:
        for step in one.steps:
            if step.step not in MAIN_STEPS and step.outcome:
                made = step.outcome
                seed = "" if made.seed is None else str(made.seed)
                yield one.core, made.device, made.recipe, _cell(step), seed, _day(made)


def _foundations(ladders: Iterable[Ladder]) -> Iterator[tuple[str, ...]]:
    for one in ladders:
        told = [outcome for outcome in _told(one) if outcome.step in MAIN_STEPS]
        if told:
            days = sorted(map(_day, told))
            seeds = [f"{outcome.step} {outcome.seed}" for outcome in told if outcome.seed is not None]
            yield (
                one.core,
                f"`{told[0].verilog[:12]}`",
                " to ".join(dict.fromkeys((days[0], days[-1]))),
                f"{sum(outcome.seconds or 0 for outcome in told):.0f}",
                ", ".join(seeds),
            )


def _day(outcome: Outcome) -> str:
    return f"{outcome.date:%Y-%m-%d}"


def _tools(ladders: Iterable[Ladder]) -> str:
    """Each version once, whichever steps of whichever cores it served."""
    versions = sorted({use for one in ladders for outcome in _told(one) for use in outcome.tools.items()})
    return "".join(f"- {tool}: {version}\n" for tool, version in versions)


def _told(one: Ladder) -> list[Outcome]:
    return [step.told for step in one.steps if step.told]
