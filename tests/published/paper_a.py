# SPDX-License-Identifier: Apache-2.0
"""Paper A's Tables 1 to 10 (published/paper-a/) as numbers, and how one cell is held against others."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.published.tables import Interval, decimals, exactly, published_interval, read_table

FOLDER = Path(__file__).resolve().parents[2] / "published" / "paper-a"
TABLES = {number: read_table(FOLDER / f"table-{number}.csv") for number in range(1, 11)}

XILINX = ("spartan_3", "virtex_4", "virtex_5")
ALTERA = ("cyclone_ii", "cyclone_iii", "stratix_ii", "stratix_iii")
FAMILIES = XILINX + ALTERA
BOTH_VARIANTS = {3: ("virtex_5", "slice"), 4: ("stratix_iii", "alut")}
"""Tables that have the 256-bit variant too: the family of each and its unit of area."""

_TIME = re.compile(r"(?P<before>[\d+/]+)\+(?:(?P<cycles>\d+)·)?\(?N(?:-1\))?\+(?P<after>[\d+/·]+)")
_THROUGHPUT = re.compile(r"(?P<block>\d+)/(?:T|\((?P<cycles>\d+)·T\))")


@dataclass(frozen=True)
class Contradiction:
    """A cell that other cells, or the paper's equations, say is another number."""

    table: int
    row: str
    column: str
    source: str
    published: str
    derived: str


@dataclass(frozen=True)
class Check:
    """A cell, the interval its source leaves for it, and the column's decimals where the cell may have lost some."""

    table: int
    row: str
    column: str
    source: str
    derived: Interval
    digits: int | None = None

    def contradiction(self) -> Contradiction | None:
        """None where rounding explains the difference."""
        cell = TABLES[self.table][self.row][self.column]
        if published_interval(cell, self.digits).meets(self.derived):
            return None
        rounded = f"{self.derived.middle:.{decimals(cell) if self.digits is None else self.digits}f}"
        return Contradiction(self.table, self.row, self.column, self.source, cell, rounded)


def contradictions(checks: Iterable[Check]) -> set[Contradiction]:
    """What the checks find; each holds or is one of these."""
    return {found for check in checks if (found := check.contradiction())}


@dataclass(frozen=True)
class Formula:
    """What Table 1 says of one variant. The terms of its hash time are those before and after the one with N."""

    block_bits: int
    cycles_per_block: int
    cycles_per_block_in_time: int
    bus_bits: int
    before: tuple[str, ...]
    after: tuple[str, ...]

    def throughput(self, clock_mhz: Interval) -> Interval:
        """Equation 1, Mbit/s."""
        return clock_mhz * exactly(self.block_bits / self.cycles_per_block)


def formula(name: str, variant: int) -> Formula:
    """Of Table 1's row ``name`` (SHA-512 is in SHA-2's), ``variant`` 256 or 512."""
    row = TABLES[1]["SHA-2" if name == "SHA-512" else name]
    throughput = _THROUGHPUT.fullmatch(row[f"throughput_{variant}_mbit_s"])
    time = _TIME.fullmatch(row[f"hash_time_{variant}_cycles"])
    assert throughput, row
    assert time, row
    return Formula(
        block_bits=int(throughput["block"]),
        cycles_per_block=int(throughput["cycles"] or 1),
        cycles_per_block_in_time=int(time["cycles"] or 1),
        bus_bits=int(row[f"io_bus_width_{variant}_bits"]),
        before=tuple(time["before"].split("+")),
        after=tuple(time["after"].split("+")),
    )


def value(table: int, row: str, column: str) -> Interval:
    """A rounded cell."""
    return published_interval(TABLES[table][row][column])


def area(table: int, row: str, variant: int) -> Interval:
    """Of Table 3 or 4, counted and so exact."""
    return exactly(int(TABLES[table][row][f"area_{variant}_{BOTH_VARIANTS[table][1]}s"]))


def clocks(name: str) -> dict[str, Interval]:
    """Table 6, MHz, of the families that have one. Xilinx's tools give three decimals and Altera's two (compare
    Tables 3 and 4), but the paper drops trailing zeros."""
    row = TABLES[6]["SHA-512" if name == "SHA-2" else name]
    return {
        family: published_interval(cell, 3 if family in XILINX else 2)
        for family in FAMILIES
        if (cell := row[f"{family}_mhz"])
    }


def normalised_throughputs(name: str) -> dict[str, Interval]:
    """Of the 512-bit variant, from Tables 1 and 6."""
    reference = clocks("SHA-512")
    return {
        family: formula(name, 512).throughput(clock) / formula("SHA-512", 512).throughput(reference[family])
        for family, clock in clocks(name).items()
    }
