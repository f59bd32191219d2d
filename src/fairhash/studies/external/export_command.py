# SPDX-License-Identifier: Apache-2.0
"""The commands of `export`: our cores as Verilog or as FuseSoC packages."""

from pathlib import Path

import click

from fairhash.catalog.cores import all_cores, find_core
from fairhash.catalog.external_core import Kind
from fairhash.console.names import CORE
from fairhash.studies.external.export import export_fusesoc, export_verilog

HELP_SECTION = "Start"


@click.group()
def export() -> None:
    """Write our cores as plain Verilog or as FuseSoC packages.

    \b
    Examples:
      fairhash export verilog sha-256/highspeed --to sha256.v
      fairhash export fusesoc --to packages
    """


@export.command()
@click.argument("core", type=CORE)
@click.option("--to", "out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file to write.")
@click.option(
    "--ports",
    type=click.Choice(["fairhash", "axi-stream", "fifo"]),
    default="fairhash",
    show_default=True,
    help="Kind of ports of the top module.",
)
def verilog(*, core: str, out: Path, ports: Kind) -> None:
    """Write CORE as one file of plain Verilog, with its generics applied.

    \b
    Examples:
      fairhash export verilog sha-256/highspeed --to sha256.v
      fairhash export verilog sha-256/highspeed --ports axi-stream --to sha256_axis.v
    """
    top = export_verilog(find_core(core), ports, out)
    click.echo(f"Written: {out}, top module {top}")


@export.command()
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE...]")
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The folder.")
def fusesoc(*, folder: Path, cores: tuple[str, ...]) -> None:
    """Write CORE, or all cores, as FuseSoC packages to DIR, which `fusesoc library add` can add.

    \b
    Example:
      fairhash export fusesoc --to packages
      fusesoc --cores-root packages run --target sim fairhash:sha2:sha-256-highspeed
    """
    chosen = [find_core(name) for name in cores] or list(all_cores().values())
    written = export_fusesoc(chosen, folder)
    click.echo(f"Written: {len(written)} packages in {folder}")
