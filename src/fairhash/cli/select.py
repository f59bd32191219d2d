# SPDX-License-Identifier: Apache-2.0
"""The verb that chooses each core's recipe by the common rule."""

import click

from fairhash.base import paths
from fairhash.bench.implementing import count_synthesis
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.console.names import FPGA
from fairhash.console.output import as_json, print_json, print_wrapped
from fairhash.console.progress import ProgressDisplay
from fairhash.figures.recipe_choice import choice_table, choices, missing_runs, write_choices
from fairhash.results.reader import read_results
from fairhash.results.synthesis_counts import add_counts


@click.command()
@click.option("--device", "device_names", type=FPGA, multiple=True, help="Only this FPGA; may be repeated.")
@click.option("--synthesise", is_flag=True, help="Synthesise what the rule needs, and store the counts.")
@click.option("--write", is_flag=True, help="Write the choices to results/selection/.")
@as_json
def select(*, device_names: tuple[str, ...], synthesise: bool, write: bool, as_json: bool) -> None:
    """Show by which recipe each core is shown on each FPGA, with the figures of all, and what must still be run.

    All recipes of the rule are synthesised, the two of fewest cells placed with three seeds, and the better one is the
    choice. The choice is made from the committed results. With --synthesise missing netlists are mapped, which takes
    seconds to minutes each; their counts are stored in results/synthesis/. Nothing is placed.

    \b
    Examples:
      fairhash select --device ecp5-85k-8
      fairhash select --device gw2a-18c --synthesise --write
    """
    results = read_results("committed")
    selected = [find_device(name).id for name in device_names]
    if synthesise:
        for need in missing_runs(choices(results)):
            if need.stage == "synthesis" and need.device in (selected or [need.device]):
                with ProgressDisplay("select") as sweep:
                    name = f"{need.core} by {need.recipe} on {need.device}"
                    sweep.started(name)
                    counts = count_synthesis(find_core(need.core), find_device(need.device), find_recipe(need.recipe))
                    sweep.finished(name, counts.reason or "ok", fresh=True)
                add_counts(paths.results() / "synthesis", [counts])
    every = choices(results)
    if write:
        write_choices(every, paths.results() / "selection")
    chosen = [choice for choice in every if choice.selection.device in (selected or [choice.selection.device])]
    if as_json:
        print_json([{"device": choice.selection.device, **choice.data()} for choice in chosen])
        return
    table = choice_table(chosen)
    print_wrapped(
        [column.heading for column in table.columns], [[cell or "" for cell in row] for row in table.rows], whole=3
    )
