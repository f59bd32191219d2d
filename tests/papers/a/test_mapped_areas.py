# SPDX-License-Identifier: Apache-2.0
"""Tests of mapped and placed areas compared with published ones: three candidates, hand-computed values."""

import pytest

from fairhash.papers.a import mapped_areas
from tests.papers.a.runs import by, estimate, several, values


def test_mapped_and_placed_areas_are_compared_with_published_ones() -> None:
    """Mapped areas equal the published ones of Virtex 5;

    Placed areas are twice as large, with Keccak and JH exchanged; Grøstl was not placed.
    """
    table = mapped_areas.order(
        values(
            *(estimate("sha-512", 1000), estimate("keccak-512", 1740), estimate("jh-512", 1930)),
            *(estimate("skein-512-512", 2610), estimate("groestl0-512", 9999)),
            *(several("sha-512", (100,), 1000), several("keccak-512", (100,), 3860), several("jh-512", (100,), 3480)),
            several("skein-512-512", (100,), 5220),
        )
    )
    assert table
    virtex = by(table, "Virtex 5", column=1)
    assert virtex["device"] == "xc5v"
    assert virtex["candidates"] == 3
    assert [virtex[f"mapped_{how}"] for how in ("spearman", "kendall", "apart")] == pytest.approx([1, 1, 1])
    assert [virtex[f"placed_{how}"] for how in ("spearman", "kendall", "apart")] == pytest.approx([0.5, 1 / 3, 2])
    few = by(table, "Cyclone II", column=1)  # the paper has no Skein there
    assert few["candidates"] == 2
    assert few["mapped_spearman"] is None
    assert few["mapped_apart"] == pytest.approx((1.74 / 1.46 * (2.12 / 1.93)) ** 0.5)


def test_without_mapped_areas_there_is_no_comparison() -> None:
    assert mapped_areas.order(values(several("sha-512", (100,), 1000), estimate("jh-512", 2000))) is None
