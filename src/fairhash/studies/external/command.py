# SPDX-License-Identifier: Apache-2.0
"""The commands `bench`, which verifies and measures an external core, and `export`, which writes one of ours."""

from pathlib import Path

import click

from fairhash.catalog.cores import all_cores, find_core
from fairhash.catalog.external_core import Kind
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_target
from fairhash.console.names import CORE, DEVICE, RECIPE, ROOT
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.console.results import area as area_option
from fairhash.console.results import print_figures
from fairhash.console.trust import trust
from fairhash.external.resolve_core import resolve_core
from fairhash.figures.measures import LUTS, AreaMeasure
from fairhash.studies.external.bench_core import bench_core
from fairhash.studies.external.export import export_fusesoc, export_verilog


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--device", type=DEVICE, default="ecp5-85k-8", show_default=True, help="The FPGA.")
@click.option(
    "--recipe",
    type=RECIPE,
    help="Tool options and clock constraint.  [default: `default`, and the recipe that the rule for our cores chooses]",
)
@click.option("--seeds", type=click.IntRange(min=1), default=5, show_default=True, metavar="N", help="Seeds 1 to N.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Number of parallel jobs.  [default: number of processors]"
)
@click.option("--target", default="default", show_default=True, help="The target of a FuseSoC core.")
@trust
@ROOT
@area_option
@as_json
def bench(
    *,
    file: str,
    device: str,
    recipe: str | None,
    jobs: int | None,
    seeds: int,
    target: str,
    root: Path | None,
    area: AreaMeasure,
    as_json: bool,
) -> int:
    """Verify and measure the external core described in FILE, and compare it with our cores of the same algorithm.

    FILE is a description (*.toml), or a FuseSoC core (*.core) that lists one. The core may be written in VHDL, Verilog
    or SystemVerilog, and have our ports, AXI4-Stream or the papers' FIFO ports: see docs/bench-your-core.md. It runs
    through the same flow as our cores: all modes of the testbench, measurement of its cycles, check of its netlist,
    place and route once per seed. The exit status is 1 if anything failed.

    \b
    Examples:
      fairhash bench examples/sha256-verilog/bench.toml
      fairhash bench my.toml --device ice40-hx8k --seeds 3
      fairhash bench my.core --target synth
    """
    core = resolve_core(file, target, root)
    formula = "measured" if core.external and core.external.measured_formula else "declared"
    if not as_json:
        click.echo(f"{core.name}: {core.formula.text(core.io_ratio)} cycles for N blocks, {formula}")
    chosen = find_target(device), find_recipe(recipe) if recipe else None
    with ProgressDisplay("bench") as sweep:
        done = bench_core(
            core,
            *chosen,
            range(1, seeds + 1),
            sweep,
            jobs=jobs,
            on_report=None if as_json else lambda report: click.echo(report.text()),
        )
    if as_json:
        results = [result.model_dump(mode="json") for result in (*done.results, *done.catalogue_results)]
        print_json({"formula": formula, "verified": done.report.model_dump(mode="json"), "results": results})
        return 0 if done.ok else 1
    if done.results:
        click.echo()
        for measure in dict.fromkeys((area, LUTS) if done.chosen else (area,)):
            print_figures(done.figures(measure), done.results)
    if done.results and not done.catalogue_results:
        click.echo(f"No results of our cores of {core.algorithm} on {device} are stored.")
    return 0 if done.ok else 1


@click.group()
def export() -> None:
    """Write our cores as plain Verilog or as FuseSoC packages.

    \b
    Examples:
      fairhash export verilog sha-256/highspeed --out sha256.v
      fairhash export fusesoc packages
    """


@export.command()
@click.argument("core", type=CORE)
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file to write.")
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
      fairhash export verilog sha-256/highspeed --out sha256.v
      fairhash export verilog sha-256/highspeed --ports axi-stream --out sha256_axis.v
    """
    top = export_verilog(find_core(core), ports, out)
    click.echo(f"Written: {out}, top module {top}")


@export.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE...]")
def fusesoc(*, folder: Path, cores: tuple[str, ...]) -> None:
    """Write CORE, or all cores, as FuseSoC packages to DIR, which `fusesoc library add` can add.

    \b
    Example:
      fairhash export fusesoc packages
      fusesoc --cores-root packages run --target sim fairhash:sha2:sha-256-highspeed
    """
    chosen = [find_core(name) for name in cores] or list(all_cores().values())
    written = export_fusesoc(chosen, folder)
    click.echo(f"Written: {len(written)} packages in {folder}")
