# SPDX-License-Identifier: Apache-2.0
"""A table of a reproduction, and its CSV, Markdown and LaTeX forms."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from fairhash.analysis.page import markdown_table
from fairhash.analysis.table import NONE

Cell = str | float | int | None
"""None: no value. The run is missing, or the cell is empty in the paper."""


class Preliminary(float):
    """A number of a preliminary figure, which pages show in parentheses; its row has the reason."""


_LATEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


_QUANTITIES = {
    "MHz": "clock_mhz",
    "Mbit/s": "throughput_mbit_s",
    "Mbit/s/cell": "throughput_per_cell",
    "Mbit/s/area": "throughput_per_area",
    "Mbit/s/GE": "efficiency",
    "cells": "area_cells",
    "slices": "area_slices",
    "carry": "carry_cells",
    "FFs": "flip_flops",
    "unit": "area_unit",
}
"""The quantity that a heading means which is only a unit, or an abbreviation."""


def column_key(heading: str) -> str:
    """Return the name in CSV that follows from a heading: quantity, then unit.

    `paper: MHz` gives `published_clock_mhz`, `cells x` gives `area_ratio`, `static Mbit/s` gives `static_mbit_s`.
    """
    prefix, mark, name = heading.rpartition(": ")
    prefix = {"ours": "", "paper": "published"}.get(prefix, prefix)
    over = name.endswith(" x")
    name = name.removesuffix(" x")
    name = _QUANTITIES.get(name, name)
    if over:
        name = f"{re.sub('_(mhz|mbit_s|cells)$', '', name)} ratio"
    words = f"{prefix} {name}" if mark else name
    return re.sub("[^a-z0-9]+", "_", words.lower().replace("%", " percent")).strip("_")


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    heading: str
    """Shown above the column on pages."""
    digits: int = 0
    """Decimals of the numbers on pages; CSV has full precision."""
    key: str = ""
    """Name of the column in CSV; by default that of `column_key`."""

    def __post_init__(self) -> None:
        """Name the column by its heading unless it has a name."""
        object.__setattr__(self, "key", self.key or column_key(self.heading))


Subject = TypeVar("Subject")
"""What a row of a declared table is about."""
_Subject_contra = TypeVar("_Subject_contra", contravariant=True)


@dataclass(frozen=True)
class Columns(Generic[_Subject_contra]):
    """Adjacent columns of a declared table, with the function that returns their cells of one row."""

    columns: tuple[Column, ...]
    cells: Callable[[_Subject_contra], Sequence[Cell]]


def column(heading: str, cell: Callable[[Subject], Cell], digits: int = 0, key: str = "") -> Columns[Subject]:
    """Declare one column.

    Args:
        heading: shown above it.
        cell: returns its cell of one row.
        digits: decimals on pages.
        key: name in CSV; default: from the heading.
    """
    return Columns((Column(heading, digits, key),), lambda row: (cell(row),))


class WithInterval(Protocol):
    """A value with its 95 % interval."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def is_known(self) -> bool: ...


def interval(
    heading: str, value: Callable[[Subject], WithInterval | None], digits: int = 2, key: str = ""
) -> Columns[Subject]:
    """Declare the columns of a value and its 95 % interval, by the same arguments as `column`."""
    return Columns(interval_columns(heading, digits, key), lambda row: interval_cells(value(row)))


def interval_columns(heading: str, digits: int = 2, key: str = "") -> tuple[Column, Column, Column]:
    """Return the columns of a value and its 95 % interval."""
    first = Column(heading, digits, key)
    return (first, Column("from", digits, f"{first.key}_low"), Column("to", digits, f"{first.key}_high"))


def interval_cells(value: WithInterval | None) -> tuple[Cell, Cell, Cell]:
    """Return the cells of `interval_columns`; a preliminary value has no interval."""
    if value is None:
        return None, None, None
    return mark(value.value, not value.is_known), value.low, value.high


def mark(value: float | None, preliminary: object) -> Cell:
    """Return a number as a cell, marked if it is preliminary.

    Args:
        value: the number, or None.
        preliminary: true, or the reason, if the number is preliminary.
    """
    return Preliminary(value) if preliminary and value is not None else value


@dataclass(frozen=True)
class Table:
    """A table of a reproduction."""

    name: str
    """Name of its .csv and .tex files, unique in the document."""
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    """Paragraphs below the table."""

    @classmethod
    def declare(
        cls, name: str, title: str, rows: Iterable[Subject], columns: Sequence[Columns[Subject]], *notes: str
    ) -> "Table":
        """Return the table that columns with their cells declare.

        Args:
            name: of its files.
            title: shown above it.
            rows: what each row is about, in order.
            columns: what the table shows of it.
            notes: paragraphs below the table; empty ones are excluded.
        """
        cells = tuple(tuple(cell for group in columns for cell in group.cells(row)) for row in rows)
        heads = tuple(each for group in columns for each in group.columns)
        return cls(name, title, heads, cells, tuple(note for note in notes if note))

    def after(self, rows: Iterable[Sequence[Cell]]) -> "Table":
        """Return the table with these rows before its own, for example the published ones."""
        return replace(self, rows=(*map(tuple, rows), *self.rows))

    def headings(self) -> list[str]:
        """Return the headings of the columns."""
        return [column.heading for column in self.columns]

    def display_rows(self) -> list[list[str]]:
        """Return the rows as text, numbers rounded to the digits of their column."""
        return [[_display(cell, column) for cell, column in zip(row, self.columns, strict=True)] for row in self.rows]

    def to_csv(self) -> str:
        """Return the table as CSV: full precision, an empty cell for no value."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.key for column in self.columns])
        writer.writerows(self.rows)
        return text.getvalue()

    def to_markdown(self) -> str:
        """Return the lines of a Markdown table, without title and notes."""
        return markdown_table(self.headings(), self.display_rows())

    def to_latex(self) -> str:
        """Return a floating LaTeX table that needs no packages.

        Columns with any text are left-aligned, columns of numbers right-aligned.
        """
        has_text = [any(isinstance(row[i], str) for row in self.rows) for i in range(len(self.columns))]
        lines = [
            "% SPDX-License-Identifier: Apache-2.0",
            r"\begin{table}",
            rf"\caption{{{_latex_escape(self.title)}}}",
            rf"\begin{{tabular}}{{{''.join('l' if text else 'r' for text in has_text)}}}",
            r"\hline",
            _latex_row(self.headings()),
            r"\hline",
            *(_latex_row(row) for row in self.display_rows()),
            r"\hline",
            r"\end{tabular}",
            *(rf"\par {_latex_escape(note)}" for note in self.notes),
            r"\end{table}",
        ]
        return "\n".join(lines) + "\n"


def csv_name(device: str) -> str:
    """Return a device's id as part of a column's name in CSV."""
    return device.replace("-", "_")


def _display(cell: Cell, column: Column) -> str:
    if cell is None:
        return NONE
    if isinstance(cell, str):
        return cell
    text = f"{cell:.{column.digits}f}"
    return f"({text})" if isinstance(cell, Preliminary) else text


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex_escape, cells)) + r" \\"


def _latex_escape(text: str) -> str:
    return "".join(_LATEX_ESCAPES.get(character, character) for character in text)
