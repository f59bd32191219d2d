# SPDX-License-Identifier: Apache-2.0
"""The chart of normalised throughput over area, of constructed figures with hand-computed values."""

import csv
import io
import re
from xml.etree import ElementTree

import pytest

from fairhash.figures.figures import figures
from fairhash.figures.ranking import Point, Relative, ranking
from fairhash.studies.papers import charts
from tests.results.samples import sample

SVG = "{http://www.w3.org/2000/svg}"
REFERENCE = "sha-512/highspeed"


def _point(core: str, clocks: tuple[float, ...], area: int, *, known: bool = True) -> Point:
    """A core over a reference of 100 MHz and 1,000 cells with as many bits a cycle."""
    (figure,) = figures(sample(core, clock, area, seed) for seed, clock in enumerate(clocks, 1))
    speed, size = sorted(clocks)[len(clocks) // 2] / 100, area / 1000

    def relative(value: float) -> Relative:
        return Relative(value, value, value) if known else Relative(value, None, None)

    return Point(core, relative(speed), relative(size), relative(speed / size), ("ecp5-85k-8",), (figure,))


@pytest.fixture
def points() -> list[Point]:
    """The reference, one core below it in throughput per area, and one with a single seed that would be first."""
    return [
        _point("jh-512/highspeed", (150, 160, 170), 2000),
        _point(REFERENCE, (100, 100, 100), 1000),
        _point("lane-512/highspeed", (300,), 1000, known=False),
    ]


def test_known_points_are_ranked_by_throughput_per_area(points: list[Point]) -> None:
    assert [(rank.name, rank.rank) for rank in ranking(points[:2])] == [(REFERENCE, 1), ("jh-512/highspeed", 2)]
    assert ranking([]) == []


def test_a_preliminary_point_has_no_interval_and_no_rank(points: list[Point]) -> None:
    rows = {row["core"]: row for row in csv.DictReader(io.StringIO(charts.points_csv(points)))}
    lane = rows["lane-512/highspeed"]
    assert float(lane["ratio_median"]) == pytest.approx(3)
    assert (lane["ratio_lower"], lane["ratio_upper"], lane["rank"]) == ("", "", "")
    assert lane["preliminary"] == "1 of the 3 seeds needed"
    assert (rows[REFERENCE]["rank"], rows[REFERENCE]["preliminary"]) == ("1", "")
    dots = {dot.name: dot for dot in charts.points_dots(points, REFERENCE)}
    assert (dots["lane-512"].preliminary, dots["lane-512"].x_lower, dots["jh-512"].preliminary) == (True, None, False)


def test_the_chart_has_every_point_at_its_position(points: list[Point]) -> None:
    """JH-512 is faster and larger than the reference: right of it and above, and y grows downwards."""
    root = ElementTree.fromstring(charts.points_svg(points, REFERENCE, "a < b"))
    assert root.get("aria-label") == "a < b"
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"jh-512", "sha-512", "area, divided by that of sha-512/highspeed"} <= set(texts)
    (jh_x, jh_y), (sha_x, sha_y), _ = _centres(root)
    assert jh_x > sha_x
    assert jh_y < sha_y


def _centres(root: ElementTree.Element) -> list[tuple[float, float]]:
    """The positions of the dots' symbols, in the order of the data."""
    group = next(each for each in root.iter(f"{SVG}g") if "mark-symbol" in each.get("class", ""))
    moves = [re.fullmatch(r"translate\(([\d.]+),([\d.]+)\)", each.get("transform", "")) for each in group]
    return [(float(move[1]), float(move[2])) for move in moves if move]
