# SPDX-License-Identifier: Apache-2.0
"""The verbs that measure area and clock and show what was measured."""

from pathlib import Path

import click

from fairhash.analysis import report as pages
from fairhash.analysis.figures import OWN_BEST
from fairhash.analysis.measures import AreaMeasure
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_target
from fairhash.cli.area import area as area_option
from fairhash.cli.database import database
from fairhash.cli.names import CORE, DEVICE, RECIPE
from fairhash.cli.output import as_json, print_json
from fairhash.cli.progress import Sweep
from fairhash.cli.results import print_results
from fairhash.external.resolved_core import any_core
from fairhash.results import Database
from fairhash.results.export import read_folder
from fairhash.runs import implement as implement_all


@click.command()
@click.argument("cores", type=CORE, nargs=-1, required=True, metavar="CORE...")
@click.option("--device", type=DEVICE, help="The FPGA or library of cells, e.g. ecp5-85k-8, ice40-hx8k, osu018.")
@click.option(
    "--liberty",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="A library of cells of your own; may be repeated. --device names it.",
)
@click.option(
    "--dont-use", multiple=True, metavar="CELL", help="Cells of it not to be taken, * for anything; may be repeated."
)
@click.option("--recipe", type=RECIPE, default=DEFAULT_RECIPE, show_default=True, help="Tools' options and constraint.")
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=5,
    metavar="N",
    help="Seeds 1 to N; not all devices have any.  [default: 5]",
)
@click.option("--again", is_flag=True, help="Run stored failures again.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="So many at a time.  [default: all processors]")
@click.option("--scheduler", metavar="ADDRESS", help="Run on the workers of this Dask scheduler, e.g. tcp://host:8786.")
@area_option
@database
@as_json
def implement(
    *,
    cores: tuple[str, ...],
    device: str | None,
    liberty: tuple[Path, ...],
    dont_use: tuple[str, ...],
    recipe: str,
    seeds: int,
    again: bool,
    jobs: int | None,
    scheduler: str | None,
    area: AreaMeasure,
    as_json: bool,
) -> None:
    """Synthesise each CORE, check the netlist against known answers, place and route it once per seed.

    An estimate (e.g. virtex5-estimate) maps to a family that no open tool places: an area and no clock, never ranked.
    A device of a vendor's tool (e.g. vivado-xc7a100t-1) needs that tool on PATH.

    On a library of standard cells the netlist is mapped for several delay targets, timed and simulated instead; the
    area is in NAND2 equivalents (GE).

    What was done before with the same content is taken from the store. A core that does not fit or does not route has
    a result that says so.

    \b
    Examples:
      fairhash implement sha-512/highspeed --device ecp5-85k-8
      fairhash implement sha-256/highspeed keccak-256/highspeed --device ice40-hx8k --seeds 3
      fairhash implement keccak-512/highspeed --device osu018
      fairhash implement sha-256/highspeed --device virtex5-estimate
      fairhash implement keccak-512/highspeed --device ecp5-85k-8 --scheduler tcp://head:8786
      fairhash implement keccak-512/highspeed --liberty sky130_fd_sc_hd__tt_025C_1v80.lib
    """
    chosen = [any_core(name) for name in cores]
    target = find_target(device, liberty, dont_use)
    with Sweep("implement") as sweep:
        results = implement_all(
            *(chosen, target, find_recipe(recipe), range(1, seeds + 1), sweep),
            again=again,
            jobs=jobs,
            scheduler=scheduler,
        )
    if as_json:
        print_json([result.model_dump(mode="json") for result in results])
    else:
        print_results(results, area)


@click.command()
@click.option("--from", "source", type=click.Path(path_type=Path), metavar="DIR", help="Use the *.jsonl files in DIR.")
@click.option("--to", type=click.Path(path_type=Path), metavar="DIR", help="Where to.  [default: build/report]")
@click.option("--picture", type=click.Path(path_type=Path), metavar="FILE.svg", help="Write one chart there instead.")
@click.option("--page", type=click.Path(path_type=Path), metavar="FILE.md", help="Write the tables there instead.")
@click.option(
    "--estimates", type=click.Path(path_type=Path), metavar="FILE.md", help="Write the estimated areas there instead."
)
@click.option("--digest-bits", type=int, default=512, help="Which cores that chart compares.  [default: 512]")
@click.option(
    "--recipe", type=RECIPE, default=OWN_BEST, help="Its results only.  [default: the one chosen for each core]"
)
@area_option
@database
@as_json
def report(
    *,
    source: Path | None,
    to: Path | None,
    picture: Path | None,
    page: Path | None,
    estimates: Path | None,
    digest_bits: int,
    recipe: str,
    area: AreaMeasure,
    as_json: bool,
) -> None:
    """Write the pages of all stored results, and print their table.

    The pages need nothing but themselves; the data they show lies beside them as CSV and JSON Lines.

    \b
    Examples:
      fairhash report
      fairhash report --from results --picture docs/images/throughput-over-area-512.svg
      fairhash report --from results --page docs/measured.md
      fairhash report --from results --estimates docs/estimates.md
    """
    results = read_folder(source) if source else Database().find()
    if picture:
        pages.write_picture(results, digest_bits, recipe, picture, area)
        written = picture
    elif page:
        pages.write_page(results, page, area)
        written = page
    elif estimates:
        pages.write_estimates(results, estimates)
        written = estimates
    else:
        written = pages.write(results, to, area)
    if as_json:
        print_json({"written": str(written), "results": [result.model_dump(mode="json") for result in results]})
        return
    print_results(results, area)
    click.echo(f"Written: {written}")
