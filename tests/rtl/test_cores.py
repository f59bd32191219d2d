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


# In GHDL's simulation an undefined value reaches the digest; the fast engine and the netlists give right digests.
_UNDEFINED = pytest.mark.xfail(reason="an output is undefined in the VHDL simulation", strict=True)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[_UNDEFINED] if "/unrolled-" in name else []) for name in all_cores()],
)
def test_every_core_passes_in_the_vhdl_simulator(name: str) -> None:
    """The source itself in GHDL, which the fast engine knows only through GHDL's synthesis: the two have differed."""
    report = verify(all_cores()[name], VerifyOptions(modes=("cycles",), engine="vhdl", seed=SEED))
    assert report.ok, report.text()
