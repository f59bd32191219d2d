# SPDX-License-Identifier: Apache-2.0
"""Throughput over area as a Vega-Lite specification, used for static pictures and by the explorer's script."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from fairhash.charts.labels import LogPlot, label_positions
from fairhash.charts.style import DOT, FAINT, INK, OWN, PAPER, REFERENCE, configuration

WIDTH, HEIGHT = 860, 480
"""Size of the plot area in pixels, axes not included."""

_ALL_LABELLED = 12
"""In a chart with more dots than this, a label without a free position is omitted."""

_MOST_LINES = 10
"""With more lines of equal ratio than this, only those at powers of four are drawn."""

_TOOLTIP = ",.4~r"
"""Format of a value in a tooltip: four significant digits."""

Kind = Literal["core", "reference", "yours"]


@dataclass(frozen=True)
class Dot:
    """One core: medians, and quartiles over the seeds.

    A preliminary dot is hollow and is not part of the Pareto front.
    """

    name: str
    x: float
    x_lower: float | None
    """First quartile; None, as the other quartiles, of a dot without interval."""
    x_upper: float | None
    y: float
    y_lower: float | None
    y_upper: float | None
    kind: Kind = "core"
    preliminary: bool = False

    @property
    def xs(self) -> list[float]:
        """The median and the quartiles that it has."""
        return [value for value in (self.x, self.x_lower, self.x_upper) if value is not None]

    @property
    def ys(self) -> list[float]:
        """The median and the quartiles that it has."""
        return [value for value in (self.y, self.y_lower, self.y_upper) if value is not None]


def specification(x_title: str, y_title: str, *, relative: bool = False) -> dict[str, Any]:
    """The specification without data: datasets `dots`, `lines`, `front` and `labels` are to be filled in.

    Both axes are logarithmic, so lines of equal throughput per area are parallel. The scales' domains are to be set in
    the first layer.

    Args:
        x_title: Title of the axis of areas.
        y_title: Title of the axis of throughputs.
        relative: Whether both are divided by those of a reference; then ticks are powers of two.
    """
    x = {"field": "x", "type": "quantitative"}
    y = {"field": "y", "type": "quantitative"}
    scale = {"type": "log", "base": 2 if relative else 10, "nice": False}
    axis = {"grid": True, "format": "~g", "labelOverlap": True, "labelSeparation": 6, "tickCount": 8}
    colour = {
        "field": "kind",
        "type": "nominal",
        "scale": {"domain": ["core", "reference", "yours"], "range": [DOT, REFERENCE, OWN]},
        "legend": None,
    }
    lines = {
        "data": {"name": "lines"},
        "mark": {"type": "line", "strokeDash": [4, 3], "strokeWidth": 1, "color": FAINT, "clip": True},
        "encoding": {
            "x": {**x, "scale": scale, "axis": {**axis, "title": x_title}},
            "y": {**y, "scale": scale, "axis": {**axis, "title": y_title}},
            "detail": {"field": "ratio", "type": "nominal"},
        },
    }
    line_names = {
        "data": {"name": "lines"},
        "transform": [{"filter": "datum.end"}],
        "mark": {
            "type": "text",
            "align": "right",
            "baseline": "top",
            "dx": -1,
            "dy": 12,
            "color": FAINT,
            "fontSize": 10,
        },
        "encoding": {"x": x, "y": y, "text": {"field": "name"}},
    }
    front = {
        "data": {"name": "front"},
        "mark": {"type": "line", "interpolate": "step-after", "strokeWidth": 1.5, "opacity": 0.55, "color": DOT},
        "encoding": {"x": x, "y": y},
    }
    across = {
        "data": {"name": "dots"},
        "mark": {"type": "rule", "strokeWidth": 1.3},
        "encoding": {"x": {"field": "x_lower", "type": "quantitative"}, "x2": {"field": "x_upper"}, "y": y},
    }
    up = {
        "data": {"name": "dots"},
        "mark": {"type": "rule", "strokeWidth": 1.3},
        "encoding": {"y": {"field": "y_lower", "type": "quantitative"}, "y2": {"field": "y_upper"}, "x": x},
    }
    for rule, lower in ((across, "x_lower"), (up, "y_lower")):
        rule["encoding"]["color"] = colour  # type: ignore[index]
        rule["transform"] = [{"filter": f"isValid(datum.{lower})"}]
    dots = {
        "data": {"name": "dots"},
        "mark": {"type": "point", "size": 70, "opacity": 1, "strokeWidth": 1.6, "cursor": "pointer"},
        "encoding": {
            "x": x,
            "y": y,
            "stroke": colour,
            "fill": {**colour, "condition": {"test": "datum.preliminary", "value": PAPER}},
            "tooltip": [
                {"field": "name", "title": "core"},
                {**x, "title": x_title, "format": _TOOLTIP},
                {**y, "title": y_title, "format": _TOOLTIP},
            ],
        },
    }
    # the wide outline in the background's colour keeps a name legible where it crosses a line
    outline = {"stroke": PAPER, "strokeWidth": 3, "strokeJoin": "round"}
    labels = [_label_layer(align, more) for more in (outline, {}) for align in ("left", "right")]
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": WIDTH,
        "height": HEIGHT,
        "background": "transparent",
        "datasets": {"dots": [], "lines": [], "front": [], "labels": []},
        "layer": [lines, line_names, front, across, up, dots, *labels],
        "config": configuration(),
    }


def _label_layer(align: str, more: dict[str, Any]) -> dict[str, Any]:
    return {
        "data": {"name": "labels"},
        "transform": [{"filter": f"datum.align == '{align}'"}],
        "mark": {"type": "text", "align": align, "baseline": "bottom", "fontSize": 11, "color": INK, **more},
        "encoding": {
            "x": {"field": "x", "type": "quantitative"},
            "y": {"field": "y", "type": "quantitative"},
            "text": {"field": "text"},
        },
    }


def filled(spec: dict[str, Any], dots: Sequence[Dot], *, relative: bool = False) -> dict[str, Any]:
    """The specification with the data of these dots, at least one.

    The script chart-data.js makes the same data.
    """
    x_domain = _domain([value for dot in dots for value in dot.xs])
    y_domain = _domain([value for dot in dots for value in dot.ys])
    lines = ratio_lines(x_domain, y_domain, "\N{MULTIPLICATION SIGN}" if relative else "")
    encoding = spec["layer"][0]["encoding"]
    encoding["x"]["scale"] = {**encoding["x"]["scale"], "domain": x_domain}
    encoding["y"]["scale"] = {**encoding["y"]["scale"], "domain": y_domain}
    return {
        **spec,
        "datasets": {
            "dots": [asdict(dot) for dot in dots],
            "lines": lines,
            "front": pareto_front(dots),
            "labels": _labels(dots, LogPlot(WIDTH, HEIGHT, x_domain, y_domain), lines),
        },
    }


def chart_key(dots: Sequence[Dot]) -> str:
    """What the marks of the chart mean and how many there are, as sentences of its caption."""
    preliminary = sum(dot.preliminary for dot in dots)
    known = len(dots) - preliminary
    filled_dots = f"A filled dot is a known figure ({known}); bars reach from quartile to quartile of its seeds."
    hollow_dots = f"A hollow dot is a preliminary figure ({preliminary}), without bars."
    front = "The steps are the Pareto front: the known figures than which no other is both faster and smaller."
    reference = "The orange dot is SHA-2 with a digest of the same size."
    parts = (
        (filled_dots, known),
        (hollow_dots, preliminary),
        (reference, any(dot.kind == "reference" for dot in dots)),
        (front, known),
    )
    return " ".join(sentence for sentence, is_needed in parts if is_needed)


def _domain(values: Sequence[float]) -> tuple[float, float]:
    """Limits of an axis, with room for labels."""
    return min(values) / 1.25, max(values) * 1.4


def ratio_lines(x_domain: tuple[float, float], y_domain: tuple[float, float], sign: str = "") -> list[dict[str, Any]]:
    """Two points for each line of equal y over x that crosses the plot.

    The ratios are powers of two, or powers of four if there are more than _MOST_LINES powers of two.
    The name of a line is `sign` and the ratio, shown at its `end` unless the line is short.
    """
    (left, right), (bottom, top) = x_domain, y_domain
    rows: list[dict[str, Any]] = []
    first, last = math.ceil(math.log2(bottom / right)), math.floor(math.log2(top / left))
    step = 2 if last - first >= _MOST_LINES else 1
    for power in range(first + (first % step), last + 1, step):
        ratio = 2.0**power
        start, end = max(left, bottom / ratio), min(right, top / ratio)
        if start < end:
            name = f"{ratio:g}" if power >= 0 else f"1/{2**-power}"
            ends = ((start, False), (end, end > 1.3 * start))
            rows += [
                {"x": x, "y": x * ratio, "ratio": ratio, "name": f"{sign}{name}", "end": is_end} for x, is_end in ends
            ]
    return rows


def pareto_front(dots: Sequence[Dot]) -> list[dict[str, float]]:
    """The known dots that no other known dot beats in both directions (less x, more y), by x."""
    front: list[dict[str, float]] = []
    for dot in sorted((dot for dot in dots if not dot.preliminary), key=lambda dot: (dot.x, -dot.y)):
        if not front or dot.y > front[-1]["y"]:
            front.append({"x": dot.x, "y": dot.y})
    return front


def _labels(dots: Sequence[Dot], plot: LogPlot, lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Positions of the dots' names, which cover no name of a line; the script chart-data.js computes the same.

    The reference and the reader's own cores are named first, then the Pareto front: where there is no room for all
    names, those are shown.
    """
    front = {(dot["x"], dot["y"]) for dot in pareto_front(dots)}
    ordered = sorted(dots, key=lambda dot: (dot.kind == "core", (dot.x, dot.y) not in front))
    named = [(dot.name, dot.x, dot.y) for dot in ordered]
    reserved = []
    for line in lines:
        if line["end"]:
            x, y = plot.to_pixels(line["x"], line["y"])
            reserved.append((x - 1 - 6 * len(line["name"]), y - 22, x - 1, y - 12))
    labels = label_positions(plot, named, is_each_shown=len(dots) <= _ALL_LABELLED, reserved=reserved)
    return [asdict(label) for label in labels if label]
