# SPDX-License-Identifier: Apache-2.0
"""What a reproduced paper consists of, before it is written in any form."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.analysis.table import NONE

Cell = str | float | int | None
"""None is no value: a run that was not made, a cell that print leaves empty."""


@dataclass(frozen=True)
class Column:
    """A column: what people read above it, its name in CSV with the unit, and how many decimals people see."""

    head: str
    key: str
    digits: int = 0


@dataclass(frozen=True)
class Table:
    """A table under the name of its files; `notes` stand below it."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def head(self) -> list[str]:
        """The heads of the columns."""
        return [column.head for column in self.columns]

    def shown(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[_shown(cell, column) for cell, column in zip(row, self.columns, strict=True)] for row in self.rows]


def _shown(cell: Cell, column: Column) -> str:
    if cell is None:
        return NONE
    return cell if isinstance(cell, str) else f"{cell:.{column.digits}f}"


@dataclass(frozen=True)
class Drawing:
    """A chart under the name of its files, and the data it is drawn from."""

    name: str
    title: str
    svg: str
    csv: str
    caption: str
    """What its bars and lines are."""


@dataclass(frozen=True)
class Section:
    """One table or figure of the paper, or what goes beyond it."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    diagrams: tuple[str, ...] = ()
    """Drawn in characters."""
    drawings: tuple[Drawing, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """Where our figures come from."""


@dataclass(frozen=True)
class Document:
    """A paper with ours beside it."""

    letter: str
    title: str
    text: tuple[str, ...]
    sections: tuple[Section, ...]
    main: tuple[str, ...]
    """Names of the tables that are printed on the terminal."""
    measured: int
    """How many figures of ours it shows."""

    def tables(self) -> list[Table]:
        """All tables."""
        return [table for section in self.sections for table in section.tables]

    def main_tables(self) -> list[Table]:
        """Those for the terminal."""
        return [table for table in self.tables() if table.name in self.main]

    def drawings(self) -> Sequence[Drawing]:
        """All charts."""
        return [drawing for section in self.sections for drawing in section.drawings]
