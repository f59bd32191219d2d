# SPDX-License-Identifier: Apache-2.0
"""The gain of each strategy over the start trial for each core, as an SVG chart."""

import io
from typing import Any

from fairhash.analysis.chart import inline
from fairhash.explore.comparison import Comparison
from fairhash.explore.search import gain_over

_COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f", "#7e22ce", "#1f2933", "#b45309")
_MARKS = "osD^vP"


def gains(comparison: Comparison, core: str) -> dict[str, float]:
    """By strategy: the relative gain of its best run over the start; strategies with missing runs are omitted."""
    complete = {name: result for name, result in comparison.search_results[core].items() if result is not None}
    starts = [result.outcomes[0].merit for result in complete.values()]
    start = starts[0] if starts else None
    return {
        name: gain_over(start, result.merit) for name, result in complete.items() if start and result.merit is not None
    }


def to_svg(comparison: Comparison, title: str) -> str:
    """Draw one line for each strategy, with a mark for the gain of each core in per cent."""
    # imported only to draw, because the import takes half a second
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure as Drawing  # noqa: PLC0415

    strategies = list(next(iter(comparison.search_results.values())))
    style: Any = {"svg.hashsalt": title, "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}
    with matplotlib.rc_context(style):
        drawing = Drawing(figsize=(7.2, 1.8 + 0.35 * len(strategies)), layout="constrained")
        axes = drawing.add_subplot()
        axes.set_title(title, fontsize=11)
        axes.grid(axis="both", color="#eef1f4")
        axes.set_axisbelow(True)
        axes.axvline(0, color="#b8c2cc", linewidth=1)
        for index, core in enumerate(comparison.search_results):
            points = [(100 * gain, strategies.index(name)) for name, gain in gains(comparison, core).items()]
            if points:
                mark, colour = _MARKS[index % len(_MARKS)], _COLOURS[index % len(_COLOURS)]
                axes.plot(*zip(*points, strict=True), mark, color=colour, alpha=0.8, label=core)
                axes.legend(fontsize=8, loc="best")
        axes.set_yticks(range(len(strategies)), strategies)
        axes.set_ylim(len(strategies) - 0.5, -0.5)
        axes.set_xlabel(f"{comparison.conditions.objective.name}: best run against the start, %")
        text = io.StringIO()
        drawing.savefig(text, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return inline(text.getvalue(), title)
