# SPDX-License-Identifier: Apache-2.0
"""Throughput over area as a Vega-Lite specification, for static pictures and, compiled, for the explorer.

The specification computes the axes, the lines of equal ratio and the Pareto front from its dataset `dots`. Names of
dots are placed beforehand in a static picture, and by Vega in the explorer, whose dots and size change.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from fairhash.figures.charts.labels import LogPlot, label_positions
from fairhash.figures.charts.style import DOT, FAINT, INK, OWN, PAPER, REFERENCE, configuration
from fairhash.figures.charts.svg import drawn_marks
from fairhash.figures.charts.vega import to_vega

WIDTH, HEIGHT = 860, 480
"""Size of the plot area in pixels, axes not included."""

_ALL_LABELLED = 12
"""In a chart with more dots than this, a label without a free position is omitted."""

_MOST_NAMES = 80
"""Most dots that have a name in the explorer."""

_ROOM_BELOW, _ROOM_ABOVE = 1.25, 1.4
"""Factors between the outermost value and the ends of an axis, which leave room for names."""

_MOST_LINES = 10
"""With more lines of equal ratio than this, only those at powers of four are drawn."""

_TOOLTIP = ",.4~r"
"""Format of a value in a tooltip: four significant digits."""

Kind = Literal["core", "reference", "yours"]


@dataclass(frozen=True)
class CoreDot:
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


_LINE_NAMES, _FRONT, _DOTS = 1, 2, 5
"""Positions of layers in specification()."""


def specification(x_title: str, y_title: str, *, relative: bool = False) -> dict[str, Any]:
    """The specification without names of dots; its dataset `dots` has a CoreDot a row and is to be filled in.

    Both axes are logarithmic, so lines of equal throughput per area are parallel. Their ratios are powers of two, or
    powers of four if there are more than _MOST_LINES powers of two. The name of a line is shown at its end unless it is
    short.

    Args:
        x_title: Title of the axis of areas.
        y_title: Title of the axis of throughputs.
        relative: Whether both are divided by those of a reference; then ticks are powers of two.
    """
    x = {"field": "x", "type": "quantitative"}
    y = {"field": "y", "type": "quantitative"}
    scale = {"type": "log", "base": 2 if relative else 10, "nice": False}
    ticks = {"expr": "width < 420 ? 4 : 8"}
    axis = {"grid": True, "format": "~g", "labelOverlap": True, "labelSeparation": 6, "tickCount": ticks}
    ratios = _ratio_lines("\N{MULTIPLICATION SIGN}" if relative else "")
    lines = {
        "data": {"values": [{}]},
        "transform": ratios,
        "mark": {"type": "line", "strokeDash": [4, 3], "strokeWidth": 1, "color": FAINT, "clip": True},
        "encoding": {
            "x": {**x, "scale": {**scale, "domain": {"expr": "x_domain"}}, "axis": {**axis, "title": x_title}},
            "y": {**y, "scale": {**scale, "domain": {"expr": "y_domain"}}, "axis": {**axis, "title": y_title}},
            "detail": {"field": "ratio", "type": "nominal"},
        },
    }
    line_names = {
        "data": {"values": [{}]},
        "transform": [*ratios, {"filter": "datum.side == 'right' && datum.right > 1.3 * datum.left"}],
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
        "data": {"name": "dots"},
        "transform": [*_PARETO_FRONT, {"filter": "datum.on_front"}],
        "mark": {"type": "line", "interpolate": "step-after", "strokeWidth": 1.5, "opacity": 0.55, "color": DOT},
        "encoding": {"x": x, "y": y},
    }
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": WIDTH,
        "height": HEIGHT,
        "background": "transparent",
        "params": [*_domain_params("x"), *_domain_params("y"), *_POWERS],
        "datasets": {"dots": []},
        "layer": [lines, line_names, front, *_dot_layers(x_title, y_title)],
        "config": configuration(),
    }


def _domain_params(axis: str) -> list[dict[str, Any]]:
    """Parameters: the limits of an axis, with room for names; a dot without interval has no quartiles."""
    columns = [f"extent(pluck(data('dots'), '{name}'))" for name in (axis, f"{axis}_lower", f"{axis}_upper")]
    ends = ", ".join(f"{column}[{end}]" for column in columns for end in (0, 1))
    domain = f"[{axis}_extent[0] / {_ROOM_BELOW}, {axis}_extent[1] * {_ROOM_ABOVE}]"
    return [
        {"name": f"{axis}_extent", "expr": f"extent([{ends}])"},
        {"name": f"{axis}_domain", "expr": domain},
    ]


_POWERS = [
    {"name": "first_power", "expr": "ceil(log(y_domain[0] / x_domain[1]) / LN2)"},
    {"name": "last_power", "expr": "floor(log(y_domain[1] / x_domain[0]) / LN2)"},
    {"name": "power_step", "expr": f"last_power - first_power >= {_MOST_LINES} ? 2 : 1"},
]
"""Parameters: the powers of two whose lines cross the plot."""


def _ratio_lines(sign: str) -> list[dict[str, Any]]:
    """Transforms of one row to two points, `side` left and right, for each line of equal y over x.

    Args:
        sign: Begins the name of a line, which ends with the ratio.
    """
    return [
        {
            "calculate": "sequence(first_power + abs(first_power % power_step), last_power + 1, power_step)",
            "as": "power",
        },
        {"flatten": ["power"]},
        {"calculate": "pow(2, datum.power)", "as": "ratio"},
        {"calculate": "max(x_domain[0], y_domain[0] / datum.ratio)", "as": "left"},
        {"calculate": "min(x_domain[1], y_domain[1] / datum.ratio)", "as": "right"},
        {"filter": "datum.left < datum.right"},
        {"calculate": f"'{sign}' + (datum.power < 0 ? '1/' + pow(2, -datum.power) : datum.ratio)", "as": "name"},
        {"fold": ["left", "right"], "as": ["side", "x"]},
        {"calculate": "datum.x * datum.ratio", "as": "y"},
    ]


_BY_AREA = [{"field": "x"}, {"field": "y", "order": "descending"}]

_PARETO_FRONT: list[dict[str, Any]] = [
    {"calculate": "datum.preliminary ? null : datum.y", "as": "known_y"},
    {"window": [{"op": "max", "field": "known_y", "as": "highest"}], "frame": [None, 0], "sort": _BY_AREA},
    {"window": [{"op": "lag", "field": "highest", "as": "before"}], "sort": _BY_AREA},
    {"calculate": "!datum.preliminary && (!isValid(datum.before) || datum.y > datum.before)", "as": "on_front"},
]
"""Transforms: `on_front` of the known dots that no other known dot beats in both directions (less x, more y)."""


def _dot_layers(x_title: str, y_title: str) -> list[dict[str, Any]]:
    """The bars from quartile to quartile, and the dots."""
    x = {"field": "x", "type": "quantitative"}
    y = {"field": "y", "type": "quantitative"}
    colour = {
        "field": "kind",
        "type": "nominal",
        "scale": {"domain": ["core", "reference", "yours"], "range": [DOT, REFERENCE, OWN]},
        "legend": None,
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
    return [across, up, dots]


_OUTLINE = {"stroke": PAPER, "strokeWidth": 3, "strokeJoin": "round"}
"""The wide outline in the background's colour keeps a name legible where it crosses a line."""


