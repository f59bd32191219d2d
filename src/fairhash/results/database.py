# SPDX-License-Identifier: Apache-2.0
"""Results in a SQLite file or on a PostgreSQL server, found by key and by what a person asks for."""

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
_AT_ONCE = 500
"""Keys in one question: SQLite takes a limited number."""


class Database:
    """A file or server of results. Opened anew for each call, so threads and processes may share it."""

    def __init__(self, where: Path | str | None = None) -> None:
        self._engine = engine.engine(engine.locate(where))

    @property
    def name(self) -> str:
        """The file, or the URL without its password."""
        return engine.shown(self._engine.url)

    def add(self, results: Iterable[Result], replace: bool = True) -> int:
        """Store all of them or none; a result with a known key replaces the old one, or is passed over.

        Returns how many rows were written; what is there already, the same in every field, is not.
        """
        rows: dict[str, dict[str, Any]] = {}
        for result in results:
            if replace or result.key not in rows:
                rows[result.key] = _row(result)
        if not rows:
            return 0
        with engine.transaction(self._engine) as connection:
            known = _bodies(connection, list(rows))
            new = [row for key, row in rows.items() if key not in known or (replace and known[key] != row["body"])]
            if new:
                _write(connection, new, replace)
            return len(new)

    def get(self, key: str) -> Result | None:
        """The result of one run, or None."""
        found = self.find(key=key)
        return found[0] if found else None

    def begins(self, prefix: str) -> list[Result]:
        """Results whose key begins so."""
        with engine.transaction(self._engine) as connection:
            asked = select(RESULTS.c.body).where(RESULTS.c.key.startswith(prefix, autoescape=True))
            return [self._read(body) for body in connection.execute(asked).scalars()]

    def find(self, **wanted: str | int | Sequence[str] | Sequence[int] | None) -> list[Result]:
        """Results whose columns hold the wanted value, or one of the wanted values; None asks nothing.

        Columns: key, series, core, algorithm, device, recipe, seed, status, verdict, date. Sorted by core, device,
        recipe, date and seed.
        """
        asked = select(RESULTS.c.body)
        for column, value in wanted.items():
            if column not in _COLUMNS:
                raise FairhashError(f"results have no column {column!r}", "", f"known are {', '.join(_COLUMNS)}")
            if value is not None:
                choices = [value] if isinstance(value, str | int) else list(value)
                asked = asked.where(RESULTS.c[column].in_(choices))
        with engine.transaction(self._engine) as connection:
            found = [self._read(body) for body in connection.execute(asked).scalars()]
        # here and not there: a server sorts text as its locale says
        return sorted(found, key=lambda row: (row.core, row.device, row.recipe, row.date, row.series, row.seed))

    def _read(self, body: str) -> Result:
        try:
            return Result.model_validate_json(body)
        except ValidationError as error:
            raise FairhashError(
                f"a stored result is damaged: {error.errors()[0]['msg']}", self.name, "delete its row or the database"
            ) from error


def _bodies(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """What is stored under these keys."""
    found: dict[str, str] = {}
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        asked = select(RESULTS.c.key, RESULTS.c.body).where(RESULTS.c.key.in_(some))
        found.update((row.key, row.body) for row in connection.execute(asked))
    return found


def _write(connection: Connection, rows: list[dict[str, Any]], replace: bool) -> None:
    """Another machine may have written the same key to the server meanwhile."""
    insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(RESULTS)
    if replace:
        others = {name: insert.excluded[name] for name in (*_COLUMNS, "body") if name != "key"}
        connection.execute(insert.on_conflict_do_update(index_elements=["key"], set_=others), rows)
    else:
        connection.execute(insert.on_conflict_do_nothing(), rows)


def _row(result: Result) -> dict[str, Any]:
    same = ("key", "series", "core", "algorithm", "device", "recipe", "seed", "status")
    return {
        **{name: getattr(result, name) for name in same},
        "verdict": result.netlist.verdict,
        "date": result.date.isoformat(),
        "body": result.model_dump_json(),
    }
