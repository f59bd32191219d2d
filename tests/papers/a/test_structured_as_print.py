# SPDX-License-Identifier: Apache-2.0
"""A core structured as print's stands for ours in one more comparison of the orders, where it was measured."""

import pytest

from fairhash.papers.a import correlations
from fairhash.papers.a.normalised import Ranking, Values
from fairhash.papers.a.ours import Ours
from fairhash.results.schema import Result
from tests.papers.a.runs import VENDORS, several


def made(*more: Result) -> list[Result]:
    """All at the same clock; ours of Shabal is the smallest."""
    cells = {"sha-512": 1000, "shabal-512": 500, "keccak-512": 2000, "jh-512": 2500}
    return [run for core, area in cells.items() for run in several(core, (100,) * 3, area)] + list(more)


def parallel() -> list[Result]:
    """Of the same algorithm, three times as large as SHA-512."""
    return [run.model_copy(update={"core": "shabal-512/parallel"}) for run in several("shabal-512", (100,) * 3, 3000)]


def test_it_takes_the_place_of_ours() -> None:
    values = Values(Ours.of(made(*parallel()), (), VENDORS, as_print=True))
    areas = {name: estimate.value for name, estimate in Ranking.of(values, 512, "area").overalls.items()}
    assert areas == pytest.approx({"Shabal": 3.0, "Keccak": 2.0, "JH": 2.5})


def test_without_being_asked_for_it_is_left_out() -> None:
    values = Values(Ours.of(made(*parallel()), (), VENDORS))
    assert Ranking.of(values, 512, "area").overalls["Shabal"].value == pytest.approx(0.5)


def test_where_it_was_not_measured_ours_stays() -> None:
    values = Values(Ours.of(made(), (), VENDORS, as_print=True))
    assert Ranking.of(values, 512, "area").overalls["Shabal"].value == pytest.approx(0.5)


def test_the_orders_are_compared_once_more() -> None:
    """By Table 9 print has Shabal, Keccak, JH from small to large."""
    runs = made(*parallel())
    both = tuple(Values(Ours.of(runs, (), VENDORS, as_print=alike)) for alike in (False, True))
    rows = {row[2]: row[4] for row in correlations.table(both).rows if row[0] == "9: area"}
    assert rows == {"median of the seeds": 1.0, "median of the seeds, Shabal structured as print's": -0.5}
