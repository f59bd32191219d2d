# SPDX-License-Identifier: Apache-2.0
"""Queries over results in SQL, by DuckDB, and results as Parquet files."""

import contextlib
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.results.export import write_json_lines
from fairhash.results.schema import Result, json_schema

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

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
        FairhashError: The statement is wrong.
    """
    with _table(results) as connection, _one_line_errors():
        connection.execute("SET enable_external_access = false")
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
    """DuckDB's type of a field of the JSON Schema, whose named parts are in `parts`."""
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
            return _TYPES[simple]


@contextlib.contextmanager
def _one_line_errors() -> Iterator[None]:
    import duckdb  # noqa: PLC0415 - as above

    try:
        yield
    except duckdb.Error as error:
        what = " ".join(str(error).split("\n\n")[0].split())
        hint = "the table is results; its columns are the fields in docs/result.schema.json"
        raise FairhashError(what, "", hint) from error
