# SPDX-License-Identifier: Apache-2.0
"""Two orders of the same names, joined by lines, as a Vega-Lite specification."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.figures.charts.style import DOT, INK, PAPER, REFERENCE, chart

_WIDTH, _STEP = 250, 21
"""Between the two orders, and of one rank, in pixels."""


@dataclass(frozen=True)
class Slope:
    """A name with its rank in both orders; 1 is the best."""

    name: str
    left: int
    right: int | None
    """None if it has no value in the second order."""
    low: int | None = None
    """The best rank within the interval of the second order; None, as `high`, without an interval."""
    high: int | None = None
    is_preliminary: bool = False
    """Whether its dot is hollow and its line is dashed."""


def specification(slopes: Sequence[Slope], names: tuple[str, str], highlighted: Sequence[str] = ()) -> dict[str, Any]:
    """Return the Vega-Lite specification.

    Args:
        slopes: the names with their ranks.
        names: of the two orders.
        highlighted: names in another colour.
    """
    last = max(max(one.left, one.right or 0) for one in slopes)
    rank = {
        "type": "quantitative",
        "scale": {"domain": [0.4, last + 0.6], "reverse": True, "nice": False},
        "axis": None,
    }
    x = {"field": "x", "type": "quantitative", "scale": {"domain": [0, 1], "nice": False}, "axis": None}
    colour = {"condition": {"test": "datum.highlighted", "value": REFERENCE}, "value": DOT}
    ends: list[dict[str, Any]] = []
    bars = []
    for one in slopes:
        shown = {"name": one.name, "highlighted": one.name in highlighted, "preliminary": one.is_preliminary}
        ends.append({**shown, "x": 0, "rank": one.left, "hollow": False, "label": f"{one.name}  {one.left}"})
        if one.right is not None:
            label = f"({one.right})" if one.is_preliminary else str(one.right)
            ends.append(
                {**shown, "x": 1, "rank": one.right, "hollow": one.is_preliminary, "label": f"{label}  {one.name}"}
            )
        if one.low is not None and one.high is not None and one.low != one.high:
            bars.append({**shown, "x": 1, "low": one.low, "high": one.high})
    y = {"field": "rank", **rank}
    line = {"x": x, "y": y, "detail": {"field": "name"}, "color": colour}
    layers: list[dict[str, Any]] = [
        {
            "data": {"values": [{"x": at, "label": name} for at, name in enumerate(names)]},
            "mark": {"type": "text", "baseline": "bottom", "dy": -6, "fontSize": 12, "fontWeight": 600, "color": INK},
            "encoding": {"x": x, "y": {"value": 0}, "text": {"field": "label"}},
        },
        *(
            {
                "transform": [{"filter": f"datum.preliminary == {'true' if preliminary else 'false'}"}],
                "mark": {"type": "line", "strokeWidth": 1.4, "opacity": 0.8, "strokeDash": dash},
                "encoding": line,
            }
            for preliminary, dash in ((False, [1, 0]), (True, [4, 3]))
        ),
        {
            "data": {"values": bars},
            "mark": {"type": "rule", "strokeWidth": 5, "opacity": 0.35},
            "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}, "color": colour},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 55, "opacity": 1, "strokeWidth": 1.5},
            "encoding": {
                "x": x,
                "y": y,
                "stroke": colour,
                "fill": {"condition": [{"test": "datum.hollow", "value": PAPER}, colour["condition"]], "value": DOT},
            },
        },
        *(
            {
                "transform": [{"filter": f"datum.x == {at}"}],
                "mark": {"type": "text", "align": align, "dx": dx, "fontSize": 12, "color": INK},
                "encoding": {"x": x, "y": y, "text": {"field": "label"}},
            }
            for at, align, dx in ((0, "right", -9), (1, "left", 9))
        ),
    ]
    drawn = chart("", _WIDTH, _STEP * last, layers)
    del drawn["title"]  # the page shows it as text, which wraps
    return {**drawn, "data": {"values": ends}}
