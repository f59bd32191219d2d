# SPDX-License-Identifier: Apache-2.0
"""The fourteen candidates of paper A and SHA-2, and its published tables as numbers; N/A in the paper is None."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from fairhash.studies.papers.published_table import Row, RowsByName, parse_number, parse_optional, published_table

Bits = Literal[256, 512]

ARCHITECTURE = "highspeed"
"""The architecture of the cores that reproduce the paper."""


@dataclass(frozen=True)
class Candidate:
    """A row of the paper's tables."""

    name: str
    """In the paper."""
    small: str
    """The algorithm with 256 bits."""
    large: str
    """With 512 bits."""
    group: int
    """The group of Sect. 5: how area and throughput change from 256 to 512 bits."""

    def algorithm(self, bits: Bits) -> str:
        """Return the catalogue's algorithm of the variant; all are the Round-2 versions that the paper implements."""
        return self.small if bits == 256 else self.large

    def core(self, bits: Bits) -> str:
        """Return the name of the core that implements the variant."""
        return f"{self.algorithm(bits)}/{ARCHITECTURE}"


CANDIDATES = (
    Candidate("BLAKE", "blake-32", "blake-64", 3),
    Candidate("BMW", "bmw-256", "bmw-512", 2),
    Candidate("CubeHash", "cubehash-256", "cubehash-512", 1),
    Candidate("ECHO", "echo-256", "echo-512", 4),
    Candidate("Fugue", "fugue-256", "fugue-512", 6),
    Candidate("Groestl", "groestl0-256", "groestl0-512", 3),
    Candidate("Hamsi", "hamsi-256", "hamsi-512", 5),
    Candidate("JH", "jh-256", "jh-512", 1),
    Candidate("Keccak", "keccak-256", "keccak-512", 4),
    Candidate("Luffa", "luffa-256", "luffa-512", 5),
    Candidate("Shabal", "shabal-256", "shabal-512", 1),
    Candidate("SHAvite-3", "shavite3-256", "shavite3-512", 3),
    Candidate("SIMD", "simd-256", "simd-512", 2),
    Candidate("Skein", "skein-256-256", "skein-512-512", 2),
)
"""In the paper's order."""

SHA2 = Candidate("SHA-2", "sha-256", "sha-512", 3)
"""The reference: all others are divided by it."""

ALL = (*CANDIDATES, SHA2)

VARIANTS: tuple[Bits, ...] = (256, 512)

PAPER_STRUCTURED = {f"shabal-{bits}/{ARCHITECTURE}": f"shabal-{bits}/parallel" for bits in VARIANTS}
"""Our core and a second one, which does in each cycle what the paper's core does. Both take the same cycles."""

ALGORITHMS = tuple(candidate.algorithm(bits) for candidate in ALL for bits in VARIANTS)

CORES = tuple(candidate.core(bits) for candidate in ALL for bits in VARIANTS)
"""The thirty cores that reproduce the paper."""

GROUPS = {
    1: "area and throughput not affected",
    2: "area and throughput both double",
    3: "both increase, area more",
    4: "area the same, throughput decreases",
    5: "throughput the same, area increases",
    6: "area increases, throughput decreases",
}
"""Sect. 5, from 256 to 512 bits."""


def group(area: float, throughput: float) -> int | None:
    """Return the group that follows from the predicted ratios, or None if the paper has no such group."""
    if area == 1:
        return 1 if throughput == 1 else 4 if throughput < 1 else None
    if area < 1:
        return None
    if throughput <= 1:
        return 5 if throughput == 1 else 6
    return 2 if throughput == area else 3 if throughput < area else None


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
