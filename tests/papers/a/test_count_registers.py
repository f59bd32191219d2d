# SPDX-License-Identifier: Apache-2.0
"""Areas with registers counted: a core of many registers and few functions loses its place, hand-computed."""

import pytest

from fairhash.papers.a import correlations, tables_8_10
from fairhash.papers.a.normalised_values import NormalisedValues, Ranking
from fairhash.papers.a.result_variants import count_registers
from fairhash.results.schema import Resources, Result
from tests.papers.a.runs import by, our_results, several


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


def plain_and_counted() -> tuple[NormalisedValues, NormalisedValues]:
    """Return the values of the same runs without and with registers counted."""
    counted = our_results(count_registers(made()))
    return NormalisedValues(our_results(made())), NormalisedValues(counted, registers_counted=True)


def test_an_area_is_at_least_the_registers() -> None:
    plain, counted = plain_and_counted()
    assert Ranking.of(plain, 512, "area").overalls["Shabal"].value == pytest.approx(500 / 1000)
    areas = {name: estimate.value for name, estimate in Ranking.of(counted, 512, "area").overalls.items()}
    assert areas == pytest.approx({"JH": 1600 / 1500, "Keccak": 2000 / 1500, "Shabal": 3000 / 1500})
    table = tables_8_10.overall_table(counted, Ranking.of(counted, 512, "ratio"))
    assert table.name == "table-10-registers"
    assert by(table, "shabal-512")["overall"] == pytest.approx(1500 / 3000)
    assert by(table, "shabal-512")["rank"] == 3


def test_the_order_is_compared_with_print_once_more() -> None:
    """By Table 9 print has Shabal, Keccak, JH from small to large; throughput knows no registers."""
    plain, counted = plain_and_counted()
    rows = [(row[0], row[2], row[4]) for row in correlations.table((plain, counted)).rows]
    assert ("9: area", "median of the seeds", 0.5) in rows
    assert ("9: area", "median of the seeds, registers counted", -1.0) in rows
    assert [words for table, words, _ in rows if table == "8: throughput"] == ["median of the seeds"]
