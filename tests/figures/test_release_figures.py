# SPDX-License-Identifier: Apache-2.0
"""The figures of releases and what moved between them, on synthetic results with known intervals."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.figures.release_figures import (
    UNRELEASED,
    ReleaseFigures,
    changes,
    folder,
    read_releases,
    release_figures,
    released_on,
    write_release,
)
from fairhash.results import Result
from tests.cli.helpers import fairhash
from tests.results.samples import sample


def _runs(clocks: tuple[float, ...], area: int = 5000) -> list[Result]:
    made = datetime(2026, 11, 9, tzinfo=UTC)
    return [sample("jh-512/highspeed", mhz, area, seed, date=made) for seed, mhz in enumerate(clocks, 1)]


def _release(version: str, day: int, clocks: tuple[float, ...], area: int = 5000) -> ReleaseFigures:
    return release_figures(_runs(clocks, area), version, date(2026, 11, day))


def test_the_day_of_a_release_is_that_of_the_changelog() -> None:
    text = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-20\n### Added\n\n## [0.1.0] - 2026-11-10\n"
    assert released_on(text, "0.1.0") == date(2026, 11, 10)
    with pytest.raises(FairhashError, match=r"no release '0\.3\.0'"):
        released_on(text, "0.3.0")


def test_a_figure_that_moved_beyond_its_interval_is_listed() -> None:
    """Quartiles 101..103 and 121..123 do not overlap; the areas are equal. Throughput is 24 Mbit/s for each MHz."""
    found = changes([_release("0.1.0", 10, (100, 102, 104)), _release("0.2.0", 20, (120, 122, 124))])
    assert [(change.release, change.quantity) for change in found] == [
        ("0.2.0", "clock in MHz"),
        ("0.2.0", "throughput in Mbit/s"),
    ]
    assert found[0].factor == pytest.approx(122 / 102)
    slower = changes([_release("0.1.0", 10, (120, 122, 124)), _release("0.2.0", 20, (100, 102, 104))])
    assert [change.quantity for change in slower] == ["clock in MHz", "throughput in Mbit/s"]
    assert found[1].before == pytest.approx((102 * 24, 101 * 24, 103 * 24))


def test_overlapping_intervals_are_no_change() -> None:
    """Quartiles 101..103 and 102..104 overlap."""
    assert changes([_release("0.1.0", 10, (100, 102, 104)), _release("0.2.0", 20, (101, 103, 105))]) == []


def test_clocks_of_too_few_seeds_are_not_compared_but_areas_are() -> None:
    """Three seeds against one: 102 and 150 MHz have no interval that could be compared."""
    found = changes([_release("0.1.0", 10, (100, 102, 104)), _release("0.2.0", 20, (150,), area=6000)])
    assert [(change.quantity, change.factor) for change in found] == [("area", 1.2)]


def test_a_new_figure_has_not_moved() -> None:
    empty = release_figures([], "0.1.0", date(2026, 11, 10))
    assert changes([empty, _release("0.2.0", 20, (120, 122, 124))]) == []


def test_stored_releases_are_read_back_in_the_order_of_their_days(tmp_path: Path) -> None:
    releases = [_release("0.9.0", 10, (100, 102, 104)), _release("0.10.0", 20, (120, 122, 124))]
    for release in reversed(releases):
        write_release(release, tmp_path)
    assert read_releases(tmp_path) == releases
    (tmp_path / "0.10.0.json").write_text('{"version": "0.10.0", "day": "2026-11-20", "figures": [{"core": 3}]}')
    with pytest.raises(FairhashError, match="not the figures of a release"):
        read_releases(tmp_path)


def test_the_command_refuses_a_version_that_is_not_in_the_changelog() -> None:
    outcome = fairhash("site", "--release", "9.9.9")
    assert outcome.status == 2
    assert "no release '9.9.9'" in outcome.err
    assert not (folder() / "9.9.9.json").exists()


def test_the_committed_releases_are_those_of_the_changelog(checkout: Path) -> None:
    text = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    stored = read_releases(checkout / "results" / "releases")
    assert [release.version for release in stored][:2] == ["0.1.0", "0.2.0"]
    assert all(release.day == released_on(text, release.version) for release in stored)
    assert UNRELEASED not in {release.version for release in stored}
