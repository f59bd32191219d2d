# SPDX-License-Identifier: Apache-2.0
"""The commands of `export`: our cores as Verilog, as FuseSoC packages, or as packages of components."""

from pathlib import Path

import click

from fairhash.catalog.cores import all_cores, find_core
from fairhash.catalog.port_roles import Kind
from fairhash.console.names import CORE
from fairhash.features.package.component import BUS_BITS, find_component
from fairhash.features.package.package import write_package
from fairhash.studies.external.export import export_fusesoc, export_verilog

HELP_SECTION = "Start"


@click.group()
def export() -> None:
    """Write our cores for other designs: behind AXI with all that a design needs, as plain Verilog, or for FuseSoC.

    \b
    Examples:
      fairhash export package sha-256/highspeed --to sha256
      fairhash export verilog sha-256/highspeed --to sha256.v
      fairhash export fusesoc --to packages
    """


@export.command()
@click.argument("core", type=CORE)
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, metavar="DIR", help="A new folder.")
@click.option(
    "--width",
    type=click.Choice([str(bits) for bits in BUS_BITS]),
    default=str(BUS_BITS[0]),
    show_default=True,
    help="Bits of tdata of the AXI4-Stream ports.",
)
@click.option(
    "--clocks",
    type=click.Choice(["one", "two"]),
    default="one",
    show_default=True,
    help="two: the core has a clock of its own. Cores with io_clk faster than clk always have.",
)
def package(*, core: str, folder: Path, width: str, clocks: str) -> None:
    """Write CORE behind AXI4-Stream and behind AXI4-Lite, with testbenches, driver, constraints and a page, to DIR.

    The folder needs no FairHash. CORE may be called by any algorithm that it computes.

    \b
    Examples:
      fairhash export package sha-256/highspeed --to sha256
      fairhash export package sha3-256/lightweight --width 64 --clocks two --to sha3
    """
    component = find_component(core, int(width), clocks == "two")
    written = write_package(component, folder)
    click.echo(f"Written: {len(written)} files in {folder}; start with {folder / 'README.md'}")


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
