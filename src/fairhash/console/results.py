# SPDX-License-Identifier: Apache-2.0
"""What commands that show results share: the options of the results and of the area, and the tables."""

from collections.abc import Sequence
from typing import get_args

import click

from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.figures.figure_table import FigureRow, comparison_title, figure_rows, figure_table, rows_by_target
from fairhash.figures.figures import Figure, comparisons
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.results import Result
from fairhash.results.reader import Source

only = click.option(
    "--only",
    type=click.Choice(list(get_args(Source))),
    help="Only the committed results in results/, or only yours in build/results/.  [default: both]",
)
"""The option of every command that shows results."""


area = click.option(
    "--area",
    type=click.Choice(list(get_args(AreaMeasure))),
    default=CELLS,
    show_default=True,
    help="Area in logic cells needed, or as the place tool counts its LUT cells.",
)
"""The option of every verb that shows areas or compares by them."""


def print_results(results: Sequence[Result], area: AreaMeasure = CELLS) -> None:
    """Print one table for each device and comparison."""
    print_figures(comparisons(results, area), results)


def print_figures(figures: Sequence[Figure], results: Sequence[Result]) -> None:
    """Print one table for each device and comparison of the figures.

    Args:
        results: Their results, for power.
    """
    for (device, comparison), rows in rows_by_target(figure_rows(figures)).items():
        unit = rows[0].area_unit
        seeds_note = "" if unit == GATE_EQUIVALENT or rows[0].estimated else f", {_seeds(rows)}"
        click.echo(comparison_title(device, comparison) + seeds_note)
        click.echo(figure_table(rows).to_text())
        for result in results:
            if result.power and (result.device, result.recipe) == (device, comparison):
                missing = "glitches" if result.layout else "wires and glitches"
                power = f"{result.power.total_mw:.1f} mW, {result.power.pj_per_bit:.2f} pJ/bit"
                click.echo(f"{result.core}: {power} while hashing long messages; without {missing}")
        click.echo()


def _seeds(rows: Sequence[FigureRow]) -> str:
    """The number of seeds of the table, or of each core if they differ."""
    if len({row.seeds for row in rows}) == 1:
        return f"{rows[0].seeds} seed{'' if rows[0].seeds == 1 else 's'}"
    return "seeds: " + ", ".join(f"{row.core} {row.seeds}" for row in rows)
