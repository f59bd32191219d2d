# SPDX-License-Identifier: Apache-2.0
"""Charts of grouped or stacked bars as SVG."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from fairhash.analysis.chart import inline

_COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f", "#7b8794")
_INK = "#1f2933"
_MOST_GROUPS = 8
"""Of more groups the names are vertical and the bars have no numbers, because they would overlap."""


def to_svg(
    title: str,
    axis: str,
    groups: Sequence[str],
    series: Mapping[str, Sequence[float | None]],
    *,
    stacked: bool = False,
) -> str:
    """Return the chart, self-contained.

    Args:
        title: Shown above the chart.
        axis: Name and unit of the values.
        groups: Names below the bars.
        series: For each name in the legend, the value of each group; None draws no bar.
        stacked: Whether the bars of a group are above each other instead of beside each other.
    """
    # half a second to import, needed only when something is drawn
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure as Drawing  # noqa: PLC0415

    style: Any = {"svg.hashsalt": title, "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}
    with matplotlib.rc_context(style):
        drawing = Drawing(figsize=(7.2, 4.2), layout="constrained")
        axes = drawing.add_subplot()
        axes.set_title(title, color=_INK, fontsize=11)
        axes.set_ylabel(axis, color=_INK)
        width = 0.7 if stacked else 0.8 / len(series)
        below = [0.0] * len(groups)
        for number, (name, values) in enumerate(series.items()):
            shift = 0.0 if stacked else (number - (len(series) - 1) / 2) * width
            places = [place + shift for place, value in enumerate(values) if value is not None]
            heights = [value for value in values if value is not None]
            bottoms = [start for start, value in zip(below, values, strict=True) if value is not None] if stacked else 0
            colour = _COLOURS[number % len(_COLOURS)]
            bars = axes.bar(places, heights, width, bottom=bottoms, label=name, color=colour)
            if len(groups) <= _MOST_GROUPS:
                axes.bar_label(bars, fmt="%.3g", fontsize=8, label_type="center" if stacked else "edge")
            below = [start + (value or 0.0) for start, value in zip(below, values, strict=True)]
        rotation = 0 if len(groups) <= _MOST_GROUPS else 90
        axes.set_xticks(range(len(groups)), list(groups), fontsize=8, rotation=rotation)
        axes.grid(axis="y", color="#eef1f4")
        axes.set_axisbelow(True)
        axes.legend(fontsize=8)
        text = io.StringIO()
        drawing.savefig(text, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return inline(text.getvalue(), title)
