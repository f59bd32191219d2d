# SPDX-License-Identifier: Apache-2.0
"""What the tests of implement/ share: the toy cores, the two devices, short recipes."""

from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.recipe import Recipe, Timeouts
from fairhash.implement import find_recipe

HERE = Path(__file__).parent


@pytest.fixture
def toys() -> dict[str, Core]:
    """The toy cores by architecture."""
    return {core.architecture: core for core in read_cores(HERE / "rtl" / "toy" / "cores.toml")}


@pytest.fixture
def recipe() -> Recipe:
    """The default recipe with limits fit for toys."""
    return find_recipe("default").model_copy(update={"timeouts": Timeouts(synthesis_s=300, place_s=300)})
