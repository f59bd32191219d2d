# SPDX-License-Identifier: Apache-2.0
"""Tests of mapped and placed areas compared with published ones: four candidates, hand-computed values."""

import pytest

from fairhash.studies.papers.a import correlations
from tests.studies.papers.a.runs import by, estimate, several, values


def test_mapped_and_placed_areas_are_compared_with_published_ones() -> None:
    """Mapped areas equal the published ones of Virtex 5;

    Placed areas are twice as large, with Keccak and JH exchanged; Grøstl was not placed, CubeHash is exact.
    """
    table = correlations.mapped_order(
        values(
            *(estimate("sha-512", 1000), estimate("keccak-512", 1740), estimate("jh-512", 1930)),
            *(estimate("skein-512-512", 2610), estimate("groestl0-512", 9999)),
            estimate("cubehash-512", 950),
            *(several("sha-512", (100,) * 3, 1000), several("keccak-512", (100,) * 3, 3860)),
            *(several("jh-512", (100,) * 3, 3480), several("skein-512-512", (100,) * 3, 5220)),
            several("cubehash-512", (100,) * 3, 950),
        )
    )
    assert table
    virtex = by(table, "Virtex 5", column=1)
    assert virtex["device"] == "xc5v"
    assert virtex["candidates"] == "4 of 13 candidates known"
    assert [virtex[f"mapped_{how}"] for how in ("spearman", "kendall", "apart")] == pytest.approx([1, 1, 1])
    assert [virtex[f"placed_{how}"] for how in ("spearman", "kendall", "apart")] == pytest.approx([0.8, 2 / 3, 2**0.75])
    few = by(table, "Cyclone II", column=1)  # the paper has no Skein there
    assert few["candidates"] == "not measured: 3 of 10 candidates known, 4 are needed"
    assert few["mapped_spearman"] is None
    assert few["mapped_apart"] == pytest.approx((1.74 / 1.46 * (2.12 / 1.93) * (0.99 / 0.95)) ** (1 / 3))


def test_a_stale_netlist_divides_nothing_and_is_not_divided() -> None:
    """Of SHA-512 with 4000 cells of earlier sources and 2000 of today only the latter counts."""
    jh, luffa = estimate("jh-512", 3000), estimate("luffa-512", 5000, stale="changed")
    found = correlations.mapped_areas(values(estimate("sha-512", 4000, stale="changed"), jh, luffa).ours)
    assert found
    assert by(found, "jh-512")["xc5v_mapped"] == "sha-512 stale: changed"
    assert by(found, "luffa-512")["xc5v_mapped"] == "stale: changed"
    today = correlations.mapped_areas(values(estimate("sha-512", 2000), jh, luffa).ours)
    assert today
    assert by(today, "jh-512")["xc5v_mapped"] == 1.5
    assert by(today, "luffa-512")["xc5v_mapped"] == "stale: changed"


def test_without_mapped_areas_there_is_no_comparison() -> None:
    assert correlations.mapped_order(values(several("sha-512", (100,) * 3, 1000))) is None
