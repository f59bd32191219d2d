# SPDX-License-Identifier: Apache-2.0
"""The command `clock`: the highest clock of a placed core by timed simulation."""

import click

from fairhash.bench.routed import require_routable
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.console.names import CORE, FPGA, RECIPE
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.console.trust import trust
from fairhash.external.resolve_core import resolve_core
from fairhash.features.clock.measure import ClockData, measure_clocks
from fairhash.features.clock.table import clock_table, path_lines, summary_lines

HELP_SECTION = "Measure"


@click.command()
@click.argument("core", type=CORE)
@click.option("--device", type=FPGA, required=True, help="The FPGA, of family ecp5 or ice40.")
@click.option("--recipe", type=RECIPE, default=DEFAULT_RECIPE, show_default=True, help="Tool options and constraint.")
@click.option(
    "--seeds", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Placements 1 to N."
)
@click.option(
    "--bytes",
    "data_bytes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Bytes of data in one repeat.  [default: about a minute of simulation]",
)
@click.option(
    "--repeats", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Repeats with other data."
)
@click.option("--data-seed", type=int, default=1, show_default=True, help="Seed of the pseudo-random data.")
@click.option("--unknown", is_flag=True, help="Above the clock, capture late data as X instead of the old value.")
@click.option("--paths", is_flag=True, help="Show the path that fails first and the slowest one, cell by cell.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Number of parallel jobs.  [default: processors]")
@trust
@as_json
def clock(
    *,
    core: str,
    device: str,
    recipe: str,
    seeds: int,
    data_bytes: int | None,
    repeats: int,
    data_seed: int,
    unknown: bool,
    paths: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Find the highest clock at which the placed CORE hashes pseudo-random data correctly, to 0.1 MHz.

    Each placement is simulated with its routed delays at a slow clock; the last change at any register gives the
    clock. Simulations at that clock, without a wrong capture, and 0.1 MHz above, with one, confirm it. The clock is
    not the limit of a chip: it only leaves out the paths that the data never use. Results are stored in
    results/clock/; docs/clock.md explains them.

    \b
    Examples:
      fairhash clock sha-256/highspeed --device ecp5-85k-8
      fairhash clock blake-32/highspeed --device ecp5-85k-8 --seeds 10 --bytes 3000000 --repeats 30
    """
    chosen = resolve_core(core)
    target = require_routable(chosen, find_device(device))
    data = ClockData(data_bytes, repeats, data_seed, unknown)
    with ProgressDisplay("clock") as sweep:
        clocks = measure_clocks(chosen, target, find_recipe(recipe), range(1, seeds + 1), data, sweep, jobs=jobs)
    if as_json:
        print_json([one.model_dump(mode="json") for one in clocks])
        return
    click.echo(clock_table(clocks).to_text())
    lines = summary_lines(clocks)
    for one in clocks if paths else ():
        lines += [f"seed {one.seed}", *path_lines(one)]
    for line in lines:
        click.echo(line)
