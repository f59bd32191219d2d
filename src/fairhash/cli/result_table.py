# SPDX-License-Identifier: Apache-2.0
"""Prints results as tables."""

from collections.abc import Sequence

import click

from fairhash.analysis import table
from fairhash.analysis.figures import comparisons
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.cli.output import print_table
from fairhash.results import Result


def print_results(results: Sequence[Result], area: AreaMeasure = CELLS) -> None:
    """Print one table for each device and comparison."""
    for (device, comparison), rows in table.by_target(table.rows(comparisons(results, area))).items():
        unit, seeds = rows[0].area_unit, max(row.seeds for row in rows)
        seeds_note = "" if unit == GATE_EQUIVALENT or rows[0].estimated else f", {seeds} seeds"
        click.echo(table.title(device, comparison) + seeds_note)
        memory = table.has_memory(rows)
        print_table(table.header(unit, memory), [table.cells(row, memory) for row in rows])
        for result in results:
            if result.power and (result.device, result.recipe) == (device, comparison):
                power = f"{result.power.total_mw:.1f} mW, {result.power.pj_per_bit:.2f} pJ/bit"
                click.echo(f"{result.core}: {power} while hashing long messages; without wires and glitches")
        click.echo()
