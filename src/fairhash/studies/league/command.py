# SPDX-License-Identifier: Apache-2.0
"""The command `league`: measures public cores, and shows them beside ours."""

from pathlib import Path

import click

from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_target
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.figures.figures import comparisons
from fairhash.results.reader import read_results
from fairhash.studies.league.entries import League, read_league
from fairhash.studies.league.measure import Attempt, measure_league
from fairhash.studies.league.record import LeagueRow, league_folder
from fairhash.studies.league.table import DEVICE, RECIPE, groups

HELP_SECTION = "Compare"


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--from",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Verify and measure the cores whose checkouts are DIR/owner/name. Without it only stored rows are shown.",
)
@click.option("--seeds", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Seeds 1 to N.")
@click.option("--verify-only", is_flag=True, help="Place nothing.")
@click.option(
    "--to",
    "stored",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the rows.  [default: results/league]",
)
@click.option(
    "--descriptions",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the descriptions.  [default: examples/league]",
)
@as_json
def league(
    *,
    names: tuple[str, ...],
    folder: Path | None,
    seeds: int,
    verify_only: bool,
    stored: Path | None,
    descriptions: Path | None,
    as_json: bool,
) -> int:
    """Verify and measure public cores by the recipe `best` on ecp5-85k-8, and show them beside ours.

    NAME is a description in examples/league/, without its ending; by default all. Sources of public cores are not in
    this repository: DIR/owner/name must be a checkout of each at the commit that its description names. For those that
    are missing the commands that make them are printed. Rows are stored in results/league/, marked foreign; they are in
    no ranking and no mean. The exit status is 1 if a core has no checkout of its commit, fails, or cannot be placed.

    \b
    Examples:
      fairhash league
      fairhash league --from ~/public
      fairhash league secworks-sha256-core --from ~/public --seeds 3
    """
    found, rows = read_league(descriptions), league_folder(stored)
    chosen = found.find(names)
    attempts: list[Attempt] = []
    if folder:
        with ProgressDisplay("league") as sweep:
            attempts = measure_league(
                chosen,
                folder,
                find_target(DEVICE),
                find_recipe(RECIPE),
                range(1, 1 if verify_only else seeds + 1),
                rows,
                sweep,
                None if as_json else _print_attempt,
            )
    shown = [row for row in rows.read_all() if row.name in {entry.name for entry in chosen}]
    if as_json:
        problems = {attempt.entry.name: attempt.problem for attempt in attempts if attempt.problem}
        print_json({"rows": [row.model_dump(mode="json") for row in shown], "problems": problems})
    else:
        _print_commands(attempts, folder)
        _print_tables(found, shown, {entry.description.algorithm for entry in chosen})
    return 0 if all(attempt.ok for attempt in attempts) else 1


def _print_attempt(attempt: Attempt) -> None:
    row = attempt.row
    if row is None:
        click.echo(f"{attempt.entry.name}: {attempt.problem}")
    elif row.reason:
        click.echo(f"{row.name}: {row.verified}, {row.seconds:.0f} s: {attempt.entry.with_cure(row.reason)}")
    else:
        click.echo(f"{row.name}: {row.verified}, {row.seconds:.0f} s, measured")


def _print_commands(attempts: list[Attempt], folder: Path | None) -> None:
    """The commands that make missing checkouts, each once."""
    missing: dict[str, None] = {}
    for attempt in attempts:
        if folder and attempt.entry.is_missing(folder):
            missing |= dict.fromkeys(attempt.entry.checkout_commands(folder))
    if missing:
        click.echo("\nFor the missing checkouts:")
        for command in missing:
            click.echo(command)


def _print_tables(found: League, rows: list[LeagueRow], algorithms: set[str]) -> None:
    """The table of each algorithm, with the sentence that says who is ahead."""
    for group in groups(found, rows, comparisons(read_results("committed"))):
        if group.algorithm in algorithms:
            click.echo(f"\n{group.algorithm} on {DEVICE}")
            click.echo(group.table().to_text())
            click.echo(group.sentence())
