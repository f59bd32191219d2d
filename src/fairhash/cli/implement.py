# SPDX-License-Identifier: Apache-2.0
"""The commands `implement` and `report`: measure area and clock, and show the results."""

from pathlib import Path

import click

from fairhash.bench import implement as implement_all
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_target
from fairhash.console.names import CORE, DEVICE, JOBS, RECIPE
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.console.results import area as area_option
from fairhash.console.results import only, print_results
from fairhash.console.trust import report_isolation, trust
from fairhash.external.resolve_core import resolve_core
from fairhash.figures.figures import ESTIMATE
from fairhash.figures.measures import AreaMeasure
from fairhash.results.reader import Source, read_results


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
@JOBS
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
    report_isolation(chosen, scheduler)
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
@area_option
@as_json
def report(*, only: Source | None, area: AreaMeasure, as_json: bool) -> None:
    """Print the tables of all stored results, one for each device and recipe.

    \b
    Examples:
      fairhash report
      fairhash report --only committed --area luts
    """
    results = read_results(only)
    if as_json:
        print_json([result.model_dump(mode="json") for result in results])
    else:
        print_results(results, area)
