# SPDX-License-Identifier: Apache-2.0
"""The search over delay targets with made-up mappers."""

from collections.abc import Callable

import pytest

from fairhash.targets.cells.search import Point, best, search


def _mapper(
    period: Callable[[float], float | None], area: Callable[[float], float] = lambda _target: 100.0
) -> Callable[[float], Point]:
    return lambda target: Point(target, period(target), area(target))


def test_finds_a_dip_beside_a_worse_shorter_target() -> None:
    """Shorter is not faster: below 700 ps the mapper overshoots, above 900 it idles."""
    points = search(_mapper(lambda target: 1000 + abs(target - 780) / 2), 5000, 8)
    assert len(points) == 8
    assert points[0].target_ps == 5000
    chosen = best(points)
    assert chosen is not None
    assert chosen.period_ps == min(point.period_ps or 0 for point in points)
    # the best target there is gives 1000; the first point was at 3110
    assert chosen.period_ps < 1050


def test_every_point_is_kept_and_none_is_tried_twice() -> None:
    """In the order tried, also the bad ones."""
    tried: list[float] = []

    def period(target: float) -> float:
        tried.append(target)
        return 900 if target == 1000 else 1000 + len(tried)

    points = search(_mapper(period), 1000, 8)
    assert [point.target_ps for point in points] == tried
    assert len(set(tried)) == len(tried) <= 8
    assert best(points) == points[0]


def test_a_mapper_that_does_not_listen_ends_the_search_early() -> None:
    """The same circuit for every target."""
    points = search(_mapper(lambda _target: 2000), 5000, 20)
    assert len(points) < 8
    assert {point.period_ps for point in points} == {2000}


def test_equally_fast_the_smallest() -> None:
    """Area decides among equal periods, then the order."""
    points = search(_mapper(lambda _target: 2000, lambda target: 500 - target / 100), 5000, 4)
    chosen = best(points)
    assert chosen is not None
    assert chosen.area == min(point.area or 0 for point in points)


def test_some_mappings_fail() -> None:
    """A failed mapping is a point without a period."""
    points = search(_mapper(lambda target: None if target < 1500 else target / 2 + 1000), 3000, 6)
    assert any(point.period_ps is None for point in points)
    chosen = best(points)
    assert chosen is not None
    assert chosen.target_ps >= 1500


def test_all_fail() -> None:
    """It gives up after two."""
    points = search(_mapper(lambda _target: None), 3000, 8)
    assert len(points) == 2
    assert best(points) is None


@pytest.mark.parametrize("mappings", [1, 2, 3, 7])
def test_no_more_mappings_than_asked(mappings: int) -> None:
    """One is allowed."""
    assert len(search(_mapper(lambda target: 900 + target / 10), 4000, mappings)) == mappings
