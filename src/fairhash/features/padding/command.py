# SPDX-License-Identifier: Apache-2.0
"""The command `padding`: what padding units cost."""

import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from fairhash.base import paths
from fairhash.catalog.cores import find_core
from fairhash.catalog.padding import padded_cores
from fairhash.catalog.recipes import MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.console.names import CORE, FPGA, RECIPE
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.features.padding.measure import measure_cost
from fairhash.features.padding.record import read_costs, store_cost
from fairhash.features.padding.table import cost_rows, cost_table
from fairhash.results.results_folder import ResultsFolder
from fairhash.toolchain import reaper

HELP_SECTION = "Measure"


@click.command()
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE...]")
@click.option("--device", type=FPGA, required=True, help="The FPGA.")
@click.option("--measure", is_flag=True, help="Measure what is not stored, and store it in results/padding/.")
@click.option("--recipe", type=RECIPE, default=MAIN_RECIPE, show_default=True, help="How units are implemented.")
@click.option("--seed", type=click.IntRange(min=0), help="Place units too, with this seed.  [default: synthesis only]")
@click.option("--cycles", is_flag=True, help="Simulate the cycles too.")
@as_json
def padding(
    *,
    cores: tuple[str, ...],
    device: str,
    measure: bool,
    recipe: str,
    seed: int | None,
    cycles: bool,
    as_json: bool,
) -> None:
    """Show what the padding unit of each CORE costs: cells, clock and cycles, beside those of the core.

    Without CORE it shows all high-speed and lightweight cores. docs/padding.md explains the columns.

    \b
    Examples:
      fairhash padding --device ecp5-85k-8
      fairhash padding sha-256/highspeed --device ecp5-85k-8 --measure --seed 1 --cycles
    """
    target = find_device(device)
    chosen = [find_core(name) for name in cores] or padded_cores()
    if measure:
        with ProgressDisplay("padding") as progress:
            for core in chosen:
                progress.started(core.name)
                stored = read_costs(paths.results(), target.id)
                with tempfile.TemporaryDirectory(prefix=".padding.", dir=reaper.temporary_folder()) as work:
                    cost = measure_cost(core, target, find_recipe(recipe), seed, stored, Path(work), with_cycles=cycles)
                store_cost(paths.results(), target.id, cost)
                progress.finished(core.name, "ok", fresh=True)
    names = {core.name for core in chosen}
    costs = [cost for cost in read_costs(paths.results(), target.id).costs if cost.core in names]
    rows = cost_rows(costs, ResultsFolder(paths.results()).read(target.id), target)
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    click.echo(cost_table(rows).to_text())
