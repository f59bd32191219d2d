# SPDX-License-Identifier: Apache-2.0
"""Paper A's tables as numbers; an empty cell (N/A in print) is None."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from fairhash.analysis.published import Row, number, printed_table
from fairhash.papers.a.algorithms import SHA2, Bits

PAPER = "A"

FAMILIES = {
    "spartan_3": "Spartan 3",
    "virtex_4": "Virtex 4",
    "virtex_5": "Virtex 5",
    "cyclone_ii": "Cyclone II",
    "cyclone_iii": "Cyclone III",
    "stratix_ii": "Stratix II",
    "stratix_iii": "Stratix III",
}
"""Of Tables 6 to 10: their columns and print's names."""

AREA_UNITS = {3: "slices", 4: "aluts"}

_THROUGHPUT = re.compile(r"(?P<block>\d+)/(?:T|\((?P<cycles>\d+)·T\))")


@cache
def rows(table: int) -> dict[str, Row]:
    """A table's rows by their first cell; SHA-512 of Table 6 under the name the other tables have for it."""
    listed = printed_table(PAPER, table)
    first = next(iter(listed[0]))
    return {(SHA2.printed if row[first] == "SHA-512" else row[first]): row for row in listed}


def cell(text: str) -> float | None:
    """The number in a cell."""
    return number(text) if text else None


def by_family(table: int, name: str) -> tuple[float | None, ...]:
    """A row of Table 6, 8, 9 or 10 as printed."""
    row = rows(table).get(name, {})
    suffix = "_mhz" if table == 6 else ""
    return tuple(cell(row.get(f"{family}{suffix}", "")) for family in FAMILIES)


def family(table: int, column: int) -> dict[str, float]:
    """A column of Table 8, 9 or 10, of the candidates with a value; ECHO's 0.00 is none (published-paper-a.md)."""
    values = {name: by_family(table, name)[column] for name in overalls(table)}
    return {name: value for name, value in values.items() if value}


def overalls(table: int) -> dict[str, float]:
    """The Overall column of Table 8, 9 or 10, best first as printed."""
    return {name: number(row["overall"]) for name, row in rows(table).items()}


@dataclass(frozen=True)
class Throughput:
    """A formula of Table 1."""

    block_bits: int
    cycles: int


def throughput(name: str, bits: Bits) -> Throughput:
    """Block size and cycles for each block (Table 1)."""
    found = _THROUGHPUT.fullmatch(rows(1)[name][f"throughput_{bits}_mbit_s"])
    if not found:
        raise ValueError(f"published/paper-a/table-1.csv, {name}: no formula of a throughput")
    return Throughput(int(found["block"]), int(found["cycles"] or 1))


def one_block_cycles(name: str, bits: Bits) -> int:
    """Table 1's hash time for N = 1, in whole cycles."""
    text = rows(1)[name][f"hash_time_{bits}_cycles"].replace("(N-1)", "0").replace("N", "1")
    terms = [math.prod(Fraction(factor) for factor in term.split("·")) for term in text.split("+")]
    return math.ceil(sum(terms))
