# SPDX-License-Identifier: Apache-2.0
"""Fixtures for all tests."""

import signal
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.recipe import Recipe, Timeouts
from fairhash.catalog.recipes import find_recipe
from fairhash.testbench import verification

# A shell ignores SIGINT in background jobs, and child processes inherit that; the tests of interrupts need SIGINT.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of the checkout that contains the tests."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def toys() -> dict[str, Core]:
    """The toy cores by architecture."""
    cores = read_cores(Path(__file__).parent / "targets" / "fpga" / "rtl" / "toy" / "cores.toml")
    return {core.architecture: core for core in cores}


@pytest.fixture(scope="session")
def recipe() -> Recipe:
    """The default recipe with short time limits for the toy cores."""
    return find_recipe("default").model_copy(update={"timeouts": Timeouts(synthesis_s=300, place_s=300)})


@pytest.fixture
def no_diagnosis(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing external core is not tried with other descriptions, which takes up to a dozen simulators."""
    monkeypatch.setattr(verification, "diagnose", lambda *_arguments: "")
