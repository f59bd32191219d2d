# SPDX-License-Identifier: Apache-2.0
"""Substituting the paper-structured cores' results for ours, and the further comparison of the orders."""

import pytest

from fairhash.results.schema import Result
from fairhash.studies.papers.a import correlations
from fairhash.studies.papers.a.normalised_values import CORES, NormalisedValues, Ranking, substitute_paper_structured
from tests.studies.papers.a.runs import our_results, several


def our_cores() -> list[Result]:
    """Return five cores at the same clock; our Shabal is the smallest."""
    cells = {"sha-512": 1000, "shabal-512": 500, "keccak-512": 2000, "jh-512": 2500, "luffa-512": 4000}
    return [run for core, area in cells.items() for run in several(core, (100,) * 3, area)]


def parallel() -> list[Result]:
    """Return the paper-structured Shabal, three times as large as SHA-512."""
    return [run.model_copy(update={"core": "shabal-512/parallel"}) for run in several("shabal-512", (100,) * 3, 3000)]


def plain(runs: list[Result]) -> NormalisedValues:
    return NormalisedValues(our_results(runs).select_cores(CORES))


def substituted(runs: list[Result]) -> NormalisedValues:
    ours = our_results(substitute_paper_structured(runs)).select_cores(CORES)
    return NormalisedValues(ours, paper_structured=True)


def test_a_paper_structured_core_replaces_ours() -> None:
    values = substituted([*our_cores(), *parallel()])
    areas = {name: estimate.value for name, estimate in Ranking.from_values(values, 512, "area").overalls.items()}
    assert areas == pytest.approx({"Shabal": 3.0, "Keccak": 2.0, "JH": 2.5, "Luffa": 4.0})


def test_a_paper_structured_core_is_excluded_without_substitution() -> None:
    values = plain([*our_cores(), *parallel()])
    assert Ranking.from_values(values, 512, "area").overalls["Shabal"].value == pytest.approx(0.5)


def test_our_core_remains_on_devices_without_the_paper_structured_one() -> None:
    values = substituted(our_cores())
    assert Ranking.from_values(values, 512, "area").overalls["Shabal"].value == pytest.approx(0.5)


def test_rank_orders_are_compared_for_both_cores() -> None:
    """Table 9 has Shabal, Keccak, JH, Luffa from small to large; the other Shabal is third: 1 - 6 x 6 / 60."""
    runs = [*our_cores(), *parallel()]
    rows = {
        row[2]: row[4]
        for row in correlations.correlation_table((plain(runs), substituted(runs))).rows
        if row[0] == "9: area"
    }
    parallel_title = "median of the seeds, Shabal structured as in the paper"
    assert rows == pytest.approx({"median of the seeds": 1.0, parallel_title: 0.4})
