# SPDX-License-Identifier: Apache-2.0
"""Areas with registers counted: a core of many registers and few functions loses its place, hand-computed."""

import pytest

from fairhash.papers.a import correlations, rankings
from fairhash.papers.a.normalised import Ranking, Values
from fairhash.papers.a.ours import Ours
from fairhash.results.schema import Resources, Result
from tests.papers.a.runs import VENDORS, by, several


def made() -> list[Result]:
    """All at the same clock: shabal smallest by functions, largest by registers."""
    used = {"sha-512": (1000, 1500), "shabal-512": (500, 3000), "keccak-512": (2000, 900), "jh-512": (1600, 1600)}
    return [
        run
        for core, (cells, registers) in used.items()
        for run in several(
            core, (100,) * 3, cells, resources=Resources(area_cells=cells, luts=cells, flip_flops=registers)
        )
    ]


def test_an_area_is_at_least_the_registers() -> None:
    plain, counted = (Values(Ours.of(made(), (), VENDORS, registers_count=count)) for count in (False, True))
    assert Ranking.of(plain, 512, "area").overalls["Shabal"].value == pytest.approx(500 / 1000)
    areas = {name: estimate.value for name, estimate in Ranking.of(counted, 512, "area").overalls.items()}
    assert areas == pytest.approx({"JH": 1600 / 1500, "Keccak": 2000 / 1500, "Shabal": 3000 / 1500})
    table = rankings.overall_table(counted, Ranking.of(counted, 512, "ratio"))
    assert table.name == "table-10-registers"
    assert by(table, "shabal-512")["overall"] == pytest.approx(1500 / 3000)
    assert by(table, "shabal-512")["rank"] == 3


def test_the_order_is_compared_with_print_once_more() -> None:
    """By Table 9 print has Shabal, Keccak, JH from small to large; throughput knows no registers."""
    plain, counted = (Values(Ours.of(made(), (), VENDORS, registers_count=count)) for count in (False, True))
    rows = [(row[0], row[2], row[4]) for row in correlations.table((plain, counted)).rows]
    assert ("9: area", "median of the seeds", 0.5) in rows
    assert ("9: area", "median of the seeds, registers counted", -1.0) in rows
    assert [words for table, words, _ in rows if table == "8: throughput"] == ["median of the seeds"]
