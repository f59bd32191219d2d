# SPDX-License-Identifier: Apache-2.0
"""The values of paper B's tables."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from fairhash.papers.b.candidates import Candidate
from fairhash.papers.published_table import Row, parse_number, parse_optional, published_table

LETTER = "B"

Message = Literal["long", "short"]
MESSAGES: tuple[Message, ...] = ("long", "short")
"""Long messages (Eq. 3), and one block (Eq. 2 with N = 1)."""

FIRST_FAMILY = "spartan_3"
"""The family that the paper's designs were made for."""
FAMILIES = {"spartan_3": "Spartan-3", "spartan_6": "Spartan-6", "virtex_5": "Virtex-5", "cyclone_2": "Cyclone II"}
"""The columns of Tables 3 and 4, with the names of the families."""
AREA_UNITS = {"spartan_3": "slice", "spartan_6": "slice", "virtex_5": "slice", "cyclone_2": "le"}

SLICE_CELLS = 2
"""Logic cells in a slice of a Spartan-3: LUT4s with a register."""
BAND_SLICES = (400, 600)
"""Sect. 2.1: the area that a design may have."""


@dataclass(frozen=True)
class Formula:
    """A row of Table 2: st + (l + p) N + end cycles for N blocks of b bits."""

    bits: int
    start: int
    load: int
    process: int
    end: int

    @property
    def block(self) -> int:
        """Cycles of each further block."""
        return self.load + self.process

    @property
    def single(self) -> int:
        """Cycles of one block alone."""
        return self.start + self.block + self.end

    @property
    def text(self) -> str:
        """The formula as in Table 2."""
        end = f"+{self.end}" if self.end >= 0 else str(self.end)
        return f"{self.start}+({self.load}+{self.process})N{end}"


@cache
def _tables(number: int) -> tuple[Row, ...]:
    return tuple(published_table(LETTER, number))


def table_1(candidate: Candidate) -> Row | None:
    """Return the row of Table 1, or None for an algorithm that the paper lacks."""
    name = candidate.table_1 or candidate.name
    return next((row for row in _tables(1) if row["algorithm"] == name), None)


def formula(candidate: Candidate) -> Formula | None:
    """Return the row of Table 2, or None for an algorithm that the paper lacks."""
    columns = ("block_bits", "st_cycles", "l_cycles", "p_cycles", "end_cycles")
    for row in _tables(2):
        if candidate.name in row["algorithm"].split(", "):
            return Formula(*(int(row[column]) for column in columns))
    return None


def table_3(candidate: Candidate) -> Row:
    """Return the row of Table 3; cells that the text lost are empty."""
    return next(row for row in _tables(3) if row["algorithm"] == candidate.name)


def mbit_s(candidate: Candidate, family: str, message: Message) -> float | None:
    """Return the throughput of Table 4, or None for an algorithm that the paper lacks."""
    return _table_4(candidate, f"{family}_{message}_mbit_s")


def area(candidate: Candidate, family: str) -> float | None:
    """Return the area of Table 3, or None for an algorithm that the paper lacks.

    Where the text lost it: the middle of the areas that both throughputs per area of Table 4 leave possible.
    """
    if mbit_s(candidate, family, "long") is None:
        return None
    published_area = table_3(candidate)[f"{family}_area_{AREA_UNITS[family]}s"]
    if published_area:
        return parse_number(published_area)
    bounds = [_area_bounds(candidate, family, message) for message in MESSAGES]
    return (max(low for low, _ in bounds) + min(high for _, high in bounds)) / 2


def per_area(candidate: Candidate, family: str, message: Message) -> float | None:
    """Return throughput over `area`: Table 4 has one significant digit of it for many designs."""
    throughput, units = mbit_s(candidate, family, message), area(candidate, family)
    return throughput / units if throughput is not None and units else None


def _area_bounds(candidate: Candidate, family: str, message: Message) -> tuple[float, float]:
    """Return the areas that one throughput of Table 4 and its quotient leave possible."""
    column = f"{family}_{message}_mbit_s"
    (low, high), (low_ratio, high_ratio) = (
        _bounds(_cell(candidate, name)) for name in (column, f"{column}_per_{AREA_UNITS[family]}")
    )
    return low / high_ratio, high / low_ratio


def _bounds(number: str) -> tuple[float, float]:
    """Return the values that round to a published number."""
    half = 0.5 * 10.0 ** -len(number.partition(".")[2])
    return float(number) - half, float(number) + half


def rounded_per_area(candidate: Candidate, family: str, message: Message) -> float | None:
    """Return the throughput per area exactly as in Table 4."""
    return _table_4(candidate, f"{family}_{message}_mbit_s_per_{AREA_UNITS[family]}")


def table_5() -> tuple[Row, ...]:
    """Return the rows of Table 5."""
    return _tables(5)


def _table_4(candidate: Candidate, column: str) -> float | None:
    return parse_optional(_cell(candidate, column))


def _cell(candidate: Candidate, column: str) -> str:
    """Return a cell of Table 4, empty for an algorithm that the paper lacks."""
    return next((row[column] for row in _tables(4) if row["algorithm"] == candidate.name), "")
