# SPDX-License-Identifier: Apache-2.0
"""Results in one SQLite file, found by key and by what a person asks for."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from fairhash import paths
from fairhash.errors import FairhashError
from fairhash.results import files
from fairhash.results.schema import SCHEMA_VERSION, Result

_COLUMNS = ("key", "series", "core", "algorithm", "device", "recipe", "seed", "status", "verdict", "date")
"""Repeated beside the whole result so that SQL can ask for them."""

_TABLE = """
CREATE TABLE IF NOT EXISTS results (
  key TEXT PRIMARY KEY, series TEXT NOT NULL, core TEXT NOT NULL, algorithm TEXT NOT NULL, device TEXT NOT NULL,
  recipe TEXT NOT NULL, seed INTEGER NOT NULL, status TEXT NOT NULL, verdict TEXT NOT NULL, date TEXT NOT NULL,
  body TEXT NOT NULL)
"""

_WAIT_S = 60.0
"""How long a writer waits for another; each transaction takes milliseconds."""


class Database:
    """A file of results. Opened anew for each call, so threads and processes may share it."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or paths.build() / "results.sqlite"

    def add(self, results: Iterable[Result], replace: bool = True) -> int:
        """Store all of them or none; a result with a known key replaces the old one, or is passed over.

        Returns how many rows were written.
        """
        rows = [_row(result) for result in results]
        marks = ", ".join("?" * (len(_COLUMNS) + 1))
        verb = "INSERT OR REPLACE" if replace else "INSERT OR IGNORE"
        with self._open() as connection:
            before = connection.total_changes
            connection.executemany(f"{verb} INTO results ({', '.join(_COLUMNS)}, body) VALUES ({marks})", rows)
            return connection.total_changes - before

    def get(self, key: str) -> Result | None:
        """The result of one run, or None."""
        found = self.find(key=key)
        return found[0] if found else None

    def find(self, **wanted: str | int | Sequence[str] | Sequence[int] | None) -> list[Result]:
        """Results whose columns hold the wanted value, or one of the wanted values; None asks nothing.

        Columns: key, series, core, algorithm, device, recipe, seed, status, verdict, date. Sorted by core, device,
        recipe, date and seed.
        """
        clauses: list[str] = []
        values: list[object] = []
        for column, value in wanted.items():
            if column not in _COLUMNS:
                raise FairhashError(f"results have no column {column!r}", "", f"known are {', '.join(_COLUMNS)}")
            if value is None:
                continue
            choices = [value] if isinstance(value, str | int) else list(value)
            clauses.append(f"{column} IN ({', '.join('?' * len(choices))})")
            values += choices
        where = f"WHERE {' AND '.join(clauses)}" if clauses else ""
        with self._open() as connection:
            rows = connection.execute(
                f"SELECT body FROM results {where} ORDER BY core, device, recipe, date, series, seed", values
            ).fetchall()
        return [self._read(body) for (body,) in rows]

    def _read(self, body: str) -> Result:
        try:
            return Result.model_validate_json(body)
        except ValidationError as error:
            raise FairhashError(
                f"a stored result is damaged: {error.errors()[0]['msg']}", str(self.file), "delete the file"
            ) from error

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with files.one_line_errors("cannot create the folder", self.file.parent):
            self.file.parent.mkdir(parents=True, exist_ok=True)
        try:
            connection = sqlite3.connect(self.file, timeout=_WAIT_S, isolation_level=None)
            try:
                # IMMEDIATE: two writers queue up here instead of failing half way
                connection.execute("BEGIN IMMEDIATE")
                self._prepare(connection)
                yield connection
                connection.execute("COMMIT")
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise FairhashError(f"cannot use the results database: {error}", str(self.file), files.MEND) from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        elif version != SCHEMA_VERSION:
            raise FairhashError(
                f"a results database of schema version {version}, this is FairHash with {SCHEMA_VERSION}",
                str(self.file),
                "move it away or use the FairHash that wrote it",
            )


def _row(result: Result) -> tuple[str | int, ...]:
    return (
        result.key,
        result.series,
        result.core,
        result.algorithm,
        result.device,
        result.recipe,
        result.seed,
        result.status,
        result.netlist.verdict,
        result.date.isoformat(),
        result.model_dump_json(),
    )
