# SPDX-License-Identifier: Apache-2.0
"""The commands `results` and `replicate`."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import get_args

import click

from fairhash.base import paths
from fairhash.base.errors import FairhashError, unknown_name
from fairhash.bench.outdated_results import keys_of_today, mark_outdated, prunable, remarked, results_of
from fairhash.bench.replicate import replicate as replicate_result
from fairhash.bench.replicate import stored_result
from fairhash.catalog.cores import all_cores
from fairhash.catalog.recipes import recipes
from fairhash.catalog.targets import targets
from fairhash.console.names import ALGORITHM, CORE, DEVICE, RECIPE, RESULTS
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressDisplay
from fairhash.console.results import area as area_option
from fairhash.console.results import only as only_option
from fairhash.figures import measures
from fairhash.results import Result, ResultsFolder, export, own_results, reader
from fairhash.results.reader import Source, read_results
from fairhash.results.schema import Status

_FILTERS = [
    only_option,
    click.option("--core", type=CORE, multiple=True, help="Only this core; may be repeated."),
    click.option("--algorithm", type=ALGORITHM, multiple=True, help="Only this algorithm; may be repeated."),
    click.option("--device", type=DEVICE, multiple=True, help="Only this FPGA or cell library; may be repeated."),
    click.option("--recipe", type=RECIPE, multiple=True, help="Only this recipe; may be repeated."),
    click.option(
        "--status",
        type=click.Choice(list(get_args(Status))),
        multiple=True,
        help="Only results with this status; may be repeated.",
    ),
]


def _filter_options(command: "click.decorators.FC") -> "click.decorators.FC":
    for option in reversed(_FILTERS):
        command = option(command)
    return command


def _select(only: Source | None, filters: dict[str, tuple[str, ...]]) -> list[Result]:
    """The results that match all filters, by core, device, recipe, date, series and seed.

    Raises:
        FairhashError: A filter has a name that neither a stored result nor the catalogue has.
    """
    stored = list(read_results(only))
    for name, values in filters.items():
        known = {getattr(result, name) for result in stored} | set(_CATALOGUE.get(name, tuple)())
        for value in set(values) - known:
            others = f"fairhash results query 'SELECT DISTINCT {name} FROM results' shows all"
            raise unknown_name(name, value, sorted(known), others)
    found = [
        result
        for result in stored
        if all(getattr(result, name) in values for name, values in filters.items() if values)
    ]
    return sorted(found, key=lambda row: (row.core, row.device, row.recipe, row.date, row.series, row.seed))


_CATALOGUE: dict[str, Callable[[], Iterable[str]]] = {
    "core": all_cores,
    "algorithm": lambda: (algorithm for core in all_cores().values() for algorithm in (core.algorithm, *core.also)),
    "device": targets,
    "recipe": recipes,
    "status": lambda: get_args(Status),
}
"""The names of each filter for which there may be no result yet."""

_WRITERS: dict[str, Callable[[Iterable[Result], Path], None]] = {
    ".csv": export.write_csv,
    ".jsonl": export.write_json_lines,
    ".parquet": reader.write_parquet,
    ".sqlite": export.write_sqlite,
}
"""By the end of a file's name."""


@click.group()
def results() -> None:
    """List, query, export and import stored results.

    \b
    Example:
      fairhash results list --device ecp5-85k-8
    """


@results.command(name="list")
@_filter_options
@area_option
@as_json
def list_(*, only: Source | None, area: measures.AreaMeasure, as_json: bool, **filters: tuple[str, ...]) -> None:
    """List stored results, one a line.

    \b
    Example:
      fairhash results list --device ecp5-85k-8 --status failed
    """
    selected = _select(only, filters)
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


