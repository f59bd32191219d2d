# SPDX-License-Identifier: Apache-2.0
"""Read the papers' published tables (published/README.md describes the files)."""

import csv
import io
import math
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError

_HINT = "restore the file from the repository"


class Row(dict[str, str]):
    """The cells of a row as published, by column name; a missing column is a FairhashError."""

    where: str = "published/"
    """File and line, for errors."""

    def __missing__(self, column: str) -> str:
        raise FairhashError(f"no column {column!r}", self.where, _HINT)


class RowsByName(dict[str, Row]):
    """Rows by name; a missing row is a FairhashError."""

    where: str = "published/"

    def __missing__(self, name: str) -> Row:
        raise FairhashError(f"no row {name!r}", self.where, _HINT)


def published_rows(letter: str, name: str) -> list[Row]:
    """Return the rows of a file of the paper in its order.

    Args:
        letter: the paper's letter, in either case.
        name: of the file, without ending.
    """
    return read_rows(paths.published() / f"paper-{letter.lower()}" / f"{name}.csv")


def published_table(letter: str, number: int) -> list[Row]:
    """Return the rows of a table by its number in the paper."""
    return published_rows(letter, f"table-{number}")


def published_row(letter: str, name: str, column: str, cell: str) -> Row:
    """Return the one row of a file that has this cell.

    Raises:
        FairhashError: There is none, or there are several.
    """
    rows = [row for row in published_rows(letter, name) if row[column] == cell]
    if len(rows) != 1:
        where = f"published/paper-{letter.lower()}/{name}.csv"
        raise FairhashError(f"{len(rows)} rows with {column} {cell!r} instead of one", where, _HINT)
    return rows[0]


def published_value(letter: str, name: str) -> float:
    """Return a number of the paper's text by its name in values.csv."""
    return parse_number(published_row(letter, "values", "name", name)["value"])


def read_rows(file: Path) -> list[Row]:
    """Return the rows of a file below published/.

    Raises:
        FairhashError: It cannot be read, is not CSV, has no row, or has a row with another number of cells.
    """
    text = files.read_text(file)
    if "\0" in text:
        raise FairhashError("not a CSV file: it contains zero bytes", str(file), _HINT)
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    rows = []
    try:
        for cells in reader:
            if None in cells or None in cells.values():
                raise FairhashError("a row with another number of cells", f"{file}:{reader.line_num}", _HINT)
            row = Row(cells)
            row.where = f"{file}:{reader.line_num}"
            rows.append(row)
    except csv.Error as error:
        raise FairhashError(f"not a CSV file: {error}", f"{file}:{reader.line_num}", _HINT) from error
    if not rows:
        raise FairhashError("no rows", str(file), _HINT)
    return rows


def parse_number(cell: str) -> float:
    """Return a published number; the papers write commas between thousands.

    Raises:
        FairhashError: It is not a finite number.
    """
    try:
        number = float(cell.replace(",", ""))
    except ValueError as error:
        raise FairhashError(f"{cell[:60]!r} is not a published number", "published/", _HINT) from error
    if not math.isfinite(number):
        raise FairhashError(f"{cell[:60]!r} is not a published number", "published/", _HINT)
    return number


def parse_optional(cell: str) -> float | None:
    """Return a published number, or None for an empty cell."""
    return parse_number(cell) if cell else None
