# SPDX-License-Identifier: Apache-2.0
"""The verbs over stored results, and the option that says where they are stored."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import click

from fairhash.analysis import measures
from fairhash.cli.area import area as area_option
from fairhash.cli.names import ALGORITHM, CORE, DEVICE, RECIPE
from fairhash.cli.output import as_json, print_json, print_table
from fairhash.cli.progress import Sweep
from fairhash.results import Database, Result, export
from fairhash.runs.replicate import replicate as replicate_result
from fairhash.runs.replicate import stored_result


@contextlib.contextmanager
def _named(where: str) -> Iterator[None]:
    before = os.environ.get("FAIRHASH_DATABASE")
    os.environ["FAIRHASH_DATABASE"] = where
    try:
        yield
    finally:
        del os.environ["FAIRHASH_DATABASE"]
        if before is not None:
            os.environ["FAIRHASH_DATABASE"] = before


def _use(context: click.Context, _parameter: click.Parameter, where: str | None) -> None:
    if where:
        context.with_resource(_named(where))


database = click.option(
    "--database",
    metavar="FILE|URL",
    expose_value=False,
    callback=_use,
    help="Where results are kept: a SQLite file or postgresql://...  [default: $FAIRHASH_DATABASE or build/]",
)
"""The option of every verb that reads or writes results."""

_FILTERS = [
    click.option("--core", type=CORE, multiple=True, help="Only this core; may be repeated."),
    click.option("--algorithm", type=ALGORITHM, multiple=True, help="Only this algorithm; may be repeated."),
    click.option("--device", type=DEVICE, multiple=True, help="Only this FPGA or library; may be repeated."),
    click.option("--recipe", type=RECIPE, multiple=True, help="Only this recipe; may be repeated."),
    click.option("--status", multiple=True, help="Only ok, unfit, unrouted, timed-out or failed; may be repeated."),
]


def _filtered(command: "click.decorators.FC") -> "click.decorators.FC":
    for option in reversed(_FILTERS):
        command = option(command)
    return command


def _found(wanted: dict[str, tuple[str, ...]]) -> list[Result]:
    return Database().find(**{name: values or None for name, values in wanted.items()})


@click.group()
def results() -> None:
    """List, export and import stored results.

    \b
    Example:
      fairhash results list --device ecp5-85k-8
    """


@results.command(name="list")
@_filtered
@area_option
@database
@as_json
def list_(*, area: measures.AreaMeasure, as_json: bool, **wanted: tuple[str, ...]) -> None:
    """List stored results, one a line.

    \b
    Example:
      fairhash results list --device ecp5-85k-8 --status failed
    """
    found = _found(wanted)
    if as_json:
        print_json([result.model_dump(mode="json") for result in found])
        return
    rows = [
        (
            *(result.key[:12], result.core, result.device, result.recipe, str(result.seed), result.status),
            f"{result.achieved.effective_mhz:.1f}" if result.achieved else "-",
            "-" if (cells := measures.area(result, area)) is None else str(cells),
        )
        for result in found
    ]
    print_table(("key", "core", "device", "recipe", "seed", "status", "MHz", "area"), rows)


@results.command(name="export")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@_filtered
@database
def export_(*, file: Path, **wanted: tuple[str, ...]) -> None:
    """Write stored results to FILE: CSV where its name ends in .csv, else JSON Lines.

    Both can be imported again, and come back as they went.

    \b
    Example:
      fairhash results export good.jsonl --status ok
    """
    found = _found(wanted)
    export.write(found, file)
    click.echo(f"{len(found)} results written: {file}")


@results.command(name="import")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE|DIR...")
@click.option("--replace", is_flag=True, help="Let an imported result replace a stored one of the same key.")
@database
def import_(*, sources: tuple[Path, ...], replace: bool) -> None:
    """Add the results of CSV or JSON Lines files, or of all *.jsonl files below a folder, to the database.

    All of them are added, or none.

    \b
    Example:
      fairhash results import results --database postgresql://fairhash@server/fairhash
    """
    found = [result for source in sources for result in export.read(source)]
    target = Database()
    added = target.add(found, replace=replace)
    click.echo(f"{added} of {len(found)} results added to {target.name}; the others were there")


@click.command()
@click.argument("result", metavar="RESULT")
@database
@as_json
def replicate(*, result: str, as_json: bool) -> int:
    """Run a stored RESULT again, from its recorded recipe, sources and seed, in a clean folder, and compare.

    RESULT is the beginning of its key, a JSON Lines file with one result, or FILE:KEY. The exit status is 0 if every
    figure came out equal, 1 if one did not, and 2 if it cannot be told, e.g. because a tool is of another build.

    \b
    Examples:
      fairhash replicate 3f29c0d1
      fairhash replicate results/keccak.jsonl:3f29c0
    """
    stored = stored_result(result, Database())
    with Sweep("replicate") as sweep:
        done = replicate_result(stored, sweep)
    if as_json:
        stored_and_made = {"stored": done.stored.model_dump(mode="json"), "made": done.made.model_dump(mode="json")}
        print_json({"different": done.different, **stored_and_made})
        return 1 if done.different else 0
    name = f"{stored.core} on {stored.device}, recipe {stored.recipe}, seed {stored.seed}"
    click.echo(f"{name}: {'different' if done.different else 'equal'}")
    if done.different:
        pairs = [(field, getattr(stored, field), getattr(done.made, field)) for field in done.different]
        print_table(("figure", "stored", "made now"), pairs)
    return 1 if done.different else 0
