# SPDX-License-Identifier: Apache-2.0
"""The command `system sweep`: the grid of paper E on two computers."""

from pathlib import Path

import click

from fairhash.base import paths
from fairhash.console.progress import ProgressBar
from fairhash.results.machine_runs import write_machine_runs
from fairhash.studies.system.paper_grid import sweep as run_sweep


@click.command()
@click.option("--to", type=click.Path(path_type=Path), metavar="FILE.json", help="[default: in results/system]")
def sweep(to: Path | None) -> None:
    """Simulate the grid of paper E on the paper's computer and on one of today, and store the runs.

    `fairhash paper E` makes its tables and figures from them. It takes a minute or two.

    \b
    Example:
      fairhash system sweep
    """
    with ProgressBar("simulating") as bar:
        runs = run_sweep(bar.at)
    file = to or paths.results() / "system" / "paper-e-grid.json"
    write_machine_runs(file, runs)
    rate = runs.core_cycles / max(runs.seconds, 0.1)
    click.echo(f"{len(runs.rows)} simulations in {runs.seconds:.0f} s, {rate:,.0f} cycles of the cores a second")
    click.echo(f"Written: {file}")
