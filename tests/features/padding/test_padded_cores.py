# SPDX-License-Identifier: Apache-2.0
"""Cores with padding units in front, by the modes of the testbench, as cores that pad their messages themselves."""

from pathlib import Path

import pytest

from fairhash.catalog.cores import find_core
from fairhash.catalog.padding import padded_cores
from fairhash.features.padding.padded import padded_core
from fairhash.testbench.verification import VerifyOptions, verify

MODES = ("answers", "random", "lengths", "stalls", "back-to-back", "reset")
QUICK = "fugue-256/lightweight"
CORES = [
    pytest.param(core.name, algorithm, marks=[] if (core.name, algorithm) == (QUICK, "fugue-256") else pytest.mark.long)
    for core in padded_cores()
    for algorithm in (core.algorithm, *core.also)
]


@pytest.mark.parametrize(("name", "algorithm"), CORES)
def test_padded_core(name: str, algorithm: str, tmp_path: Path) -> None:
    padded = padded_core(find_core(name), tmp_path, algorithm)
    report = verify(padded, VerifyOptions(modes=MODES, seed=1, random=24))
    assert report.ok, report.text()
    assert {result.mode for result in report.modes} == set(MODES)
