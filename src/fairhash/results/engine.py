# SPDX-License-Identifier: Apache-2.0
"""Connections to the results database; its errors become one-line FairhashErrors."""

import contextlib
import os
import re
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


_URL_HINT = "e.g. postgresql://user@host/fairhash; write %40 for an @ in a password"
_SECRET = re.compile(r"pass|secret|token|key", re.IGNORECASE)
"""Names of parameters of a URL whose values are not shown."""
_NO_FILE = re.compile(r"://|\bpass\w*\s*=", re.IGNORECASE)
"""In a URL in quotes, and in libpq's other form, `host=... password=...`; neither is the name of a file."""


def locate(location: Path | str | None) -> URL:
    """The URL of a database given as a file or URL; default $FAIRHASH_DATABASE, else build/results.sqlite.

    Raises:
        FairhashError: It is not a URL that can be used. The message does not contain its password.
    """
    chosen = location or os.environ.get(VARIABLE) or paths.build() / "results.sqlite"
    if isinstance(chosen, Path):
        return URL.create("sqlite", database=str(chosen))
    chosen = chosen.strip()
    if not re.match(r"[A-Za-z+]*:/", chosen):
        if _NO_FILE.search(chosen):
            raise FairhashError("not the URL of a database", "", _URL_HINT)
        return URL.create("sqlite", database=chosen)
    try:
        url = make_url(chosen)
        # a port may be too large, which the driver would report
        usable = url.port is None or 0 < url.port < 1 << 16
    except (ArgumentError, ValueError):
        usable = False
    # an unescaped @ ends the password early, and the rest of it would become part of the host, which is shown
    if not usable or "@" in (url.host or "") or "@" in (url.database or ""):
        # without the original error, which may contain the password
        raise FairhashError("not the URL of a database", _masked(chosen), _URL_HINT) from None
    kind = url.get_backend_name()
    if kind not in {"sqlite", "postgresql"}:
        raise FairhashError(f"databases of the kind {kind} are not supported", "", "name a file or postgresql://...")
    return url.set(drivername="postgresql+psycopg") if kind == "postgresql" else url


def display_name(url: URL) -> str:
    """The file, or the URL without its password, for messages."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    shown = {name: "***" if _SECRET.search(name) else value for name, value in url.query.items()}
    return url.set(query=shown).render_as_string()


def _masked(text: str) -> str:
    """A text that should be a URL, without anything that may be a password."""
    scheme, separator, rest = text.partition(":/")
    shown = rest.rpartition("@")[2].partition("?")[0]
    return (
        f"{scheme}{separator}{'/' if rest.startswith('/') else ''}...@{shown}"
        if "@" in rest
        else (f"{scheme}{separator}{shown}")
    )


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
