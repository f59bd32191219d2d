# SPDX-License-Identifier: Apache-2.0
"""Connections to the results database; its errors become one-line FairhashErrors."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from fairhash import paths
from fairhash.errors import FairhashError
from fairhash.results import files, table

VARIABLE = "FAIRHASH_DATABASE"
_LOCK_TIMEOUT_S = 60.0
"""How long a writer waits for another one, in seconds; a transaction takes milliseconds."""
DAMAGED_HINT = "move it away, then run fairhash results import results for the committed results"
_DAMAGE = ("malformed", "not a database", "database corruption")
"""Parts of SQLite's messages about a damaged file."""
_SERVER_HINT = f"check {VARIABLE} and that the server runs"


def locate(location: Path | str | None) -> URL:
    """The URL of a database given as a file or URL; default $FAIRHASH_DATABASE, else build/results.sqlite."""
    chosen = location or os.environ.get(VARIABLE) or paths.build() / "results.sqlite"
    if isinstance(chosen, Path) or "://" not in chosen:
        return URL.create("sqlite", database=str(chosen))
    try:
        url = make_url(chosen)
    except ArgumentError as error:
        raise FairhashError("not the URL of a database", chosen, "e.g. postgresql://user@host/fairhash") from error
    kind = url.get_backend_name()
    if kind not in {"sqlite", "postgresql"}:
        raise FairhashError(f"databases of the kind {kind} are not supported", "", "name a file or postgresql://...")
    return url.set(drivername="postgresql+psycopg") if kind == "postgresql" else url


def display_name(url: URL) -> str:
    """The file, or the URL without its password, for messages."""
    return url.database or ":memory:" if url.get_backend_name() == "sqlite" else url.render_as_string()


def open_engine(url: URL) -> Engine:
    """An engine that opens a new connection for each transaction, so that threads and processes may share it."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, poolclass=NullPool)
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": _LOCK_TIMEOUT_S, "isolation_level": None})

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # IMMEDIATE: a second writer waits here instead of failing later in its transaction
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@contextlib.contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction on the results table, which is created or migrated first; rolled back on an exception."""
    name = display_name(engine.url)
    in_file = engine.url.get_backend_name() == "sqlite"
    if in_file:
        folder = Path(name).parent
        with files.one_line_errors("cannot create the folder", folder):
            folder.mkdir(parents=True, exist_ok=True)
    try:
        with engine.begin() as connection:
            version = table.prepare(connection)
            if version != table.VERSION:
                raise FairhashError(
                    f"the results database has schema version {version}, this FairHash uses {table.VERSION}",
                    name,
                    "move it away or use the FairHash version that wrote it",
                )
            yield connection
    except (SQLAlchemyError, NoSuchModuleError) as error:
        message = error.orig if isinstance(error, DBAPIError) else error
        hint = files.HINT if in_file else _SERVER_HINT
        if in_file and any(part in str(message) for part in _DAMAGE):
            hint = DAMAGED_HINT
        raise FairhashError(f"cannot use the results database: {message}", name, hint) from error
