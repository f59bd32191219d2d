# SPDX-License-Identifier: Apache-2.0
"""Every core of the catalogue in all modes on the fast engine, and its source in GHDL.

`./test` does this for one core of each family, of SIMD only in GHDL, and `./test --all` for every core. Between the two
the list of the frozen cores holds (test_frozen.py): their Verilog is the one that passed.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from fairhash.catalog.cores import all_cores
from fairhash.testbench.verification import VerifyOptions, verify
from tests.first_of_each import first_of_each

RANDOM = 60
SEED = 1
_MAIN = ("highspeed", "lightweight")


_LARGE = ("bmw", "echo", "fugue", "groestl", "jh", "shavite3", "skein")
"""Families whose high-speed cores take the compiler of the simulator minutes; their lightweight cores come first."""


_ONLY_LARGE = ("simd",)
"""Families without a core that takes less than a minute to compile."""


def _cores(without: Iterable[str] = ()) -> list[Any]:
    """All cores, by family; first are high-speed cores, and of several the one of the smaller digest.

    Those of families in `without` are for `--all` only.
    """
    ordered = sorted(
        all_cores().values(), key=lambda core: (_place(core.architecture, core.family in _LARGE), core.name)
    )
    return first_of_each(((core.name, core.family) for core in ordered), without)


def _place(architecture: str, is_large: bool) -> int:
    main = reversed(_MAIN) if is_large else _MAIN
    return [*main, architecture].index(architecture)


@pytest.mark.parametrize("name", _cores(_ONLY_LARGE))
def test_every_core_passes_verification(name: str) -> None:
    """All modes pass; `fairhash verify` does the same with more messages and a new seed each time."""
    report = verify(all_cores()[name], VerifyOptions(random=RANDOM, seed=SEED))
    assert report.ok, report.text()


@pytest.mark.parametrize("name", _cores())
def test_every_core_passes_in_the_vhdl_simulator(name: str) -> None:
    """The source itself in GHDL, which the fast engine knows only through GHDL's synthesis: the two have differed."""
    report = verify(all_cores()[name], VerifyOptions(modes=("cycles",), engine="vhdl", seed=SEED))
    assert report.ok, report.text()
