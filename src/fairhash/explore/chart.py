# SPDX-License-Identifier: Apache-2.0
"""How much better than the start each strategy came for each core, as SVG."""

import io
from typing import Any

from fairhash.analysis.chart import inline
from fairhash.explore.comparison import Comparison
from fairhash.explore.search import gain_over

_COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f", "#7e22ce", "#1f2933", "#b45309")
_MARKS = "osD^vP"


def gains(comparison: Comparison, core: str) -> dict[str, float]:
    """By strategy, how much better than the start its best is; strategies that are not measured are missing."""
    found = {name: found for name, found in comparison.found[core].items() if found is not None}
    starts = [one.tried[0].merit for one in found.values()]
    start = starts[0] if starts else None
    return {name: gain_over(start, one.merit) for name, one in found.items() if start and one.merit is not None}


def to_svg(comparison: Comparison, title: str) -> str:
    """A line for each strategy with a mark for each core, in per cent."""
    # half a second to import, needed only when something is drawn
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure as Drawing  # noqa: PLC0415

    strategies = list(next(iter(comparison.found.values())))
    style: Any = {"svg.hashsalt": title, "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}
    with matplotlib.rc_context(style):
        drawing = Drawing(figsize=(7.2, 1.8 + 0.35 * len(strategies)), layout="constrained")
        axes = drawing.add_subplot()
        axes.set_title(title, fontsize=11)
        axes.grid(axis="both", color="#eef1f4")
        axes.set_axisbelow(True)
        axes.axvline(0, color="#b8c2cc", linewidth=1)
        for place, core in enumerate(comparison.found):
            points = [(100 * gain, strategies.index(name)) for name, gain in gains(comparison, core).items()]
            if points:
                mark, colour = _MARKS[place % len(_MARKS)], _COLOURS[place % len(_COLOURS)]
                axes.plot(*zip(*points, strict=True), mark, color=colour, alpha=0.8, label=core)
                axes.legend(fontsize=8, loc="best")
        axes.set_yticks(range(len(strategies)), strategies)
        axes.set_ylim(len(strategies) - 0.5, -0.5)
        axes.set_xlabel(f"{comparison.terms.objective.name}: best run against the start, %")
        text = io.StringIO()
        drawing.savefig(text, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return inline(text.getvalue(), title)
