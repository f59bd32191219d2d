# SPDX-License-Identifier: Apache-2.0
"""Charts of throughput over area: what they show, as text of the SVG."""

import re
from collections.abc import Sequence

from fairhash.figures.charts.dot_groups import Dot, Group, specification
from fairhash.figures.charts.svg import to_svg_element

_SMALL = Dot("small", 600, 100, 90, 110)
_LARGE = Dot("large", 6000, 1000, 1000, 1000)
_AXES = ("cells", "Mbit/s")


def _draw(
    title: str,
    axes: tuple[str, str],
    groups: Sequence[Group],
    band: tuple[float, float] | None = None,
    band_label: str = "",
) -> str:
    return to_svg_element(specification(title, axes, groups, band, band_label), title)


def test_names_axes_and_legend_are_text() -> None:
    svg = _draw("A title", _AXES, [Group("one", (_SMALL,)), Group("other", (_LARGE,))], (800, 1200), "the band")
    assert svg.startswith("<svg")
    for text in ("A title", "cells", "Mbit/s", "small", "large", "one", "other", "the band"):
        assert f">{text}<" in svg
    # ticks of a wide axis
    assert {">1000<", ">2000<", ">5000<"} <= set(re.findall(r">\d+<", svg))


def test_a_single_group_has_no_legend_and_a_narrow_axis_more_ticks() -> None:
    dots = (Dot("a", 800, 10, 9, 11), Dot("b", 1100, 12, 12, 12))
    svg = _draw("Narrow", _AXES, [Group("only", dots, ((800, 10), (1100, 12)))])
    assert ">only<" not in svg
    assert {">800<", ">1200<"} <= set(re.findall(r">\d+<", svg))


def test_a_dot_without_interval_is_hollow_and_has_no_bar() -> None:
    preliminary = Dot("few", 700, 120)
    assert (preliminary.is_hollow, _SMALL.is_hollow) == (True, False)
    svg = _draw("A title", _AXES, [Group("one", (_SMALL, preliminary))])
    assert len(re.findall(r'fill-opacity="0"', svg)) == 1
    bars = re.search(r'class="mark-rule[^"]*layer_1_marks".*?</g>', svg)
    assert bars
    assert bars[0].count("<line") == 1
