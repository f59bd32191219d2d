# SPDX-License-Identifier: Apache-2.0
"""Lines over two logarithmic axes, the horizontal one in bytes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fairhash.figures.charts.style import SERIES, SHAPES, WIDTH, chart, log_axis, series_colour, series_shape

_DASHES = ([1, 0], [6, 3], [2, 2])


def size_name(size: float) -> str:
    """Return ``64 B``, ``256 KiB`` or ``2 MiB``."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor and size % factor == 0:
            return f"{size / factor:g} {unit}"
    return f"{size:g} B"


def specification(
    title: str, x_axis: str, y_axis: str, series: Mapping[str, Sequence[tuple[float, float]]]
) -> dict[str, Any]:
    """Return the Vega-Lite specification.

    Args:
        title: Shown above the chart.
        x_axis: Name of the values in bytes.
        y_axis: Name and unit of the other values.
        series: For each name in the legend its points, with positive coordinates; at least one. Names with the same
            text before the first comma have one colour, and differ in dashes and marks.
    """
    names = list(series)
    groups = list(dict.fromkeys(name.split(",")[0] for name in names))
    colours, variants = [], []
    for number, name in enumerate(names):
        group = name.split(",")[0]
        colours.append(SERIES[groups.index(group) % len(SERIES)])
        variants.append(sum(other.split(",")[0] == group for other in names[:number]))
    ticks = sorted({x for points in series.values() for x, _ in points})
    labels = json.dumps({f"{tick:g}": size_name(tick) for tick in ticks})
    x = {
        "field": "x",
        "type": "quantitative",
        "scale": {"type": "log", "base": 2, "domain": [ticks[0] / 1.2, ticks[-1] * 1.2], "nice": False},
        "axis": {
            "title": x_axis,
            "values": ticks,
            "format": "d",
            "labelExpr": f"{labels}[format(datum.value, 'd')]",
            "labelAngle": -30,
            "labelOverlap": True,
        },
    }
    heights = [y for points in series.values() for _, y in points]
    encoding = {
        "x": x,
        "y": {"field": "y", "type": "quantitative", **log_axis(y_axis, heights, margin=1.2)},
        "color": series_colour(names, colours),
    }
    shapes = series_shape(names, [SHAPES[number % len(SHAPES)] for number in variants])
    dashes = {**shapes, "scale": {"domain": names, "range": [_DASHES[number % len(_DASHES)] for number in variants]}}
    line = {"mark": {"type": "line", "strokeWidth": 1.4}, "encoding": {**encoding, "strokeDash": dashes}}
    dots = {"mark": {"type": "point", "filled": True, "opacity": 1}, "encoding": {**encoding, "shape": shapes}}
    rows = [{"series": name, "x": x, "y": y} for name, points in series.items() for x, y in points]
    return {**chart(title, WIDTH, 340, [line, dots]), "data": {"values": rows}}
