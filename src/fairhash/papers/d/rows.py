# SPDX-License-Identifier: Apache-2.0
"""Columns that several tables of paper D share, and their cells."""

from fairhash.analysis.figures import Figure
from fairhash.papers.content import Cell, Column
from fairhash.papers.d.measured import Against, note

OURS = (
    Column("fmax MHz", "fmax_median_mhz", 1),
    Column("Q1", "fmax_lower_quartile_mhz", 1),
    Column("Q3", "fmax_upper_quartile_mhz", 1),
    Column("cells", "area_cells"),
    Column("FFs", "flip_flops"),
    Column("Mbit/s", "throughput_mbit_s"),
    Column("Mbit/s/cell", "throughput_per_cell_mbit_s", 3),
)
"""Medians over the seeds, and the quartiles of the clock."""

SEEDS_AND_NOTE = (Column("seeds", "seeds"), Column("note", "note"))

AGAINST = (
    Column("clock x", "clock_ratio", 2),
    Column("Mbit/s x", "throughput_ratio", 2),
    Column("cells x", "area_ratio", 2),
    Column("Mbit/s/cell x", "throughput_per_cell_ratio", 2),
    Column("from", "throughput_per_cell_ratio_low", 2),
    Column("to", "throughput_per_cell_ratio_high", 2),
)
"""Quotients of medians; the last with its 95 % interval."""


def ours(figure: Figure | None) -> tuple[Cell, ...]:
    """The cells of OURS."""
    if figure is None:
        return (None,) * len(OURS)
    clock, area, registers = figure.clock_mhz, figure.area_cells, figure.flip_flops
    speed, ratio = figure.throughput_mbit_s, figure.ratio
    return (
        clock.median if clock else None,
        clock.lower if clock else None,
        clock.upper if clock else None,
        area.median if area else None,
        registers.median if registers else None,
        speed.median if speed else None,
        ratio.median if ratio else None,
    )


def seeds_and_note(figure: Figure | None) -> tuple[Cell, ...]:
    """The cells of SEEDS_AND_NOTE."""
    return (len(figure.runs) if figure else 0, note(figure))


def against(found: Against | None) -> tuple[Cell, ...]:
    """The cells of AGAINST."""
    if found is None:
        return (None,) * len(AGAINST)
    return (found.clock, found.throughput, found.area, found.ratio, found.low, found.high)
