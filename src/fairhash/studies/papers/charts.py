# SPDX-License-Identifier: Apache-2.0
"""Charts of a reproduction: throughput over area, and columns of a table as bars."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairhash.base.table import Preliminary, Table
from fairhash.figures import chart
from fairhash.figures.charts import grouped_bars
from fairhash.figures.charts.svg import to_svg_element
from fairhash.figures.ranking import Point


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
) -> Chart:
    """Return a chart of throughput over area, in the form of paper A's Fig. 1; all papers use this one.

    Args:
        name: file name without suffix.
        title: shown above the chart.
        points: the cores; throughput and area are relative to the reference's.
        reference: the name of the point that the others are divided by.
        csv: the same values as CSV.
        caption: shown below the chart.
    """
    return Chart(name, title, chart.to_svg(points, reference, title), csv, caption)


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
    spec = grouped_bars.specification(label, axis, names, values, hollow, stacked=stacked)
    svg = to_svg_element(spec, label)
    if any(any(each) for each in hollow.values()):
        caption = f"{caption} Hollow: preliminary."
    return Chart(f"{table.name}-chart", label, svg, table.to_csv(), caption)


def _number(cell: object) -> float | None:
    return float(cell) if isinstance(cell, int | float) else None
