# SPDX-License-Identifier: Apache-2.0
"""What every test may ask for."""

import signal
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.recipe import Recipe, Timeouts
from fairhash.catalog.recipes import find_recipe

# A shell ignores Ctrl-C in what it runs in the background, and whatever that starts inherits it; tests of being
# interrupted need it to arrive.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of the checkout the tests are part of."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture
def toys() -> dict[str, Core]:
    """The toy cores by architecture."""
    cores = read_cores(Path(__file__).parent / "targets" / "fpga" / "rtl" / "toy" / "cores.toml")
    return {core.architecture: core for core in cores}


@pytest.fixture
def recipe() -> Recipe:
    """The default recipe with time limits that suit the toy cores."""
    return find_recipe("default").model_copy(update={"timeouts": Timeouts(synthesis_s=300, place_s=300)})
