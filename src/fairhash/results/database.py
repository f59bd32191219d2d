# SPDX-License-Identifier: Apache-2.0
"""The results database: a SQLite file or a PostgreSQL server."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from fairhash.errors import FairhashError
from fairhash.results import engine
from fairhash.results.schema import Result
from fairhash.results.table import RESULTS

_COLUMNS = tuple(column.name for column in RESULTS.columns if column.name != "body")
_KEYS_PER_QUERY = 500
"""SQLite limits the number of parameters of a query."""


class Database:
    """A database of results. Each call opens a new connection, so threads and processes may share the object.

    Args:
        location: A SQLite file or a postgresql:// URL; default $FAIRHASH_DATABASE, else build/results.sqlite.
    """

    def __init__(self, location: Path | str | None = None) -> None:
        self._engine = engine.open_engine(engine.locate(location))

    @property
    def name(self) -> str:
        """The file, or the URL without its password, for messages."""
        return engine.display_name(self._engine.url)

    def add(self, results: Iterable[Result], replace: bool = True) -> int:
        """Store all results, or none if one cannot be stored.

        Args:
            results: The results to store.
            replace: Whether a result replaces a stored one with the same key; otherwise the stored one remains.

        Returns:
            The number of rows written. A result that is stored already with equal fields is not written.
        """
        rows: dict[str, dict[str, Any]] = {}
        for result in results:
            if replace or result.key not in rows:
                rows[result.key] = _row(result)
        if not rows:
            return 0
        with engine.transaction(self._engine) as connection:
            stored = _bodies(connection, list(rows))
            new = [row for key, row in rows.items() if key not in stored or (replace and stored[key] != row["body"])]
            if new:
                _write(connection, new, replace)
            return len(new)

    def get(self, key: str) -> Result | None:
        """The result with this key, or None."""
        results = self.find(key=key)
        return results[0] if results else None

    def find_by_prefix(self, prefix: str) -> list[Result]:
        """All results whose key starts with `prefix`."""
        with engine.transaction(self._engine) as connection:
            query = select(RESULTS.c.body).where(RESULTS.c.key.startswith(prefix, autoescape=True))
            return [self._read(body) for body in connection.execute(query).scalars()]

    def find(self, **filters: str | int | Sequence[str] | Sequence[int] | None) -> list[Result]:
        """Results that match all filters, sorted by core, device, recipe, date, series and seed.

        Args:
            filters: By column, the required value or a sequence of allowed values; None does not filter. Columns: key,
                series, core, algorithm, device, recipe, seed, status, verdict, date.
        """
        query = select(RESULTS.c.body)
        for column, value in filters.items():
            if column not in _COLUMNS:
                raise FairhashError(f"results have no column {column!r}", "", f"known are {', '.join(_COLUMNS)}")
            if value is not None:
                choices = [value] if isinstance(value, str | int) else list(value)
                query = query.where(RESULTS.c[column].in_(choices))
        with engine.transaction(self._engine) as connection:
            results = [self._read(body) for body in connection.execute(query).scalars()]
        # sorted here, not by the query: a server sorts text by its locale
        return sorted(results, key=lambda row: (row.core, row.device, row.recipe, row.date, row.series, row.seed))

    def _read(self, body: str) -> Result:
        try:
            return Result.model_validate_json(body)
        except ValidationError as error:
            raise FairhashError(
                f"a stored result is damaged: {error.errors()[0]['msg']}", self.name, "delete its row or the database"
            ) from error


def _bodies(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """The stored results, as JSON text, by key."""
    bodies: dict[str, str] = {}
    for start in range(0, len(keys), _KEYS_PER_QUERY):
        batch = keys[start : start + _KEYS_PER_QUERY]
        query = select(RESULTS.c.key, RESULTS.c.body).where(RESULTS.c.key.in_(batch))
        bodies.update((row.key, row.body) for row in connection.execute(query))
    return bodies


def _write(connection: Connection, rows: list[dict[str, Any]], replace: bool) -> None:
    """Insert or update rows; handles a key that another machine has inserted since it was looked up."""
    insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(RESULTS)
    if replace:
        others = {name: insert.excluded[name] for name in (*_COLUMNS, "body") if name != "key"}
        connection.execute(insert.on_conflict_do_update(index_elements=["key"], set_=others), rows)
    else:
        connection.execute(insert.on_conflict_do_nothing(), rows)


def _row(result: Result) -> dict[str, Any]:
    equal_names = ("key", "series", "core", "algorithm", "device", "recipe", "seed", "status")
    return {
        **{name: getattr(result, name) for name in equal_names},
        "verdict": result.netlist.verdict,
        "date": result.date.isoformat(),
        "body": result.model_dump_json(),
    }
