# SPDX-License-Identifier: Apache-2.0
"""The commands `results` and `replicate`, and the option --database."""

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from fairhash import paths
from fairhash.analysis import measures
from fairhash.cli.area import area as area_option
from fairhash.cli.names import ALGORITHM, CORE, DEVICE, RECIPE
from fairhash.cli.output import as_json, print_json, print_table
from fairhash.cli.progress import ProgressDisplay
from fairhash.results import Database, Result, export
from fairhash.runs.outdated_results import keys_of_today, mark_outdated, remarked, results_of
from fairhash.runs.replicate import replicate as replicate_result
from fairhash.runs.replicate import stored_result


@contextlib.contextmanager
def _environment_database(where: str) -> Iterator[None]:
    previous = os.environ.get("FAIRHASH_DATABASE")
    os.environ["FAIRHASH_DATABASE"] = where
    try:
        yield
    finally:
        del os.environ["FAIRHASH_DATABASE"]
        if previous is not None:
            os.environ["FAIRHASH_DATABASE"] = previous


def _set_database(context: click.Context, _parameter: click.Parameter, where: str | None) -> None:
    if where:
        context.with_resource(_environment_database(where))


database = click.option(
    "--database",
    metavar="FILE|URL",
    expose_value=False,
    callback=_set_database,
    help="Database of results: a SQLite file or postgresql://...  [default: $FAIRHASH_DATABASE, else in build/]",
)
"""The option of every command that reads or writes results."""

_FILTERS = [
    click.option("--core", type=CORE, multiple=True, help="Only this core; may be repeated."),
    click.option("--algorithm", type=ALGORITHM, multiple=True, help="Only this algorithm; may be repeated."),
    click.option("--device", type=DEVICE, multiple=True, help="Only this FPGA or cell library; may be repeated."),
    click.option("--recipe", type=RECIPE, multiple=True, help="Only this recipe; may be repeated."),
    click.option(
        "--status",
        multiple=True,
        help="Only results with this status: ok, unfit, unrouted, timed-out or failed; may be repeated.",
    ),
]


def _filter_options(command: "click.decorators.FC") -> "click.decorators.FC":
    for option in reversed(_FILTERS):
        command = option(command)
    return command


def _select(filters: dict[str, tuple[str, ...]]) -> list[Result]:
    return Database().find(**{name: values or None for name, values in filters.items()})


@click.group()
def results() -> None:
    """List, export and import stored results.

    \b
    Example:
      fairhash results list --device ecp5-85k-8
    """


@results.command(name="list")
@_filter_options
@area_option
@database
@as_json
def list_(*, area: measures.AreaMeasure, as_json: bool, **filters: tuple[str, ...]) -> None:
    """List stored results, one a line.

    \b
    Example:
      fairhash results list --device ecp5-85k-8 --status failed
    """
    selected = _select(filters)
    if as_json:
        print_json([result.model_dump(mode="json") for result in selected])
        return
    rows = [
        (
            *(result.key[:12], result.core, result.device, result.recipe, str(result.seed), result.status),
            f"{result.achieved.effective_mhz:.1f}" if result.achieved else "-",
            "-" if (cells := measures.area(result, area)) is None else str(cells),
        )
        for result in selected
    ]
    print_table(("key", "core", "device", "recipe", "seed", "status", "MHz", "area"), rows)


@results.command(name="export")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@_filter_options
@database
def export_(*, file: Path, **filters: tuple[str, ...]) -> None:
    """Write stored results to FILE: as CSV if its name ends in .csv, else as JSON Lines.

    Both formats can be imported again without loss.

    \b
    Example:
      fairhash results export good.jsonl --status ok
    """
    selected = _select(filters)
    export.write(selected, file)
    click.echo(f"{len(selected)} results written: {file}")


@results.command(name="import")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE|DIR...")
@click.option("--replace", is_flag=True, help="Replace stored results that have the same key.")
@database
def import_(*, sources: tuple[Path, ...], replace: bool) -> None:
    """Add the results in CSV or JSON Lines files, or in all *.jsonl files below a folder, to the database.

    Either all of them are added or none.

    \b
    Example:
      fairhash results import results --database postgresql://fairhash@server/fairhash
    """
    imported = [result for source in sources for result in export.read(source)]
    target = Database()
    added = target.add(imported, replace=replace)
    click.echo(f"{added} of {len(imported)} results added to {target.name}; the others were stored already")


@click.command()
@click.argument("result", metavar="RESULT")
@database
@as_json
def replicate(*, result: str, as_json: bool) -> int:
    """Run a stored RESULT again in an empty folder, with its recorded recipe, sources and seed, and compare.

    RESULT is the beginning of a key, a JSON Lines file with one result, or FILE:KEY. The exit status is 0 if all
    figures are equal, 1 if one differs, and 2 if the run cannot be repeated, e.g. with another version of a tool.

    \b
    Examples:
      fairhash replicate 3f29c0d1
      fairhash replicate results/keccak.jsonl:3f29c0
    """
    stored = stored_result(result, Database())
    with ProgressDisplay("replicate") as sweep:
        done = replicate_result(stored, sweep)
    if as_json:
        stored_and_repeated = {
            "stored": done.stored.model_dump(mode="json"),
            "repeated": done.repeated.model_dump(mode="json"),
        }
        print_json({"different": done.different, **stored_and_repeated})
        return 1 if done.different else 0
    name = f"{stored.core} on {stored.device}, recipe {stored.recipe}, seed {stored.seed}"
    click.echo(f"{name}: {'different' if done.different else 'equal'}")
    if done.different:
        pairs = [(field, getattr(stored, field), getattr(done.repeated, field)) for field in done.different]
        print_table(("figure", "stored", "repeated"), pairs)
    return 1 if done.different else 0


@results.command(name="outdated")
@click.option("--write", is_flag=True, help="Mark them in the folder, and take back marks that no longer hold.")
@click.option(
    "--results", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Folder of results.  [default: results]"
)
@as_json
def outdated(*, write: bool, folder: Path | None, as_json: bool) -> None:
    """List committed results whose mark is wrong: those that a run of today would not repeat are stale.

    That is so when the key of the run is another one today: by other Verilog, other options, another build of a tool or
    another revision of the bench. Pages show such results as stale until they are measured again. GHDL elaborates each
    core that has changed. A campaign corrects the marks before its first run.

    \b
    Example:
      fairhash results outdated --write
    """
    place = folder or paths.results()
    keys = keys_of_today(place)
    changed = mark_outdated(place, keys) if write else remarked(results_of(place), keys)
    counts = Counter((result.device, result.core, bool(result.stale)) for result in changed)
    if as_json:
        print_json(
            [
                {"device": device, "core": core, "stale": stale, "results": number}
                for (device, core, stale), number in sorted(counts.items())
            ]
        )
        return
    for (device, core, stale), number in sorted(counts.items()):
        click.echo(f"{device}  {core}  {number} {'outdated' if stale else 'valid again'}")
    click.echo(f"{len(changed)} marks {'changed' if write else 'to change'}.")
