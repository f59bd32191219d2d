# SPDX-License-Identifier: Apache-2.0
"""The command `nist`: NIST's three groups of tests through a core."""

from collections.abc import Sequence

import click

from fairhash.bench.routed import require_routable
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.console.names import CORE, FPGA, RECIPE
from fairhash.console.output import as_json, print_json
from fairhash.external.resolve_core import resolve_core
from fairhash.features.nist.measure import CHECKPOINTS, run_groups, run_placed_groups
from fairhash.features.nist.record import NistGroup
from fairhash.testbench.compiled import fast_engine

HELP_SECTION = "Verify"


@click.command()
@click.argument("cores", type=CORE, nargs=-1, required=True, metavar="CORE...")
@click.option("--placed", type=FPGA, metavar="DEVICE", help="Test the netlist placed and routed for this FPGA instead.")
@click.option("--recipe", type=RECIPE, default=DEFAULT_RECIPE, show_default=True, help="Recipe for that netlist.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of place and route.")
@click.option(
    "--checkpoints",
    type=click.IntRange(min=1),
    default=CHECKPOINTS,
    show_default=True,
    metavar="N",
    help="Digests of the Monte Carlo test; there are 1000 messages before each.",
)
@as_json
def nist(*, cores: tuple[str, ...], placed: str | None, recipe: str, seed: int, checkpoints: int, as_json: bool) -> int:
    """Run NIST's short, long and Monte Carlo messages (SHAVS) through each CORE of SHA-1 or SHA-2.

    Each digest is compared with the software model's. By default the RTL is simulated. Outcomes of placed netlists
    are stored in results/nist/. The exit status is 1 if a group failed.

    \b
    Examples:
      fairhash nist sha-1/counters
      fairhash nist sha-1/counters --placed ecp5-85k-8 --checkpoints 1
    """
    ok, data = True, []
    results: Sequence[NistGroup]
    for core in map(resolve_core, cores):
        if placed:
            device = require_routable(core, find_device(placed))
            results = run_placed_groups(core, device, find_recipe(recipe), seed, checkpoints).groups
        else:
            results = run_groups(core, fast_engine(core), checkpoints)
        ok = ok and not any(result.failure for result in results)
        data.append({"core": core.name, "placed": placed, "groups": [result.model_dump() for result in results]})
        if not as_json:
            click.echo(f"{core.name}, {f'placed on {placed}' if placed else 'RTL'}")
            for result in results:
                click.echo(f"  {result.group}: {result.failure or 'pass'}, {result.messages} messages")
    if as_json:
        print_json(data)
    return 0 if ok else 1