def filled(spec: dict[str, Any], dots: Sequence[CoreDot]) -> dict[str, Any]:
    """The specification with these dots, at least one, and their names, for a static picture."""
    drawn = {**spec, "datasets": {"dots": [asdict(dot) for dot in dots]}}
    labels = _labels(dots, drawn_marks(drawn), spec["width"], spec["height"])
    layers = [_label_layer(align, more) for more in (_OUTLINE, {}) for align in ("left", "right")]
    return {**drawn, "datasets": {**drawn["datasets"], "labels": labels}, "layer": [*spec["layer"], *layers]}


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


def _labels(
    dots: Sequence[CoreDot], marks: dict[int, list[dict[str, Any]]], width: int, height: int
) -> list[dict[str, Any]]:
    """Positions of the dots' names, which cover no name of a line.

    The reference and the reader's own cores are named first, then the Pareto front: where there is no room for all
    names, those are shown.

    Args:
        dots: The dots.
        marks: The marks of each layer without names of dots.
        width: Of the plot area, in pixels.
        height: Likewise.
    """
    x_domain, y_domain = (
        _domain([value for dot in dots for value in dot.xs]),
        _domain([v for dot in dots for v in dot.ys]),
    )
    plot = LogPlot(width, height, x_domain, y_domain)
    front = {(mark["x"], mark["y"]) for mark in marks[_FRONT]}
    on_front = [(mark["x"], mark["y"]) in front for mark in marks[_DOTS]]
    ordered = sorted(zip(dots, on_front, strict=True), key=lambda pair: (pair[0].kind == "core", not pair[1]))
    reserved = []
    for mark in marks[_LINE_NAMES]:
        right, top = mark["x"] - 1, height - mark["y"] - 12
        reserved.append((right - 6 * len(mark["text"]), top - 10, right, top))
    named = [(dot.name, dot.x, dot.y) for dot, _ in ordered]
    labels = label_positions(plot, named, is_each_shown=len(dots) <= _ALL_LABELLED, reserved=reserved)
    return [asdict(label) for label in labels if label]


