# SPDX-License-Identifier: Apache-2.0
"""The verb that takes cores through every check there is, one after the other."""

from pathlib import Path

import click

from fairhash import paths
from fairhash.analysis import ladder_page as page
from fairhash.cli.names import CORE, FPGA
from fairhash.cli.output import as_json, print_json, print_table
from fairhash.cli.progress import Sweep
from fairhash.results.ladder import Folder
from fairhash.runs import ladder as climbing
from fairhash.runs import ladder_steps, standing


@click.command()
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE]...")
@click.option(
    "--device",
    "devices",
    type=FPGA,
    multiple=True,
    help="Check the netlist for this FPGA; may be repeated.  [default: ecp5-85k-8]",
)
@click.option("--page", "file", type=click.Path(path_type=Path), metavar="FILE.md", help="Write the table there.")
@click.option("--only-stored", is_flag=True, help="Run nothing: show what was kept.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="So many at a time.  [default: all processors]")
@as_json
def ladder(
    *,
    cores: tuple[str, ...],
    devices: tuple[str, ...],
    file: Path | None,
    only_stored: bool,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Climb each CORE's whole ladder, by default that of every highspeed core.

    The steps are model, answers, modes, vhdl and netlist, each a gate for the next; docs/ladder.md says what each
    proves. Every outcome is kept in results/ladder/ as it comes, and what passed is not run again until the core, the
    testbench, the models or a tool change: an interrupted call goes on where it stopped. A verdict on a netlist is
    taken from results/ where one is of the same sources; otherwise the netlists for --device are synthesised.

    A core that fails does not hold up the others. The exit status is 1 if any step failed or could not be run. The page
    always has all cores, whichever are climbed.

    \b
    Examples:
      fairhash ladder
      fairhash ladder sha-512/highspeed --device ice40-hx8k
      fairhash ladder --only-stored --page docs/ladder.md
    """
    chosen, folder = standing.chosen(cores), Folder(paths.results() / "ladder")
    if not only_stored:
        ground = ladder_steps.Ground.here()
        ladders = [ladder_steps.steps_of(core, ground, devices) for core in chosen]
        with Sweep("ladder") as sweep:
            climbing.climb(ladders, folder, sweep, jobs)
    if file:
        page.write(standing.ladders(standing.shown(folder), folder), file)
    found = standing.ladders(chosen, folder)
    missed = page.missed(found)
    if as_json:
        print_json(page.data(found))
    else:
        print_table(page.header(), page.rows(found))
        for line in (*missed, page.summary(found)):
            click.echo(line)
    return 1 if missed else 0
