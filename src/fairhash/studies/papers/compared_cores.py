# SPDX-License-Identifier: Apache-2.0
"""What the rows of declared tables are about, a core on a device beside a published row, and the columns of both."""

from dataclasses import dataclass, field
from functools import cache, cached_property

from fairhash.base.table import Cell, Column, Columns, Link, column
from fairhash.catalog.cores import all_cores, main_name, page_path
from fairhash.figures.figures import Figure
from fairhash.studies.papers.our_results import OurResults, Quotients, quotient_cells, shown_value
from fairhash.studies.papers.published_table import Row, parse_optional


@cache
def core_link(core: str, text: str) -> str:
    """Return a text that is a link to the core's page on the site; plain text for a core that there is not."""
    name = main_name(core)
    return Link(text, page_path(name)) if name in all_cores() else text


@dataclass(frozen=True)
class CoreOnDevice:
    """What a row of a declared table is about: a core on a device, and the core that it is divided by."""

    ours: OurResults
    core: str
    device: str
    base: str = ""

    @cached_property
    def figure(self) -> Figure | None:
        """The figure of the core's chosen recipe; it may consist of failed runs only."""
        return self.ours.figure(self.core, self.device)

    @cached_property
    def quotients(self) -> Quotients | None:
        """The figure over that of the base, if it may be divided."""
        return self.ours.quotients(self.core, self.base, self.device) if self.base else None

    def shown(self, measure: str) -> Cell:
        """Return the median of a measure, by its name in Figure, marked if it is preliminary."""
        return shown_value(self.figure, getattr(self.figure, measure, None))

    def statement(self) -> str:
        """Return the word for a missing or preliminary value with its reason; empty if the figure is known."""
        return self.ours.statement(self.core, self.device)

    def quotient_note(self) -> str:
        """Return why there is no quotient over the base, or why it is preliminary; empty if both are known."""
        return self.ours.quotient_note(self.core, self.base or self.core, self.device)


@dataclass(frozen=True)
class Compared(CoreOnDevice):
    """The same beside a published row."""

    row: Row = field(default_factory=Row)


def published(heading: str, name: str, digits: int = 0) -> Columns[Compared]:
    """Declare the column of a published number, by its name in the paper's CSV file."""
    return column(heading, lambda one: parse_optional(one.row[name]), digits, f"published_{name}")


def measured(heading: str, measure: str, digits: int = 0, key: str = "") -> Columns[CoreOnDevice]:
    """Declare the column of a measure of ours, by its name in Figure."""
    return column(heading, lambda one: one.shown(measure), digits, key)


QUOTIENTS = {
    "clock": Column("clock x", 2),
    "throughput": Column("Mbit/s x", 2),
    "area": Column("cells x", 2),
    "ratio": Column("Mbit/s/cell x", 2),
    "ratio_low": Column("from", 2, "throughput_per_cell_ratio_low"),
    "ratio_high": Column("to", 2, "throughput_per_cell_ratio_high"),
}
"""The column of each field of Quotients."""


def divided(*names: str) -> Columns[CoreOnDevice]:
    """Declare the columns of fields of the quotients of a core over its base; `ratio` has its interval after it."""
    fields = tuple(
        each for name in names for each in ((name, "ratio_low", "ratio_high") if name == "ratio" else (name,))
    )
    return Columns(tuple(QUOTIENTS[name] for name in fields), lambda one: quotient_cells(one.quotients, *fields))
