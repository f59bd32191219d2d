# SPDX-License-Identifier: Apache-2.0
"""The one table, the same on SQLite and PostgreSQL, and how a database of an older FairHash becomes one of this."""

from pathlib import Path

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, inspect, text

VERSION = "2"
"""The newest of migrations/versions; raised with each change of the table."""
_UNNUMBERED = "1"
"""What wrote a table of results without a table of versions."""
_LOCK = 0xFA1A5
"""Any number, the same for all who would change one PostgreSQL database."""

_METADATA = MetaData()

RESULTS = Table(
    "results",
    _METADATA,
    Column("key", Text, primary_key=True),
    *(Column(name, Text, nullable=False) for name in ("series", "core", "algorithm", "device", "recipe")),
    Column("seed", Integer, nullable=False),
    *(Column(name, Text, nullable=False) for name in ("status", "verdict", "date", "body")),
)
"""Columns people ask for, repeated beside the whole result in `body`."""


def prepare(connection: Connection) -> str:
    """Make or change the table where it is not of this VERSION; the version found, where it is of a newer FairHash."""
    if _version(connection) == VERSION:
        return VERSION
    if connection.dialect.name == "postgresql":
        # SQLite's transactions are alone from their beginning
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    found = _version(connection)
    if found.isdigit() and int(found) <= int(VERSION):
        _migrate(connection, found)
        return VERSION
    return found


def _version(connection: Connection) -> str:
    """As the table of versions says; 0 where there is nothing yet."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "0")
    if connection.dialect.name == "sqlite":
        unnumbered = connection.execute(text("PRAGMA user_version")).scalar()
        if unnumbered:
            return str(unnumbered)
    return _UNNUMBERED if RESULTS.name in tables else "0"


def _migrate(connection: Connection, found: str) -> None:
    # hardly ever needed, and slow to import
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    if found == _UNNUMBERED and "alembic_version" not in inspect(connection).get_table_names():
        command.stamp(config, _UNNUMBERED)
    command.upgrade(config, VERSION)
