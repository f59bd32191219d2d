# SPDX-License-Identifier: Apache-2.0
"""Maps of what limits a computer, over the length of messages and their number, as a Vega-Lite specification."""

import itertools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.figures.charts.lines import size_name
from fairhash.figures.charts.style import INK, PAPER, configuration

_ROW = 17
"""Height of a row of a map, in pixels."""
_FILL, _PRELIMINARY_FILL = 0.45, 0.15
"""Opacity: the letters on a filled cell stay legible on both themes."""


@dataclass(frozen=True)
class LimitMap:
    """One map."""

    title: str
    rows: Mapping[str, Sequence[str]]
    """The limit at each length, for each number of messages, from top to bottom."""
    crossings: Sequence[float | None]
    """For each row the length from which the line has hardware on its right side: 0 for all lengths, infinite for
    none; None if it is not known."""
    is_preliminary: bool = False
    """Whether its colours are faint and its line is dashed."""


def specification(
    maps: Sequence[Sequence[LimitMap]],
    lengths: Sequence[int],
    colours: Mapping[str, str],
    axes: tuple[str, str],
    width: int = 190,
) -> dict[str, Any]:
    """Return the Vega-Lite specification.

    Args:
        maps: rows of maps beside each other.
        lengths: in bytes, ascending; of all maps.
        colours: of each limit, in the order of the legend; a cell has the first letter of its limit.
        axes: names of the lengths and of the numbers of messages.
        width: of a map, in pixels.
    """
    last = len(maps) - 1
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "background": PAPER,
        "vconcat": [
            {
                "hconcat": [
                    _map(each, lengths, colours, (axes[0] if line == last else "", axes[1] if not place else ""), width)
                    for place, each in enumerate(row)
                ],
                "spacing": 14,
            }
            for line, row in enumerate(maps)
        ],
        "spacing": 8,
        "resolve": {"scale": {"color": "shared"}},
        "config": configuration(),
    }


def _map(
    each: LimitMap, lengths: Sequence[int], colours: Mapping[str, str], axes: tuple[str, str], width: int
) -> dict[str, Any]:
    names, edges = list(each.rows), _edges(lengths)
    cells = [
        {"low": edges[at], "high": edges[at + 1], "length": length, "row": name, "limit": limit, "letter": limit[0]}
        for name in names
        for at, (length, limit) in enumerate(zip(lengths, each.rows[name], strict=True))
    ]
    labels = json.dumps({str(length): size_name(length) for length in lengths})
    x = {
        "field": "low",
        "type": "quantitative",
        "scale": {"type": "log", "domain": [edges[0], edges[-1]], "nice": False},
        "axis": {
            "title": axes[0] or None,
            "values": list(lengths),
            "labels": bool(axes[0]),
            "ticks": bool(axes[0]),
            "labelExpr": f"{labels}[format(datum.value, 'd')]",
            "labelOverlap": "greedy",
            "labelSeparation": 6,
            "grid": False,
        },
    }
    y = {
        "field": "row",
        "type": "nominal",
        "scale": {"domain": names, "paddingInner": 0, "paddingOuter": 0},
        "axis": {"title": axes[1] or None, "ticks": False},
    }
    colour = {
        "field": "limit",
        "type": "nominal",
        "scale": {"domain": list(colours), "range": list(colours.values())},
        "legend": {"title": None, "orient": "bottom", "symbolOpacity": _FILL},
    }
    fill = _PRELIMINARY_FILL if each.is_preliminary else _FILL
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "rect", "opacity": fill},
            "encoding": {"x": x, "x2": {"field": "high"}, "y": y, "color": colour},
        },
        {
            "mark": {"type": "text", "fontSize": 9, "color": INK},
            "encoding": {"x": {**x, "field": "length"}, "y": {**y, "axis": None}, "text": {"field": "letter"}},
        },
    ]
    line = {"type": "line", "color": INK, "strokeWidth": 2.5, **({"strokeDash": [4, 3]} if each.is_preliminary else {})}
    points = _line(each.crossings, edges)
    if points:
        height = {"field": "at", "type": "quantitative", "scale": {"domain": [len(names), 0]}, "axis": None}
        layers.append(
            {
                "data": {"values": points},
                "mark": line,
                "encoding": {"x": x, "y": height, "order": {"field": "order"}, "detail": {"field": "part"}},
            }
        )
    return {
        "title": {"text": each.title, "fontSize": 11, "offset": 4, "fontWeight": 500, "frame": "group"},
        "width": width,
        "height": _ROW * len(names),
        "data": {"values": cells},
        "layer": layers,
        "resolve": {"scale": {"y": "independent"}},
    }


def _edges(lengths: Sequence[int]) -> list[float]:
    """The ends of the cells: halfway between two lengths on a logarithmic axis."""
    between = [math.sqrt(one * other) for one, other in itertools.pairwise(lengths)]
    return [lengths[0] ** 2 / between[0], *between, lengths[-1] ** 2 / between[-1]]


def _line(crossings: Sequence[float | None], edges: Sequence[float]) -> list[dict[str, float]]:
    """A step at each row, as points in the order of the line; rows without a crossing divide it into parts."""
    points, part = [], 0
    for row, crossing in enumerate(crossings):
        if crossing is None:
            part += 1
            continue
        at = min(max(crossing, edges[0]), edges[-1])
        points += [{"low": at, "at": row + end, "order": 2 * row + end, "part": part} for end in (0, 1)]
    return points
