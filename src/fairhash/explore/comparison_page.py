# SPDX-License-Identifier: Apache-2.0
"""The comparison of strategies as Markdown, as table rows, as JSON data and as a chart."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fairhash.analysis.measures import geometric_mean
from fairhash.analysis.provenance import provenance
from fairhash.charts import dot_rows
from fairhash.charts.svg import to_svg_file
from fairhash.explore.comparison import Comparison
from fairhash.explore.search import SearchResult, gain_over
from fairhash.explore.strategies import STRATEGIES
from fairhash.results import files


def gains(comparison: Comparison, core: str) -> dict[str, float]:
    """By strategy: the relative gain of its best run over the start; strategies with missing runs are omitted."""
    complete = {name: result for name, result in comparison.search_results[core].items() if result is not None}
    starts = [result.outcomes[0].merit for result in complete.values()]
    start = starts[0] if starts else None
    return {
        name: gain_over(start, result.merit) for name, result in complete.items() if start and result.merit is not None
    }


def gain_chart(comparison: Comparison, title: str) -> dict[str, Any]:
    """The Vega-Lite specification: a row for each strategy, with a dot for the gain of each core in per cent."""
    strategies = list(next(iter(comparison.search_results.values())))
    by_core = {
        core: {name: 100 * gain for name, gain in gains(comparison, core).items()} for core in comparison.search_results
    }
    axis = f"{comparison.conditions.objective.name}: best run against the start, %"
    shown = {core: core_gains for core, core_gains in by_core.items() if core_gains}
    return dot_rows.specification(title, axis, strategies, shown, reference=0)


_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Search strategies compared

For people who choose a search strategy. The figures are those of the stored runs (`results/explore/`).
[Searching](searching.md) describes the strategies. As one file:
`fairhash explore --compare --only-stored --page FILE.md`.
"""

_RULES = """Every strategy starts from the start point of the family's search space, may request the same
number of runs, and is judged by its best run. A run that failed, or whose netlist did not pass its check,
is never the best. If several strategies are equally good, none of them wins. Choosing the best of several
runs biases the result upward, so these figures compare strategies, not cores.
The runs of a core are those of the sources that it was searched with; where the core has changed since, they
still compare the strategies.
"""


def write(comparison: Comparison, file: Path) -> None:
    """Write the page to `file` and its chart to an .svg file of the same name."""
    files.write_text(file, to_markdown(comparison, file.with_suffix(".svg").name))
    if comparison.results:
        files.write_text(file.with_suffix(".svg"), to_svg_file(gain_chart(comparison, title(comparison))) + "\n")


def title(comparison: Comparison) -> str:
    """Title of the chart."""
    conditions = comparison.conditions
    return f"Strategies at {conditions.budget} runs each on {conditions.device.id}"


def to_markdown(comparison: Comparison, picture: str = "") -> str:
    """The page's text, with a link to the chart if `picture` names it."""
    complete = comparison.complete
    parts = [_HEAD, _RULES, _basis(comparison)]
    if comparison.results and picture:
        parts.append(f"![{title(comparison)}]({picture})\n")
    if complete:
        parts += [f"## Over {', '.join(complete)}\n", _table(_OVERALL, _overall(comparison, complete))]
    for core in comparison.search_results:
        parts += [f"## {core}\n", verdict(comparison, core) + "\n"]
        if any(comparison.search_results[core].values()):
            parts.append(_table(header(comparison), rows(comparison, core)))
    if comparison.results:
        facts = provenance(comparison.results)
        del facts["recipe"], facts["uncertainty"]
        parts.append("".join(f"- {name}: {value}\n" for name, value in facts.items()))
    return "\n".join(parts)


_OVERALL = ("strategy", "gain over the start", "won", "tied for best", "runs")


def header(comparison: Comparison) -> tuple[str, ...]:
    """Column titles of the table of one core."""
    unit = comparison.conditions.objective.unit
    return ("strategy", "runs", "failed", unit, "gain", "best in run", "options of the best run")


