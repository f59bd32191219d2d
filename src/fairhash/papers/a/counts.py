# SPDX-License-Identifier: Apache-2.0
"""The area of every core with its LUTs, carry cells and registers."""

from fairhash.analysis.figures import Figure
from fairhash.papers.a.candidates import ALL, VARIANTS
from fairhash.papers.our_results import OurResults, shown_value
from fairhash.papers.table import Cell, Column, Table


def table(ours: OurResults, device: str) -> Table:
    """Return one row for each core that was placed on the device."""
    rows: list[tuple[Cell, ...]] = []
    for candidate in ALL:
        for bits in VARIANTS:
            figure = ours.figure(candidate.core(bits), device)
            if figure and figure.succeeded:
                note = ours.statement(candidate.core(bits), device)
                rows.append((candidate.algorithm(bits), *_medians(figure), len(figure.succeeded), note))
    return Table(
        f"counts-{device}",
        f"Areas and counts on {device}",
        (
            Column("algorithm"),
            Column("area"),
            Column("counted by the tool", key="counted_cells"),
            Column("LUTs"),
            Column("carry cells"),
            Column("registers"),
            Column("seeds"),
            Column("note"),
        ),
        tuple(rows),
        ("Medians over the seeds. The area is the one that all tables use; the counts are of the mapped netlist.",),
    )


def _medians(figure: Figure) -> tuple[Cell, ...]:
    spreads = (figure.area_cells, figure.counted_cells, figure.luts, figure.carry, figure.flip_flops)
    return tuple(shown_value(figure, spread) for spread in spreads)
