# SPDX-License-Identifier: Apache-2.0
"""Bars, lines and rows of dots: what the drawn SVG shows, and that drawing asks no network."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import vl_convert

from fairhash.figures.charts import lines, svg
from fairhash.figures.charts.bars import dot_rows, grouped_bars
from fairhash.figures.charts.svg import to_svg_element, to_svg_file
from fairhash.figures.charts.throughput_area import CoreDot, filled, specification

_SVG = "{http://www.w3.org/2000/svg}"


def _texts(svg: str) -> list[str]:
    """Every line of text, in drawing order."""
    root = ElementTree.fromstring(svg)
    return [part.text for text in root.iter(f"{_SVG}text") for part in (text, *text) if part.text]


def _bar_heights(svg: str) -> list[float]:
    """Heights of the bars in pixels."""
    found = re.search(r'class="mark-rect[^"]*layer_0_marks".*?</g>', svg)
    assert found
    return [abs(float(height)) for height in re.findall(r'd="M[-\d.,]+h[-\d.]+v([-\d.]+)', found[0])]


def test_bars_are_as_high_as_their_values_and_none_draws_no_bar() -> None:
    spec = grouped_bars("T", "MHz", ["a\nb", "c"], {"one": [10, 20], "two": [40, None]})
    svg = to_svg_element(spec, "T")
    low, middle, high = sorted(_bar_heights(svg))
    assert middle / low == pytest.approx(2)
    assert high / low == pytest.approx(4)
    assert {"T", "MHz", "a", "b", "c", "one", "two", "10", "20", "40"} <= set(_texts(svg))


def test_stacked_bars_begin_where_the_one_below_ends() -> None:
    spec = grouped_bars("T", "ns", ["a"], {"below": [3], "above": [5]}, stacked=True)
    assert [(row["start"], row["end"]) for row in spec["data"]["values"]] == [(0, 3), (3, 8)]
    small, large = sorted(_bar_heights(to_svg_element(spec, "T")))
    assert large / small == pytest.approx(5 / 3)


def test_bars_of_preliminary_values_are_hollow() -> None:
    hollow = {"one": [False, True], "two": [False, False]}
    spec = grouped_bars("T", "MHz", ["a", "b"], {"one": [10, 20], "two": [40, None]}, hollow)
    bars = re.search(r'class="mark-rect[^"]*layer_0_marks".*?</g>', to_svg_element(spec, "T"))
    assert bars
    assert bars[0].count('fill-opacity="0"') == 1
    assert len(_bar_heights(to_svg_element(spec, "T"))) == 3


def test_many_bars_have_vertical_names_and_no_numbers() -> None:
    names = [f"core{number}\nx" for number in range(9)]
    texts = _texts(to_svg_element(grouped_bars("T", "MHz", names, {"one": [7.25] * 9}), "T"))
    assert "core8 x" in texts
    assert "7.25" not in texts


def test_numbers_of_bars_have_three_digits_or_all_of_the_integer_part() -> None:
    spec = grouped_bars("T", "MB/s", ["a", "b"], {"one": [12345.6, 1.23456]})
    assert {"12346", "1.23"} <= set(_texts(to_svg_element(spec, "T")))


def test_lines_have_sizes_on_their_axis_and_one_colour_for_an_algorithm() -> None:
    series = {"SHA, one": [(64, 10.0), (4096, 2.0)], "SHA, two": [(64, 8.0), (4096, 1.0)], "BLAKE": [(64, 3.0)]}
    spec = lines.specification("T", "length", "ns", series)
    colour = spec["layer"][0]["encoding"]["color"]["scale"]["range"]
    assert colour[0] == colour[1] != colour[2]
    assert {"64 B", "4 KiB", "SHA, one", "SHA, two", "BLAKE"} <= set(_texts(to_svg_element(spec, "T")))


@pytest.mark.parametrize(("size", "name"), [(64, "64 B"), (262144, "256 KiB"), (2097152, "2 MiB"), (1500, "1500 B")])
def test_sizes_are_named(size: int, name: str) -> None:
    assert lines.size_name(size) == name


def test_dots_are_in_the_rows_of_their_names() -> None:
    spec = dot_rows("T", ["x", "note"], ["top", "bottom"], {"s": {"top": 1, "bottom": 3}}, reference=0)
    svg = to_svg_element(spec, "T")
    assert {"top", "bottom", "x", "note"} <= set(_texts(svg))
    dots = re.findall(r"translate\(([\d.]+),([\d.]+)\)\" d=\"M2", svg[svg.index("mark-symbol") :])
    positions = [(float(x), float(y)) for x, y in dots] or [
        (float(x), float(y)) for x, y in re.findall(r"translate\(([\d.]+),([\d.]+)\)", svg[svg.index("mark-symbol") :])
    ]
    (first_x, first_y), (second_x, second_y) = positions[:2]
    assert first_y < second_y
    assert second_x == pytest.approx(3 * first_x)


def test_drawing_refuses_data_from_a_network() -> None:
    spec = {"data": {"url": "http://127.0.0.1:9/data.json"}, "mark": "point", "encoding": {}}
    with pytest.raises(ValueError, match="External data url not allowed"):
        to_svg_file(spec)


def test_a_chart_is_the_same_file_whatever_was_drawn_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library counts the ids of clipped layers over all charts of the process. Nothing is cached here."""
    monkeypatch.setattr(svg, "drawn_once", lambda _form, _spec, draw: draw())
    spec = filled(specification("area", "throughput"), [CoreDot("core", 100, 90, 110, 1000, 900, 1100)])
    first = to_svg_file(spec)
    assert 'id="clip0"' in first
    assert to_svg_file(spec) == first


def test_a_chart_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time it comes from the cache; a damaged file of the cache is drawn again."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    spec = {"mark": "point", "data": {"values": [{"x": 1}]}, "encoding": {"x": {"field": "x", "type": "quantitative"}}}
    drawn = to_svg_file(spec)
    (file,) = (tmp_path / "cache" / "charts").iterdir()
    with monkeypatch.context() as without:
        without.setattr(vl_convert, "vegalite_to_svg", None)
        assert to_svg_file(spec) == drawn
    file.write_text(file.read_text().replace("<svg", "<damaged"))
    assert to_svg_file(spec) == drawn
    assert "<damaged" not in file.read_text()
