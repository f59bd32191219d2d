# SPDX-License-Identifier: Apache-2.0
"""Table I of paper D: the round constants of Keccak-f[1600] as bytes, derived from the specification."""

from collections.abc import Iterator
from itertools import islice

from fairhash.papers.published_table import published_table
from fairhash.papers.table import Column, Table

ROUNDS = 24

POSITIONS = {0: 0, 1: 1, 3: 3, 7: 4, 15: 5, 31: 6, 63: 7}
"""Bit of the 64-bit constant to bit of the byte; the paper gives only the former (Sect. IV-A), docs/published.md how
the latter was found."""


def _lfsr() -> Iterator[int]:
    """The output bits rc(0), rc(1), ... of the LFSR of FIPS 202, Algorithm 5: a register of eight bits, the first one
    leaves, and the ninth is fed back into places 0, 4, 5 and 6."""
    register = [1, 0, 0, 0, 0, 0, 0, 0]
    while True:
        yield register[0]
        register = [0, *register]
        for place in (0, 4, 5, 6):
            register[place] ^= register[8]
        register = register[:8]


def round_constants() -> list[int]:
    """The 24 constants of 64 bits (FIPS 202, Algorithm 6): bit 2^j - 1 of constant i is rc(j + 7 i)."""
    bits = list(islice(_lfsr(), 7 * ROUNDS))
    return [sum(bits[j + 7 * i] << (2**j - 1) for j in range(7)) for i in range(ROUNDS)]


def packed(constant: int) -> int:
    """The byte that holds the seven bits that may be set."""
    return sum((constant >> bit & 1) << place for bit, place in POSITIONS.items())


def table() -> Table:
    """Every byte as published and as derived."""
    rows = []
    for row, constant in zip(published_table("D", 1), round_constants(), strict=True):
        byte = packed(constant)
        agrees = int(row["rc_byte"], 16) == byte
        rows.append((row["round"], f"0x{constant:016X}", row["rc_byte"], f"0x{byte:02X}", "yes" if agrees else "NO"))
    differ = sum(row[-1] == "NO" for row in rows)
    return Table(
        "table-1",
        "Table I: the round constants as bytes",
        (
            Column("round"),
            Column("constant"),
            Column("published", key="published_byte"),
            Column("derived", key="derived_byte"),
            Column("agree"),
        ),
        tuple(rows),
        (f"{len(rows) - differ} of {len(rows)} bytes agree.",),
    )
