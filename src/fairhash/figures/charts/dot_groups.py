# SPDX-License-Identifier: Apache-2.0
"""Throughput over area in Mbit/s and logic cells: groups of dots with error bars, curves, and a band."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fairhash.figures.charts.labels import LogPlot, label_positions
from fairhash.figures.charts.style import GRID, INK, SERIES, SHAPES, WIDTH, chart, log_axis, series_colour, series_shape

_HEIGHT = 380


@dataclass(frozen=True)
class Dot:
    """A value with its interval on the vertical axis; a preliminary one has none and is hollow."""

    name: str
    """Written next to the dot; may be empty."""
    x: float
    y: float
    y_low: float | None = None
    y_high: float | None = None

    @property
    def is_hollow(self) -> bool:
        """Whether it has no interval."""
        return self.y_low is None


@dataclass(frozen=True)
class Group:
    """Dots of one colour."""

    label: str
    """In the legend."""
    dots: tuple[Dot, ...]
    curve: tuple[tuple[float, float], ...] = ()
    """Points that a line joins."""


def specification(
    title: str,
    axes_names: tuple[str, str],
    groups: Sequence[Group],
    band: tuple[float, float] | None = None,
    band_label: str = "",
    *,
    width: int = WIDTH,
    has_legend: bool = True,
) -> dict[str, Any]:
    """Return the Vega-Lite specification; both axes are logarithmic.

    Args:
        title: Shown above the chart.
        axes_names: Name and unit of the horizontal and of the vertical axis.
        groups: Dots with positive coordinates; at least one.
        band: An interval of the horizontal axis that is shaded.
        band_label: Its name, at its upper end.
        width: Of the plot area, in pixels.
        has_legend: Whether there is a legend of the groups; without one their names are beside the dots.
    """
    names = [group.label for group in groups]
    dots = [dot for group in groups for dot in group.dots]
    x_axis = log_axis(axes_names[0], [*(dot.x for dot in dots), *(band or ())])
    y_axis = log_axis(axes_names[1], [y for dot in dots for y in (dot.y_low, dot.y, dot.y_high) if y is not None])
    x = {"field": "x", "type": "quantitative", **x_axis}
    y = {"field": "y", "type": "quantitative", **y_axis}
    colour = series_colour(names) if has_legend else {**series_colour(names), "legend": None}
    shape = series_shape(names, [SHAPES[number // len(SERIES) % len(SHAPES)] for number in range(len(names))])
    if not has_legend:
        shape["legend"] = None
    plot = LogPlot(width, _HEIGHT, tuple(x_axis["scale"]["domain"]), tuple(y_axis["scale"]["domain"]))
    labels = label_positions(plot, [(dot.name, dot.x, dot.y) for dot in dots], is_each_shown=True)
    marks = {
        "values": [
            {"series": group.label, **asdict(dot), "hollow": dot.is_hollow} for group in groups for dot in group.dots
        ]
    }
    curves = {"values": [{"series": group.label, "x": x, "y": y} for group in groups for x, y in group.curve]}
    return chart(
        title,
        width,
        _HEIGHT,
        [
            *(_band(band, band_label) if band else ()),
            {
                "data": curves,
                "mark": {"type": "line", "strokeWidth": 1.2},
                "encoding": {"x": x, "y": y, "color": colour, "order": {"field": "x"}},
            },
            {
                "data": marks,
                "transform": [{"filter": "!datum.hollow"}],
                "mark": {"type": "rule", "strokeWidth": 1.2},
                "encoding": {"x": x, "y": {**y, "field": "y_low"}, "y2": {"field": "y_high"}, "color": colour},
            },
            {
                "data": marks,
                "mark": {"type": "point", "filled": True, "size": 50, "opacity": 1, "strokeWidth": 1.4},
                "encoding": {
                    "x": x,
                    "y": y,
                    "color": colour,
                    "shape": shape,
                    "stroke": colour,
                    "fillOpacity": {"condition": {"test": "datum.hollow", "value": 0}, "value": 1},
                },
            },
            *(
                {
                    "data": {"values": [asdict(label) for label in labels if label and label.align == align]},
                    "mark": {"type": "text", "align": align, "baseline": "bottom", "fontSize": 11, "color": INK},
                    "encoding": {"x": x, "y": y, "text": {"field": "text"}},
                }
                for align in ("left", "right")
            ),
        ],
    )


def _band(band: tuple[float, float], label: str) -> tuple[dict[str, Any], ...]:
    """Two layers: the shaded interval, and its name."""
    data = {"values": [{"low": band[0], "high": band[1], "label": label}]}
    low = {"field": "low", "type": "quantitative"}
    return (
        {
            "data": data,
            "mark": {"type": "rect", "color": GRID, "opacity": 0.7},
            "encoding": {"x": low, "x2": {"field": "high"}},
        },
        {
            "data": data,
            "mark": {"type": "text", "align": "left", "baseline": "top", "dx": 3, "fontSize": 10, "color": INK},
            "encoding": {"x": low, "y": {"value": 3}, "text": {"field": "label"}},
        },
    )
