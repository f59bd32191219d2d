# SPDX-License-Identifier: Apache-2.0
"""Every core of the catalogue in all modes on the fast engine, and its source in GHDL.

`./test` does this for one core of each entity, `./test --all` for every core.
"""

from typing import Any

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.testbench.verification import VerifyOptions, verify
from tests.first_of_each import first_of_each

RANDOM = 60
SEED = 1
_MAIN = ("highspeed", "lightweight")


def _cores() -> list[Any]:
    """All cores, by entity.

    First are high-speed and lightweight cores, then cores of other generics; of several the one of the smaller digest.
    """
    ordered = sorted(all_cores().items(), key=lambda item: (item[1].architecture not in _MAIN, item[0]))
    return first_of_each((name, core.entity) for name, core in ordered)


@pytest.mark.parametrize("name", _cores())
def test_every_core_passes_verification(name: str) -> None:
    """All modes pass; `fairhash verify` does the same with more messages and a new seed each time."""
    report = verify(all_cores()[name], VerifyOptions(random=RANDOM, seed=SEED))
    assert report.ok, report.text()


@pytest.mark.parametrize("name", _cores())
def test_every_core_passes_in_the_vhdl_simulator(name: str) -> None:
    """The source itself in GHDL, which the fast engine knows only through GHDL's synthesis: the two have differed."""
    report = verify(all_cores()[name], VerifyOptions(modes=("cycles",), engine="vhdl", seed=SEED))
    assert report.ok, report.text()
