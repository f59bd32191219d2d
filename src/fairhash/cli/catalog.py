# SPDX-License-Identifier: Apache-2.0
"""The commands `list` and `show`: the cores of the catalogue."""

import click

from fairhash.catalog.cores import all_cores, find_family
from fairhash.catalog.targets import find_target
from fairhash.console.names import ALGORITHM, CORE, DEVICE, FAMILY
from fairhash.console.output import as_json, print_json
from fairhash.console.results import only
from fairhash.console.trust import trust
from fairhash.external.resolve_core import resolve_core
from fairhash.figures.core_list import CoreFilter, core_table, listed_cores
from fairhash.models import find_algorithm
from fairhash.results.reader import Source, read_results


@click.command("list")
@click.argument("text", metavar="[FILTER]", default="")
@click.option("--algorithm", type=ALGORITHM, multiple=True, help="Only cores of this algorithm; may be repeated.")
@click.option("--family", type=FAMILY, multiple=True, help="Only cores of this family, e.g. keccak; may be repeated.")
@click.option(
    "--device", type=DEVICE, default="ecp5-85k-8", show_default=True, help="The FPGA or cell library of the figures."
)
@click.option("--max-cells", type=click.IntRange(min=1), metavar="N", help="Only cores of at most N logic cells.")
@click.option("--known", is_flag=True, help="Only cores whose figure is known (docs/measures.md).")
@only
@as_json
def list_(
    *,
    text: str,
    algorithm: tuple[str, ...],
    family: tuple[str, ...],
    device: str,
    max_cells: int | None,
    known: bool,
    only: Source | None,
    as_json: bool,
) -> None:
    """List cores with their figures on a device: known ones first, then by throughput per cell.

    FILTER is the beginning of a name or of a word in it, e.g. sha256, keccak or lightweight. Each figure is the median
    over its seeds, by the recipe that the common rule chooses for the core.

    \b
    Examples:
      fairhash list sha256
      fairhash list --family keccak --max-cells 2000 --device gw2a-18c
    """
    core_filter = CoreFilter(
        text,
        [find_algorithm(name).id for name in algorithm],
        [find_family(name) for name in family],
        max_cells,
        known,
    )
    listed = listed_cores(read_results(only), find_target(device).id, core_filter)
    if as_json:
        print_json([one.data for one in listed])
        return
    if listed:
        click.echo(core_table(listed).to_text())
    click.echo(f"{len(listed)} of {len(all_cores())} cores, with their figures on {device}.")


@click.command()
@click.argument("core", type=CORE)
@trust
@as_json
def show(core: str, as_json: bool) -> None:
    """Show what CORE declares about itself in its cores.toml.

    \b
    Example:
      fairhash show sha-512/highspeed
    """
    declared = resolve_core(core)
    facts = {"core": declared.name, **declared.model_dump(mode="json", exclude={"external"})}
    if declared.external:
        facts |= {"top": declared.external.top, "ports": declared.external.ports.kind}
    if as_json:
        print_json(facts)
        return
    facts["formula"] = declared.formula.text(declared.io_ratio)
    for name, value in facts.items():
        text = "\n".join(value) if isinstance(value, list) else str(value)
        if isinstance(value, dict):
            text = ", ".join(f"{key} = {item}" for key, item in value.items())
        first, *more = (text or "-").splitlines()
        click.echo(f"{name.replace('_', ' '):20} {first}")
        for line in more:
            click.echo(f"{'':20} {line}")
