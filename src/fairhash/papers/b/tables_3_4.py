# SPDX-License-Identifier: Apache-2.0
"""Tables 3 and 4: areas, memories, clock periods and throughputs, as published and on each of our families."""

from fairhash.analysis.figures import Figure
from fairhash.analysis.statistics import Spread
from fairhash.papers.b import published
from fairhash.papers.b.candidates import ALL, CANDIDATES, Candidate
from fairhash.papers.b.evidence import Evidence, Speed
from fairhash.papers.b.published import AREA_UNITS, FAMILIES, MESSAGES
from fairhash.papers.estimate import interval_cells, interval_columns
from fairhash.papers.published_table import parse_optional
from fairhash.papers.table import Cell, Column, Table

_NS_PER_MHZ = 1000.0


def published_table_3() -> Table:
    """Return Table 3; values that the text lost are missing."""
    columns = [Column("algorithm", "algorithm")]
    keys = []
    for family, name in FAMILIES.items():
        unit = AREA_UNITS[family]
        memory = "memory_bits" if family == "cyclone_2" else "block_rams"
        keys += [f"{family}_area_{unit}s", f"{family}_{memory}", f"{family}_delay_ns"]
        columns += [
            Column(f"{name}: {unit}s", keys[-3]),
            Column(memory.replace("_", " "), keys[-2]),
            Column("ns", keys[-1], 2),
        ]
    rows = [
        (candidate.name, *(parse_optional(published.table_3(candidate)[key]) for key in keys))
        for candidate in CANDIDATES
    ]
    note = "A missing value is lost in our text of the paper; docs/published.md has what Table 4 says of it."
    return Table("table-3", "Table 3 as published", tuple(columns), tuple(rows), (note,))


def published_table_4() -> Table:
    """Return Table 4."""
    columns = [Column("algorithm", "algorithm")]
    for family, name in FAMILIES.items():
        unit = AREA_UNITS[family]
        for message in MESSAGES:
            key = f"{family}_{message}_mbit_s"
            columns += [
                Column(f"{name}, {message}: Mbit/s", key, 1),
                Column(f"per {unit}", f"{key}_per_{unit}", 2 if message == "long" else 3),
            ]
    rows = [
        (
            candidate.name,
            *(
                value
                for family in FAMILIES
                for message in MESSAGES
                for value in (
                    published.mbit_s(candidate, family, message),
                    published.rounded_per_area(candidate, family, message),
                )
            ),
        )
        for candidate in CANDIDATES
    ]
    note = "Short: one block, Eq. 2 with N = 1."
    return Table("table-4", "Table 4 as published", tuple(columns), tuple(rows), (note,))


def table_3(evidence: Evidence, device: str) -> Table:
    """Return areas, memories and clock periods on one of our devices."""
    return Table(
        f"table-3-{device}",
        f"Table 3 on {device}: area, memory and clock period",
        (
            Column("algorithm", "algorithm"),
            Column("cells", "area_cells"),
            Column("LUTs", "luts"),
            Column("carry", "carry_cells"),
            Column("registers", "registers"),
            Column("memory bits", "memory_bits"),
            Column("blocks", "memory_blocks"),
            Column("ns", "period_ns", 2),
            Column("MHz", "clock_mhz", 1),
            Column("seeds", "seeds"),
            Column("recipe", "recipe"),
            Column("note", "note"),
        ),
        tuple(_area_row(evidence, candidate, device) for candidate in ALL),
        (
            "Medians over the seeds. Memory bits are those that the design requests in block memory, blocks those "
            "that the tool used, in the family's smallest size.",
        ),
    )


def table_4(evidence: Evidence, device: str) -> Table:
    """Return throughputs and throughputs per cell on one of our devices."""
    return Table(
        f"table-4-{device}",
        f"Table 4 on {device}: throughput",
        (
            Column("algorithm", "algorithm"),
            Column("long: Mbit/s", "long_mbit_s", 1),
            *interval_columns("Mbit/s/cell", "long_mbit_s_per_cell", 3),
            Column("one block: Mbit/s", "short_mbit_s", 1),
            *interval_columns("Mbit/s/cell", "short_mbit_s_per_cell", 3),
            Column("missing", "missing"),
        ),
        tuple(_speed_row(evidence, candidate, device) for candidate in ALL),
        (
            "Medians over the seeds; from and to: 95 % interval by bootstrap over the seeds. A core with fewer than "
            "three seeds has the relative spread of the other cores on the device. One block: Eq. 2 with N = 1 and the "
            "measured cycles.",
        ),
    )


def _area_row(evidence: Evidence, candidate: Candidate, device: str) -> tuple[Cell, ...]:
    figure = evidence.figure(candidate.core, device)
    absence = evidence.absence(candidate.core, device)
    if figure is None:
        return (candidate.name, *(None,) * 8, 0, "", absence)
    spreads = (
        *(figure.area_cells, figure.luts, figure.carry, figure.flip_flops, figure.memory_bits, figure.memory_blocks),
    )
    period = _NS_PER_MHZ / figure.clock_mhz.median if figure.clock_mhz else None
    return (
        candidate.name,
        *(_median(spread) for spread in spreads),
        period,
        _median(figure.clock_mhz),
        len(figure.succeeded),
        evidence.ours.recipe_note(candidate.core, device).removeprefix("recipe "),
        _note(figure, absence),
    )


def _note(figure: Figure, absence: str) -> str:
    return "; ".join(part for part in (figure.over_budget, absence or figure.failures) if part)


def _median(spread: Spread | None) -> float | None:
    return spread.median if spread else None


def _speed_row(evidence: Evidence, candidate: Candidate, device: str) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for message in MESSAGES:
        cells += _speed_cells(evidence.speed(candidate.core, device, message))
    return (candidate.name, *cells, evidence.absence(candidate.core, device))


def _speed_cells(speed: Speed | None) -> tuple[Cell, ...]:
    if speed is None:
        return (None,) * 4
    return (speed.mbit_s.value, *interval_cells(speed.per_cell))
