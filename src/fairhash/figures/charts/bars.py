# SPDX-License-Identifier: Apache-2.0
"""Charts with a bar or a row of dots for each name, as Vega-Lite specifications."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.figures.charts.style import (
    DOT,
    FAINT,
    INK,
    PAPER,
    REFERENCE,
    SERIES,
    SHAPES,
    WIDTH,
    chart,
    configuration,
    log_axis,
    series_colour,
    series_shape,
)


@dataclass(frozen=True)
class Seed:
    """The clock of one seed."""

    group: str
    """The row of the chart, e.g. the device."""
    seed: int
    mhz: float


def seed_strip(seeds: Sequence[Seed]) -> dict[str, Any]:
    """The clock of every seed as a dot, one row for each group, with a bar at the median."""
    x = {"field": "mhz", "type": "quantitative", "scale": {"zero": False}, "title": "clock in MHz"}
    y = {"field": "group", "type": "nominal", "title": None, "axis": {"labelLimit": 260}}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": 460,
        "height": {"step": 30},
        "background": "transparent",
        "data": {"values": [{"group": seed.group, "seed": seed.seed, "mhz": seed.mhz} for seed in seeds]},
        "layer": [
            {
                "mark": {"type": "tick", "color": REFERENCE, "thickness": 2, "size": 20},
                "encoding": {"x": {**x, "aggregate": "median"}, "y": y},
            },
            {
                "mark": {"type": "point", "filled": True, "color": DOT, "size": 45, "opacity": 0.75},
                "encoding": {"x": x, "y": y},
            },
        ],
        "config": configuration(),
    }


@dataclass(frozen=True)
class ChartBar:
    """One bar with its interval."""

    name: str
    value: float
    lower: float
    upper: float


def bar_chart(bars: Sequence[ChartBar], title: str) -> dict[str, Any]:
    """Horizontal bars, longest first, with quartiles over the seeds."""
    values = [{"name": bar.name, "value": bar.value, "lower": bar.lower, "upper": bar.upper} for bar in bars]
    order = [bar.name for bar in sorted(bars, key=lambda bar: -bar.value)]
    y = {"field": "name", "type": "nominal", "title": None, "sort": order, "axis": {"labelLimit": 260}}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": 460,
        "height": {"step": 24},
        "background": "transparent",
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "bar", "color": DOT, "height": 12},
                "encoding": {"x": {"field": "value", "type": "quantitative", "title": title}, "y": y},
            },
            {
                "mark": {"type": "rule", "color": FAINT, "strokeWidth": 2},
                "encoding": {
                    "x": {"field": "lower", "type": "quantitative"},
                    "x2": {"field": "upper"},
                    "y": y,
                },
            },
        ],
        "config": configuration(),
    }


_MAX_HORIZONTAL_NAMES = 8
"""With more groups the names are vertical and the bars have no numbers, because they would overlap."""


def grouped_bars(
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


def dot_rows(
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
