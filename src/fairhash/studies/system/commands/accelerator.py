# SPDX-License-Identifier: Apache-2.0
"""The commands `system accelerator`, which writes the VHDL, and `system accelerator-area`, its area and clock."""

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
from fairhash.external.resolve_core import resolve_core
from fairhash.results.accelerator_areas import store_accelerator_area
from fairhash.studies.system.accelerator import (
    BUS_WIDTHS,
    DEFAULT_BUFFER_BYTES,
    MOST_CORES,
    Accelerator,
    default_bus_bits,
    write_accelerator,
)
from fairhash.studies.system.accelerator_area import area_record, measure_area
from fairhash.toolchain import reaper


@click.command()
@click.argument("core", type=CORE)
@click.option("--cores", type=click.IntRange(1, MOST_CORES), required=True, metavar="N", help="Copies of the core.")
@click.option(
    "--to", "folder", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="DIR", help="New folder."
)
@click.option(
    "--bus-bits",
    type=click.Choice([str(width) for width in BUS_WIDTHS]),
    help="Width of both streams.  [default: the least that can feed all cores]",
)
@click.option(
    "--buffer-bytes",
    type=int,
    default=DEFAULT_BUFFER_BYTES,
    show_default=True,
    metavar="BYTES",
    help="Size of each message buffer, a power of two.",
)
def accelerator(*, core: str, cores: int, folder: Path, bus_bits: str | None, buffer_bytes: int) -> None:
    """Write the sources of an accelerator: N copies of CORE that share two AXI4-Stream ports.

    CORE is a core of the catalogue, or the description file of an external core (docs/accelerator.md says which ones).
    `files.txt` in DIR lists the sources in compile order. docs/accelerator.md describes the packets on the ports.

    \b
    Examples:
      fairhash system accelerator keccak-256/highspeed --cores 8 --to accelerator
      fairhash system accelerator sha-256/highspeed --cores 2 --bus-bits 64 --to accelerator
    """
    resolved = resolve_core(core)
    width = int(bus_bits) if bus_bits else default_bus_bits(resolved, cores)
    chosen = Accelerator(resolved, cores, width, buffer_bytes)
    written = write_accelerator(chosen, folder)
    count = len(written.vhdl) + len(written.verilog)
    click.echo(f"Written: {count} sources in {folder}, top entity {chosen.top}, bus of {width} bits")


@click.command("accelerator-area")
@click.argument("core", type=CORE)
@click.option("--cores", type=click.IntRange(1, MOST_CORES), required=True, metavar="N", help="Copies of the core.")
@click.option("--device", type=FPGA, default="ecp5-85k-8", show_default=True)
@click.option("--recipe", type=RECIPE, default="default", show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of the placement.")
@click.option("--place/--no-place", "placed", default=True, show_default=True, help="Also place and route.")
@click.option(
    "--limit",
    "limit_s",
    type=click.IntRange(1, 10**7),
    default=3600,
    show_default=True,
    metavar="S",
    help="CPU seconds.",
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
    with tempfile.TemporaryDirectory(prefix=".accelerator-area.", dir=reaper.temporary_folder()) as folder:
        place_seed = seed if placed else None
        area = measure_area(chosen, find_device(device), options, place_seed, Path(folder))
        row = area_record(chosen, options, place_seed, area, Path(folder))
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
