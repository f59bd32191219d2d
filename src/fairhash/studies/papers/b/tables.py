# SPDX-License-Identifier: Apache-2.0
"""Tables 1 to 5 of paper B: cycles, areas, clock periods and throughputs, as published and on our families."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fairhash.base.table import Cell, Column, Columns, Table, column, interval, interval_cells
from fairhash.catalog.core import Core
from fairhash.results.schema import MeasuredCycles
from fairhash.studies.papers.b import published
from fairhash.studies.papers.b.evidence import LightweightEvidence, shortest_message, single_block_cycles
from fairhash.studies.papers.b.published import (
    ALL,
    AREA_UNITS,
    CANDIDATES,
    FAMILIES,
    MESSAGES,
    Message,
    PublishedDesign,
    PublishedFormula,
    candidate,
)
from fairhash.studies.papers.compared_cores import CoreOnDevice, core_link, measured
from fairhash.studies.papers.estimate import Estimate
from fairhash.studies.papers.orders import order_line
from fairhash.studies.papers.our_results import seeds_note, shown_value
from fairhash.studies.papers.published_table import Row, parse_number, parse_optional

_BYTE = 8
_ROUNDS = {"SHA-256": 64}
"""FIPS 180-4, Sect. 6.2.2; the paper lacks the algorithm."""
_NS_PER_MHZ = 1000.0


@dataclass(frozen=True)
class _Design:
    """A design with its cycles, published and measured."""

    evidence: LightweightEvidence
    candidate: PublishedDesign

    @cached_property
    def row(self) -> Row | None:
        """Its row of Table 1."""
        return published.table_1(self.candidate)

    @cached_property
    def formula(self) -> PublishedFormula | None:
        """Its row of Table 2."""
        return published.formula(self.candidate)

    @cached_property
    def cycles(self) -> MeasuredCycles | None:
        """The cycles that simulation confirmed."""
        return self.evidence.cycles(self.candidate.core)

    @property
    def block(self) -> int | None:
        """Our cycles of each further block."""
        return self.cycles.formula.block if self.cycles else None

    @property
    def single(self) -> int | None:
        """Our cycles of one block alone."""
        return single_block_cycles(self.cycles) if self.cycles else None

    @property
    def core(self) -> Core | None:
        """Our core."""
        return self.evidence.ours.cores.get(self.candidate.core)

    @property
    def rounds(self) -> int:
        """Rounds of a block."""
        return int(self.row["rounds"]) if self.row else _ROUNDS[self.candidate.name]

    def published_count(self, name: str) -> int | None:
        """Return a number of Table 1; None for an algorithm that the paper lacks."""
        return int(self.row[name]) if self.row else None

    def missing(self) -> str:
        """Return the word for missing cycles."""
        return "" if self.cycles else self.evidence.cycles_absence(self.candidate.core)


def _over(value: float | None, divisor: float | None) -> float | None:
    return value / divisor if value is not None and divisor else None


def table_1(evidence: LightweightEvidence) -> Table:
    """Return the cycles of a round, of a block and of a byte for each design."""
    return Table.declare(
        "table-1",
        "Table 1: cycles of a round, a block and a byte",
        [_Design(evidence, candidate) for candidate in ALL],
        (
            column("algorithm", lambda one: core_link(one.candidate.core, one.candidate.name)),
            column("paper: datapath bits", lambda one: one.published_count("datapath_bits")),
            column("rounds", lambda one: one.rounds),
            column(
                "per round", lambda one: one.published_count("clock_cycles_per_round"), key="published_cycles_per_round"
            ),
            column(
                "further", lambda one: one.published_count("additional_clock_cycles"), key="published_further_cycles"
            ),
            column(
                "per block", lambda one: one.published_count("clock_cycles_per_block"), key="published_cycles_per_block"
            ),
            column(
                "per byte",
                lambda one: float(one.row["clock_cycles_per_byte"]) if one.row else None,
                1,
                "published_cycles_per_byte",
            ),
            column(
                "with loading: per block",
                lambda one: one.formula.block if one.formula else None,
                key="published_cycles_per_block_with_loading",
            ),
            column(
                "per byte",
                lambda one: _BYTE * one.formula.block / one.formula.bits if one.formula else None,
                2,
                "published_cycles_per_byte_with_loading",
            ),
            column("ours: per block", lambda one: one.block, key="cycles_per_block"),
            column("per round", lambda one: _over(one.block, one.rounds), 1, "cycles_per_round"),
            column(
                "per byte",
                lambda one: _BYTE * one.block / one.core.block_bits if one.block and one.core else None,
                2,
                "cycles_per_byte",
            ),
            column(
                "ours / paper",
                lambda one: one.block / one.formula.block if one.block and one.formula else None,
                2,
                "cycles_per_block_ratio",
            ),
            column("missing", _Design.missing),
        ),
        "The paper's cycles of a block and of a byte are without loading the block (p of Table 2); "
        "`with loading` is l + p. Ours are the cycles by which each further block makes a message longer, loading "
        "included, as simulation confirmed them; `per round` is that over the number of rounds. `ours / paper` is "
        "with loading.",
    )


def table_2(evidence: LightweightEvidence) -> Table:
    """Return the cycles of N blocks, as published, as our cores declare them, and as simulation measured them."""

    def bits(one: _Design) -> int | None:
        return one.core.block_bits if one.core else one.formula.bits if one.formula else None

    def simulated(one: _Design) -> str | None:
        return " ".join(map(str, sorted(set(one.cycles.blocks)))) if one.cycles else None

    return Table.declare(
        "table-2",
        "Table 2: cycles to hash N blocks",
        [_Design(evidence, candidate) for candidate in ALL],
        (
            column("algorithm", lambda one: core_link(one.candidate.core, one.candidate.name)),
            column("block bits", bits),
            column(
                "paper: st+(l+p)N+end", lambda one: one.formula.text if one.formula else None, key="published_formula"
            ),
            column(
                "N = 1", lambda one: one.formula.single if one.formula else None, key="published_single_block_cycles"
            ),
            column(
                "ours, declared",
                lambda one: one.core.formula.text(one.core.io_ratio) if one.core else None,
                key="declared_formula",
            ),
            column("measured: N = 1", lambda one: one.single, key="single_block_cycles"),
            column("each further", lambda one: one.block, key="further_block_cycles"),
            column("blocks simulated", simulated, key="simulated_blocks"),
            column(
                "N = 1, ours / paper",
                lambda one: one.single / one.formula.single if one.single and one.formula else None,
                2,
                "single_block_ratio",
            ),
            Columns(
                (
                    Column("shortest message", key="shortest_message_blocks"),
                    Column("its cycles", key="shortest_message_cycles"),
                ),
                lambda one: shortest_message(one.cycles) if one.cycles else (None, None),
            ),
            column("missing", _Design.missing),
        ),
        "Declared: setup + load + block N + final + unload. A formula counts as measured if simulation took "
        "exactly its cycles for every number of blocks in `blocks simulated`. The padding of the empty message "
        "needs two blocks in Fugue and three in Hamsi, so one block alone is no message of theirs: their value "
        "for N = 1 is that of the confirmed formula, and `its cycles` is the shortest message that was simulated.",
    )


def _published_columns(names: Sequence[tuple[str, int, str]]) -> list[Columns[Row]]:
    def declare(heading: str, digits: int, name: str) -> Columns[Row]:
        return column(heading, lambda row: parse_optional(row[name]), digits, name)

    return [declare(*each) for each in names]


def published_table_3() -> Table:
    """Return Table 3; values that the text lost are missing."""
    names: list[tuple[str, int, str]] = []
    for family, name in FAMILIES.items():
        unit = f"{AREA_UNITS[family]}s"
        memory = "memory_bits" if family == "cyclone_2" else "block_rams"
        names += [
            (f"{name}: {unit}", 0, f"{family}_area_{unit}"),
            (memory.replace("_", " "), 0, f"{family}_{memory}"),
            ("ns", 2, f"{family}_delay_ns"),
        ]
    return Table.declare(
        "table-3",
        "Table 3 as published",
        map(published.table_3, CANDIDATES),
        (column("algorithm", lambda row: row["algorithm"]), *_published_columns(names)),
        "A missing value was lost when the text was extracted; docs/published.md has what Table 4 says of it.",
    )


def published_table_4() -> Table:
    """Return Table 4."""
    names: list[tuple[str, int, str]] = []
    for family, name in FAMILIES.items():
        unit = AREA_UNITS[family]
        for message, digits in zip(MESSAGES, (2, 3), strict=True):
            key = f"{family}_{message}_mbit_s"
            names += [(f"{name}, {message}: Mbit/s", 1, key), (f"per {unit}", digits, f"{key}_per_{unit}")]
    return Table.declare(
        "table-4",
        "Table 4 as published",
        map(published.table_4, CANDIDATES),
        (column("algorithm", lambda row: row["algorithm"]), *_published_columns(names)),
        "Short: one block, Eq. 2 with N = 1.",
    )


def per_cell_line(by_rule: LightweightEvidence, by_recipe: LightweightEvidence, device: str) -> str:
    """Return whether the order of Table 4 differs if all cores have one recipe."""
    rule, recipe = (
        {candidate.name: speed.per_cell.value for candidate, speed in evidence.speeds(device, "long").items()}
        for evidence in (by_rule, by_recipe)
    )
    return order_line(f"throughput per cell of long messages on {device}", rule, recipe, smallest_first=False)


def area_line(by_rule: LightweightEvidence, by_recipe: LightweightEvidence, device: str) -> str:
    """Return whether the order of Table 3 differs if all cores have one recipe."""
    rule, recipe = (
        {
            candidate.name: figure.area_cells.median
            for candidate in CANDIDATES
            if (figure := evidence.ours.known_figure(candidate.core, device)) and figure.area_cells
        }
        for evidence in (by_rule, by_recipe)
    )
    return order_line(f"area on {device}", rule, recipe, smallest_first=True)


def table_3(evidence: LightweightEvidence, device: str) -> Table:
    """Return areas, memories and clock periods on one of our devices."""
    names = {candidate.core: candidate.name for candidate in ALL}

    def period(one: CoreOnDevice) -> Cell:
        clock = one.figure.clock_mhz if one.figure else None
        return shown_value(one.figure, _NS_PER_MHZ / clock.median if clock else None)

    def note(one: CoreOnDevice) -> str:
        if one.figure is None or not one.figure.succeeded:
            return one.statement()
        return "; ".join(each for each in (one.figure.over_budget, one.statement() or one.figure.failures) if each)

    return Table.declare(
        f"table-3-{device}{evidence.ours.name_suffix}",
        f"Table 3 on {device}: area, memory and clock period{evidence.ours.title_suffix}",
        [CoreOnDevice(evidence.ours, candidate.core, device) for candidate in ALL],
        (
            column("algorithm", lambda one: core_link(one.core, names[one.core])),
            measured("cells", "area_cells"),
            measured("LUTs", "luts"),
            measured("carry", "carry"),
            measured("registers", "flip_flops"),
            measured("memory bits", "memory_bits"),
            measured("blocks", "memory_blocks", 0, "memory_blocks"),
            column("ns", period, 2, "period_ns"),
            measured("MHz", "clock_mhz", 1),
            column("seeds", lambda one: len(one.figure.succeeded) if one.figure else 0),
            column("recipe", lambda one: one.ours.recipe_note(one.core, device).removeprefix("recipe ")),
            column("note", note),
        ),
        "Medians over the seeds. Memory bits are those that the design requests in block memory, blocks those "
        "that the tool used, in the family's smallest size.",
    )


def table_4(evidence: LightweightEvidence, device: str) -> Table:
    """Return throughputs and throughputs per cell on one of our devices."""

    def speed(heading: str, message: Message) -> tuple[Columns[PublishedDesign], Columns[PublishedDesign]]:
        def throughput(candidate: PublishedDesign) -> Cell:
            found = evidence.speed(candidate.core, device, message)
            return interval_cells(found.mbit_s)[0] if found else None

        def per_cell(candidate: PublishedDesign) -> Estimate | None:
            found = evidence.speed(candidate.core, device, message)
            return found.per_cell if found else None

        return (
            column(f"{heading}: Mbit/s", throughput, 1, f"{message}_mbit_s"),
            interval("Mbit/s/cell", per_cell, 3, f"{message}_mbit_s_per_cell"),
        )

    def note(candidate: PublishedDesign) -> str:
        return evidence.ours.statement(candidate.core, device)

    return Table.declare(
        f"table-4-{device}{evidence.ours.name_suffix}",
        f"Table 4 on {device}: throughput{evidence.ours.title_suffix}",
        ALL,
        (
            column("algorithm", lambda candidate: core_link(candidate.core, candidate.name)),
            *speed("long", "long"),
            *speed("one block", "short"),
            column("note", note),
        ),
        "Medians over the seeds; from and to: 95 % interval by bootstrap over the seeds. One block: Eq. 2 with "
        "N = 1 and the measured cycles.",
        seeds_note(evidence.ours.figure(each.core, device) for each in ALL),
    )


def table_5() -> Table:
    """Return the lightweight designs of others as published, with the throughput that cycles and delay give."""

    def derived(row: Row) -> float | None:
        formula = published.formula(candidate(row["algorithm"]))
        cycles = parse_optional(row["clock_cycles"])
        return _NS_PER_MHZ * formula.bits / (cycles * parse_number(row["delay_ns"])) if formula and cycles else None

    return Table.declare(
        "table-5",
        "Table 5: lightweight designs of the finalists on Xilinx FPGAs, as published",
        published.table_5(),
        (
            column("algorithm", lambda row: row["algorithm"]),
            column("reference", lambda row: row["reference"]),
            column("device", lambda row: row["device"]),
            *_published_columns(
                (
                    ("port bits", 0, "io_bits"),
                    ("datapath bits", 0, "datapath_bits"),
                    ("cycles per block", 0, "clock_cycles"),
                    ("slices", 0, "area_slices"),
                    ("block RAMs", 0, "block_rams"),
                    ("ns", 2, "delay_ns"),
                    ("Mbit/s", 1, "throughput_mbit_s"),
                    ("per slice", 3, "throughput_mbit_s_per_slice"),
                )
            ),
            column("Mbit/s from cycles and ns", derived, 1, "derived_throughput_mbit_s"),
            column("note", lambda row: row["note"]),
        ),
        "[TW] is the paper's own design. No open tool places for these devices, so there is no value of ours here. "
        "The trade-off tables have our designs of other sizes.",
    )
