# SPDX-License-Identifier: Apache-2.0
"""The results database: a SQLite file or a PostgreSQL server."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, delete, select, text
from sqlalchemy.dialects import postgresql, sqlite

from fairhash.errors import FairhashError
from fairhash.results import engine
from fairhash.results.schema import Result
from fairhash.results.table import RESULTS, row_checksum

_COLUMNS = tuple(column.name for column in RESULTS.columns if column.name not in {"body", "sha256"})
_KEYS_PER_QUERY = 500
"""SQLite limits the number of parameters of a query."""


_DAMAGED_HINT = "run fairhash fsck --delete, then fairhash results import results"


@dataclass(frozen=True)
class DamagedRow:
    """A row whose contents are not what was stored."""

    key: str
    problem: str


class Database:
    """A database of results. Each call opens a new connection, so threads and processes may share the object.

    Args:
        location: A SQLite file or a postgresql:// URL; default $FAIRHASH_DATABASE, else build/results.sqlite.
    """

    def __init__(self, location: Path | str | None = None) -> None:
        self._engine = engine.open_engine(engine.locate(location))
        self._is_named = location is None and bool(os.environ.get(engine.VARIABLE))

    @property
    def name(self) -> str:
        """The file, or the URL without its password, for messages."""
        return engine.display_name(self._engine.url)

    def require_exists(self) -> bool:
        """Whether there is a database to read; the default one may not exist yet.

        Raises:
            FairhashError: The user named a file that does not exist, which may be a typing error.
        """
        if self.exists():
            return True
        if self._is_named:
            what = "there is no such database"
            raise FairhashError(what, self.name, f"check --database and {engine.VARIABLE}; storing a result creates it")
        return False

    def _require_folder(self) -> None:
        """Check that the folder of a file that the user named exists; the default one is created."""
        url = self._engine.url
        if self._is_named and not self.exists() and not Path(url.database or "").parent.is_dir():
            raise FairhashError("the folder of the database does not exist", self.name, "create it, or check the name")

    def add(self, results: Iterable[Result], replace: bool = True) -> int:
        """Store all results, or none if one cannot be stored.

        Args:
            results: The results to store.
            replace: Whether a result replaces a stored one with the same key; otherwise the stored one remains.

        Returns:
            The number of rows written. A result that is stored already with equal fields is not written. A damaged
            row with the key of a new result is replaced in any case.
        """
        rows: dict[str, dict[str, Any]] = {}
        for result in results:
            if replace or result.key not in rows:
                rows[result.key] = _row(result)
        if not rows:
            return 0
        self._require_folder()
        with engine.transaction(self._engine) as connection:
            stored = _rows(connection, list(rows))
            damaged = [key for key, row in stored.items() if row["sha256"] != row_checksum(row)]
            _delete(connection, damaged)
            intact = {key: row["body"] for key, row in stored.items() if key not in damaged}
            new = [row for key, row in rows.items() if key not in intact or (replace and intact[key] != row["body"])]
            if new:
                _write(connection, new, replace)
            return len(new)

    def exists(self) -> bool:
        """Whether the database is on a server or its file exists; creates nothing."""
        url = self._engine.url
        return url.get_backend_name() != "sqlite" or (url.database is not None and Path(url.database).is_file())

    def get(self, key: str) -> Result | None:
        """The result with this key, or None."""
        results = self.find(key=key)
        return results[0] if results else None

    def find_by_prefix(self, prefix: str) -> list[Result]:
        """All results whose key starts with `prefix`."""
        if not self.require_exists():
            return []
        with engine.transaction(self._engine) as connection:
            query = select(RESULTS).where(RESULTS.c.key.startswith(prefix, autoescape=True))
            return [self._read(row) for row in connection.execute(query).mappings()]

    def find(self, **filters: str | int | Sequence[str] | Sequence[int] | None) -> list[Result]:
        """Results that match all filters, sorted by core, device, recipe, date, series and seed.

        Args:
            filters: By column, the required value or a sequence of allowed values; None does not filter. Columns: key,
                series, core, algorithm, device, recipe, seed, status, verdict, date.
        """
        query = select(RESULTS)
        for column, value in filters.items():
            if column not in _COLUMNS:
                raise FairhashError(f"results have no column {column!r}", "", f"known are {', '.join(_COLUMNS)}")
            if value is not None:
                choices = [value] if isinstance(value, str | int) else list(value)
                query = query.where(RESULTS.c[column].in_(choices))
        if not self.require_exists():
            return []
        with engine.transaction(self._engine) as connection:
            results = [self._read(row) for row in connection.execute(query).mappings()]
        # sorted here, not by the query: a server sorts text by its locale
        return sorted(results, key=lambda row: (row.core, row.device, row.recipe, row.date, row.series, row.seed))

    def require_intact(self) -> None:
        """Check the pages of a SQLite file and the checksum of every row; a database that does not exist is intact.

        Called before long work whose results are to be stored.

        Raises:
            FairhashError: If the database is damaged or cannot be used.
        """
        self._require_folder()
        if not self.exists():
            return
        with engine.transaction(self._engine) as connection:
            self._check_pages(connection)
            for row in connection.execute(select(RESULTS)).mappings():
                self._check_row(row)

    def check(self) -> tuple[list[Result], list[DamagedRow]]:
        """All intact results, and all damaged rows.

        Raises:
            FairhashError: If the database cannot be read.
        """
        intact, damaged = [], []
        with engine.transaction(self._engine) as connection:
            self._check_pages(connection)
            for row in connection.execute(select(RESULTS)).mappings():
                problem = _problem(row)
                if problem:
                    damaged.append(DamagedRow(str(row["key"]), problem))
                else:
                    intact.append(self._read(row))
        return intact, damaged

    def _check_pages(self, connection: Connection) -> None:
        if connection.dialect.name == "sqlite":
            (first, *_) = connection.execute(text("PRAGMA quick_check(1)")).scalars()
            if first != "ok":
                raise FairhashError(f"the results database is damaged: {first}", self.name, engine.DAMAGED_HINT)

    def _check_row(self, row: Mapping[Any, Any]) -> None:
        if row["sha256"] != row_checksum(row):
            raise FairhashError(f"the stored result {row['key'][:12]} is damaged: {_CHANGED}", self.name, _DAMAGED_HINT)

    def delete(self, keys: Sequence[str]) -> None:
        """Delete the rows with these keys."""
        with engine.transaction(self._engine) as connection:
            _delete(connection, keys)

    def _read(self, row: Mapping[Any, Any]) -> Result:
        self._check_row(row)
        try:
            return Result.model_validate_json(row["body"])
        except ValidationError as error:
            what = f"the stored result {row['key'][:12]} is damaged: {error.errors()[0]['msg']}"
            raise FairhashError(what, self.name, _DAMAGED_HINT) from error


_CHANGED = "its row was changed after it was stored"


def _problem(row: Mapping[Any, Any]) -> str:
    """What is wrong with a row; empty if nothing is."""
    if row["sha256"] != row_checksum(row):
        return _CHANGED
    try:
        expected = _row(Result.model_validate_json(row["body"]))
    except ValidationError as error:
        return f"it is not a result: {error.errors()[0]['msg']}"
    different = [name for name in _COLUMNS if row[name] != expected[name]]
    return f"its column {different[0]} differs from its body" if different else ""


def _rows(connection: Connection, keys: Sequence[str]) -> dict[str, Mapping[Any, Any]]:
    """The stored rows by key."""
    rows: dict[str, Mapping[Any, Any]] = {}
    for batch in _batches(keys):
        query = select(RESULTS).where(RESULTS.c.key.in_(batch))
        rows.update((row["key"], row) for row in connection.execute(query).mappings())
    return rows


def _delete(connection: Connection, keys: Sequence[str]) -> None:
    for batch in _batches(keys):
        connection.execute(delete(RESULTS).where(RESULTS.c.key.in_(batch)))


def _batches(keys: Sequence[str]) -> list[Sequence[str]]:
    return [keys[start : start + _KEYS_PER_QUERY] for start in range(0, len(keys), _KEYS_PER_QUERY)]


def _write(connection: Connection, rows: list[dict[str, Any]], replace: bool) -> None:
    """Insert or update rows; handles a key that another machine has inserted since it was looked up."""
    insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(RESULTS)
    if replace:
        others = {name: insert.excluded[name] for name in (*_COLUMNS, "body", "sha256") if name != "key"}
        connection.execute(insert.on_conflict_do_update(index_elements=["key"], set_=others), rows)
    else:
        connection.execute(insert.on_conflict_do_nothing(), rows)


def _row(result: Result) -> dict[str, Any]:
    equal_names = ("key", "series", "core", "algorithm", "device", "recipe", "seed", "status")
    row = {
        **{name: getattr(result, name) for name in equal_names},
        "verdict": result.netlist.verdict,
        "date": result.date.isoformat(),
        "body": result.model_dump_json(),
    }
    return {**row, "sha256": row_checksum(row)}
