# SPDX-License-Identifier: Apache-2.0
"""The chart of paper A, Fig. 1: normalised throughput over normalised area, as SVG, and the CSV it is drawn from."""

import csv
import html
import io
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fairhash.analysis.chart_labels import label_dots
from fairhash.analysis.ranking import Point, ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK = "#1f2933"
_LINE = "#b8c2cc"
_DOT = "#0b6e99"
_REFERENCE_DOT = "#c2410c"


def to_csv(points: Sequence[Point]) -> str:
    """One row for each core: what the chart shows, full precision."""
    ranks = {rank.name: rank for rank in ranking(points)}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [f"{name}_{part}" for name in ("throughput", "area", "ratio") for part in ("median", "lower", "upper")]
    writer.writerow(["core", *names, "rank", "rank_lowest", "rank_highest", "first_share", "devices"])
    for point in points:
        parts = [point.throughput, point.area, point.ratio]
        values = [value for part in parts for value in (part.median, part.lower, part.upper)]
        rank = ranks.get(point.core)
        places = [rank.rank, rank.lowest, rank.highest, rank.first_share] if rank else [""] * 4
        writer.writerow([point.core, *values, *places, " ".join(point.devices)])
    return text.getvalue()


def to_svg(points: Sequence[Point], reference: str, title: str) -> str:
    """The chart, self-contained; both axes logarithmic, so that lines of equal throughput per area are parallel."""
    # half a second to import, needed only when something is drawn
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure as Drawing  # noqa: PLC0415

    style: Any = {"svg.hashsalt": title, "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}
    with matplotlib.rc_context(style):
        drawing = Drawing(figsize=(7.2, 5.2), layout="constrained")
        axes = drawing.add_subplot()
        axes.set_title(title, color=_INK, fontsize=11)
        axes.set_xlabel(f"area, normalised to {reference}", color=_INK)
        axes.set_ylabel(f"throughput, normalised to {reference}", color=_INK)
        _scales(axes, points)
        _iso_lines(axes)
        for point in points:
            _dot(axes, point, point.core == reference)
        places = [
            (point.core.removesuffix("/highspeed"), point.area.median, point.throughput.median) for point in points
        ]
        label_dots(axes, places)
        text = io.StringIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        drawing.savefig(text, format="svg", metadata=nothing)
    return inline(text.getvalue(), title)


def _scales(axes: "Axes", points: Sequence[Point]) -> None:
    for name, values in (
        ("x", [value for point in points for value in (point.area.lower, point.area.upper, 1.0)]),
        ("y", [value for point in points for value in (point.throughput.lower, point.throughput.upper, 1.0)]),
    ):
        low, high = 2 ** math.floor(math.log2(min(values)) - 0.3), 2 ** math.ceil(math.log2(max(values)) + 0.3)
        axis: Any = getattr(axes, f"{name}axis")
        axis.axes.set(**{f"{name}scale": "log", f"{name}lim": (low, high)})
        ticks = [2.0**power for power in range(round(math.log2(low)), round(math.log2(high)) + 1)]
        axis.set_ticks(ticks, [f"{tick:g}" for tick in ticks])
        axis.set_ticks([], minor=True)
    axes.grid(color="#eef1f4")
    axes.set_axisbelow(True)


def _iso_lines(axes: "Axes") -> None:
    """Throughput per area of 1/32 to 32 times the reference's."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    for power in range(-5, 6):
        ratio = 2.0**power
        axes.plot([left, right], [left * ratio, right * ratio], color=_LINE, linewidth=0.8, linestyle=(0, (4, 3)))
        end = min(right, top / ratio)
        if left < end and bottom < end * ratio:
            text = "\N{MULTIPLICATION SIGN}" + (f"{ratio:g}" if power >= 0 else f"1/{1 / ratio:g}")
            place: Any = {"xytext": (-4, -4), "textcoords": "offset points", "ha": "right", "va": "top"}
            axes.annotate(text, (end, end * ratio), fontsize=8, color="#7b8794", **place)


def _dot(axes: "Axes", point: Point, is_reference: bool) -> None:
    """The medians with bars from quartile to quartile."""
    across, up = point.area, point.throughput
    axes.errorbar(
        [across.median],
        [up.median],
        xerr=[[max(0, across.median - across.lower)], [max(0, across.upper - across.median)]],
        yerr=[[max(0, up.median - up.lower)], [max(0, up.upper - up.median)]],
        fmt="o",
        markersize=6,
        color=_REFERENCE_DOT if is_reference else _DOT,
        capsize=3,
        linewidth=1.2,
    )


def inline(svg: str, title: str) -> str:
    """The <svg> element alone, its ids its own among several on one page, its title readable to all."""
    body = svg[svg.index("<svg") :]
    mark = re.sub(r"\W+", "-", title.lower()).strip("-")
    body = re.sub(r'\bid="', f'id="{mark}-', body)
    body = re.sub(r"url\(#", f"url(#{mark}-", body)
    body = re.sub(r'href="#', f'href="#{mark}-', body)
    return body.replace("<svg ", f'<svg role="img" aria-label="{html.escape(title)}" ', 1)