@results.command(name="query")
@click.argument("sql", metavar="SQL")
@only_option
@as_json
def query_(*, sql: str, only: Source | None, as_json: bool) -> None:
    """Answer a query in SQL over the table results: one row for each result, its columns are the fields of a result.

    DuckDB answers it; a field of a part is written as achieved.clk_mhz. docs/results.md lists the fields.

    \b
    Example:
      fairhash results query "SELECT device, count(*) FROM results GROUP BY device ORDER BY device"
    """
    head, rows = reader.query(read_results(only), sql)
    if as_json:
        if twice := [name for name, number in Counter(head).items() if number > 1]:
            raise FairhashError(f"several columns are named {twice[0]}", "", "name them with AS for --json")
        print_json([dict(zip(head, row, strict=True)) for row in rows])
        return
    print_table(head, [["-" if cell is None else cell for cell in row] for row in rows])


@results.command(name="export")
@click.option("--to", "file", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file to write.")
@_filter_options
def export_(*, file: Path, only: Source | None, **filters: tuple[str, ...]) -> None:
    """Write stored results to a file: as .jsonl (JSON Lines), .csv, .parquet or .sqlite, by the end of its name.

    JSON Lines and CSV can be imported again without loss.

    \b
    Example:
      fairhash results export --to good.jsonl --status ok
    """
    write = _WRITERS.get(file.suffix.lower())
    if write is None:
        raise FairhashError("the name of the file gives no format", str(file), f"end it in {', '.join(_WRITERS)}")
    selected = _select(only, filters)
    write(selected, file)
    click.echo(f"{len(selected)} results written: {file}")


@results.command(name="import")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE|DIR...")
@click.option("--replace", is_flag=True, help="Replace stored results that have the same key.")
def import_(*, sources: tuple[Path, ...], replace: bool) -> None:
    """Add the results in CSV or JSON Lines files, or in all *.jsonl files below a folder, to yours in build/results/.

    Nothing is added if one of them is not a result.

    \b
    Example:
      fairhash results import other.csv
    """
    for source in sources:
        if source.is_dir() and not any(source.rglob("*.jsonl")):
            raise FairhashError("no *.jsonl files below this folder", str(source), "name a file or folder of results")
    imported = [result for source in sources for result in export.read(source)]
    target = own_results()
    added = target.add(imported, replace=replace)
    click.echo(f"{added} of {len(imported)} results added to {target.folder}; the others were stored already")


@click.command()
@click.argument("result", metavar="RESULT")
@as_json
def replicate(*, result: str, as_json: bool) -> int:
    """Run a stored RESULT again in an empty folder, with its recorded recipe, sources and seed, and compare.

    RESULT is the beginning of a key, a JSON Lines file with one result, or FILE:KEY. The exit status is 0 if all
    figures are equal, 1 if one differs, and 2 if the run cannot be repeated, e.g. with another version of a tool.

    \b
    Examples:
      fairhash replicate 3f29c0d1
      fairhash replicate results/ecp5-85k-8.jsonl:3f29c0d1
    """
    stored = stored_result(result)
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
@RESULTS
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


@results.command(name="prune")
@click.option("--all", "every", is_flag=True, help="Remove every stale result.")
@click.option("--write", is_flag=True, help="Remove them; otherwise they are only counted.")
@RESULTS
@as_json
def prune(*, every: bool, write: bool, folder: Path | None, as_json: bool) -> None:
    """Remove stale results whose core has a result of today on the same device.

    Earlier commits of the repository still have them. Marks are not corrected first: see outdated.

    \b
    Examples:
      fairhash results prune
      fairhash results prune --all --write
    """
    place = folder or paths.results()
    chosen = prunable(results_of(place), every=every)
    if write:
        ResultsFolder(place).remove(chosen)
    counts = Counter(result.device for result in chosen)
    if as_json:
        print_json([{"device": device, "results": number} for device, number in sorted(counts.items())])
        return
    for device, number in sorted(counts.items()):
        click.echo(f"{device}  {number}")
    click.echo(f"{len(chosen)} stale results {'removed' if write else 'to remove'}.")
