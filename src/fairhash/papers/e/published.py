# SPDX-License-Identifier: Apache-2.0
"""The numbers of paper E's text, and its contradictions, from published/paper-e/."""

from fairhash import paths
from fairhash.papers.published_table import Row, parse_number, read_rows


def rows(name: str) -> list[Row]:
    """Return the rows of a file by its name without ending."""
    return read_rows(paths.published() / "paper-e" / f"{name}.csv")


def value(name: str) -> float:
    """Return a number of the text by its name in values.csv."""
    (row,) = (row for row in rows("values") if row["name"] == name)
    return parse_number(row["value"])
