# SPDX-License-Identifier: Apache-2.0
"""Dots in rows: for each name a row, for each series a dot in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairhash.figures.charts.style import FAINT, SERIES, SHAPES, chart, log_axis, series_colour, series_shape


def specification(
    title: str,
    axis: str | Sequence[str],
    rows: Sequence[str],
    series: Mapping[str, Mapping[str, float]],
    *,
    reference: float,
    is_logarithmic: bool = False,
) -> dict[str, Any]:
    """Return the Vega-Lite specification.

    Args:
        title: Shown above the chart.
        axis: Name and unit of the values; lines of text below the axis.
        rows: Names of the rows, from top to bottom.
        series: For each name in the legend, the values of some of the rows.
        reference: A vertical line is drawn at this value.
        is_logarithmic: Whether the axis is logarithmic; then all values are positive.
    """
    names = list(series)
    values = [
        {"row": row, "series": name, "value": value} for name, by_row in series.items() for row, value in by_row.items()
    ]
    shown = [reference, *(value for by_row in series.values() for value in by_row.values())]
    text = axis if isinstance(axis, str) else list(axis)
    scale_and_axis = log_axis(text, shown) if is_logarithmic else {"axis": {"title": text}}
    x = {"field": "value", "type": "quantitative", **scale_and_axis}
    y = {"field": "row", "type": "nominal", "scale": {"domain": list(rows)}, "axis": {"title": None, "grid": True}}
    colours = [SERIES[number % len(SERIES)] for number in range(len(names))]
    shapes = [SHAPES[number % len(SHAPES)] for number in range(len(names))]
    line = {
        "data": {"values": [{"value": reference}]},
        "mark": {"type": "rule", "color": FAINT},
        "encoding": {"x": {"field": "value", "type": "quantitative"}},
    }
    dots = {
        "data": {"values": values},
        "mark": {"type": "point", "filled": True, "size": 45, "opacity": 0.85},
        "encoding": {"x": x, "y": y, "color": series_colour(names, colours), "shape": series_shape(names, shapes)},
    }
    return chart(title, 480, {"step": 18}, [line, dots])
