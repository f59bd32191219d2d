# SPDX-License-Identifier: Apache-2.0
"""The commands `implement` and `report`: measure area and clock, and show the results."""

from pathlib import Path

import click

from fairhash.analysis import report as pages
from fairhash.analysis.figures import ESTIMATE, OWN_BEST
from fairhash.analysis.measures import AreaMeasure
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_target
from fairhash.cli.area import area as area_option
from fairhash.cli.names import CORE, DEVICE, RECIPE
from fairhash.cli.only import only
from fairhash.cli.output import as_json, print_json
from fairhash.cli.progress import ProgressDisplay
from fairhash.cli.result_table import print_results
from fairhash.cli.trust import trust
from fairhash.external.resolve_core import resolve_core
from fairhash.results.reader import Source, read_results
from fairhash.runs import implement as implement_all


@click.command()
@click.argument("cores", type=CORE, nargs=-1, required=True, metavar="CORE...")
@click.option("--device", type=DEVICE, help="The FPGA or cell library, e.g. ecp5-85k-8, ice40-hx8k, osu018.")
@click.option(
    "--liberty",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Liberty file of another cell library; may be repeated. --device sets its id.",
)
@click.option(
    "--dont-use", multiple=True, metavar="CELL", help="Cell that must not be used; * matches any text; may be repeated."
)
@click.option(
    "--recipe",
    type=RECIPE,
    default=DEFAULT_RECIPE,
    show_default=True,
    help="Tool options and clock constraint.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=5,
    metavar="N",
    help="Run seeds 1 to N; cell libraries and estimates have no seeds.  [default: 5]",
)
@click.option("--again", is_flag=True, help="Repeat runs whose stored result is a failure.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Number of parallel jobs.  [default: number of processors]"
)
@click.option("--scheduler", metavar="ADDRESS", help="Run on the workers of this Dask scheduler, e.g. tcp://host:8786.")
@trust
@area_option
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
) -> int:
    """Synthesise each CORE, check the netlist against known answers, and place and route it once per seed.

    An estimate (e.g. virtex5-estimate) maps the core to a family that no open tool can place: its result has an area
    but no clock and is never ranked. A device of a vendor's tool (e.g. vivado-xc7a100t-1) needs that tool on PATH.

    For a standard-cell library the netlist is instead mapped for several delay targets, timed and simulated; the area
    is in NAND2 equivalents (GE).

    A stage whose inputs are unchanged is taken from the store. If a core does not fit or cannot be routed, its result
    records that. The exit status is 1 if no result is good: none can be ranked, and none is an estimate.

    \b
    Examples:
      fairhash implement sha-512/highspeed --device ecp5-85k-8
      fairhash implement sha-256/highspeed keccak-256/highspeed --device ice40-hx8k --seeds 3
      fairhash implement keccak-512/highspeed --device osu018
      fairhash implement sha-256/highspeed --device virtex5-estimate
      fairhash implement keccak-512/highspeed --device ecp5-85k-8 --scheduler tcp://head:8786
      fairhash implement keccak-512/highspeed --liberty sky130_fd_sc_hd__tt_025C_1v80.lib
    """
    chosen = [resolve_core(name) for name in cores]
    target = find_target(device, liberty, dont_use)
    with ProgressDisplay("implement") as sweep:
        results = implement_all(
            cores=chosen,
            target=target,
            recipe=find_recipe(recipe),
            seeds=range(1, seeds + 1),
            progress=sweep,
            retry_failed=again,
            jobs=jobs,
            scheduler=scheduler,
        )
    if as_json:
        print_json([result.model_dump(mode="json") for result in results])
    else:
        print_results(results, area)
    return 0 if any(result.ranked or result.status == ESTIMATE for result in results) else 1


@click.command()
@only
@click.option(
    "--to", type=click.Path(path_type=Path), metavar="DIR", help="Folder for the pages.  [default: build/report]"
)
@click.option(
    "--picture", type=click.Path(path_type=Path), metavar="FILE.svg", help="Write only one chart, to this file."
)
@click.option("--page", type=click.Path(path_type=Path), metavar="FILE.md", help="Write only the tables, to this file.")
@click.option(
    "--estimates",
    type=click.Path(path_type=Path),
    metavar="FILE.md",
    help="Write only the estimated areas, to this file.",
)
@click.option(
    "--digest-bits", type=int, default=512, help="Digest size of the cores in the chart, in bits.  [default: 512]"
)
@click.option(
    "--recipe",
    type=RECIPE,
    default=OWN_BEST,
    help="Only results of this recipe.  [default: the recipe chosen for each core]",
)
@area_option
@as_json
def report(
    *,
    only: Source | None,
    to: Path | None,
    picture: Path | None,
    page: Path | None,
    estimates: Path | None,
    digest_bits: int,
    recipe: str,
    area: AreaMeasure,
    as_json: bool,
) -> None:
    """Write HTML pages of all stored results, and print their table.

    The pages need no other files. Their data is written to the same folder as CSV and JSON Lines.

    \b
    Examples:
      fairhash report
      fairhash report --only committed --picture build/throughput-over-area-512.svg
      fairhash report --only committed --page build/measured.md
      fairhash report --estimates build/estimates.md
    """
    results = read_results(only)
    if picture:
        pages.write_chart(results, digest_bits, recipe, picture, area)
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
