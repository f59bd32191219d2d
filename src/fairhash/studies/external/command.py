# SPDX-License-Identifier: Apache-2.0
"""The command `bench`: verifies and measures an external core."""

from pathlib import Path

import click

from fairhash.base.errors import FairhashError
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_target
from fairhash.console.names import ALGORITHM, DEVICE, JOBS, RECIPE, ROOT
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.console.results import area as area_option
from fairhash.console.results import print_figures
from fairhash.console.trust import report_isolation, trust
from fairhash.external.resolve_core import resolve_core
from fairhash.figures.measures import LUTS, AreaMeasure
from fairhash.studies.external.bench_core import bench_core
from fairhash.studies.external.init_description import undescribed_core, write_description

HELP_SECTION = "Measure"


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--device", type=DEVICE, default="ecp5-85k-8", show_default=True, help="The FPGA.")
@click.option(
    "--recipe",
    type=RECIPE,
    help="Tool options and clock constraint.  [default: `default`, and the recipe that the rule for our cores chooses]",
)
@click.option("--seeds", type=click.IntRange(min=1), default=5, show_default=True, metavar="N", help="Seeds 1 to N.")
@JOBS
@click.option("--target", default="default", show_default=True, help="The target of a FuseSoC core.")
@click.option(
    "--init", "init", metavar="TOP", help="Write a description of the core with this top and the sources FILE..."
)
@click.option("--algorithm", type=ALGORITHM, help="What the core computes, for --init.  [default: guessed]")
@trust
@ROOT
@area_option
@as_json
def bench(
    *,
    files: tuple[str, ...],
    init: str | None,
    algorithm: str | None,
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
    or SystemVerilog, and have ports of many kinds, from AXI4-Stream to registers: see docs/bench-your-core.md. It runs
    through the same flow as our cores: all modes of the testbench, measurement of its cycles, check of its netlist,
    place and route once per seed. The exit status is 1 if anything failed.

    \b
    Examples:
      fairhash bench examples/sha256-verilog/bench.toml
      fairhash bench my.toml --device ice40-hx8k --seeds 3
      fairhash bench my.core --target synth
      fairhash bench --init my_top round.v my_top.v
    """
    if init is not None:
        sources = [Path(name) for name in files]
        undescribed = undescribed_core(init, sources)
        report_isolation([undescribed])
        for note in write_description(undescribed, sources, algorithm):
            click.echo(f"guessed: {note}")
        click.echo(f"written: {init}.toml; correct what is wrong, then: fairhash verify {init}.toml")
        return 0
    if len(files) > 1 or algorithm:
        what = "several files" if len(files) > 1 else "--algorithm"
        raise FairhashError(f"{what} without --init", "the command line", "see `fairhash bench --help`")
    (file,) = files
    core = resolve_core(file, target, root)
    report_isolation([core])
    formula = "measured" if core.external and core.external.measured_formula else "declared"
    if not as_json:
        click.echo(f"{core.name}: {core.formula.text(core.io_ratio)} cycles for N blocks, {formula}")
    chosen = find_target(device), find_recipe(recipe) if recipe is not None else None
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
