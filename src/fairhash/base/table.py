# SPDX-License-Identifier: Apache-2.0
"""A table, and its CSV, Markdown and LaTeX forms."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

NONE = "-"
"""Shown where there is no value."""

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


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    heading: str
    """Shown above the column on pages."""
    key: str
    """Name of the column in CSV, ending in the unit."""
    digits: int = 0
    """Decimals of the numbers on pages; CSV has full precision."""


@dataclass(frozen=True)
class Table:
    """A table of numbers and texts."""

    name: str
    """Name of its .csv and .tex files, unique in the document."""
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    """Paragraphs below the table."""

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


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; bars and HTML in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(_markdown_cell, line))} |\n" for line in lines)


def _markdown_cell(text: str) -> str:
    one_line = " ".join(text.splitlines()) if "\n" in text else text
    return _without_markup(one_line).replace("|", "\\|")


_TAG = re.compile(r"(`[^`]*`)|<(?=[A-Za-z/!?])")


def _without_markup(text: str) -> str:
    """Text in which Markdown finds no HTML; text between backticks, which is shown as it is, is not changed."""
    return _TAG.sub(lambda match: match[1] or "&lt;", text)


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
