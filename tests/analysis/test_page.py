# SPDX-License-Identifier: Apache-2.0
"""The tables that `fairhash report --page` writes."""

from fairhash.analysis.page import to_markdown
from tests.results.samples import failed, sample

CLOCKS = (120.0, 100.0, 140.0)


def test_tables_and_critical_paths_match_hand_computed_values() -> None:
    runs = [sample("sha-512/highspeed", clock, 2000, seed) for seed, clock in enumerate(CLOCKS)]
    runs += [failed("keccak-512/highspeed")]
    text = to_markdown(runs)
    assert "## ecp5-85k-8, recipe default\n" in text
    (row,) = [line for line in text.splitlines() if line.startswith("| sha-512/highspeed | 1+9+24N+8")]
    # 576 bits in 24 cycles at the median of 100, 120 and 140 MHz
    assert "| 120.0 | 110.0..130.0 | 140.0 | 2880 | 1.440 | 1.00 | 3 |" in row
    assert [line for line in text.splitlines() if line.startswith("| sha-512/highspeed | 120.0 |")]
    assert [line for line in text.splitlines() if line.startswith("| keccak-512/highspeed |") and "unfit" in line]
