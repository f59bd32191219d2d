# SPDX-License-Identifier: Apache-2.0
"""Paper A's published tables as numbers; an empty cell (N/A in the paper) is None."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from fairhash.papers.a.candidates import SHA2, Bits
from fairhash.papers.published_table import Row, RowsByName, parse_number, parse_optional, published_table

FAMILIES = {
    "spartan_3": "Spartan 3",
    "virtex_4": "Virtex 4",
    "virtex_5": "Virtex 5",
    "cyclone_ii": "Cyclone II",
    "cyclone_iii": "Cyclone III",
    "stratix_ii": "Stratix II",
    "stratix_iii": "Stratix III",
}
"""The columns of Tables 6 to 10 and the families' names in the paper."""

AREA_UNITS = {3: "slices", 4: "aluts"}
"""By table."""

_THROUGHPUT = re.compile(r"(?P<block>\d+)/(?:T|\((?P<cycles>\d+)·T\))")


@cache
def rows(table: int) -> dict[str, Row]:
    """Return a table's rows by their first cell; Table 6's row SHA-512 is SHA-2, as in the other tables."""
    listed = published_table("A", table)
    first = next(iter(listed[0]))
    by_name = RowsByName({(SHA2.name if row[first] == "SHA-512" else row[first]): row for row in listed})
    by_name.where = f"published/paper-a/table-{table}.csv"
    return by_name


def by_family(table: int, name: str) -> tuple[float | None, ...]:
    """Return an algorithm's row of Table 6, 8, 9 or 10, in the order of FAMILIES."""
    row = rows(table).get(name, Row())
    suffix = "_mhz" if table == 6 else ""
    return tuple(parse_optional(row.get(f"{family}{suffix}", "")) for family in FAMILIES)


def family(table: int, column: int) -> dict[str, float]:
    """Return a column of Table 8, 9 or 10 by candidate.

    ECHO's 0.00 is not a value (docs/published-paper-a.md) and is excluded.
    """
    values = {name: by_family(table, name)[column] for name in overalls(table)}
    return {name: value for name, value in values.items() if value}


def overalls(table: int) -> dict[str, float]:
    """Return the Overall column of Table 8, 9 or 10, in the paper's order: best first."""
    return {name: parse_number(row["overall"]) for name, row in rows(table).items()}


@dataclass(frozen=True)
class Throughput:
    """A throughput formula of Table 1: block bits over cycles for each block."""

    block_bits: int
    cycles: int


def throughput(name: str, bits: Bits) -> Throughput:
    """Return the throughput formula of an algorithm (Table 1)."""
    match = _THROUGHPUT.fullmatch(rows(1)[name][f"throughput_{bits}_mbit_s"])
    if not match:
        raise ValueError(f"published/paper-a/table-1.csv, {name}: no throughput formula")
    return Throughput(int(match["block"]), int(match["cycles"] or 1))


def one_block_cycles(name: str, bits: Bits) -> int:
    """Return Table 1's hash time for one block, rounded up to whole cycles."""
    text = rows(1)[name][f"hash_time_{bits}_cycles"].replace("(N-1)", "0").replace("N", "1")
    terms = [math.prod(Fraction(factor) for factor in term.split("·")) for term in text.split("+")]
    return math.ceil(sum(terms))
