# SPDX-License-Identifier: Apache-2.0
"""Fig. 4 of paper E: when the bus and two cores work, for non-interleaved and for interleaved transfer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from fairhash.base.table import Table, column
from fairhash.figures.charts.style import FAINT, INK, WIDTH, chart, series_colour
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.charts import Chart

BLOCKS, CORES, COMPUTATION = 4, 2, 2.0
"""Of the drawing: blocks of a message, cores with one message each, a core's time for a block in transfers of one."""
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


def schedule(order: Iterable[tuple[int, int]], prefix: str) -> Iterator[Span]:
    """Yield the work of the bus and of the cores; a core has room for one block beside the one that it computes.

    Args:
        order: message and block of each transfer, from 0.
        prefix: of the names of the rows.
    """
    bus_free = 0.0
    started, finished = [0.0] * CORES, [0.0] * CORES
    for message, block in order:
        title = f"message {message + 1}"
        start = max(bus_free, started[message])
        bus_free = start + 1
        yield Span(f"{prefix} bus", start, bus_free, title, str(block + 1))
        started[message] = max(bus_free, finished[message])
        finished[message] = started[message] + COMPUTATION
        yield Span(f"{prefix} core {message + 1}", started[message], finished[message], title, str(block + 1))


def spans() -> Sequence[Span]:
    """Return the work of both kinds of transfer: (a) non-interleaved, (b) interleaved."""
    one_after_another = product(range(CORES), range(BLOCKS))
    in_turn = ((message, block) for block, message in product(range(BLOCKS), range(CORES)))
    return [*schedule(one_after_another, "(a)"), *schedule(in_turn, "(b)")]


def figure_4() -> Chart:
    """Return the chart."""
    shown = spans()
    units = ("bus", *(f"core {number + 1}" for number in range(CORES)))
    rows = [f"({kind}) {unit}" for kind in "ab" for unit in units]
    last = {kind: max(span.end for span in shown if span.row.startswith(f"({kind})")) for kind in "ab"}
    title = "Interleaved transfer keeps both cores busy; non-interleaved transfer lets core 2 wait"
    caption = (
        f"Two messages of {BLOCKS} blocks for two cores; the number of each block. (a) Non-interleaved: the bus sends "
        "message 2 after message 1, and pauses while core 1 has no room. (b) Interleaved: a block of each message in "
        f"turn. The second message ends after {last['a']:.0f} and {last['b']:.0f} transfers. A drawing with a core "
        f"that needs {COMPUTATION:.0f} transfers for a block and has room for one more; it shows no result."
    )
    table = Table.declare(
        "figure-4",
        title,
        shown,
        (
            column("row", lambda span: span.row),
            column("message", lambda span: span.series),
            column("block", lambda span: span.text),
            column("start", lambda span: span.start, 1),
            column("end", lambda span: span.end, 1),
        ),
    )
    series = [f"message {number + 1}" for number in range(CORES)]
    spec = _specification("time, in transfers of a block", rows, series, shown)
    return Chart("figure-4", title, to_svg_element(spec, title), table.to_csv(), caption)


def _specification(axis: str, rows: Sequence[str], series: Sequence[str], shown: Sequence[Span]) -> dict[str, Any]:
    """What each of several units does over time, as bars in rows, as a Vega-Lite specification.

    Args:
        axis: Name and unit of the time.
        rows: The units from top to bottom.
        series: The legend.
        shown: The bars.
    """
    bars = [{**vars(span), "middle": (span.start + span.end) / 2} for span in shown]
    last = max(span.end for span in shown)
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
