# SPDX-License-Identifier: Apache-2.0
"""The command `system accelerator-area`: area and clock of an accelerator on an FPGA."""

import tempfile
from pathlib import Path

import click

from fairhash.base import paths
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipe import Timeouts
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.console.names import CORE, FPGA, RECIPE
from fairhash.console.output import print_table
from fairhash.results.accelerator_areas import store_accelerator_area
from fairhash.studies.system.accelerator import MOST_CORES, Accelerator, default_bus_bits
from fairhash.studies.system.accelerator_area import area_record, measure_area


@click.command("accelerator-area")
@click.argument("core", type=CORE)
@click.option("--cores", type=click.IntRange(1, MOST_CORES), required=True, metavar="N", help="Copies of the core.")
@click.option("--device", type=FPGA, default="ecp5-85k-8", show_default=True)
@click.option("--recipe", type=RECIPE, default="default", show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of the placement.")
@click.option("--place/--no-place", "placed", default=True, show_default=True, help="Also place and route.")
@click.option(
    "--limit", "limit_s", type=click.IntRange(min=1), default=3600, show_default=True, metavar="S", help="CPU seconds."
)
@click.option("--store/--no-store", default=False, show_default=True, help="Store the outcome in results/accelerators.")
def accelerator_area(
    *, core: str, cores: int, device: str, recipe: str, seed: int, placed: bool, limit_s: int, store: bool
) -> int:
    """Synthesise, place and route an accelerator of N copies of CORE.

    The bus is the least wide one that can feed all cores, and the buffers have 8 KB. --limit holds for each tool. The
    netlist is not checked against known answers. `fairhash paper E` shows stored outcomes.

    \b
    Examples:
      fairhash system accelerator-area keccak-256/highspeed --cores 2
      fairhash system accelerator-area simd-256/highspeed --cores 4 --recipe best --no-place --store
    """
    resolved = find_core(core)
    chosen = Accelerator(resolved, cores, default_bus_bits(resolved, cores))
    limits = Timeouts(synthesis_s=limit_s, place_s=limit_s)
    options = find_recipe(recipe).model_copy(update={"timeouts": limits})
    with tempfile.TemporaryDirectory(prefix=".accelerator-area.", dir=paths.build()) as folder:
        area = measure_area(chosen, find_device(device), options, seed, Path(folder), placed=placed)
        row = area_record(chosen, options, seed, area, Path(folder))
    if store:
        store_accelerator_area(paths.results(), device, row)
    synthesis, placement = area.synthesis, area.placement
    rows: list[tuple[object, ...]] = [("bus bits", chosen.bus_bits), ("synthesis", synthesis.status)]
    rows += [(f"cells {kind}", count) for kind, count in sorted(synthesis.cells.items())]
    rows.append(("flip-flops", synthesis.flip_flops))
    if placement:
        mhz = f"{placement.effective_mhz:.1f}" if placement.effective_mhz else "-"
        rows += [("placement", placement.status), ("area cells", placement.area), ("clock MHz", mhz)]
    print_table(("measure", "value"), rows)
    reason = synthesis.reason or (placement.reason if placement else "")
    if reason:
        click.echo(f"reason: {reason}")
    return 1 if reason else 0
