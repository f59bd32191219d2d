# SPDX-License-Identifier: Apache-2.0
"""The command `system accelerator`: writes the VHDL of an accelerator."""

from pathlib import Path

import click

from fairhash.console.names import CORE
from fairhash.external.resolve_core import resolve_core
from fairhash.studies.system.accelerator import (
    BUS_WIDTHS,
    DEFAULT_BUFFER_BYTES,
    MOST_CORES,
    Accelerator,
    default_bus_bits,
    write_accelerator,
)


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
