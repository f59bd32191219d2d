# SPDX-License-Identifier: Apache-2.0
"""What each of several units does over time, as bars in rows, as a Vega-Lite specification."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.figures.charts.style import FAINT, INK, WIDTH, chart, series_colour

_ROW = 30
"""Of a unit, in pixels."""
_FILL = 0.45
"""Opacity of a bar: its text stays legible on both themes."""


@dataclass(frozen=True)
class Span:
    """What one unit does between two times."""

    row: str
    start: float
    end: float
    series: str
    """The colour."""
    text: str


def specification(axis: str, rows: Sequence[str], series: Sequence[str], spans: Sequence[Span]) -> dict[str, Any]:
    """Return the Vega-Lite specification.

    Args:
        axis: name and unit of the time.
        rows: the units from top to bottom.
        series: the legend.
        spans: the bars.
    """
    bars = [{**vars(span), "middle": (span.start + span.end) / 2} for span in spans]
    last = max(span.end for span in spans)
    x = {
        "field": "start",
        "type": "quantitative",
        "scale": {"domain": [0, last], "nice": False},
        "axis": {"title": axis, "grid": True, "tickMinStep": 1},
    }
    y = {
        "field": "row",
        "type": "nominal",
        "scale": {"domain": list(rows), "paddingInner": 0.2},
        "axis": {"title": None, "ticks": False},
    }
    drawn = chart(
        "",
        WIDTH,
        _ROW * len(rows),
        [
            {
                "data": {"values": bars},
                "mark": {"type": "rect", "fillOpacity": _FILL, "stroke": FAINT, "strokeWidth": 0.8},
                "encoding": {"x": x, "x2": {"field": "end"}, "y": y, "color": series_colour(series)},
            },
            {
                "data": {"values": bars},
                "mark": {"type": "text", "fontSize": 11, "color": INK},
                "encoding": {"x": {**x, "field": "middle"}, "y": y, "text": {"field": "text"}},
            },
        ],
    )
    del drawn["title"]  # the page shows it as text
    return drawn
