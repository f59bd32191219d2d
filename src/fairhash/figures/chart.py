# SPDX-License-Identifier: Apache-2.0
"""The chart of paper A, Fig. 1: normalised throughput over normalised area, as SVG and as CSV."""

from collections.abc import Sequence

from fairhash.base.table import Cell, Column, Table
from fairhash.figures.charts.style import PAPER
from fairhash.figures.charts.svg import to_svg_element
from fairhash.figures.charts.throughput_area import CoreDot, filled, specification
from fairhash.figures.ranking import Point, ranking


def to_csv(points: Sequence[Point]) -> str:
    """One row for each core: what the chart shows, full precision; a preliminary point has no interval and no rank."""
    ranks = {rank.name: rank for rank in ranking([point for point in points if not point.preliminary])}
    names = [f"{name}_{part}" for name in ("throughput", "area", "ratio") for part in ("median", "lower", "upper")]
    ends = ["rank", "rank_lowest", "rank_highest", "first_share", "devices", "preliminary"]
    rows: list[tuple[Cell, ...]] = []
    for point in points:
        parts = [point.throughput, point.area, point.ratio]
        values = [value for part in parts for value in (part.median, part.lower, part.upper)]
        rank = ranks.get(point.core)
        places = (rank.rank, rank.lowest, rank.highest, rank.first_share) if rank else (None,) * 4
        rows.append((point.core, *values, *places, " ".join(point.devices), point.preliminary))
    columns = tuple(Column(name, key=name) for name in ("core", *names, *ends))
    return Table("points", "", columns, tuple(rows)).to_csv()


def to_svg(points: Sequence[Point], reference: str, title: str) -> str:
    """The chart as an <svg> element, in the form of the site's charts of throughput over area.

    Args:
        points: The cores, at least one.
        reference: The name of the point that the others are divided by.
        title: Shown above the chart.
    """
    spec = specification(
        f"area, divided by that of {reference}", f"throughput, divided by that of {reference}", relative=True
    )
    dots = to_dots(points, reference)
    return to_svg_element({**filled(spec, dots), "title": title, "background": PAPER}, title)


def to_dots(points: Sequence[Point], reference: str) -> list[CoreDot]:
    """The dots of the chart, with short names."""
    return [
        CoreDot(
            point.core.removesuffix("/highspeed"),
            *(point.area.median, point.area.lower, point.area.upper),
            *(point.throughput.median, point.throughput.lower, point.throughput.upper),
            "reference" if point.core == reference else "core",
            bool(point.preliminary),
        )
        for point in points
    ]
