# SPDX-License-Identifier: Apache-2.0
"""The data of the chart: front, lines and labels, computed by hand; and that Vega draws them."""

import re

import pytest

from fairhash.figures.charts.labels import LogPlot, label_positions
from fairhash.figures.charts.svg import drawn_marks, themed, to_svg
from fairhash.figures.charts.throughput_area import CoreDot, chart_key, filled, specification


def _dot(name: str, x: float, y: float) -> CoreDot:
    return CoreDot(name, x, x, x, y, y, y)


def _front(dots: list[CoreDot]) -> list[int]:
    """The dots on the front, by their number, in the order of the line that is drawn."""
    marks = drawn_marks(filled(specification("area", "throughput"), dots))
    places = [(mark["x"], mark["y"]) for mark in marks[5]]
    return [places.index((mark["x"], mark["y"])) for mark in marks[2]]


def test_the_front_has_the_dots_that_none_beats() -> None:
    """(3, 5) is beaten by (2, 6); (2, 4) by (2, 6); the others need more area for more throughput."""
    assert _front([_dot("a", 1, 2), _dot("b", 2, 6), _dot("c", 2, 4), _dot("d", 3, 5), _dot("e", 4, 7)]) == [0, 1, 4]


def _names_of_lines(dots: list[CoreDot]) -> list[str]:
    return [mark["text"] for mark in drawn_marks(filled(specification("area", "throughput"), dots))[1]]


def test_lines_of_equal_ratio_have_names_at_the_frame() -> None:
    """Around one dot of ratio 2 the frame is 0.8 to 1.4 by 1.6 to 2.8: the line of 2 alone is long enough for a name.

    That of 4 would end at x = 0.7, and that of 1 begin at x = 1.6.
    """
    assert _names_of_lines([_dot("a", 1, 2)]) == ["2"]


def test_many_lines_are_thinned_to_powers_of_four() -> None:
    """From 1 to 1000 on both axes, 20 powers of two cross the plot; of those, 10 or less are powers of four."""
    assert _names_of_lines([_dot("a", 1, 1), _dot("b", 1000, 1000)]) == [
        *("1/1024", "1/256", "1/64", "1/16", "1/4", "1", "4", "16", "64", "256", "1024"),
    ]


def test_labels_do_not_cover_names_of_lines() -> None:
    """A dot just left of the name of the line of ratio 1; without the line its label is to the right."""
    plot = LogPlot(800, 400, (1, 100), (1, 100))
    (free,) = label_positions(plot, [("core", 10, 10)], is_each_shown=False)
    (moved,) = label_positions(plot, [("core", 10, 10)], is_each_shown=False, reserved=[(406, 180, 460, 240)])
    assert free
    assert moved
    assert (free.align, moved.align) == ("left", "right")


def test_the_reference_and_the_front_are_named_first() -> None:
    """Of 40 dots at almost the same place only some have room for a name; the last two are the important ones."""
    crowd = [_dot(f"some/other-{number}", 100 + number / 100, 100 - number / 100) for number in range(40)]
    reference = CoreDot("sha", 100.2, 100.2, 100.2, 99.5, 99.5, 99.5, "reference")
    best = _dot("best", 99.9, 100.5)
    labels = filled(specification("area", "throughput"), [*crowd, best, reference])["datasets"]["labels"]
    assert 2 < len(labels) < 40
    assert [label["text"] for label in labels][:2] == ["sha", "best"]


def test_labels_do_not_cover_each_other() -> None:
    """Three dots at almost the same place have labels at three positions."""
    dots = [_dot("one", 100, 100), _dot("two", 100.5, 100.5), _dot("three", 1000, 1000)]
    labels = filled(specification("area", "throughput"), dots)["datasets"]["labels"]
    assert [label["text"] for label in labels] == ["one", "two", "three"]
    assert len({(label["x"], label["y"], label["align"]) for label in labels}) == 3


def test_the_picture_has_a_mark_for_each_dot_and_follows_the_theme() -> None:
    """Two symbols, their names, and no fixed colour that the style sheet does not replace."""
    spec = filled(specification("area", "throughput"), [_dot("first", 1000, 10), _dot("second", 4000, 80)])
    svg = to_svg(spec, 'Area & "speed"')
    assert svg.count("mark-symbol") == 1
    marks = svg[svg.index("mark-symbol") :]
    assert len(re.findall(r'fill="var\(--accent\)"', marks)) == 2
    assert "first" in svg
    assert "second" in svg
    assert "#1f2933" not in svg
    assert 'role="img" aria-label="Area &amp; &quot;speed&quot;"' in svg


@pytest.mark.parametrize("text", ['<svg width="10pt" height="20pt"><g id="x"/><use href="#x"/></svg>'])
def test_ids_of_a_picture_are_its_own(text: str) -> None:
    """Two pictures on a page must not share ids."""
    svg = themed(text, "My chart")
    assert 'id="my-chart-x"' in svg
    assert 'href="#my-chart-x"' in svg
    assert 'viewBox="0 0 10 20"' in svg


def test_a_preliminary_dot_is_hollow_without_bars_and_beside_the_front() -> None:
    """Of two dots with different quartiles the known one has two bars; the other would be the whole front."""
    known = CoreDot("known", 2000, 1900, 2100, 20, 19, 21)
    preliminary = CoreDot("preliminary", 1000, None, None, 80, None, None, preliminary=True)
    assert _front([known, preliminary]) == [0]
    svg = to_svg(filled(specification("area", "throughput"), [known, preliminary]), "Chart")
    marks = svg[svg.index("mark-symbol") :]
    fills = re.findall(r'<path[^>]*fill="(var\([^"]*\))"[^>]*stroke="(var\([^"]*\))"', marks)
    assert fills == [("var(--accent)", "var(--accent)"), ("var(--page)", "var(--accent)")]
    assert len(re.findall(r'<line[^>]*stroke="var\(--accent\)"', svg)) == 2


def test_the_key_counts_the_dots() -> None:
    one, other = _dot("one", 1, 2), CoreDot("other", 1, None, None, 2, None, None, "reference", preliminary=True)
    assert chart_key([one, other]).startswith("A filled dot is a known figure (1); bars reach")
    assert "A hollow dot is a preliminary figure (1), without bars. The orange dot is SHA-2" in chart_key([one, other])
    assert chart_key([other]).startswith("A hollow dot is a preliminary figure (1)")
    assert "Pareto" not in chart_key([other])
    assert "ollow" not in chart_key([one])
