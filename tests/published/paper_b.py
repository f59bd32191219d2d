# SPDX-License-Identifier: Apache-2.0
"""Paper B's tables computed again: Table 4 from Tables 2 and 3, Table 1 from itself, Table 5 from itself."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fairhash.studies.papers.b.published import PublishedFormula
from tests.published.tables import Interval, exactly, published_interval, read_table

FAMILIES = {"spartan_3": "slice", "spartan_6": "slice", "virtex_5": "slice", "cyclone_2": "le"}
"""The families of Tables 3 and 4, with the unit of an area."""
MESSAGES = ("long", "short")

Row = dict[str, str]


@dataclass(frozen=True)
class Check:
    """A published value and what other published values give for it."""

    name: str
    quantity: str
    published: str
    derived: Interval

    @property
    def agrees(self) -> bool:
        """Whether rounding of the inputs explains the difference."""
        return published_interval(self.published.replace(",", "")).meets(self.derived)

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The check as docs/published.md shows it, the derived value with one digit more than the published one."""
        digits = len(self.published.partition(".")[2]) + 1
        return self.name, self.quantity, self.published, f"{self.derived.middle:.{digits}f}"


def number(cell: str) -> Interval:
    """A rounded number with commas between thousands."""
    return published_interval(cell.replace(",", ""))


@dataclass(frozen=True)
class PaperB:
    """The tables of published/paper-b."""

    folder: Path

    @cached_property
    def formulas(self) -> dict[str, PublishedFormula]:
        """Table 2 by the names of Tables 3 and 4."""
        rows = read_table(self.folder / "table-2.csv")
        found = {
            name: PublishedFormula(*(int(row[column]) for column in COLUMNS_OF_TABLE_2))
            for names, row in rows.items()
            for name in names.split(", ")
        }
        return found

    @cached_property
    def table_1(self) -> dict[str, Row]:
        return read_table(self.folder / "table-1.csv")

    @cached_property
    def table_3(self) -> dict[str, Row]:
        return read_table(self.folder / "table-3.csv")

    @cached_property
    def table_4(self) -> dict[str, Row]:
        return read_table(self.folder / "table-4.csv")

    def table_1_checks(self) -> Iterator[Check]:
        """Cycles of a block from rounds, and cycles of a byte from cycles of a block."""
        for name, row in self.table_1.items():
            rounds, each, further = (int(row[column]) for column in COLUMNS_OF_TABLE_1)
            block = rounds * each + further
            yield Check(name, "Table 1: cycles per block", row["clock_cycles_per_block"], exactly(block))
            formula = self.formulas[FIRST_NAMES.get(name, name)]
            per_byte = exactly(8 * block / formula.bits)
            yield Check(name, "Table 1: cycles per byte", row["clock_cycles_per_byte"], per_byte)
            yield Check(name, "Table 2: p", str(formula.process), exactly(int(row["clock_cycles_per_block"])))

    def table_4_checks(self) -> Iterator[Check]:
        """Throughputs from cycles and delays, quotients from areas, short messages from long ones, both ways."""
        for name, row in self.table_4.items():
            formula = self.formulas[name]
            for family, unit in FAMILIES.items():
                three = self.table_3[name]
                delay, area = three[f"{family}_delay_ns"], three[f"{family}_area_{unit}s"]
                long, short = (row[f"{family}_{message}_mbit_s"] for message in MESSAGES)
                if delay:
                    for message, cycles in zip(MESSAGES, (formula.block, formula.single), strict=True):
                        derived = exactly(1000 * formula.bits / cycles) / number(delay)
                        published = row[f"{family}_{message}_mbit_s"]
                        yield Check(name, f"{family}: {message}, from the delay", published, derived)
                yield Check(
                    name,
                    f"{family}: short, from long",
                    short,
                    number(long) * exactly(formula.block / formula.single),
                )
                for message, cell in zip(MESSAGES, (long, short), strict=True):
                    published = row[f"{family}_{message}_mbit_s_per_{unit}"]
                    if area:
                        derived = number(cell) / number(area)
                        yield Check(name, f"{family}: {message} per {unit}, from the area", published, derived)
                long_ratio = number(row[f"{family}_long_mbit_s_per_{unit}"])
                derived = long_ratio * exactly(formula.block / formula.single)
                published = row[f"{family}_short_mbit_s_per_{unit}"]
                yield Check(name, f"{family}: short per {unit}, from long", published, derived)

    def table_5_checks(self) -> Iterator[Check]:
        """Throughput from cycles and delay, and the quotient; a row is named by its place."""
        bits = {name: formula.bits for name, formula in self.formulas.items()}
        for place, row in enumerate(read_rows(self.folder / "table-5.csv"), 1):
            name = f"{place}: {row['algorithm']} {row['reference']}"
            throughput = row["throughput_mbit_s"]
            if row["clock_cycles"]:
                cycles = int(row["clock_cycles"].replace(",", ""))
                derived = exactly(1000 * bits[row["algorithm"]] / cycles) / number(row["delay_ns"])
                yield Check(name, "Table 5: throughput", throughput.replace(",", ""), derived)
            if row["area_slices"]:
                derived = number(throughput) / number(row["area_slices"])
                yield Check(name, "Table 5: per slice", row["throughput_mbit_s_per_slice"], derived)

    def areas_from_table_4(self, name: str, family: str) -> Interval:
        """The area that both quotients of Table 4 leave possible."""
        unit, row = FAMILIES[family], self.table_4[name]
        both = [
            number(row[f"{family}_{message}_mbit_s"]) / number(row[f"{family}_{message}_mbit_s_per_{unit}"])
            for message in MESSAGES
        ]
        return Interval(max(each.low for each in both), min(each.high for each in both))

    def delay_from_table_4(self, name: str, family: str) -> Interval:
        """The delay in ns that both throughputs of Table 4 leave possible."""
        formula, row = self.formulas[name], self.table_4[name]
        both = [
            exactly(1000 * formula.bits / cycles) / number(row[f"{family}_{message}_mbit_s"])
            for message, cycles in zip(MESSAGES, (formula.block, formula.single), strict=True)
        ]
        return Interval(max(each.low for each in both), min(each.high for each in both))


FIRST_NAMES = {"Groestl(-0)": "Groestl"}
"""Rows of Table 1 for two algorithms, with the name of one of them in Table 2."""
COLUMNS_OF_TABLE_1 = ("rounds", "clock_cycles_per_round", "additional_clock_cycles")
COLUMNS_OF_TABLE_2 = ("block_bits", "st_cycles", "l_cycles", "p_cycles", "end_cycles")


def read_rows(file: Path) -> list[Row]:
    """The rows of a table whose first cells repeat."""
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, strict=True))
