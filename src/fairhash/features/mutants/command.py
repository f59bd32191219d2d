# SPDX-License-Identifier: Apache-2.0
"""The command `mutants`: changes a netlist and counts the changes that the testbench notices."""

import click

from fairhash.bench.implementing import DEVICE
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.console.names import CORE, FPGA, RECIPE, FiniteRange
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressBar
from fairhash.features.mutants.campaign import Options
from fairhash.features.mutants.measure import mutants_folder, report_mutants, verdict
from fairhash.features.mutants.table import mutants_table, survivor_rows

HELP_SECTION = "Verify"


@click.command()
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE]...")
@click.option("--count", type=click.IntRange(min=1), default=400, show_default=True, help="Number of mutants.")
@click.option("--device", type=FPGA, default=DEVICE, show_default=True, help="FPGA whose netlist is changed.")
@click.option("--recipe", type=RECIPE, help="Recipe of the netlist; default: that of the committed results.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the mutants and of the stimulus.")
@click.option(
    "--budget",
    type=FiniteRange(min=1),
    default=60,
    show_default=True,
    metavar="S",
    help="CPU seconds for each sequential proof.",
)
@as_json
def mutants(
    *,
    cores: tuple[str, ...],
    count: int,
    device: str,
    recipe: str | None,
    seed: int,
    budget: float,
    as_json: bool,
) -> int:
    """Change one pin at a time of each CORE's netlist and count the changes that the testbench notices.

    Mutants that no mode kills are compared with the netlist by proof. The report is stored in results/mutants/; without
    a CORE the stored reports are shown. docs/mutants.md explains the method. The exit status is 1 if less than 99 % of
    the mutants that are not equivalent were killed, or a survivor has no explanation.

    \b
    Examples:
      fairhash mutants sha-256/highspeed
      fairhash mutants keccak-512/highspeed --count 1000 --device ice40-hx8k
      fairhash mutants
    """
    folder = mutants_folder()
    options = Options(count=count, seed=seed, budget_s=budget)
    chosen = find_recipe(recipe) if recipe is not None else None
    reports = []
    for name in cores:
        core = find_core(name)
        with ProgressBar(core.name) as bar:
            report = report_mutants(
                core,
                find_device(device),
                options,
                chosen,
                lambda part, bar=bar, name=name: bar.titled(f"{name}: {part}", 0, 1),  # type: ignore[misc]
            )
        folder.store(report)
        reports.append(report)
    shown = reports or folder.read()
    if as_json:
        print_json([report.model_dump(mode="json") for report in shown])
    else:
        click.echo(mutants_table(shown, folder).to_text())
        for row in survivor_rows(shown, folder):
            click.echo("  ".join(cell.strip("`") for cell in row if cell))
    failed = [(report, reason) for report in shown for result, reason in [verdict(report, folder)] if result == "fail"]
    if not as_json:
        for report, reason in failed:
            click.echo(f"{report.core} on {report.device}: {reason}")
    return 1 if failed else 0
