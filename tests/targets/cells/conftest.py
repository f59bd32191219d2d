# SPDX-License-Identifier: Apache-2.0
"""A library small enough to add up by hand, and the toy cores of implement/."""

from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.device import CellLibrary
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.read_library import read_library

HERE = Path(__file__).parent


@pytest.fixture
def tiny_file() -> Path:
    """The Liberty file."""
    return HERE / "data" / "tiny.lib"


@pytest.fixture
def tiny(tiny_file: Path) -> Library:
    """As the bench reads it."""
    return read_library(CellLibrary(kind="cells", id="tiny", liberty=(tiny_file,)))


@pytest.fixture
def toy() -> Core:
    """A core of one clock and 16 bits; its formula is no formula of its."""
    cores = read_cores(HERE.parent / "fpga" / "rtl" / "toy" / "cores.toml")
    return next(core for core in cores if core.architecture == "one-clock")
