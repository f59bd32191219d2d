# SPDX-License-Identifier: Apache-2.0
"""The command that shows areas of mapped netlists, without placement."""

from dataclasses import asdict
from pathlib import Path

import click

from fairhash.base import paths
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.console.names import CORE, FPGA, RECIPE, RESULTS
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.console.trust import trust
from fairhash.external.resolve_core import resolve_core
from fairhash.features.split_area.measure import split_area
from fairhash.features.split_area.record import FOLDER, add_splits
from fairhash.features.split_area.table import split_rows, split_table
from fairhash.figures.recipe_choice import ChosenRecipes
from fairhash.results.results_folder import ResultsFolder

HELP_SECTION = "Measure"


@click.command()
@click.argument("cores", type=CORE, nargs=-1, required=True, metavar="CORE...")
@click.option("--device", type=FPGA, required=True, help="The FPGA.")
@click.option("--recipe", type=RECIPE, help="How it is synthesised.  [default: the recipe of the core's figure]")
@RESULTS
@trust
@as_json
def area(*, cores: tuple[str, ...], device: str, recipe: str | None, folder: Path | None, as_json: bool) -> None:
    """Count the logic cells that each part of a core needs after mapping; nothing is placed.

    Control, datapath and shell are synthesised apart. Counts are stored in results/synthesis/split/ and made only once.
    The columns show logic cells needed of the parts, their sum, and the sum over the flattened core: what it costs that
    no logic is shared between the parts. docs/measures.md explains them.

    \b
    Examples:
      fairhash area sha-256/highspeed --device ecp5-85k-8
      fairhash area keccak-512/highspeed --device ice40-hx8k --recipe best
    """
    target = find_device(device)
    stored = ResultsFolder(folder or paths.results())
    choice = ChosenRecipes(stored)
    splits = []
    with ProgressDisplay("area") as sweep:
        for name in cores:
            core = resolve_core(name)
            used_recipe = find_recipe(recipe) if recipe is not None else choice(core.name, target.id)
            job = f"{core.name} by {used_recipe.name} on {target.id}"
            sweep.started(job)
            split_counts, fresh = split_area(core, target, used_recipe, stored.folder)
            sweep.finished(job, split_counts.reason or "ok", fresh=fresh)
            if fresh and not core.external:
                add_splits(stored.folder / "synthesis" / FOLDER, [split_counts])
            splits.append(split_counts)
    rows = split_rows(splits)
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    click.echo(split_table(rows).to_text())
