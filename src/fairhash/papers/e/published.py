# SPDX-License-Identifier: Apache-2.0
"""The numbers of paper E's text, and its contradictions, from published/paper-e/."""

import csv
import io

from fairhash import paths
from fairhash.papers.published_table import Row, parse_number
from fairhash.results import files


def rows(name: str) -> list[Row]:
    """Return the rows of a file by its name without ending."""
    file = paths.published() / "paper-e" / f"{name}.csv"
    return list(csv.DictReader(io.StringIO(files.read_text(file), newline=""), strict=True))


def value(name: str) -> float:
    """Return a number of the text by its name in values.csv."""
    (row,) = (row for row in rows("values") if row["name"] == name)
    return parse_number(row["value"])
