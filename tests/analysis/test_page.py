# SPDX-License-Identifier: Apache-2.0
"""The page of tables in the documentation."""

from fairhash import paths
from fairhash.analysis.page import to_markdown
from fairhash.results.export import read_folder
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


def test_the_page_shows_the_committed_results() -> None:
    """docs/measured.md is what the results say today; see its head for how to write it anew."""
    page = paths.root() / "docs" / "measured.md"
    assert page.read_text(encoding="utf-8") == to_markdown(read_folder(paths.results()))
