# SPDX-License-Identifier: Apache-2.0
"""Charts of lines over two logarithmic axes as SVG."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from fairhash.analysis.chart import inline

_COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f", "#7b8794", "#7c3aed", "#1f2933")
_STYLES = ("-", "--", ":")
_MARKERS = "osD^v"


def size_name(size: float) -> str:
    """Return ``64 B``, ``256 KiB`` or ``2 MiB``."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor and size % factor == 0:
            return f"{size / factor:g} {unit}"
    return f"{size:g} B"


def to_svg(title: str, x_axis: str, y_axis: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Return the chart, self-contained.

    Args:
        title: Shown above the chart.
        x_axis: Name of the values in bytes.
        y_axis: Name and unit of the other values.
        series: For each name in the legend its points. Names with the same text before the first comma have one colour.
    """
    # half a second to import, needed only when something is drawn
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure as Drawing  # noqa: PLC0415

    style: Any = {"svg.hashsalt": title, "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}
    groups = list(dict.fromkeys(name.split(",")[0] for name in series))
    with matplotlib.rc_context(style):
        drawing = Drawing(figsize=(7.2, 4.6), layout="constrained")
        axes = drawing.add_subplot()
        axes.set_title(title, fontsize=11)
        axes.set_xlabel(x_axis)
        axes.set_ylabel(y_axis)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        seen: dict[str, int] = {}
        for name, points in series.items():
            group = name.split(",")[0]
            number = seen[group] = seen.get(group, -1) + 1
            colour = _COLOURS[groups.index(group) % len(_COLOURS)]
            line = _STYLES[number % len(_STYLES)]
            marker = _MARKERS[number % len(_MARKERS)]
            across, up = zip(*points, strict=True)
            axes.plot(across, up, line, marker=marker, markersize=3.5, linewidth=1.2, color=colour, label=name)
        ticks = sorted({x for points in series.values() for x, _ in points})
        axes.set_xticks(ticks, [size_name(tick) for tick in ticks], fontsize=7, rotation=30)
        axes.set_xticks([], minor=True)
        axes.yaxis.set_major_formatter("{x:g}")
        axes.grid(color="#eef1f4")
        axes.set_axisbelow(True)
        axes.legend(fontsize=7)
        text = io.StringIO()
        drawing.savefig(text, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return inline(text.getvalue(), title)
