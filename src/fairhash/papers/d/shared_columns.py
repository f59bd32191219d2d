# SPDX-License-Identifier: Apache-2.0
"""Columns that several tables of paper D have, and their cells."""

from fairhash.analysis.figures import Figure
from fairhash.papers.our_results import Quotients, figure_note, shown_value
from fairhash.papers.our_results import quotient_cells as cells_of_quotients
from fairhash.papers.table import Cell, Column

FIGURE_COLUMNS = (
    Column("fmax MHz", 1, "fmax_median_mhz"),
    Column("Q1", 1, "fmax_lower_quartile_mhz"),
    Column("Q3", 1, "fmax_upper_quartile_mhz"),
    Column("cells"),
    Column("LUTs"),
    Column("carry"),
    Column("FFs"),
    Column("Mbit/s"),
    Column("Mbit/s/cell", 3, "throughput_per_cell_mbit_s"),
)
"""Medians over the seeds, and the quartiles of the clock where there are several runs. `cells` is the area; the other
columns are counts."""

SEED_COLUMNS = (Column("seeds"), Column("note"))

QUOTIENT_COLUMNS = (
    Column("clock x", 2),
    Column("Mbit/s x", 2),
    Column("cells x", 2),
    Column("Mbit/s/cell x", 2),
    Column("from", 2, "throughput_per_cell_ratio_low"),
    Column("to", 2, "throughput_per_cell_ratio_high"),
)
"""Quotients of medians; the last with its 95 % interval."""


def figure_cells(figure: Figure | None) -> tuple[Cell, ...]:
    """Return the cells of FIGURE_COLUMNS."""
    if figure is None:
        return (None,) * len(FIGURE_COLUMNS)
    clock, speed, ratio = figure.clock_mhz, figure.throughput_mbit_s, figure.ratio
    counts = (figure.area_cells, figure.luts, figure.carry, figure.flip_flops)
    quartiles = (clock.lower, clock.upper) if clock and figure.has_interval else (None, None)
    return (
        shown_value(figure, clock),
        *quartiles,
        *(shown_value(figure, count) for count in counts),
        shown_value(figure, speed),
        shown_value(figure, ratio),
    )


def seed_cells(figure: Figure | None) -> tuple[Cell, ...]:
    """Return the cells of SEED_COLUMNS."""
    return (len(figure.runs) if figure else 0, figure_note(figure))


def quotient_cells(quotients: Quotients | None) -> tuple[Cell, ...]:
    """Return the cells of QUOTIENT_COLUMNS."""
    return cells_of_quotients(quotients, "clock", "throughput", "area", "ratio", "ratio_low", "ratio_high")
