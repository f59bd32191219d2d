# SPDX-License-Identifier: Apache-2.0
"""The mutants of a small core, from its VHDL to the report."""

import pytest

from fairhash.base import paths
from fairhash.catalog.cores import find_core
from fairhash.catalog.targets import find_device
from fairhash.features.mutants.campaign import Options
from fairhash.features.mutants.measure import report_mutants
from fairhash.testbench.modes import MODES

UNDECIDED = "const0 control.n198_q_TRELLIS_FF_Q_1.Q"
"""Survives. It is bit 6 of count, for the 80 slots of SHA-512. SHA-256 has 64 slots, so the bit is never '1'; no proof
was found in 60 s."""


@pytest.mark.parametrize("count", [16, pytest.param(60, marks=pytest.mark.long)])
def test_mutants_of_a_small_core(count: int) -> None:
    """Other mutants than those of the committed report: by another seed."""
    core = find_core("sha-256/highspeed")
    parts: list[str] = []
    report = report_mutants(
        core, find_device("ecp5-85k-8"), Options(count, seed=7, budget_s=5, long_blocks=0), progress=parts.append
    )
    assert report.mutants == count
    assert report.killed + sum(report.equivalent.values()) + len(report.survivors) == count
    assert {survivor.mutation for survivor in report.survivors} <= {UNDECIDED}
    assert parts[:2] == ["synthesise", "choose"]
    kills = {mode.mode: mode for mode in report.modes}
    assert all(mode.killed > count // 2 for mode in kills.values() if mode.mode in MODES)
    assert sum(report.equivalent.values()) < count // 4
    for survivor in report.survivors:
        assert (paths.root() / survivor.source.partition(":")[0]).is_file()
