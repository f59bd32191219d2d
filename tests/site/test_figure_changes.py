# SPDX-License-Identifier: Apache-2.0
"""The changelog of figures, on made-up results with known intervals."""

from datetime import UTC, date, datetime

import pytest

from fairhash.results import Result
from fairhash.site.figure_changes import UNRELEASED, Release, changes, releases
from tests.results.samples import sample

_RELEASES = [Release("0.1.0", date(2026, 11, 10)), Release("0.2.0", date(2026, 11, 20)), Release(UNRELEASED, None)]


def _series(name: str, day: int, clocks: tuple[float, float, float], area: int = 5000) -> list[Result]:
    made = datetime(2026, 11, day, tzinfo=UTC)
    return [sample("jh-512/highspeed", mhz, area, seed, series=name, date=made) for seed, mhz in enumerate(clocks, 1)]


def test_versions_are_read_from_the_changelog() -> None:
    """Oldest first, and what is not released yet."""
    text = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-20\n### Added\n\n## [0.1.0] - 2026-11-10\n"
    assert releases(text) == _RELEASES


def test_a_figure_that_moved_beyond_its_interval_is_listed() -> None:
    """100..104 and 120..124 do not overlap; the areas are equal. Throughput is 24 Mbit/s for each MHz."""
    results = _series("old", 9, (100, 102, 104)) + _series("new", 15, (120, 122, 124))
    found = changes(results, _RELEASES)
    assert [(change.release, change.quantity) for change in found] == [
        ("0.2.0", "clock in MHz"),
        ("0.2.0", "throughput in Mbit/s"),
    ]
    assert found[0].factor == pytest.approx(122 / 102)
    assert found[1].before.median == pytest.approx(102 * 24)


def test_overlapping_intervals_are_no_change() -> None:
    """Quartiles 101..103 and 102..104 overlap."""
    results = _series("old", 9, (100, 102, 104)) + _series("new", 15, (101, 103, 105))
    assert changes(results, _RELEASES) == []


def test_a_later_change_belongs_to_what_is_not_released() -> None:
    """The area grew after the last release."""
    results = _series("old", 9, (100, 102, 104)) + _series("new", 23, (100, 102, 104), area=6000)
    assert [(change.release, change.quantity) for change in changes(results, _RELEASES)] == [(UNRELEASED, "area")]


def test_a_new_figure_has_not_moved() -> None:
    """It was not there at the release before."""
    assert changes(_series("new", 15, (120, 122, 124)), _RELEASES) == []
