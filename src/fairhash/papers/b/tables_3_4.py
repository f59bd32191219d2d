# SPDX-License-Identifier: Apache-2.0
"""Tables 3 and 4: areas, memories, clock periods and throughputs, as published and on each of our families."""

from fairhash.papers.b import published
from fairhash.papers.b.candidates import ALL, CANDIDATES, Candidate
from fairhash.papers.b.evidence import Evidence, Speed
from fairhash.papers.b.published import AREA_UNITS, FAMILIES, MESSAGES
from fairhash.papers.orders import order_line
from fairhash.papers.our_results import seeds_note, shown_value
from fairhash.papers.published_table import parse_optional
from fairhash.papers.table import Cell, Column, Table, interval_cells, interval_columns

_NS_PER_MHZ = 1000.0


def published_table_3() -> Table:
    """Return Table 3; values that the text lost are missing."""
    columns = [Column("algorithm")]
    keys = []
    for family, name in FAMILIES.items():
        unit = AREA_UNITS[family]
        memory = "memory_bits" if family == "cyclone_2" else "block_rams"
        keys += [f"{family}_area_{unit}s", f"{family}_{memory}", f"{family}_delay_ns"]
        columns += [
            Column(f"{name}: {unit}s", key=keys[-3]),
            Column(memory.replace("_", " "), key=keys[-2]),
            Column("ns", 2, keys[-1]),
        ]
    rows = [
        (candidate.name, *(parse_optional(published.table_3(candidate)[key]) for key in keys))
        for candidate in CANDIDATES
    ]
    note = "A missing value is lost in our text of the paper; docs/published.md has what Table 4 says of it."
    return Table("table-3", "Table 3 as published", tuple(columns), tuple(rows), (note,))


def published_table_4() -> Table:
    """Return Table 4."""
    columns = [Column("algorithm")]
    for family, name in FAMILIES.items():
        unit = AREA_UNITS[family]
        for message in MESSAGES:
            key = f"{family}_{message}_mbit_s"
            columns += [
                Column(f"{name}, {message}: Mbit/s", 1, key),
                Column(f"per {unit}", 2 if message == "long" else 3, f"{key}_per_{unit}"),
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


def _name(evidence: Evidence, number: int, device: str) -> str:
    recipe = f"-recipe-{evidence.ours.recipe}" if evidence.ours.recipe else ""
    return f"table-{number}-{device}{recipe}"


def _title(evidence: Evidence, number: int, device: str, what: str) -> str:
    recipe = f", all cores by recipe `{evidence.ours.recipe}`" if evidence.ours.recipe else ""
    return f"Table {number} on {device}: {what}{recipe}"


def per_cell_line(by_rule: Evidence, by_recipe: Evidence, device: str) -> str:
    """Return whether the order of Table 4 differs if all cores have one recipe."""
    rule, recipe = (
        {candidate.name: speed.per_cell.value for candidate, speed in evidence.speeds(device, "long").items()}
        for evidence in (by_rule, by_recipe)
    )
    return order_line(f"throughput per cell of long messages on {device}", rule, recipe, smallest_first=False)


def area_line(by_rule: Evidence, by_recipe: Evidence, device: str) -> str:
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


def table_3(evidence: Evidence, device: str) -> Table:
    """Return areas, memories and clock periods on one of our devices."""
    return Table(
        _name(evidence, 3, device),
        _title(evidence, 3, device, "area, memory and clock period"),
        (
            Column("algorithm"),
            Column("cells"),
            Column("LUTs"),
            Column("carry"),
            Column("registers"),
            Column("memory bits"),
            Column("blocks", key="memory_blocks"),
            Column("ns", 2, "period_ns"),
            Column("MHz", 1),
            Column("seeds"),
            Column("recipe"),
            Column("note"),
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
        _name(evidence, 4, device),
        _title(evidence, 4, device, "throughput"),
        (
            Column("algorithm"),
            Column("long: Mbit/s", 1, "long_mbit_s"),
            *interval_columns("Mbit/s/cell", 3, "long_mbit_s_per_cell"),
            Column("one block: Mbit/s", 1, "short_mbit_s"),
            *interval_columns("Mbit/s/cell", 3, "short_mbit_s_per_cell"),
            Column("note"),
        ),
        tuple(_speed_row(evidence, candidate, device) for candidate in ALL),
        (
            "Medians over the seeds; from and to: 95 % interval by bootstrap over the seeds. One block: Eq. 2 with "
            "N = 1 and the measured cycles.",
            *([note] if (note := seeds_note(evidence.ours.figure(each.core, device) for each in ALL)) else []),
        ),
    )


def _area_row(evidence: Evidence, candidate: Candidate, device: str) -> tuple[Cell, ...]:
    figure = evidence.figure(candidate.core, device)
    statement = evidence.ours.statement(candidate.core, device)
    if figure is None:
        return (candidate.name, *(None,) * 8, 0, "", statement)
    spreads = (
        *(figure.area_cells, figure.luts, figure.carry, figure.flip_flops, figure.memory_bits, figure.memory_blocks),
    )
    period = _NS_PER_MHZ / figure.clock_mhz.median if figure.clock_mhz else None
    return (
        candidate.name,
        *(shown_value(figure, spread) for spread in spreads),
        shown_value(figure, period),
        shown_value(figure, figure.clock_mhz),
        len(figure.succeeded),
        evidence.ours.recipe_note(candidate.core, device).removeprefix("recipe "),
        "; ".join(part for part in (figure.over_budget, statement or figure.failures) if part),
    )


def _speed_row(evidence: Evidence, candidate: Candidate, device: str) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for message in MESSAGES:
        cells += _speed_cells(evidence.speed(candidate.core, device, message))
    return (candidate.name, *cells, evidence.ours.statement(candidate.core, device))


def _speed_cells(speed: Speed | None) -> tuple[Cell, ...]:
    if speed is None:
        return (None,) * 4
    return (interval_cells(speed.mbit_s)[0], *interval_cells(speed.per_cell))
