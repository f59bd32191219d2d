# SPDX-License-Identifier: Apache-2.0
"""Cores with padding units in front, by the modes of the testbench, as cores that pad their messages themselves."""

from pathlib import Path

import pytest

from fairhash.catalog.cores import find_core
from fairhash.catalog.padding import padded_cores
from fairhash.features.components.measure import check_padded

QUICK = "fugue-256/lightweight"
CORES = [
    pytest.param(core.name, algorithm, marks=[] if (core.name, algorithm) == (QUICK, "fugue-256") else pytest.mark.long)
    for core in padded_cores()
    for algorithm in (core.algorithm, *core.also)
]


@pytest.mark.parametrize(("name", "algorithm"), CORES)
def test_padded_core(name: str, algorithm: str, tmp_path: Path) -> None:
    check = check_padded(find_core(name), algorithm, tmp_path)
    assert (check.verdict, check.reason) == ("pass", "")
