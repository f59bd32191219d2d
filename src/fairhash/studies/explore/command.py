# SPDX-License-Identifier: Apache-2.0
"""The command `explore`: searches for a core's best recipe."""

from pathlib import Path

import click

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.catalog.targets import find_device
from fairhash.console.names import CORE, FPGA
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressDisplay
from fairhash.console.results import area as area_option
from fairhash.figures.measures import AreaMeasure
from fairhash.studies.explore import STRATEGIES, objectives, session

HELP_SECTION = "Measure"

_STRATEGIES = "\b\nStrategies:\n" + "\n".join(f"  {one.name:18} {one.about}" for one in STRATEGIES.values())


@click.command(epilog=_STRATEGIES)
@click.argument("cores", type=CORE, nargs=-1, required=True, metavar="CORE...")
@click.option("--device", type=FPGA, default="ecp5-85k-8", show_default=True, help="The FPGA.")
@click.option(
    "--strategy", type=click.Choice(list(STRATEGIES)), default="tpe", show_default=True, help="The search strategy."
)
@click.option(
    "--objective",
    type=click.Choice(list(objectives())),
    default="throughput-per-area",
    show_default=True,
    help="The figure to optimise.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    metavar="N",
    help="Maximum number of place-and-route runs of one search.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="Seed of the search and of the placer.",
)
@click.option(
    "--confirm",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Also run the best recipe and the start of the search with N new seeds.",
)
@click.option(
    "--write-recipe",
    "recipe_file",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="Write the best recipe to this file.",
)
@click.option(
    "--anneal", is_flag=True, help="Refine every placement by simulated annealing before it is routed (ECP5)."
)
@area_option
@as_json
def explore(
    *,
    cores: tuple[str, ...],
    device: str,
    strategy: str,
    objective: str,
    budget: int,
    seed: int,
    confirm: int,
    recipe_file: Path | None,
    anneal: bool,
    area: AreaMeasure,
    as_json: bool,
) -> int:
    """Search for the tool options or seed that give CORE its best figure on an FPGA.

    Each search starts with the default point of the family's search space and makes at most --budget runs. Every run is
    stored: repeating a search starts no tool, and an interrupted search can be continued by the same command. A run
    that failed, or whose netlist gave a wrong answer, is never the best; equally good runs are reported as a tie. The
    exit status is 1 if every run of a CORE failed.

    With --anneal the search asks how fast the core can be made, at two to four times the time. Its results, like those
    of every search, enter no ranking.

    Trying many recipes biases the best result upward: --confirm measures how much of the gain remains with new seeds.

    \b
    Examples:
      fairhash explore sha-256/highspeed --strategy placement-search --budget 5
      fairhash explore sha-256/highspeed --budget 30 --objective throughput --confirm 5
      fairhash explore keccak-512/highspeed --anneal --strategy placement-search --budget 3
    """
    target = find_device(device)
    if recipe_file and len(cores) > 1:
        raise FairhashError("one file for the recipes of several cores", str(recipe_file), "search for one core")
    with ProgressDisplay("explore") as sweep:
        sessions = [
            session.run(
                session.SearchRequest(
                    find_core(name), target, strategy, objective, budget, seed, confirm, area, anneal
                ),
                session.implement_through_store(sweep),
            )
            for name in cores
        ]
    if as_json:
        print_json([one.data() for one in sessions])
    else:
        for one in sessions:
            _print(one)
    if recipe_file and sessions[0].best_recipe:
        session.write_recipe(sessions[0].best_recipe, recipe_file)
    return 0 if all(one.search_result.best for one in sessions) else 1


def _print(one: session.SearchSession) -> None:
    request = one.request
    click.echo(f"{request.core.name} on {request.device.id}: {request.strategy} for {request.objective}")
    print_table(one.header(), one.rows())
    click.echo(one.verdict())
    if one.confirmation:
        click.echo(one.confirmation.text())
    click.echo()
