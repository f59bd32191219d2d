# SPDX-License-Identifier: Apache-2.0
"""Every core of the catalogue in all modes on the fast engine, and its source in GHDL.

`./test` does this for one core of each family, `./test --all` for every core. Between the
two the list of the frozen cores holds (test_frozen.py): their Verilog is the one that passed.
"""

from itertools import cycle
from typing import Any

import pytest

from fairhash.catalog.cores import all_cores, families
from fairhash.testbench.verification import VerifyOptions, verify
from tests.first_of_each import first_of_each

RANDOM = 60
SEED = 1
_MAIN = ("highspeed", "lightweight")


def _cores() -> list[Any]:
    """All cores, by family; first are lightweight cores in every second family and high-speed ones in the others.

    Of several such cores the first is that of the smaller digest.
    """
    first = dict(zip(families(), cycle(("highspeed", "lightweight")), strict=False))
    ordered = sorted(
        all_cores().items(), key=lambda item: (_place(item[1].architecture, first[item[1].family]), item[0])
    )
    return first_of_each((name, core.family) for name, core in ordered)


def _place(architecture: str, first: str) -> int:
    return 0 if architecture == first else 1 if architecture in _MAIN else 2


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
