# SPDX-License-Identifier: Apache-2.0
"""The numbers of paper C's text and of the abstract of its authors' next paper, from published/paper-c/."""

from fairhash import paths
from fairhash.errors import FairhashError
from fairhash.papers.published_table import Row, parse_number, read_rows


def _rows(name: str) -> list[Row]:
    file = paths.published() / "paper-c" / f"{name}.csv"
    return read_rows(file)


def _one_row(name: str, column: str, cell: str) -> Row:
    """The one row of a file that has this cell."""
    rows = [row for row in _rows(name) if row[column] == cell]
    if len(rows) != 1:
        where, hint = f"published/paper-c/{name}.csv", "restore the file from the repository"
        raise FairhashError(f"{len(rows)} rows with {column} {cell!r} instead of one", where, hint)
    return rows[0]


def value(name: str) -> float:
    """Return a number of the text by its name in values.csv."""
    return parse_number(_one_row("values", "name", name)["value"])


def follow_up(algorithm: str) -> Row:
    """Return the row of SHA-1 or SHA-512 in follow-up.csv."""
    return _one_row("follow-up", "algorithm", algorithm)


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
