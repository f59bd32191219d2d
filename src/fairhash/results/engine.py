# SPDX-License-Identifier: Apache-2.0
"""Connections to a database of results, and its refusals as one line."""

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
_WAIT_S = 60.0
"""How long a writer waits for another; each transaction takes milliseconds."""
_SERVER_MEND = f"check {VARIABLE} and that the server runs"


def locate(where: Path | str | None) -> URL:
    """A file, a URL, or by default $FAIRHASH_DATABASE, else build/results.sqlite."""
    named = where or os.environ.get(VARIABLE) or paths.build() / "results.sqlite"
    if isinstance(named, Path) or "://" not in named:
        return URL.create("sqlite", database=str(named))
    try:
        url = make_url(named)
    except ArgumentError as error:
        raise FairhashError("not the URL of a database", named, "e.g. postgresql://user@host/fairhash") from error
    kind = url.get_backend_name()
    if kind not in {"sqlite", "postgresql"}:
        raise FairhashError(f"databases of the kind {kind} are not supported", "", "name a file or postgresql://...")
    return url.set(drivername="postgresql+psycopg") if kind == "postgresql" else url


def shown(url: URL) -> str:
    """A file's name, or a URL without its password."""
    return url.database or ":memory:" if url.get_backend_name() == "sqlite" else url.render_as_string()


def engine(url: URL) -> Engine:
    """Each connection is opened anew, so that threads and processes may share an engine."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, poolclass=NullPool)
    made = create_engine(url, poolclass=NullPool, connect_args={"timeout": _WAIT_S, "isolation_level": None})

    @event.listens_for(made, "begin")
    def _begin(connection: Connection) -> None:
        # IMMEDIATE: two writers queue up here instead of failing half way
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return made


@contextlib.contextmanager
def transaction(made: Engine) -> Iterator[Connection]:
    """All of it or nothing, on a table of the present version."""
    where = shown(made.url)
    in_file = made.url.get_backend_name() == "sqlite"
    if in_file:
        folder = Path(where).parent
        with files.one_line_errors("cannot create the folder", folder):
            folder.mkdir(parents=True, exist_ok=True)
    try:
        with made.begin() as connection:
            found = table.prepare(connection)
            if found != table.VERSION:
                raise FairhashError(
                    f"a results database of schema version {found}, this is FairHash with {table.VERSION}",
                    where,
                    "move it away or use the FairHash that wrote it",
                )
            yield connection
    except (SQLAlchemyError, NoSuchModuleError) as error:
        said = error.orig if isinstance(error, DBAPIError) else error
        hint = files.HINT if in_file else _SERVER_MEND
        raise FairhashError(f"cannot use the results database: {said}", where, hint) from error
