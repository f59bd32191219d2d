# SPDX-License-Identifier: Apache-2.0
"""Colours, fonts and the common parts of all charts' Vega-Lite specifications."""

import math
from collections.abc import Sequence
from typing import Any

INK, GRID, FAINT, DOT, REFERENCE, OWN = "#1f2933", "#dfe4e9", "#8793a0", "#0b6e99", "#b4430b", "#2b7a3d"
"""Colours; with_theme_colours() replaces them by those of the page's theme."""

PAPER = "#ffffff"
"""Background of a chart in a file of its own."""

SERIES = (DOT, REFERENCE, OWN, "#7c3aed", "#a16207", "#0f766e", "#be185d", "#64748b")
"""Colours of series, in the order of the legend; they are legible on both themes."""

SHAPES = ("circle", "square", "diamond", "triangle-up", "triangle-down", "cross")
"""Shapes of marks, for series that share a colour."""

WIDTH = 560
"""Width of the plot area of a chart in pixels, axes and legend not included."""


def configuration() -> dict[str, Any]:
    """Fonts and colours of all charts."""
    return {
        "font": "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif",
        "view": {"stroke": None},
        "title": {"color": INK, "fontSize": 13, "fontWeight": 600, "anchor": "start", "offset": 12},
        "legend": {"labelColor": INK, "labelFontSize": 11, "labelLimit": 320, "titleColor": INK},
        "axis": {
            "gridColor": GRID,
            "domainColor": FAINT,
            "tickColor": FAINT,
            "labelColor": INK,
            "titleColor": INK,
            "titleFontWeight": 500,
            "titlePadding": 10,
            "labelFontSize": 11,
            "titleFontSize": 12,
        },
    }


def chart(title: str, width: int, height: int | dict[str, Any], layers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A specification with its title above it and a white background.

    Args:
        title: What the chart shows.
        width: Of the plot area, in pixels.
        height: Of the plot area, in pixels or for each step of the axis.
        layers: Drawn in this order.
    """
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "title": title,
        "width": width,
        "height": height,
        "background": PAPER,
        "layer": list(layers),
        "config": configuration(),
    }


def series_colour(names: Sequence[str], colours: Sequence[str] = ()) -> dict[str, Any]:
    """The encoding of the field `series` as colour, with a legend if there are several series.

    Args:
        names: The series, in the order of the legend.
        colours: One for each series; default: one after another of SERIES.
    """
    shown = list(colours) or [SERIES[number % len(SERIES)] for number in range(len(names))]
    return _series_encoding(names, shown)


def series_shape(names: Sequence[str], shapes: Sequence[str]) -> dict[str, Any]:
    """The encoding of the field `series` as the shape of its marks; its legend is that of the colour."""
    return _series_encoding(names, shapes)


def _series_encoding(names: Sequence[str], values: Sequence[str]) -> dict[str, Any]:
    # below the chart the legend takes no width from the plot
    legend = {"title": None, "orient": "bottom", "columns": 3} if len(names) > 1 else None
    scale = {"domain": list(names), "range": list(values)}
    return {"field": "series", "type": "nominal", "sort": None, "scale": scale, "legend": legend}


def log_axis(title: str | list[str], values: Sequence[float], margin: float = 1.3) -> dict[str, Any]:
    """Scale and axis of a logarithmic encoding with labels at round values, more of them on less than a decade.

    Args:
        title: Name and unit; several lines of text as a list.
        values: What is shown, all positive.
        margin: Factor between the outermost value and the end of the axis.
    """
    low, high = min(values) / margin, max(values) * margin
    steps = (1, 2, 5) if high / low > 10 else (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [step * 10.0**power for power in powers for step in steps if low <= step * 10.0**power <= high]
    return {
        "scale": {"type": "log", "domain": [low, high], "nice": False},
        "axis": {"title": title, "values": ticks, "format": "~g", "labelOverlap": True},
    }
