# SPDX-License-Identifier: Apache-2.0
"""The comparison of strategies as a page of Markdown with its chart, for the documentation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fairhash.analysis.measures import geometric_mean
from fairhash.analysis.provenance import provenance
from fairhash.explore.chart import gains, to_svg
from fairhash.explore.comparison import Comparison
from fairhash.explore.search import Found
from fairhash.explore.strategies import STRATEGIES
from fairhash.results import files

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Searches compared

Written by `fairhash explore --compare --only-stored --page docs/searches.md` from the results in
[results/explore/](../results/explore/); a test holds the two equal. What the strategies do is in
[searching.md](searching.md).
"""

_READING = """Every strategy begins with the start of the family's space, may make the same number of runs, and is
judged by its best run. A run that failed, or whose netlist was not found right, never wins, and of equal strategies
none wins. The best of several runs is above what the same recipe gives with other seeds: these figures compare
strategies, not cores.
"""


def write(comparison: Comparison, file: Path) -> None:
    """The page as `file` and its chart in images/ beside it."""
    picture = Path("images") / f"{file.stem}.svg"
    files.write_text(file, to_markdown(comparison, picture))
    if comparison.results:
        files.write_text(file.parent / picture, to_svg(comparison, _title(comparison)))


def _title(comparison: Comparison) -> str:
    terms = comparison.terms
    return f"Strategies at {terms.budget} runs each on {terms.device.id}"


def to_markdown(comparison: Comparison, picture: Path) -> str:
    """The page's text."""
    complete = comparison.complete
    parts = [_HEAD, _READING, _rests_on(comparison)]
    if comparison.results:
        parts.append(f"![{_title(comparison)}]({picture.as_posix()})\n")
    if complete:
        parts += [f"## Over {', '.join(complete)}\n", _table(_OVERALL, _overall(comparison, complete))]
    for core in comparison.found:
        parts += [f"## {core}\n", verdict(comparison, core) + "\n"]
        if any(comparison.found[core].values()):
            parts.append(_table(header(comparison), rows(comparison, core)))
    if comparison.results:
        facts = provenance(comparison.results)
        del facts["recipe"], facts["uncertainty"]
        parts.append("".join(f"- {name}: {value}\n" for name, value in facts.items()))
    return "\n".join(parts)


_OVERALL = ("strategy", "gain over the start", "won", "tied for best", "runs made")


def header(comparison: Comparison) -> tuple[str, ...]:
    """Above the rows of a core."""
    unit = comparison.terms.objective.unit
    return ("strategy", "runs", "failed", unit, "gain", "best after", "with")


def _rests_on(comparison: Comparison) -> str:
    terms = comparison.terms
    missing = [core for core in comparison.found if core not in comparison.complete]
    text = (
        f"Device {terms.device.id}, objective {terms.objective.name}, budget {terms.budget} runs a strategy, "
        f"seed {terms.seed}; "
        f"{len(comparison.results)} runs in all,\nsince strategies share them. "
        f"Whole for {len(comparison.complete)} of {len(comparison.found)} cores"
    )
    return f"{text}; runs are still missing for {', '.join(missing)}.\n" if missing else f"{text}.\n"


def verdict(comparison: Comparison, core: str) -> str:
    """Which strategy won, whether there was a tie, or why nobody can have won."""
    if core not in comparison.complete:
        return "Runs are missing: no winner can be named."
    best = comparison.winners(core)
    if not best:
        return "Every run of every strategy failed."
    return f"Won by {best[0]}." if len(best) == 1 else f"A tie: {', '.join(best)}."


def _overall(comparison: Comparison, complete: Sequence[str]) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = []
    for name in STRATEGIES:
        found = [one for core in complete if (one := comparison.found[core][name]) is not None]
        by_core = [gains(comparison, core).get(name) for core in complete]
        known = [1 + gain for gain in by_core if gain is not None]
        winners = [comparison.winners(core) for core in complete]
        lines.append(
            (
                name,
                f"{geometric_mean(known) - 1:+.1%}" if len(known) == len(complete) else "N/A",
                str(sum(best == (name,) for best in winners)),
                str(sum(name in best and len(best) > 1 for best in winners)),
                str(sum(len(one.tried) for one in found)),
            )
        )
    return lines


def rows(comparison: Comparison, core: str) -> list[tuple[str, ...]]:
    """A line for each strategy."""
    gained = gains(comparison, core)
    return [
        (name, *(_cells(comparison, found, gained.get(name)) if found else ("missing", *[""] * 5)))
        for name, found in comparison.found[core].items()
    ]


def _cells(comparison: Comparison, found: Found, gain: float | None) -> tuple[str, ...]:
    failed = sum(outcome.merit is None for outcome in found.tried)
    if not found.best:
        return (str(len(found.tried)), str(failed), "N/A", "N/A", "", found.tried[0].note)
    return (
        str(len(found.tried)),
        str(failed),
        f"{comparison.terms.objective.shown(found.best[0].merit or 0):.4g}",
        "N/A" if gain is None else f"{gain:+.1%}",
        str(found.runs_to_best),
        _winner(found),
    )


def _winner(found: Found) -> str:
    """What the best trial differs in from the start; of several the first, and how many."""
    trial, start = found.best[0].trial, found.setting.start
    words = [found.setting.space.differences(trial.point)]
    if trial.seed != start.seed:
        words.append(f"seed {trial.seed}")
    if trial.clock_mhz != start.clock_mhz:
        words.append(f"{trial.clock_mhz:g} MHz requested")
    said = words[1:] if words[0] == "start" and len(words) > 1 else words
    return ", ".join(said) + (f" (tie of {len(found.best)} runs)" if len(found.best) > 1 else "")


def data(comparison: Comparison) -> dict[str, Any]:
    """For JSON."""
    terms = comparison.terms
    return {
        "device": terms.device.id,
        "objective": terms.objective.name,
        "budget": terms.budget,
        "seed": terms.seed,
        "cores": {
            core: {
                "verdict": verdict(comparison, core),
                "best": comparison.winners(core) if core in comparison.complete else (),
                "gains": gains(comparison, core),
                "runs": {name: len(found.tried) if found else None for name, found in by_name.items()},
            }
            for core, by_name in comparison.found.items()
        },
    }


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
