# SPDX-License-Identifier: Apache-2.0
"""Charts of throughput over area in Mbit/s and logic cells as SVG: dots with error bars, curves, and a band."""

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairhash.analysis.chart import inline
from fairhash.analysis.chart_labels import label_dots

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f", "#7c3aed", "#b45309", "#0f766e", "#be185d", "#7b8794")
_MARKERS = "osD^v<>P"
_INK = "#1f2933"
_GRID = "#eef1f4"
_BAND = "#e8f0e4"
_MARGIN = 1.3
"""Factor between the outermost value and the end of an axis: room for a name."""


@dataclass(frozen=True)
class Dot:
    """A value with its interval on the vertical axis."""

    name: str
    """Written next to the dot; may be empty."""
    x: float
    y: float
    y_low: float
    y_high: float


@dataclass(frozen=True)
class Group:
    """Dots of one colour."""

    label: str
    """In the legend."""
    dots: tuple[Dot, ...]
    curve: tuple[tuple[float, float], ...] = ()
    """Points that a line joins."""


def to_svg(
    title: str,
    axes_names: tuple[str, str],
    groups: Sequence[Group],
    band: tuple[float, float] | None = None,
    band_label: str = "",
) -> str:
    """Return the chart, self-contained; both axes are logarithmic.

    Args:
        title: Shown above the chart.
        axes_names: Name and unit of the horizontal and of the vertical axis.
        groups: Dots with positive coordinates; at least one.
        band: An interval of the horizontal axis that is shaded.
        band_label: Its name in the legend.
    """
    # half a second to import, needed only when something is drawn
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure as Drawing  # noqa: PLC0415

    style: Any = {"svg.hashsalt": title, "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}
    with matplotlib.rc_context(style):
        drawing = Drawing(figsize=(7.2, 5.2), layout="constrained")
        axes = drawing.add_subplot()
        axes.set_title(title, color=_INK, fontsize=11)
        axes.set_xlabel(axes_names[0], color=_INK)
        axes.set_ylabel(axes_names[1], color=_INK)
        dots = [dot for group in groups for dot in group.dots]
        _scale(axes, "x", [*(dot.x for dot in dots), *(band or ())])
        _scale(axes, "y", [value for dot in dots for value in (dot.y_low, dot.y, dot.y_high)])
        axes.grid(color=_GRID)
        axes.set_axisbelow(True)
        if band:
            axes.axvspan(*band, color=_BAND, zorder=0, label=band_label)
        colours = [_COLOURS[number % len(_COLOURS)] for number in range(len(groups))]
        for number, (group, colour) in enumerate(zip(groups, colours, strict=True)):
            _draw(axes, group, colour, _MARKERS[number // len(_COLOURS) % len(_MARKERS)])
        if len(groups) > 1 or band:
            axes.legend(fontsize=8)
        inks = [colour for group, colour in zip(groups, colours, strict=True) for _ in group.dots]
        label_dots(axes, [(dot.name, dot.x, dot.y) for dot in dots], inks)
        text = io.StringIO()
        drawing.savefig(text, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return inline(text.getvalue(), title)


def _draw(axes: "Axes", group: Group, colour: str, marker: str) -> None:
    if group.curve:
        axes.plot(*zip(*group.curve, strict=True), color=colour, linewidth=1)
    axes.errorbar(
        [dot.x for dot in group.dots],
        [dot.y for dot in group.dots],
        yerr=[
            [max(0.0, dot.y - dot.y_low) for dot in group.dots],
            [max(0.0, dot.y_high - dot.y) for dot in group.dots],
        ],
        fmt=marker,
        markersize=5,
        color=colour,
        capsize=3,
        linewidth=1,
        label=group.label,
    )


def _scale(axes: "Axes", name: str, values: Sequence[float]) -> None:
    """Set a logarithmic axis with ticks at round values, closer ones on an axis of less than a decade."""
    low, high = min(values) / _MARGIN, max(values) * _MARGIN
    steps = (1, 2, 5) if high / low > 10 else (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [step * 10.0**power for power in powers for step in steps if low <= step * 10.0**power <= high]
    axis: Any = getattr(axes, f"{name}axis")
    axis.axes.set(**{f"{name}scale": "log", f"{name}lim": (low, high)})
    axis.set_ticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.set_ticks([], minor=True)
