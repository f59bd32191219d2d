# SPDX-License-Identifier: Apache-2.0
"""Charts of a reproduction: throughput over area, and columns of a table as bars."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairhash.base.table import Cell, Column, Preliminary, Table, column
from fairhash.figures.charts import interval_rows
from fairhash.figures.charts.bars import grouped_bars
from fairhash.figures.charts.style import PAPER
from fairhash.figures.charts.svg import to_svg_element
from fairhash.figures.charts.throughput_area import CoreDot, filled, specification
from fairhash.figures.ranking import Point, ranking


def points_csv(points: Sequence[Point]) -> str:
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


OPENING_SIZE = {"width": 440, "height": 360}
"""Of the plot area of a chart that a page begins with, in pixels."""


def points_svg(points: Sequence[Point], reference: str, title: str, *, opening: bool = False) -> str:
    """The chart as an <svg> element, in the form of the site's charts of throughput over area.

    Args:
        points: The cores, at least one.
        reference: The name of the point that the others are divided by.
        title: Shown above the chart.
        opening: Whether a page begins with it; then it is small, and the page shows the title.
    """
    spec = specification(
        f"area, divided by that of {reference}", f"throughput, divided by that of {reference}", relative=True
    )
    form = OPENING_SIZE if opening else {"title": title}
    dots = points_dots(points, reference)
    return to_svg_element({**filled({**spec, **form}, dots), "background": PAPER}, title)


def points_dots(points: Sequence[Point], reference: str) -> list[CoreDot]:
    """The dots of the chart, with short names."""
    return [
        CoreDot(
            name=point.core.removesuffix("/highspeed"),
            x=point.area.median,
            x_lower=point.area.lower,
            x_upper=point.area.upper,
            y=point.throughput.median,
            y_lower=point.throughput.lower,
            y_upper=point.throughput.upper,
            kind="reference" if point.core == reference else "core",
            preliminary=bool(point.preliminary),
        )
        for point in points
    ]


@dataclass(frozen=True)
class Chart:
    """A chart of a reproduction."""

    name: str
    """Name of its .svg and .csv files, unique in the document."""
    title: str
    svg: str
    """The <svg> element."""
    csv: str
    """The values the chart shows."""
    caption: str
    """What the axes, bars and lines are."""


def throughput_area_chart(
    name: str,
    title: str,
    points: Sequence[Point],
    *,
    reference: str,
    csv: str,
    caption: str,
    opening: bool = False,
) -> Chart:
    """Return a chart of throughput over area, in the form of paper A's Fig. 1; all papers use this one.

    Args:
        name: file name without suffix.
        title: shown above the chart.
        points: the cores; throughput and area are relative to the reference's.
        reference: the name of the point that the others are divided by.
        csv: the same values as CSV.
        caption: shown below the chart.
        opening: as for points_svg().
    """
    return Chart(name, title, points_svg(points, reference, title, opening=opening), csv, caption)


def bars(  # noqa: PLR0917 - what a chart consists of
    table: Table,
    label: str,
    series: Mapping[str, str],
    axis: str,
    caption: str,
    groups: str = "core",
    *,
    stacked: bool = False,
) -> Chart | None:
    """Return columns of a table as bars, hollow for preliminary values, or None if no core of ours has a value.

    Args:
        table: The table; rows of published values may be among its rows.
        label: Title of the chart.
        series: The column of each name in the legend.
        axis: Name and unit of the values.
        caption: Shown below the chart.
        groups: The column with the names below the bars.
        stacked: Whether the bars of a group are above each other.
    """
    keys = [column.key for column in table.columns]
    rows = [dict(zip(keys, row, strict=True)) for row in table.rows]
    shown = [row for row in rows if any(_number(row[key]) is not None for key in series.values())]
    if all(str(row[groups]).startswith("published") for row in shown):
        return None
    names = [str(row[groups]).replace("/", "\n").replace(": ", ":\n") for row in shown]
    values: dict[str, Sequence[float | None]] = {
        name: [_number(row[key]) for row in shown] for name, key in series.items()
    }
    hollow = {name: [isinstance(row[key], Preliminary) for row in shown] for name, key in series.items()}
    spec = grouped_bars(label, axis, names, values, hollow, stacked=stacked)
    svg = to_svg_element(spec, label)
    if any(any(each) for each in hollow.values()):
        caption = f"{caption} Hollow: preliminary."
    return Chart(f"{table.name}-chart", label, svg, table.to_csv(), caption)


def interval_chart(  # noqa: PLR0917 - what a chart consists of
    name: str,
    title: str,
    dots: Sequence[interval_rows.RowDot],
    rows: Sequence[str],
    series: Sequence[str],
    columns: tuple[str, Column],
    axis: str,
    caption: str,
) -> Chart:
    """Return values with their intervals in rows, published ones beside ours.

    Args:
        name: Name of the files.
        title: Title of the chart.
        dots: The values.
        rows: The rows from top to bottom.
        series: The legend; the paper's is first.
        columns: In the CSV file: the heading of the rows, and the column of the values.
        axis: Name of the values.
        caption: Shown below the chart.
    """
    heading, value = columns
    table = Table.declare(
        name,
        title,
        dots,
        (
            column(heading, lambda dot: dot.row),
            column("source", lambda dot: dot.series),
            column(value.heading, lambda dot: dot.value, value.digits, value.key),
            column("from", lambda dot: dot.low, value.digits, f"{value.key}_low"),
            column("to", lambda dot: dot.high, value.digits, f"{value.key}_high"),
            column("preliminary", lambda dot: str(dot.is_preliminary).lower()),
        ),
    )
    spec = interval_rows.specification(axis, rows, series, dots)
    return Chart(name, title, to_svg_element(spec, title), table.to_csv(), caption)


def _number(cell: object) -> float | None:
    return float(cell) if isinstance(cell, int | float) else None