def _domain(values: Sequence[float]) -> tuple[float, float]:
    """Limits of an axis, as _domain_params() computes them."""
    return min(values) / _ROOM_BELOW, max(values) * _ROOM_ABOVE


_MORE_TOOLTIP = [
    {"field": name, "type": "nominal"} for name in ("device", "status", "clock", "quartiles", "seeds", "recipe", "rank")
]
"""What a tooltip of the explorer shows after throughput and area; the script fills these texts into each dot."""


def explorer_specification(x_title: str, y_title: str, *, relative: bool = False) -> dict[str, Any]:
    """The specification of the explorer for Vega, which places the names of at most _MOST_NAMES dots.

    Vega-Lite has no transform that places names, so the texts are added to the compiled specification. Its data set
    `dots` is to be filled in. Arguments as of specification().
    """
    spec = specification(x_title, y_title, relative=relative)
    x = {"field": "x", "type": "quantitative"}
    y = {"field": "y", "type": "quantitative"}
    named = {
        "data": {"name": "dots"},
        "transform": [
            *_PARETO_FRONT,
            {"calculate": "(datum.kind == 'core' ? 2 : 0) + (datum.on_front ? 0 : 1)", "as": "priority"},
            {"window": [{"op": "row_number", "as": "order"}], "sort": [{"field": "priority"}]},
            {"filter": f"datum.order <= {_MOST_NAMES}"},
        ],
        "mark": {"type": "rect", "width": 10, "height": 10, "opacity": 0},
        "encoding": {"x": x, "y": y},
    }
    dots = spec["layer"][_DOTS]
    dots = {**dots, "encoding": {**dots["encoding"], "tooltip": [*dots["encoding"]["tooltip"], *_MORE_TOOLTIP]}}
    layers = [*spec["layer"][:_DOTS], named, dots]
    text = {"font": {"value": spec["config"]["font"]}, "fontSize": {"value": 11}, "fill": {"value": INK}}
    placed = {
        "type": "text",
        "name": "names",
        "from": {"data": f"layer_{_DOTS}_marks"},
        "interactive": False,
        "encode": {
            "enter": {**text, **{name: {"value": value} for name, value in _OUTLINE.items()}},
            "update": {"text": {"field": "datum.name"}},
        },
        "transform": [
            {
                "type": "label",
                "size": {"signal": "[width + 25, height]"},
                "anchor": ["right", "top-right", "bottom-right", "left", "top-left", "bottom-left", "top", "bottom"],
                "offset": [2],
                "avoidMarks": [f"layer_{_DOTS + 1}_marks", f"layer_{_LINE_NAMES}_marks"],
                "sort": {"field": "datum.datum.order"},
            }
        ],
    }
    position = {name: {"field": name} for name in ("x", "y", "text", "align", "baseline", "opacity")}
    inked = {
        "type": "text",
        "from": {"data": "names"},
        "interactive": False,
        "encode": {"enter": text, "update": position},
    }
    # the page names the chart for screen readers, and its table has the values
    config = {**spec["config"], "aria": False}
    vega = to_vega({**spec, "layer": layers, "config": config})
    return {**vega, "marks": [*vega["marks"], placed, inked]}


def chart_key(dots: Sequence[CoreDot]) -> str:
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
