# SPDX-License-Identifier: Apache-2.0
"""The sixteen designs of paper B, and the values of its tables."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from fairhash.studies.papers.published_table import Row, parse_number, parse_optional, published_table

ARCHITECTURE = "lightweight"
"""The architecture of the cores that reproduce the paper."""


@dataclass(frozen=True)
class PublishedDesign:
    """A row of the paper's Tables 3 and 4."""

    name: str
    """In the paper, in ASCII."""
    algorithm: str
    """In the catalogue."""
    competition: str
    """The rounds of the SHA-3 competition that the version was submitted to, as in Fig. 7."""
    table_1: str = ""
    """Its row of Table 1 if that has another name."""

    @property
    def core(self) -> str:
        """The name of the core that reproduces the design."""
        return f"{self.algorithm}/{ARCHITECTURE}"


CANDIDATES = (
    PublishedDesign("BLAKE-256", "blake-256", "3"),
    PublishedDesign("Groestl", "groestl-256", "3", "Groestl(-0)"),
    PublishedDesign("JH42", "jh42-256", "3"),
    PublishedDesign("Keccak", "keccak-256", "2 and 3"),
    PublishedDesign("Skein", "skein-512-256", "2 and 3"),
    PublishedDesign("BLAKE-32", "blake-32", "2"),
    PublishedDesign("BMW", "bmw-256", "2"),
    PublishedDesign("CubeHash", "cubehash-256", "2"),
    PublishedDesign("ECHO", "echo-256", "2"),
    PublishedDesign("Fugue", "fugue-256", "2"),
    PublishedDesign("Groestl-0", "groestl0-256", "2", "Groestl(-0)"),
    PublishedDesign("Hamsi", "hamsi-256", "2"),
    PublishedDesign("JH", "jh-256", "2"),
    PublishedDesign("Luffa", "luffa-256", "2"),
    PublishedDesign("Shabal", "shabal-256", "2"),
    PublishedDesign("SHAvite-3", "shavite3-256", "2"),
)
"""In the order of Tables 3 and 4: the finalists, then the other candidates of round 2."""

FINALISTS = CANDIDATES[:5]
"""Throughputs per area of different families are compared over the geometric mean of these."""

REFERENCE = PublishedDesign("SHA-256", "sha-256", "")
"""Not in the paper; shown for comparison, and never ranked."""

ALL = (*CANDIDATES, REFERENCE)

ALGORITHMS = tuple(candidate.algorithm for candidate in ALL)

TWEAKS = (("BLAKE-32", "BLAKE-256"), ("Groestl-0", "Groestl"), ("JH", "JH42"))
"""The versions of round 2 and of round 3 that differ in the datapath."""


def candidate(name: str) -> PublishedDesign:
    """Return the design of this name in Tables 3 and 4."""
    return next(each for each in ALL if each.name == name)


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
class PublishedFormula:
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
    return tuple(published_table("B", number))


def table_1(candidate: PublishedDesign) -> Row | None:
    """Return the row of Table 1, or None for an algorithm that the paper lacks."""
    name = candidate.table_1 or candidate.name
    return next((row for row in _tables(1) if row["algorithm"] == name), None)


def formula(candidate: PublishedDesign) -> PublishedFormula | None:
    """Return the row of Table 2, or None for an algorithm that the paper lacks."""
    columns = ("block_bits", "st_cycles", "l_cycles", "p_cycles", "end_cycles")
    for row in _tables(2):
        if candidate.name in row["algorithm"].split(", "):
            return PublishedFormula(*(int(row[column]) for column in columns))
    return None


def table_3(candidate: PublishedDesign) -> Row:
    """Return the row of Table 3; cells that the text lost are empty."""
    return next(row for row in _tables(3) if row["algorithm"] == candidate.name)


def mbit_s(candidate: PublishedDesign, family: str, message: Message) -> float | None:
    """Return the throughput of Table 4, or None for an algorithm that the paper lacks."""
    return _table_4(candidate, f"{family}_{message}_mbit_s")


def area(candidate: PublishedDesign, family: str) -> float | None:
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


def per_area(candidate: PublishedDesign, family: str, message: Message) -> float | None:
    """Return throughput over `area`: Table 4 has one significant digit of it for many designs."""
    throughput, units = mbit_s(candidate, family, message), area(candidate, family)
    return throughput / units if throughput is not None and units else None


def _area_bounds(candidate: PublishedDesign, family: str, message: Message) -> tuple[float, float]:
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


def rounded_per_area(candidate: PublishedDesign, family: str, message: Message) -> float | None:
    """Return the throughput per area exactly as in Table 4."""
    return _table_4(candidate, f"{family}_{message}_mbit_s_per_{AREA_UNITS[family]}")


def table_4(candidate: PublishedDesign) -> Row:
    """Return the row of Table 4."""
    return next(row for row in _tables(4) if row["algorithm"] == candidate.name)


def table_5() -> tuple[Row, ...]:
    """Return the rows of Table 5."""
    return _tables(5)


def _table_4(candidate: PublishedDesign, column: str) -> float | None:
    return parse_optional(_cell(candidate, column))


def _cell(candidate: PublishedDesign, column: str) -> str:
    """Return a cell of Table 4, empty for an algorithm that the paper lacks."""
    return next((row[column] for row in _tables(4) if row["algorithm"] == candidate.name), "")
