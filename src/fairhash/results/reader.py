# SPDX-License-Identifier: Apache-2.0
"""The results that commands read: the committed ones in results/, and the user's own; under the main name of a core.

query() answers SQL over them by an embedded database.
"""

import contextlib
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import main_name
from fairhash.results.export import read_folder, write_json_lines
from fairhash.results.results_folder import STALE
from fairhash.results.schema import Result, json_schema

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Source = Literal["committed", "yours"]
"""Where a result is: in results/, or in the user's own folder build/results/."""


def read_results(only: Source | None = None) -> list[Result]:
    """All stored results, or those of one source.

    Raises:
        FairhashError: A line of a file is not a result; the message gives its number.
    """
    committed = [] if only == "yours" else read_folder(paths.results())
    own = [] if only == "committed" else read_folder(paths.own_results())
    return united(committed, own) if committed and own else committed or own


def united(committed: Iterable[Result], own: Iterable[Result]) -> list[Result]:
    """Both, each key once, by its later result; a result is stale if the other source has a later one of the same run.

    A run is a core on a target by a recipe with a seed.
    """
    by_key: dict[str, Result] = {}
    for result in [*committed, *own]:
        if result.key not in by_key or result.date > by_key[result.key].date:
            by_key[result.key] = result
    latest: dict[tuple[str, str, str, int], Result] = {}
    for result in by_key.values():
        if not result.stale and (_run(result) not in latest or result.date > latest[_run(result)].date):
            latest[_run(result)] = result
    return [
        result if result.stale or latest[_run(result)] is result else result.model_copy(update={"stale": STALE})
        for result in by_key.values()
    ]


def _run(result: Result) -> tuple[str, str, str, int]:
    return result.device, result.core, result.recipe, result.seed


def under_main_name(results: Iterable[Result]) -> Iterator[Result]:
    """The results, each under the main name of its core: two names of one circuit make one figure."""
    for result in results:
        name = main_name(result.core)
        yield result if name == result.core else result.model_copy(update={"core": name})


_BIGINT_LIMIT = 1 << 63
_TYPES = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}
"""DuckDB's type by that of JSON Schema."""


def query(results: Iterable[Result], sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Answer a query over the table `results`, which has one row for each result and the fields of the schema.

    Args:
        results: The rows.
        sql: One statement in DuckDB's SQL. It can reach no file.

    Returns:
        The names of the columns, and the rows.

    Raises:
        FairhashError: The statement is wrong, or there is not exactly one.
    """
    with _table(results) as connection, _one_line_errors():
        connection.execute("SET enable_external_access = false")
        # the bar would be part of the answer on standard output
        connection.execute("SET enable_progress_bar = false")
        statements = connection.extract_statements(sql)
        if len(statements) != 1:
            raise FairhashError(f"{len(statements)} statements in SQL", "", "write one: SELECT count(*) FROM results")
        answer = connection.sql(sql)
        return (list(answer.columns), answer.fetchall()) if answer else ([], [])


def write_parquet(results: Iterable[Result], file: Path) -> None:
    """Write one result a row; parts are structs, lists are lists."""
    with files.replacement(file) as new, _table(results) as connection:
        connection.table("results").write_parquet(str(new))


@contextlib.contextmanager
def _table(results: Iterable[Result]) -> Iterator["DuckDBPyConnection"]:
    """A database in memory with the table `results`."""
    import duckdb  # noqa: PLC0415 - slow to import, and few commands need it

    schema = json_schema()
    columns = {name: _type(field, schema["$defs"]) for name, field in schema["properties"].items()}
    with (
        tempfile.TemporaryDirectory() as folder,
        duckdb.connect(config={"autoinstall_known_extensions": False}) as base,
    ):
        rows = Path(folder) / "results.jsonl"
        write_json_lines(results, rows)
        base.read_json(str(rows), format="newline_delimited", columns=columns).create("results")
        yield base


def _type(field: dict[str, Any], parts: dict[str, Any]) -> str:
    """DuckDB's type of a field of the JSON Schema, whose named parts are in `parts`.

    Integers that may need more than 64 bits, such as the generics of external cores, are text.
    """
    if "$ref" in field:
        field = parts[field["$ref"].rpartition("/")[2]]
    if "anyOf" in field:
        return _type(next(choice for choice in field["anyOf"] if choice.get("type") != "null"), parts)
    if field.get("format") == "date-time":
        return "TIMESTAMP"
    match field["type"]:
        case "array":
            return f"{_type(field['items'], parts)}[]"
        case "object" if "properties" in field:
            inner = ", ".join(f'"{name}" {_type(part, parts)}' for name, part in field["properties"].items())
            return f"STRUCT({inner})"
        case "object":
            return f"MAP(VARCHAR, {_type(field['additionalProperties'], parts)})"
        case simple:
            return "VARCHAR" if field.get("exclusiveMaximum", 0) > _BIGINT_LIMIT else _TYPES[simple]


@contextlib.contextmanager
def _one_line_errors() -> Iterator[None]:
    import duckdb  # noqa: PLC0415 - as above

    try:
        yield
    except duckdb.Error as error:
        what = " ".join(str(error).split("\n\n")[0].split())
        hint = "the table is results; its columns are the fields in docs/result.schema.json"
        raise FairhashError(what, "", hint) from error
