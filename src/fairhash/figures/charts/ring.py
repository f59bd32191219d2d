# SPDX-License-Identifier: Apache-2.0
"""A ring of rounds with registers in it, drawn as blocks, as a Vega-Lite specification."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.figures.charts.style import DOT, FAINT, INK, PAPER, REFERENCE, chart

_LETTER, _PADDING, _GAP = 6.6, 14, 16
"""Width of a letter, what a block is wider than its text, and the distance of blocks, in pixels."""
_HEIGHT, _ROW = 26, 46
"""Of a block and of a round, in pixels."""


@dataclass(frozen=True)
class Block:
    """One block of a round."""

    text: str
    is_register: bool = False


def specification(rounds: Sequence[Sequence[Block]]) -> dict[str, Any]:
    """Return the Vega-Lite specification: the rounds from top to bottom, with the way back to the first one.

    Args:
        rounds: the blocks of each round, in the order that a message meets them.
    """
    rows: list[Sequence[Block]] = [(Block("xor with the block"),), *rounds]
    boxes: list[dict[str, Any]] = []
    lines, ends = [], []
    for number, row in enumerate(rows):
        middle, left = number * _ROW + _HEIGHT / 2, 0.0
        for place, block in enumerate(row):
            width = len(block.text) * _LETTER + _PADDING
            boxes.append({**_box(left, middle, width), "text": block.text, "register": block.is_register})
            if place:
                lines.append(_line(left - _GAP, middle, left, middle))
            left += width + _GAP
        ends.append(left - _GAP)
    for number, end in enumerate(ends[:-1]):
        middle, corner = number * _ROW + _HEIGHT / 2, end + _GAP / 2
        if number:
            # a round runs into the next one: from its end back to the left, below its blocks
            turn = middle + _ROW / 2
            lines += [_line(end, middle, corner, middle), _line(corner, middle, corner, turn)]
            lines += [_line(corner, turn, _PADDING, turn), _line(_PADDING, turn, _PADDING, turn + _ROW / 2)]
        else:
            lines.append(_line(_PADDING, middle, _PADDING, middle + _ROW))
    width = max(ends) + 2 * _GAP
    first, last, back = _HEIGHT / 2, (len(rows) - 1) * _ROW + _HEIGHT / 2, width - _GAP / 2
    lines += [_line(ends[-1], last, width, last), _line(back, last, back, first), _line(back, first, ends[0], first)]
    height = len(rows) * _ROW
    x = {"field": "left", "type": "quantitative", "scale": {"domain": [0, width + 50], "nice": False}, "axis": None}
    y = {"field": "top", "type": "quantitative", "scale": {"domain": [height, -4], "nice": False}, "axis": None}
    both = {"x": x, "y": y, "x2": {"field": "right"}, "y2": {"field": "bottom"}}
    colour = {"condition": {"test": "datum.register", "value": REFERENCE}, "value": DOT}
    drawn = chart(
        "",
        round(width + 50),
        height,
        [
            {
                "data": {"values": lines},
                "mark": {"type": "rule", "color": FAINT, "strokeWidth": 1.4},
                "encoding": both,
            },
            {
                "data": {"values": boxes},
                "mark": {"type": "rect", "fill": PAPER, "strokeWidth": 1.4},
                "encoding": {**both, "stroke": colour},
            },
            {
                "data": {"values": boxes},
                "mark": {"type": "text", "fontSize": 11, "color": INK},
                "encoding": {
                    "x": {**x, "field": "centre"},
                    "y": {**y, "field": "middle"},
                    "text": {"field": "text"},
                },
            },
            {
                "data": {"values": [{"left": width + 4, "top": last, "text": "digest"}]},
                "mark": {"type": "text", "fontSize": 11, "color": INK, "align": "left"},
                "encoding": {"x": x, "y": y, "text": {"field": "text"}},
            },
        ],
    )
    del drawn["title"]  # the page shows it as text
    return drawn


def _box(left: float, middle: float, width: float) -> dict[str, Any]:
    sides = {"left": left, "right": left + width, "top": middle - _HEIGHT / 2, "bottom": middle + _HEIGHT / 2}
    return {**sides, "centre": left + width / 2, "middle": middle}


def _line(left: float, top: float, right: float, bottom: float) -> dict[str, float]:
    return {"left": left, "top": top, "right": right, "bottom": bottom}
