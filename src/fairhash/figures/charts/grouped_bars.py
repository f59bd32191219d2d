# SPDX-License-Identifier: Apache-2.0
"""Grouped or stacked bars."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairhash.figures.charts.style import INK, PAPER, WIDTH, chart, series_colour

_MAX_HORIZONTAL_NAMES = 8
"""With more groups the names are vertical and the bars have no numbers, because they would overlap."""


def specification(
    title: str,
    axis: str,
    groups: Sequence[str],
    series: Mapping[str, Sequence[float | None]],
    hollow: Mapping[str, Sequence[bool]] | None = None,
    *,
    stacked: bool = False,
) -> dict[str, Any]:
    """Return the Vega-Lite specification.

    Args:
        title: Shown above the chart.
        axis: Name and unit of the values.
        groups: Names below the bars, all different. A line break is kept where there is room below the bars.
        series: For each name in the legend, the value of each group; None draws no bar.
        hollow: For each name in the legend, which bars are outlines: those of preliminary values.
        stacked: Whether the bars of a group are above each other instead of beside each other.
    """
    below = [0.0] * len(groups)
    rows = []
    for name, values in series.items():
        for number, (group, value) in enumerate(zip(groups, values, strict=True)):
            if value is None:
                continue
            start = below[number] if stacked else 0.0
            below[number] = start + value
            is_hollow = hollow is not None and hollow[name][number]
            bar = {"group": group, "series": name, "start": start, "end": start + value, "label": _digits(value)}
            rows.append({**bar, "hollow": is_hollow})
    is_narrow = len(groups) > _MAX_HORIZONTAL_NAMES
    x_axis = {
        "title": None,
        "labelAngle": -90 if is_narrow else 0,
        "labelExpr": "replace(datum.label, '\\n', ' ')" if is_narrow else "split(datum.label, '\\n')",
        "labelLimit": 260,
        "grid": False,
    }
    encoding: dict[str, Any] = {
        "x": {"field": "group", "type": "nominal", "sort": None, "scale": {"domain": list(groups)}, "axis": x_axis},
        "color": series_colour(list(series)),
        "fillOpacity": {"condition": {"test": "datum.hollow", "value": 0}, "value": 1},
    }
    if not stacked:
        encoding["xOffset"] = {"field": "series", "sort": None, "scale": {"domain": list(series)}}
    base = {"field": "start", "type": "quantitative", "title": axis}
    bars: dict[str, Any] = {"mark": {"type": "bar", "strokeWidth": 1}, "encoding": {**encoding, "y": base}}
    bars["encoding"] |= {"y2": {"field": "end"}, "stroke": encoding["color"]}
    layers: list[dict[str, Any]] = [bars]
    if not is_narrow:
        text = {"type": "text", "fontSize": 10, "baseline": "middle"}
        colour = {"condition": {"test": "datum.hollow", "value": INK}, "value": PAPER if stacked else INK}
        if not stacked:
            text |= {"baseline": "bottom", "dy": -2}
        place = {"x": encoding["x"], **({} if stacked else {"xOffset": encoding["xOffset"]})}
        layers.append(
            {
                "transform": [{"calculate": "(datum.start + datum.end) / 2" if stacked else "datum.end", "as": "at"}],
                "mark": text,
                "encoding": {
                    **place,
                    "y": {"field": "at", "type": "quantitative"},
                    "text": {"field": "label"},
                    "color": colour,
                },
            }
        )
    return {**chart(title, WIDTH, 300, layers), "data": {"values": rows}}


def _digits(value: float) -> str:
    """Three digits, or all of an integer part that has more."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
