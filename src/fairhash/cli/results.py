# SPDX-License-Identifier: Apache-2.0
"""The table of results as it is printed."""

from collections.abc import Sequence

import click

from fairhash.analysis import table
from fairhash.analysis.figures import comparisons
from fairhash.cli.output import print_table
from fairhash.results import Result


def print_results(results: Sequence[Result]) -> None:
    """One table for each device and comparison."""
    for (device, comparison), rows in table.by_target(table.rows(comparisons(results))).items():
        click.echo(f"{table.title(device, comparison)}, {max(row.seeds for row in rows)} seeds")
        print_table(table.HEADER, [table.cells(row) for row in rows])
        click.echo()