def _basis(comparison: Comparison) -> str:
    conditions = comparison.conditions
    missing = [core for core in comparison.search_results if core not in comparison.complete]
    text = (
        f"Device {conditions.device.id}, objective {conditions.objective.name}, "
        f"budget {conditions.budget} runs per strategy, "
        f"seed {conditions.seed}; "
        f"{len(comparison.results)} different runs\nin all, because strategies share runs. "
        f"Complete for {len(comparison.complete)} of {len(comparison.search_results)} cores"
    )
    return f"{text}; runs are still missing for {', '.join(missing)}.\n" if missing else f"{text}.\n"


def verdict(comparison: Comparison, core: str) -> str:
    """The strategy that won for a core, or that there was a tie, or why there is no winner."""
    if core not in comparison.complete:
        return "Runs are missing: no winner can be named."
    best = comparison.winners(core)
    if not best:
        return "Every run of every strategy failed."
    return f"Won by {best[0]}." if len(best) == 1 else f"A tie: {', '.join(best)}."


def _overall(comparison: Comparison, complete: Sequence[str]) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = []
    for name in STRATEGIES:
        results = [result for core in complete if (result := comparison.search_results[core][name]) is not None]
        by_core = [gains(comparison, core).get(name) for core in complete]
        factors = [1 + gain for gain in by_core if gain is not None]
        winners = [comparison.winners(core) for core in complete]
        lines.append(
            (
                name,
                f"{geometric_mean(factors) - 1:+.1%}" if len(factors) == len(complete) else "N/A",
                str(sum(best == (name,) for best in winners)),
                str(sum(name in best and len(best) > 1 for best in winners)),
                str(sum(len(result.outcomes) for result in results)),
            )
        )
    return lines


def rows(comparison: Comparison, core: str) -> list[tuple[str, ...]]:
    """One row for each strategy."""
    gained = gains(comparison, core)
    return [
        (name, *(_cells(comparison, result, gained.get(name)) if result else ("missing", *[""] * 5)))
        for name, result in comparison.search_results[core].items()
    ]


def _cells(comparison: Comparison, result: SearchResult, gain: float | None) -> tuple[str, ...]:
    failed = sum(outcome.merit is None for outcome in result.outcomes)
    if not result.best:
        return (str(len(result.outcomes)), str(failed), "N/A", "N/A", "", result.outcomes[0].note)
    return (
        str(len(result.outcomes)),
        str(failed),
        f"{comparison.conditions.objective.from_merit(result.best[0].merit or 0):.4g}",
        "N/A" if gain is None else f"{gain:+.1%}",
        str(result.runs_to_best),
        _best_options(result),
    )


def _best_options(result: SearchResult) -> str:
    """How the best trial differs from the start; with several best trials the first, and their number."""
    trial, start = result.best[0].trial, result.setting.start
    words = [result.setting.space.differences(trial.point)]
    if trial.seed != start.seed:
        words.append(f"seed {trial.seed}")
    if trial.clock_mhz != start.clock_mhz:
        words.append(f"{trial.clock_mhz:g} MHz requested")
    shown = words[1:] if words[0] == "start" and len(words) > 1 else words
    return ", ".join(shown) + (f" (tie of {len(result.best)} runs)" if len(result.best) > 1 else "")


def data(comparison: Comparison) -> dict[str, Any]:
    """The comparison for JSON output."""
    conditions = comparison.conditions
    return {
        "device": conditions.device.id,
        "objective": conditions.objective.name,
        "budget": conditions.budget,
        "seed": conditions.seed,
        "cores": {
            core: {
                "verdict": verdict(comparison, core),
                "best": comparison.winners(core) if core in comparison.complete else (),
                "gains": gains(comparison, core),
                "runs": {name: len(result.outcomes) if result else None for name, result in by_strategy.items()},
            }
            for core, by_strategy in comparison.search_results.items()
        },
    }


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
