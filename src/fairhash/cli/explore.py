# SPDX-License-Identifier: Apache-2.0
"""The command `explore`: searches for a core's best recipe, and compares search strategies."""

from pathlib import Path

import click

from fairhash import paths
from fairhash.analysis.measures import AreaMeasure
from fairhash.catalog.cores import find_core
from fairhash.catalog.targets import find_device
from fairhash.cli.area import area as area_option
from fairhash.cli.names import CORE, FPGA
from fairhash.cli.output import as_json, print_json, print_table
from fairhash.cli.progress import ProgressDisplay
from fairhash.errors import FairhashError
from fairhash.explore import STRATEGIES, comparison, comparison_page, objectives, session
from fairhash.explore.recipe_file import write_recipe

_STRATEGIES = "\b\nStrategies:\n" + "\n".join(f"  {one.name:18} {one.about}" for one in STRATEGIES.values())


@click.command(epilog=_STRATEGIES)
@click.argument("cores", type=CORE, nargs=-1, metavar="CORE...")
@click.option("--device", type=FPGA, default=comparison.DEVICE, show_default=True, help="The FPGA.")
@click.option(
    "--strategy", type=click.Choice(list(STRATEGIES)), default="tpe", show_default=True, help="The search strategy."
)
@click.option(
    "--objective",
    type=click.Choice(list(objectives())),
    default=comparison.OBJECTIVE,
    show_default=True,
    help="The figure to optimise.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=comparison.BUDGET,
    show_default=True,
    metavar="N",
    help="Maximum number of place-and-route runs of one search.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=1),
    default=comparison.SEED,
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
    "--recipe",
    "recipe_file",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="Write the best recipe to this file.",
)
@click.option(
    "--anneal", is_flag=True, help="Refine every placement by simulated annealing before it is routed (ECP5)."
)
@click.option("--compare", is_flag=True, help="Run all strategies and compare them.")
@click.option(
    "--page", "file", type=click.Path(path_type=Path), metavar="FILE.md", help="Write the comparison to this file."
)
@click.option("--only-stored", is_flag=True, help="With --compare: use stored runs only.")
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
    compare: bool,
    file: Path | None,
    only_stored: bool,
    area: AreaMeasure,
    as_json: bool,
) -> int:
    """Search for the tool options, requested clock or seed that give CORE its best figure on an FPGA.

    Each search starts with the default point of the family's search space and makes at most --budget runs. Every run is
    stored: repeating a search starts no tool, and an interrupted search can be continued by the same command. A run
    that failed, or whose netlist gave a wrong answer, is never the best; equally good runs are reported as a tie. The
    exit status is 1 if every run failed.

    With --anneal the search asks how fast the core can be made, at two to four times the time. Its results, like those
    of every search, enter no ranking.

    Trying many recipes biases the best result upward: --confirm measures how much of the gain remains with new seeds.

    With --compare all strategies search with the same budget, by default for the four cores of the
    site's comparison. The runs are stored in results/explore/.

    \b
    Examples:
      fairhash explore sha-256/highspeed --strategy placement-search --budget 5
      fairhash explore sha-256/highspeed --budget 30 --objective throughput --confirm 5
      fairhash explore keccak-512/highspeed --anneal --strategy placement-search --budget 3
      fairhash explore --compare --only-stored --page build/searches.md
    """
    target = find_device(device)
    if compare and anneal:
        raise FairhashError("the comparison of strategies does not anneal", "--anneal", "omit --compare or --anneal")
    if compare:
        conditions = comparison.make_conditions(
            [find_core(name) for name in cores], target, objectives(area)[objective], budget, seed
        )
        return _compare(conditions, file, only_stored, as_json)
    if not cores:
        raise FairhashError("no core to search for", "", "name one, e.g. sha-256/highspeed")
    if recipe_file and len(cores) > 1:
        raise FairhashError("one file for the recipes of several cores", str(recipe_file), "search for one core")
    with ProgressDisplay("explore") as sweep:
        sessions = [
            session.run(
                session.Request(find_core(name), target, strategy, objective, budget, seed, confirm, area, anneal),
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
        write_recipe(sessions[0].best_recipe, recipe_file)
    return 0 if all(one.search_result.best for one in sessions) else 1


def _print(one: session.Session) -> None:
    request = one.request
    click.echo(f"{request.core.name} on {request.device.id}: {request.strategy} for {request.objective}")
    print_table(one.header(), one.rows())
    click.echo(one.verdict())
    if one.confirmation:
        click.echo(one.confirmation.text())
    click.echo()


def _compare(conditions: comparison.Conditions, file: Path | None, only_stored: bool, as_json: bool) -> int:
    folder = comparison.ComparisonFolder(paths.results() / "explore")
    with ProgressDisplay("explore") as sweep:
        implement = None if only_stored else session.implement_through_store(sweep)
        compared = comparison.compare(conditions, folder.read(), implement, folder.save)
    if file:
        comparison_page.write(compared, file)
    if as_json:
        print_json(comparison_page.data(compared))
    else:
        for core in compared.search_results:
            click.echo(core)
            print_table(comparison_page.header(compared), comparison_page.rows(compared, core))
            click.echo(comparison_page.verdict(compared, core))
    searches = [result for by_strategy in compared.search_results.values() for result in by_strategy.values()]
    return 0 if any(result and result.best for result in searches) else 1
