# SPDX-License-Identifier: Apache-2.0
"""The results table, the same on SQLite and PostgreSQL: its columns, checksums, and migration from older versions."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, inspect, text

VERSION = "3"
"""The newest version in migrations/versions; raised with each change of the table."""
_UNNUMBERED = "1"
"""Version of a results table in a database without a table of versions."""
_LOCK = 0xFA1A5
"""Id of the advisory lock for migrations of a PostgreSQL database; any number that all processes share."""

_METADATA = MetaData()

RESULTS = Table(
    "results",
    _METADATA,
    Column("key", Text, primary_key=True),
    *(Column(name, Text, nullable=False) for name in ("series", "core", "algorithm", "device", "recipe")),
    Column("seed", Integer, nullable=False),
    *(Column(name, Text, nullable=False) for name in ("status", "verdict", "date", "body")),
    Column("sha256", Text, nullable=False, server_default=""),
)
"""`body` is the whole result as JSON; `sha256` is the checksum of the row (row_checksum()); the other columns repeat
the fields that queries filter by."""


def prepare(connection: Connection) -> str:
    """Create or migrate the table if it is older than VERSION.

    Returns:
        VERSION, or the version of the table if that is newer than VERSION or unknown.
    """
    if _version(connection) == VERSION:
        return VERSION
    if connection.dialect.name == "postgresql":
        # in SQLite, a transaction excludes others from its start
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    version = _version(connection)
    if version.isdigit() and int(version) <= int(VERSION):
        _migrate(connection, version)
        return VERSION
    return version


def _version(connection: Connection) -> str:
    """Version of the database; 0 if it is empty."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "0")
    if connection.dialect.name == "sqlite":
        unnumbered = connection.execute(text("PRAGMA user_version")).scalar()
        if unnumbered:
            return str(unnumbered)
    return _UNNUMBERED if RESULTS.name in tables else "0"


def _migrate(connection: Connection, version: str) -> None:
    # imported here because it is slow and rarely needed
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    if version == _UNNUMBERED and "alembic_version" not in inspect(connection).get_table_names():
        command.stamp(config, _UNNUMBERED)
    command.upgrade(config, VERSION)


CHECKED = ("key", "series", "core", "algorithm", "device", "recipe", "seed", "status", "verdict", "date", "body")
"""The columns that the checksum covers: all others. The order is part of the checksum."""


def row_checksum(row: Mapping[Any, Any]) -> str:
    """SHA-256 of a row's columns, 64 hexadecimal digits."""
    text = json.dumps([row[name] for name in CHECKED], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
