# SPDX-License-Identifier: Apache-2.0
"""A checkout of its own for each test."""

from pathlib import Path

import pytest

from fairhash.bench.store import Store
from fairhash.catalog.core import Core
from fairhash.results import ResultsFolder
from tests.bench.campaigns import Bench, add_toy_cores
from tests.bench.fakes import Fake, make_core


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that passes for a checkout, with an empty store below."""
    (tmp_path / "rtl" / "shell").mkdir(parents=True)
    (tmp_path / "models").mkdir()
    monkeypatch.setenv("FAIRHASH_ROOT", str(tmp_path))
    return tmp_path


@pytest.fixture
def store(checkout: Path) -> Path:
    """Where the store is."""
    return checkout / "store"


@pytest.fixture
def core(checkout: Path) -> Core:
    """A core of that checkout."""
    return make_core(checkout / "rtl")


@pytest.fixture
def fake(checkout: Path) -> Fake:
    """Stages that log to a file there."""
    return Fake(checkout / "log")


@pytest.fixture
def bench(checkout: Path, store: Path, fake: Fake) -> Bench:
    """An empty folder of results in a checkout with toy cores."""
    add_toy_cores(checkout)
    workspace = fake.workspace(checkout, store=Store(store))
    return Bench(ResultsFolder(checkout / "results"), fake, workspace)
