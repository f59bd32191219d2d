# SPDX-License-Identifier: Apache-2.0
"""Fixtures: a temporary PostgreSQL server that listens on a socket in its own folder, and databases on it."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg.sql
import pytest


def _program(name: str) -> str:
    """Path of a program of the server; Debian does not put them on PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name) or name


def _unprivileged() -> int | None:
    """User id to run the server as, because it refuses to run as root; None if this user is not root."""
    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The folder of the socket of a running server."""
    # a socket's path must be short
    folder = Path(tempfile.mkdtemp(prefix="fhpg", dir="/tmp"))
    if (owner := _unprivileged()) is not None:
        os.chown(folder, owner, -1)
    data = folder / "data"
    alone = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"]

    def call(*command: str | Path) -> None:
        done = subprocess.run(
            [*map(str, command)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            user=_unprivileged(),
        )
        assert done.returncode == 0, done.stdout + done.stderr

    try:
        call(_program("initdb"), "-D", data, "-U", "fairhash", "-A", "trust", "-E", "UTF8", "--no-sync")
        call(_program("pg_ctl"), "-D", data, "-w", "-s", "-l", folder / "log", "-o", " ".join(alone), "start")
        try:
            yield str(folder)
        finally:
            call(_program("pg_ctl"), "-D", data, "-w", "-s", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgresql(server: str) -> str:
    """The URL of a new, empty database."""
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(host=server, user="fairhash", dbname="postgres", autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    return f"postgresql://fairhash@/{name}?host={server}"


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return tmp_path / "new" / "r.sqlite"
    url: str = request.getfixturevalue("postgresql")
    return url
