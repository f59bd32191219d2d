# SPDX-License-Identifier: Apache-2.0
"""Reads the papers' tables as printed (published/README.md has their conventions)."""

import csv
import io
from pathlib import Path

from fairhash import paths
from fairhash.results import files

Row = dict[str, str]
"""Cells as printed, by column name."""


def printed_table(paper: str, number: int, folder: Path | None = None) -> list[Row]:
    """The rows of table `number` of the paper with this letter, in print's order; `folder` is published/."""
    file = (folder or paths.published()) / f"paper-{paper.lower()}" / f"table-{number}.csv"
    return list(csv.DictReader(io.StringIO(files.read_text(file), newline=""), strict=True))


def number(cell: str) -> float:
    """A printed number; print has commas between thousands."""
    return float(cell.replace(",", ""))
