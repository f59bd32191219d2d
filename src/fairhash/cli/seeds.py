# SPDX-License-Identifier: Apache-2.0
"""The commands `seeds-needed` and `check-intervals`: how many seeds show that two cores differ, and whether few do."""

from dataclasses import asdict

import click

from fairhash.console.names import CORE, DEVICE, RECIPE
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.results import area as area_option
from fairhash.console.results import only
from fairhash.figures.difference import HELD_OUT, QUANTITIES, difference, held_out
from fairhash.figures.figures import MIN_SEEDS
from fairhash.figures.measures import AreaMeasure
from fairhash.results.reader import Source, read_results


@click.command()
@click.argument("first", type=CORE)
@click.argument("second", type=CORE)
@click.option("--device", type=DEVICE, required=True, help="The FPGA on which both were measured.")
@click.option("--recipe", type=RECIPE, help="Recipe of the results.  [default: the recipe chosen for each core]")
@click.option(
    "--quantity",
    type=click.Choice(list(QUANTITIES)),
    default="throughput-per-area",
    show_default=True,
    help="The figure to compare.",
)
@only
@area_option
@as_json
def seeds_needed(
    *,
    first: str,
    second: str,
    device: str,
    recipe: str | None,
    quantity: str,
    only: Source | None,
    area: AreaMeasure,
    as_json: bool,
) -> None:
    """Show whether the measured seeds prove that cores FIRST and SECOND differ, and how many seeds would.

    The command simulates comparisons with increasing numbers of seeds, drawn from the measured values, until 80 % of
    them show the difference: the 95 % confidence interval of the ratio of medians excludes 1. Each core needs at least
    three successful runs.

    \b
    Examples:
      fairhash seeds-needed sha-512/highspeed keccak-512/highspeed --device ecp5-85k-8
      fairhash seeds-needed sha-256/highspeed keccak-256/highspeed --device ecp5-85k-8 --recipe best
    """
    result = difference(read_results(only), (first, second), device, recipe, quantity, area)
    if as_json:
        print_json(result.data())
        return
    rows = [
        (
            figure.first.core,
            figure.first.recipe,
            *(f"{value:.4g}" for value in (one.median, one.lower, one.upper)),
            one.count,
        )
        for figure, one in zip(result.figures, result.spreads, strict=True)
    ]
    print_table([quantity, "recipe", "median", "lower", "upper", "seeds"], rows)
    click.echo(result.verdict())


@click.command()
@click.option(
    "--seeds",
    type=click.IntRange(2, 5),
    default=MIN_SEEDS,
    show_default=True,
    help="Seeds of each core from which a statement is made.",
)
@click.option(
    "--left-out",
    type=click.IntRange(1, 5),
    default=HELD_OUT,
    show_default=True,
    help="Seeds of each core that test the statement.",
)
@only
@area_option
@as_json
def check_intervals(*, seeds: int, left_out: int, only: Source | None, area: AreaMeasure, as_json: bool) -> None:
    """Show how often statements made from few seeds hold for seeds that were left out.

    Each pair of cores of one digest size, measured on one device by one recipe with enough seeds, is compared by three
    seeds of each (`--seeds`) in all possible ways. One core is stated to be ahead in throughput per area if the 95 %
    interval of the ratio excludes 1. The statement holds if the medians of two left-out seeds (`--left-out`) have the
    same order.

    \b
    Examples:
      fairhash check-intervals
      fairhash check-intervals --seeds 2 --left-out 1
    """
    table = held_out(read_results(only), area, seeds, left_out)
    if as_json:
        print_json([asdict(row) for row in table])
        return
    rows = [
        (
            f"{row.above:g} to {row.below:g}" if row.below else f"{row.above:g} or more",
            row.pairs,
            row.comparisons,
            row.stated,
            row.held,
            f"{row.held / row.stated:.1%}" if row.stated else "-",
        )
        for row in table
    ]
    print_table(["ratio of the medians", "pairs", "comparisons", "stated", "held", "share"], rows)
