# SPDX-License-Identifier: Apache-2.0
"""Rows of dots with their intervals on one axis, as a Vega-Lite specification: published values beside ours."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fairhash.figures.charts.style import FAINT, INK, PAPER, REFERENCE, SERIES, chart, log_axis, series_colour


@dataclass(frozen=True)
class RowDot:
    """A value of one row."""

    row: str
    series: str
    """In the legend."""
    value: float
    low: float | None = None
    """Lower end of its interval; None, as `high`, without an interval."""
    high: float | None = None
    is_preliminary: bool = False
    """Whether it is hollow."""


def specification(axis: str, rows: Sequence[str], series: Sequence[str], dots: Sequence[RowDot]) -> dict[str, Any]:
    """Return the Vega-Lite specification; the axis is logarithmic, with a line at 1.

    Args:
        axis: name of the values.
        rows: names of the rows, from top to bottom; a row without dots stays empty.
        series: names in the order of the legend; the first one has the colour of a reference.
        dots: the values, all positive.
    """
    shown = [value for dot in dots for value in (dot.low, dot.value, dot.high) if value is not None]
    x = {"field": "value", "type": "quantitative", **log_axis(axis, [1, *shown], margin=1.25)}
    y = {
        "field": "row",
        "type": "nominal",
        "scale": {"domain": list(rows)},
        "axis": {"title": None, "grid": True, "labelLimit": 200, "labelFontSize": 12, "ticks": False},
    }
    colours = [REFERENCE, *SERIES[:1], *SERIES[2:]][: len(series)]
    base = {
        "y": y,
        "yOffset": {"field": "series", "sort": None, "scale": {"domain": list(series)}},
        "color": series_colour(series, colours),
    }
    texts = [f"({dot.value:.2f})" if dot.is_preliminary else f"{dot.value:.2f}" for dot in dots]
    values = [{**asdict(dot), "label": text} for dot, text in zip(dots, texts, strict=True)]
    layers: list[dict[str, Any]] = [
        {
            "data": {"values": [{"value": 1}]},
            "mark": {"type": "rule", "color": FAINT},
            "encoding": {"x": {"field": "value", "type": "quantitative"}},
        },
        {
            "transform": [{"filter": "datum.low != null"}],
            "mark": {"type": "rule", "strokeWidth": 4, "opacity": 0.4},
            "encoding": {**base, "x": {**x, "field": "low"}, "x2": {"field": "high"}},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1, "strokeWidth": 1.5},
            "encoding": {
                **base,
                "x": x,
                "stroke": base["color"],
                "fillOpacity": {"condition": {"test": "datum.is_preliminary", "value": 0}, "value": 1},
            },
        },
        {
            "mark": {"type": "text", "align": "left", "dx": 8, "fontSize": 11, "color": INK},
            "encoding": {"y": y, "yOffset": base["yOffset"], "x": x, "text": {"field": "label"}},
        },
    ]
    drawn = chart("", 330, {"step": 18}, layers)
    del drawn["title"]  # the page shows it as text, which wraps
    return {**drawn, "background": PAPER, "data": {"values": values}}
