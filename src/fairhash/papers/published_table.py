# SPDX-License-Identifier: Apache-2.0
"""Read the papers' published tables (published/README.md describes the files)."""

import csv
import io
from pathlib import Path

from fairhash import paths
from fairhash.results import files

Row = dict[str, str]
"""The cells of a row as published, by column name."""


def published_table(letter: str, number: int, folder: Path | None = None) -> list[Row]:
    """Return the rows of a table in the paper's order.

    Args:
        letter: the paper's letter, in either case.
        number: the table's number in the paper.
        folder: the folder of all papers; default: published/ of the checkout.
    """
    file = (folder or paths.published()) / f"paper-{letter.lower()}" / f"table-{number}.csv"
    return list(csv.DictReader(io.StringIO(files.read_text(file), newline=""), strict=True))


def parse_number(cell: str) -> float:
    """Return a published number; the papers write commas between thousands."""
    return float(cell.replace(",", ""))


def parse_optional(cell: str) -> float | None:
    """Return a published number, or None for an empty cell."""
    return parse_number(cell) if cell else None
