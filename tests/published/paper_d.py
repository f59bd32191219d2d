# SPDX-License-Identifier: Apache-2.0
"""Paper D's tables, and what its equations give from their inputs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

from fairhash.studies.papers.published_table import Row, read_rows

RATE_BITS = 576
"""Sect. II: 512-bit Keccak[1600], r = 576."""
ROUNDS = 24
"""Sect. II."""
SCALE_130_TO_65_NM = Fraction(2)
"""Sect. V: "the maximum frequency is approximately doubled"; applies to Table IV's rows of [9]."""


def table(checkout: Path, number: int) -> list[Row]:
    """The rows of a table, cells as published."""
    return read_rows(checkout / "published" / "paper-d" / f"table-{number}.csv")


@dataclass(frozen=True)
class Range:
    """The values that round to a number: ``middle`` is the number itself."""

    low: Fraction
    middle: Fraction
    high: Fraction

    def times(self, factor: Fraction) -> "Range":
        """All of it multiplied by a positive factor."""
        return Range(self.low * factor, self.middle * factor, self.high * factor)

    def over(self, other: "Range") -> "Range":
        """The quotient of two positive ranges."""
        return Range(self.low / other.high, self.middle / other.middle, self.high / other.low)

    def meets(self, other: "Range") -> bool:
        """Whether both may be roundings of the same number."""
        return self.low <= other.high and other.low <= self.high


def unit(published: str) -> Decimal:
    """One unit of the last published digit."""
    return Decimal(1).scaleb(int(Decimal(published.replace(",", "")).as_tuple().exponent))


def rounded(value: Fraction, published: str) -> str:
    """A value with as many decimals as published."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(unit(published), ROUND_HALF_UP))


def read(published: str) -> Range:
    """A published number, half a unit of its last digit to either side; the paper has commas between thousands."""
    value, half = Fraction(published.replace(",", "")), Fraction(unit(published)) / 2
    return Range(value - half, value, value + half)


@dataclass(frozen=True)
class Architecture:
    """Unrolled rounds, pipeline stages between rounds, stages inside a round (k, n and n of Tables II and III)."""

    unrolled: int
    pipeline: int
    subpipeline: int

    @property
    def messages(self) -> int:
        """Messages in flight, N_msg of Eq. 5: one for each stage."""
        return self.pipeline * self.subpipeline

    @property
    def cycles(self) -> int:
        """Clock cycles a block is in the core: ROUNDS / unrolled turns, each through every stage."""
        return ROUNDS // self.unrolled * self.messages


def architecture(approach: str) -> Architecture:
    """The architecture an approach names, in the words of Table II, III or IV; what it does not name is 1."""

    def factor(pattern: str) -> int:
        found = re.search(pattern, approach)
        return int(found[1]) if found else 1

    return Architecture(
        factor(r"(?:\bU ?\[k=|\bUnrolled k=|\bunroll )(\d)"),
        factor(r"(?:\bP ?\[n=|\bPipeline n=)(\d)"),
        factor(r"(?:\bS ?\[n=|\bSubpipeline n=)(\d)"),
    )


def throughput_gbit_s(fmax_mhz: str, built: Architecture) -> Range:
    """Eq. 5, Gbit/s."""
    return read(fmax_mhz).times(Fraction(RATE_BITS * built.messages, built.cycles * 1000))


@dataclass(frozen=True)
class Check:
    """A published value and the value derived from its row; ``row`` counts from 1."""

    table: str
    row: int
    quantity: str
    published: str
    derived: Range

    @property
    def key(self) -> tuple[str, int, str]:
        """Which figure."""
        return self.table, self.row, self.quantity

    @property
    def figures(self) -> tuple[str, str]:
        """The published value, and the one derived from the published inputs, with the same number of decimals."""
        return self.published, rounded(self.derived.middle, self.published)

    @property
    def agrees(self) -> bool:
        """Whether rounding of the inputs and of the figure can explain the difference."""
        return self.derived.meets(read(self.published))


def _checks(name: str, number: int, row: Row, built: Architecture, scale: Fraction) -> Iterator[Check]:
    throughput = row["throughput_gbit_s"]
    yield Check(name, number, "throughput", throughput, throughput_gbit_s(row["fmax_mhz"], built).times(scale))
    efficiency = next(cell for column, cell in row.items() if column.startswith("efficiency_"))
    # Gbit/s over slices, or over thousands of gate equivalents, to Mbit/s over one.
    area, factor = ("area_slices", Fraction(1000)) if "area_slices" in row else ("area_kge", Fraction(1))
    yield Check(name, number, "efficiency", efficiency, read(throughput).over(read(row[area])).times(factor))


def checks(checkout: Path) -> list[Check]:
    """Every throughput and efficiency of Tables II to IV."""
    found: list[Check] = []
    for name, number in (("II", 2), ("III", 3)):
        for place, row in enumerate(table(checkout, number), 1):
            found += _checks(name, place, row, architecture(row["approach"]), Fraction(1))
    case_v = architecture(table(checkout, 2)[4]["approach"])
    for place, row in enumerate(table(checkout, 4), 1):
        ours = row["work"].startswith("Our work")
        built = case_v if ours else architecture(row["work"])
        found += _checks("IV", place, row, built, Fraction(1) if ours else SCALE_130_TO_65_NM)
    return found
