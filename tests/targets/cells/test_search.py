# SPDX-License-Identifier: Apache-2.0
"""The search over delay targets with synthetic mappers."""

from collections.abc import Callable

import pytest

from fairhash.targets.cells.mapping import MappingPoint, best, search


def _mapper(
    period: Callable[[float], float | None], area: Callable[[float], float] = lambda _target: 100.0
) -> Callable[[float], MappingPoint]:
    return lambda target: MappingPoint(target, period(target), area(target))


def test_the_best_target_is_found_beside_a_worse_shorter_one() -> None:
    """The period has its minimum at a target of 780 ps and grows on both sides."""
    points = search(_mapper(lambda target: 1000 + abs(target - 780) / 2), 5000, 8)
    assert len(points) == 8
    assert points[0].target_ps == 5000
    chosen = best(points)
    assert chosen is not None
    assert chosen.period_ps == min(point.period_ps or 0 for point in points)
    # the best target there is gives 1000; the first point was at 3110
    assert chosen.period_ps < 1050


def test_every_point_is_returned_and_no_target_is_tried_twice() -> None:
    """In the order of the attempts, including points that are not the best."""
    tried: list[float] = []

    def period(target: float) -> float:
        tried.append(target)
        return 900 if target == 1000 else 1000 + len(tried)

    points = search(_mapper(period), 1000, 8)
    assert [point.target_ps for point in points] == tried
    assert len(set(tried)) == len(tried) <= 8
    assert best(points) == points[0]


def test_a_mapper_that_ignores_the_target_ends_the_search_early() -> None:
    """The mapper gives the same circuit for every target."""
    points = search(_mapper(lambda _target: 2000), 5000, 20)
    assert len(points) < 8
    assert {point.period_ps for point in points} == {2000}


def test_the_smallest_of_equally_fast_points_is_selected() -> None:
    """Area decides among equal periods, then the order."""
    points = search(_mapper(lambda _target: 2000, lambda target: 500 - target / 100), 5000, 4)
    chosen = best(points)
    assert chosen is not None
    assert chosen.area == min(point.area or 0 for point in points)


def test_a_failed_mapping_is_a_point_without_period() -> None:
    """A failed mapping is a point without a period."""
    points = search(_mapper(lambda target: None if target < 1500 else target / 2 + 1000), 3000, 6)
    assert any(point.period_ps is None for point in points)
    chosen = best(points)
    assert chosen is not None
    assert chosen.target_ps >= 1500


def test_the_search_ends_after_two_failed_mappings() -> None:
    """All mappings fail."""
    points = search(_mapper(lambda _target: None), 3000, 8)
    assert len(points) == 2
    assert best(points) is None


@pytest.mark.parametrize("mappings", [1, 2, 3, 7])
def test_there_are_at_most_the_requested_mappings(mappings: int) -> None:
    """Also if only one is allowed."""
    assert len(search(_mapper(lambda target: 900 + target / 10), 4000, mappings)) == mappings
