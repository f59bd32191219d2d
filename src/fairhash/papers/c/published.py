# SPDX-License-Identifier: Apache-2.0
"""The numbers of paper C's text and of the abstract of its authors' next paper, from published/paper-c/."""

import csv
import io

from fairhash import paths
from fairhash.papers.published_table import Row, parse_number
from fairhash.results import files


def _rows(name: str) -> list[Row]:
    file = paths.published() / "paper-c" / f"{name}.csv"
    return list(csv.DictReader(io.StringIO(files.read_text(file), newline=""), strict=True))


def value(name: str) -> float:
    """Return a number of the text by its name in values.csv."""
    (row,) = (row for row in _rows("values") if row["name"] == name)
    return parse_number(row["value"])


def follow_up(algorithm: str) -> Row:
    """Return the row of SHA-1 or SHA-512 in follow-up.csv."""
    (row,) = (row for row in _rows("follow-up") if row["algorithm"] == algorithm)
    return row


def follow_up_gain(algorithm: str) -> float:
    """Return the throughput of the unrolled architecture over that of the basic one."""
    row = follow_up(algorithm)
    return parse_number(row["unrolled_mbit_s"]) / parse_number(row["basic_mbit_s"])


def faster(basis: str) -> float:
    """Return SHA-512's throughput over SHA-1's (Sect. 8).

    Args:
        basis: ``static analysis`` or ``experiment``.
    """
    return 1 + value(f"sha-512 over sha-1 by {basis}") / 100
