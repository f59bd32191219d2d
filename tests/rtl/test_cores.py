# SPDX-License-Identifier: Apache-2.0
"""Every core of the catalogue, all modes on the fast engine and its source in GHDL."""

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.testbench.verification import VerifyOptions, verify

RANDOM = 60
SEED = 1


@pytest.mark.parametrize("name", list(all_cores()))
def test_every_core_passes_verification(name: str) -> None:
    """All modes pass; `fairhash verify` does the same with more messages and a new seed each time."""
    report = verify(all_cores()[name], VerifyOptions(random=RANDOM, seed=SEED))
    assert report.ok, report.text()


@pytest.mark.parametrize("name", list(all_cores()))
def test_every_core_passes_in_the_vhdl_simulator(name: str) -> None:
    """The source itself in GHDL, which the fast engine knows only through GHDL's synthesis: the two have differed."""
    report = verify(all_cores()[name], VerifyOptions(modes=("cycles",), engine="vhdl", seed=SEED))
    assert report.ok, report.text()
