# SPDX-License-Identifier: Apache-2.0
"""One core of every entity in all modes on the fast engine, and the source of every core in GHDL.

`./test --all` runs all modes of every core: the ladder.
"""

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.testbench.verification import VerifyOptions, verify

RANDOM = 60
SEED = 1
_MAIN = ("highspeed", "lightweight")


def _one_of_each_entity() -> list[str]:
    """A high-speed or lightweight core before one of other generics, then the first by name: the smaller digest."""
    chosen: dict[str, str] = {}
    for name, core in sorted(all_cores().items(), key=lambda item: (item[1].architecture not in _MAIN, item[0])):
        chosen.setdefault(core.entity, name)
    return sorted(chosen.values())


@pytest.mark.parametrize("name", _one_of_each_entity())
def test_entities_pass_verification(name: str) -> None:
    """All modes pass; `fairhash verify` does the same with more messages and a new seed each time."""
    report = verify(all_cores()[name], VerifyOptions(random=RANDOM, seed=SEED))
    assert report.ok, report.text()


@pytest.mark.parametrize("name", list(all_cores()))
def test_every_core_passes_in_the_vhdl_simulator(name: str) -> None:
    """The source itself in GHDL, which the fast engine knows only through GHDL's synthesis: the two have differed."""
    report = verify(all_cores()[name], VerifyOptions(modes=("cycles",), engine="vhdl", seed=SEED))
    assert report.ok, report.text()
