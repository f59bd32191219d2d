# SPDX-License-Identifier: Apache-2.0
"""The gain of each strategy over the start trial for each core, and its chart."""

from typing import Any

from fairhash.charts import dot_rows
from fairhash.explore.comparison import Comparison
from fairhash.explore.search import gain_over


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
