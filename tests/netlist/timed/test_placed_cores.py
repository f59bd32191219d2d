# SPDX-License-Identifier: Apache-2.0
"""The static clock of placed lightweight cores with memories is that of nextpnr."""

from pathlib import Path

import pytest

from fairhash.bench.routed import routed_core
from fairhash.bench.workspace import Workspace
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device

CORES = {
    "ascon-hash256/lightweight": {"TRELLIS_DPR16X4"},
    "hamsi-256/lightweight": {"TRELLIS_DPR16X4"},
    "luffa-256/lightweight": {"DP16KD"},
    "sm3/lightweight": {"TRELLIS_DPR16X4", "DP16KD"},
}
"""The memories of each core."""


@pytest.mark.long
@pytest.mark.parametrize("name", CORES)
def test_static_analysis_is_that_of_nextpnr(name: str, tmp_path: Path) -> None:
    routed = routed_core(find_core(name), find_device("ecp5-85k-8"), find_recipe("default"), 1, Workspace())
    design = routed.design(tmp_path)
    assert {memory.kind for memory in design.ordered.circuit.memories} == CORES[name]
    assert routed.placement.effective_mhz
    # delays are rounded to whole ps, a few on the path to the other side
    period_ps = design.static.period_ps(design.static.slowest())
    assert period_ps == pytest.approx(1e6 / routed.placement.effective_mhz, abs=5)
