# SPDX-License-Identifier: Apache-2.0
"""The contents of a reproduction's page, independent of the format it is written in."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.analysis import chart
from fairhash.analysis.ranking import Point
from fairhash.papers.table import Table


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


@dataclass(frozen=True)
class Section:
    """One table or figure of the paper, or a comparison that the paper does not have."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    diagrams: tuple[str, ...] = ()
    """Diagrams made of characters."""
    charts: tuple[Chart, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """Name and value of what describes the measurements, for example the devices and the tools."""


@dataclass(frozen=True)
class Document:
    """The page of a reproduction: the paper's tables and figures with our results."""

    letter: str
    title: str
    text: tuple[str, ...]
    sections: tuple[Section, ...]
    main_table_names: tuple[str, ...]
    """Names of the tables that the command line prints."""
    figure_count: int
    """How many of our figures (core and device) the page shows."""

    def tables(self) -> list[Table]:
        """Return all tables."""
        return [table for section in self.sections for table in section.tables]

    def main_tables(self) -> list[Table]:
        """Return the tables that the command line prints."""
        return [table for table in self.tables() if table.name in self.main_table_names]

    def charts(self) -> list[Chart]:
        """Return all charts."""
        return [chart for section in self.sections for chart in section.charts]
