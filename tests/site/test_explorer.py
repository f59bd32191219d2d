# SPDX-License-Identifier: Apache-2.0
"""The explorer in a browser: filters, order, links that restore a view, downloads, and hostile text."""

import csv
import io
import itertools
import json
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.results.samples import NOON, sample
from tests.site.browser import records_of, rows_shown, visit, wait_for_explorer
from tests.site.conftest import HOSTILE, BuiltSite

_MOST_BYTES = 1_500_000
"""Of the explorer with all that it loads, not compressed; it was 1.36 MB in November 2026."""

_BY_RATIO = ["keccak-512/highspeed", "sha-512/highspeed", "jh-512/highspeed"]
"""Mbit/s per cell of the synthetic figures, by hand: 24 * 300 / 3000 = 2.4, 24 * 100 / 2000 = 1.2 and
24 * 200 / 4000 = 1.2; order() distinguishes the two equal ones."""


def _download(page: Page, button: str) -> str:
    with page.expect_download() as waiting:
        page.click(button)
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def _values(page: Page, key: str) -> list[Any]:
    """A column of the table, in its order."""
    values: list[Any] = page.evaluate(
        "(key) => window.Tabulator.findTable('#live-table')[0].getData('active').map((row) => row[key])", key
    )
    return values


def test_the_device_with_most_figures_is_shown_first(page: Page) -> None:
    """Four cores are on the ECP5, two on the iCE40; the failed one is last, because it has no value."""
    shown = rows_shown(page)
    assert shown[0] == "keccak-512/highspeed"
    assert sorted(shown[1:3]) == ["jh-512/highspeed", "sha-512/highspeed"]
    assert shown[3] == "echo-512/highspeed"
    assert _values(page, "ratio")[:3] == pytest.approx([2.4, 1.2, 1.2])
    assert _values(page, "throughput")[0] == pytest.approx(7200)


def test_values_relative_to_sha_2_are_right(page: Page) -> None:
    """By hand: 300 / 100 = 3 times the throughput on 3000 / 2000 = 1.5 times the area."""
    assert _values(page, "normalised_throughput")[0] == pytest.approx(3)
    assert _values(page, "normalised_area")[0] == pytest.approx(1.5)
    assert _values(page, "normalised_ratio")[0] == pytest.approx(2)


def test_choosing_a_device_filters_the_table(page: Page) -> None:
    """The failed run is there with its reason."""
    page.select_option("#f-device", "ice40-hx8k")
    assert sorted(rows_shown(page)) == ["sha-512/highspeed", "simd-512/highspeed"]
    assert any("timed-out: no placement in 60 s" in note for note in _values(page, "note"))


@pytest.mark.parametrize(
    ("field", "value", "cores"),
    [
        ("#f-algorithm", "jh-512", ["jh-512/highspeed"]),
        ("#f-algorithm", "sha3-512", ["keccak-512/highspeed"]),
        ("#f-status", "unfit", ["echo-512/highspeed"]),
        ("#f-sources", "stale", ["jh-512/highspeed"]),
        ("#f-digest", "512", sorted([*_BY_RATIO, "echo-512/highspeed"])),
    ],
)
def test_each_filter_keeps_what_matches(page: Page, field: str, value: str, cores: list[str]) -> None:
    """Algorithm, also another one that the same core computes; status, sources and digest size."""
    page.select_option(field, value)
    assert sorted(rows_shown(page)) == cores


@pytest.mark.parametrize(
    ("field", "value", "cores"),
    [
        ("#f-min_throughput", "4800", ["jh-512/highspeed", "keccak-512/highspeed"]),
        ("#f-max_area", "3000", ["keccak-512/highspeed", "sha-512/highspeed"]),
        ("#f-max_latency", "210", ["jh-512/highspeed", "keccak-512/highspeed"]),
    ],
)
def test_bounds_keep_what_is_known_to_meet_them(page: Page, field: str, value: str, cores: list[str]) -> None:
    """Throughput 7200, 4800, 2400; area 3000, 4000, 2000.

    Each takes 42 cycles for a block, so 140, 210 and 420 ns at 300, 200 and 100 MHz. The failed run has no value, so
    it meets no bound.
    """
    page.fill(field, value)
    assert sorted(rows_shown(page)) == cores
    assert f"{field[3:]}={value}" in page.url


def test_areas_of_all_devices_have_no_bound(page: Page) -> None:
    """Areas of different families must not be compared, so the bound is removed."""
    page.fill("#f-max_area", "2000")
    page.select_option("#f-device", "")
    assert page.locator("#f-max_area").is_disabled()
    assert "keccak-512/highspeed" in rows_shown(page)


def test_text_filters_by_core_and_note(page: Page) -> None:
    """Part of a core's name."""
    page.fill("#f-text", "keccak")
    assert rows_shown(page) == ["keccak-512/highspeed"]
    page.fill("#f-text", "no such text")
    assert rows_shown(page) == []
    page.fill("#f-text", "")


def test_a_click_on_a_heading_sorts(page: Page) -> None:
    """Throughput: 7200, 4800, 2400, then the failed one; a second time the other way, the failed one still last."""
    heading = page.locator(".tabulator-col[tabulator-field=throughput]")
    heading.click()
    by_speed = ["keccak-512/highspeed", "jh-512/highspeed", "sha-512/highspeed", "echo-512/highspeed"]
    assert rows_shown(page) == by_speed
    heading.click()
    assert rows_shown(page) == [*reversed(by_speed[:3]), by_speed[3]]


def test_headings_sort_by_keyboard(page: Page) -> None:
    """Enter on a focused heading does what a click does."""
    heading = page.locator(".tabulator-col[tabulator-field=area]")
    heading.focus()
    page.keyboard.press("Enter")
    assert rows_shown(page)[0] == "jh-512/highspeed"


def test_a_link_restores_the_view(page: Page, browser: Browser, explorer_site: Path) -> None:
    """Filters, order, values and hidden cores are in the address."""
    page.check("input[value=normalised]")
    page.locator(".tabulator-col[tabulator-field=normalised_area]").click()
    page.press("button[aria-label='hide keccak-512/highspeed']", "Enter")
    page.select_option("#f-status", "known")
    page.fill("#f-min_throughput", "2400")
    before = rows_shown(page)
    assert before == ["sha-512/highspeed"]
    with visit(browser, page.url, explorer_site.parent.as_uri()) as again:
        wait_for_explorer(again.page)
        assert rows_shown(again.page) == before
        assert again.page.is_checked("input[value=normalised]")
        assert again.page.input_value("#f-status") == "known"
        assert again.page.input_value("#f-min_throughput") == "2400"
        assert again.page.locator("button[aria-label='show keccak-512/highspeed']").is_visible()
        again.page.wait_for_selector("#chart svg")
        assert again.problems == []


def test_another_address_of_the_open_page_restores_its_view(page: Page, explorer_site: Path) -> None:
    """As after a link, or an address typed by hand."""
    page.fill("#f-text", "keccak")
    page.goto(f"{explorer_site.as_uri()}#device=ice40-hx8k&sort=core.asc")
    page.wait_for_function("document.getElementById('f-device').value === 'ice40-hx8k'")
    assert rows_shown(page) == ["sha-512/highspeed", "simd-512/highspeed"]
    assert page.input_value("#f-text") == ""


def test_reset_restores_the_first_view(browser: Browser, built: BuiltSite) -> None:
    """With the recipe chosen by the rule, the first device and the first order."""
    url = f"{built.folder.as_uri()}/explorer.html"
    with visit(browser, url, built.folder.as_uri()) as opened:
        page = opened.page
        wait_for_explorer(page)
        before, address = rows_shown(page), page.url
        page.select_option("#f-device", "ice40-hx8k")
        page.click("#more-filters summary")
        page.select_option("#f-comparison", "default")
        page.locator(".tabulator-col[tabulator-field=area]").click()
        page.click("button[type=reset]")
        page.wait_for_function("(address) => location.href === address", arg=address)
        assert page.input_value("#f-comparison") == "chosen"
        # figures without a value are last, in any order
        assert rows_shown(page)[:20] == before[:20]
        assert sorted(rows_shown(page)) == sorted(before)


def test_preliminary_figures_are_marked(page: Page) -> None:
    """In the table, by a hollow dot without bars in the chart, and in the number above the table."""
    assert dict(zip(_values(page, "core"), _values(page, "sources"), strict=True)) == {
        "keccak-512/highspeed": "current",
        "sha-512/highspeed": "current",
        "jh-512/highspeed": "stale",
        "echo-512/highspeed": "current",
    }
    assert dict(zip(_values(page, "core"), _values(page, "status"), strict=True)) == {
        "keccak-512/highspeed": "known",
        "sha-512/highspeed": "known",
        "jh-512/highspeed": "preliminary",
        "echo-512/highspeed": "unfit",
    }
    labels = set(page.locator("#chart .mark-text text").all_text_contents())
    assert {"keccak-512", "sha-512", "jh-512"} <= labels
    fills = page.locator("#chart .mark-symbol path").evaluate_all("dots => dots.map((dot) => dot.getAttribute('fill'))")
    strokes = page.locator("#chart .mark-symbol path").evaluate_all(
        "dots => dots.map((dot) => dot.getAttribute('stroke'))"
    )
    assert sum(fill != stroke for fill, stroke in zip(fills, strokes, strict=True)) == 1
    # two bars for each of the two known figures
    assert page.locator("#chart .mark-rule line[stroke-width='1.3']").count() == 4
    assert "2 known, 1 preliminary" in page.inner_text("#message")


def test_a_device_with_few_figures_names_another_of_its_family(page: Page, browser: Browser, built: BuiltSite) -> None:
    """The ECP5-25k has no known figure. Once the ECP5-85k of the same family has two, one click shows it."""
    assert not page.locator("#family-hint").is_visible()
    records = records_of((built.folder / "explorer.html").read_text(encoding="utf-8"))
    chosen = [(one["device"], one["status"]) for one in records if one["comparison"] == "chosen"]
    assert ("ecp5-25k-6", "known") not in chosen
    url = f"{built.folder.as_uri()}/explorer.html#device=ecp5-25k-6"
    with visit(browser, url, built.folder.as_uri()) as opened:
        wait_for_explorer(opened.page)
        if chosen.count(("ecp5-85k-8", "known")) < 2:
            assert not opened.page.locator("#family-hint").is_visible()
            return
        opened.page.click("#family-hint button")
        assert opened.page.input_value("#f-device") == "ecp5-85k-8"
        assert not opened.page.locator("#family-hint").is_visible()
        assert len(rows_shown(opened.page)) > 50


def test_hidden_cores_come_back(page: Page) -> None:
    """By keyboard: hide in the table, whose rows stay in place when it is reached, and show below the chart.

    The chart has the same cores as the table.
    """
    assert page.locator("#chart .mark-symbol path").count() == 3
    page.focus("button[aria-label='hide keccak-512/highspeed']")
    page.wait_for_timeout(200)
    assert page.evaluate("document.activeElement.ariaLabel") == "hide keccak-512/highspeed"
    for action, rows, dots in (("hide", 3, 2), ("show", 4, 3)):
        page.press(f"button[aria-label='{action} keccak-512/highspeed']", "Enter")
        assert ("keccak-512/highspeed" in rows_shown(page)) == (action == "show")
        assert len(rows_shown(page)) == rows
        page.wait_for_function(f"document.querySelectorAll('#chart .mark-symbol path').length === {dots}")


def test_the_row_under_the_pointer_emphasises_its_dot(page: Page) -> None:
    """Keccak's dot is the highest of the three; the failed run has none."""
    page.locator(".tabulator-row", has_text="keccak-512/highspeed").hover()
    dots = page.locator("#chart .mark-symbol path")
    heights = [box["y"] for dot in dots.all() if (box := dot.bounding_box())]
    emphasised = ["emphasised" in (dot.get_attribute("class") or "") for dot in dots.all()]
    assert emphasised.count(True) == 1
    assert emphasised.index(True) == heights.index(min(heights))
    page.locator(".tabulator-row", has_text="echo-512/highspeed").hover()
    assert page.locator("#chart .emphasised").count() == 0


def test_all_devices_are_compared_only_relative_to_sha_2(page: Page) -> None:
    """Areas of different families are never on one axis."""
    page.select_option("#f-device", "")
    assert page.locator("input[value=absolute]").is_disabled()
    visible = page.evaluate(
        "window.Tabulator.findTable('#live-table')[0].getColumns()"
        ".filter((column) => column.isVisible()).map((column) => column.getField())"
    )
    assert {"device", "normalised_area", "normalised_throughput"} <= set(visible)
    assert not {"area", "throughput", "ratio", "luts"} & set(visible)


def test_csv_has_exactly_the_shown_rows(page: Page) -> None:
    """Same rows, same order, same values; what a spreadsheet would take for a formula is quoted."""
    page.select_option("#f-status", "known")
    page.locator(".tabulator-col[tabulator-field=area]").click()
    rows = list(csv.DictReader(io.StringIO(_download(page, "#save-csv"))))
    assert [row["core"] for row in rows] == rows_shown(page)
    assert [float(row["area"]) for row in rows] == _values(page, "area") == [3000, 2000]


def test_json_has_exactly_the_shown_rows(page: Page) -> None:
    """Same rows and values."""
    saved = json.loads(_download(page, "#save-json"))
    assert [row["core"] for row in saved["figures"]] == rows_shown(page)
    assert [row["throughput_mbit_s"] for row in saved["figures"]] == _values(page, "throughput")


def test_saved_rows_say_where_they_come_from(page: Page) -> None:
    """Keys, seeds, tools and status of each row, the version of the site and the day of its newest result."""
    (row,) = [
        row for row in csv.DictReader(io.StringIO(_download(page, "#save-csv"))) if row["core"] == "jh-512/highspeed"
    ]
    keys = [sample("jh-512/highspeed", seed=seed).key[:12] for seed in (1, 2, 3)]
    assert (row["run_keys"].split(), row["seed_numbers"], row["seed_count"]) == (keys, "1 2 3", "3")
    assert row["tools"] == "ghdl 2.0.0, nextpnr-ecp5 0.11.1.0.post826"
    assert (row["status"], row["sources"], row["area_unit"]) == ("preliminary", "stale", "cell")
    assert (float(row["clock_mhz"]), row["newest_result"]) == (200, f"{NOON:%Y-%m-%d}")
    saved = json.loads(_download(page, "#save-json"))["provenance"]
    assert saved["site_version"] == row["site_version"] == metadata.version("fairhash")


def test_hostile_text_is_inert(page: Page) -> None:
    """It is shown as text, and a spreadsheet gets it as text."""
    assert page.evaluate("window.broken") is None
    page.select_option("#f-status", "unfit")
    assert HOSTILE in page.inner_text(".tabulator-row [tabulator-field=note]")
    (row,) = csv.DictReader(io.StringIO(_download(page, "#save-csv")))
    assert HOSTILE in row["note"]
    assert not row["note"].startswith("=")
    assert page.evaluate("window.broken") is None
    page.select_option("#f-status", "")


def test_a_formula_at_the_start_of_a_cell_is_quoted(browser: Browser, explorer_site: Path) -> None:
    """The record itself begins with an equals sign."""
    text = explorer_site.read_text(encoding="utf-8").replace('"unfit: =HYPER', '"=HYPER')
    page_file = explorer_site.with_name("formula.html")
    page_file.write_text(text, encoding="utf-8")
    assert '"=HYPER' in text
    with visit(browser, page_file.as_uri(), explorer_site.parent.as_uri()) as opened:
        wait_for_explorer(opened.page)
        opened.page.click("#more-filters summary")
        opened.page.select_option("#f-status", "unfit")
        (row,) = csv.DictReader(io.StringIO(_download(opened.page, "#save-csv")))
        assert row["note"].startswith("'=HYPERLINK")


def test_names_in_the_chart_cover_neither_each_other_nor_a_dot(browser: Browser, built: BuiltSite) -> None:
    """Of the committed figures of the first device, at two widths of the window; some names have no room."""
    url = f"{built.folder.as_uri()}/explorer.html"
    with visit(browser, url, built.folder.as_uri()) as opened:
        page = opened.page
        wait_for_explorer(page)
        for width in (1400, 500):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_selector("#chart svg")
            page.wait_for_timeout(1000)
            names = _boxes(page, "#chart .mark-text.names text[opacity='1']")
            dots = _boxes(page, "#chart .mark-symbol path")
            assert 3 < len(names) < len(dots)
            assert not [pair for pair in itertools.combinations(names, 2) if _overlap(*pair)]
            assert not [(name, dot) for name in names for dot in dots if _overlap(name, dot)]


Box = tuple[float, float, float, float]


def _boxes(page: Page, selector: str) -> list[Box]:
    """Left, top, right and lower edge of each element in pixels, 2 pixels of blank margin removed on each side."""
    boxes = page.locator(selector).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    return [(box["left"] + 2, box["top"] + 2, box["right"] - 2, box["bottom"] - 2) for box in boxes]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_the_chart_can_be_saved(page: Page) -> None:
    """As SVG with one symbol a core on the page's background, and as PNG."""
    page.wait_for_selector("#chart svg")
    svg = _download(page, "#save-svg")
    assert svg.startswith("<svg")
    assert 'fill="rgb(255, 255, 255)"' in svg
    assert "var(" not in svg
    assert "keccak-512" in svg
    with page.expect_download() as waiting:
        page.click("#save-png")
    assert Path(waiting.value.path()).read_bytes().startswith(b"\x89PNG")


def test_all_that_the_explorer_loads_is_light(browser: Browser, built: BuiltSite) -> None:
    """Page, styles, scripts and libraries until the chart is drawn, by the size of their files."""
    base = f"{built.folder.as_uri()}/"
    loaded: set[str] = set()
    with visit(browser, "", base) as opened:
        opened.page.on("request", lambda request: loaded.add(request.url))
        opened.page.goto(f"{base}explorer.html")
        wait_for_explorer(opened.page)
        opened.page.wait_for_selector("#chart svg", state="attached")
    files = [Path(unquote(urlsplit(url).path)) for url in loaded if url.startswith(base)]
    assert {"explorer.html", "site.css", "tabulator.js", "vega.js"} <= {file.name for file in files}
    weights = {file.name: file.stat().st_size for file in files}
    assert sum(weights.values()) < _MOST_BYTES, weights


def test_two_thousand_figures_are_interactive_soon(browser: Browser, large_explorer: Path) -> None:
    """Processor time of the page's main thread until the table can be used, best of three; all 2,000 are shown.

    That is nearly the elapsed time on a machine that does nothing else, where the goal is one second;
    benchmarks/static_site.py prints both. Processors that are shared with other work have taken 1.1 s for it.
    """
    times = []
    for _ in range(3):
        with visit(browser, "", large_explorer.parent.as_uri()) as opened:
            session = opened.page.context.new_cdp_session(opened.page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            opened.page.goto(large_explorer.as_uri(), wait_until="commit")
            wait_for_explorer(opened.page)
            metrics = session.send("Performance.getMetrics")["metrics"]
            times.append(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))
            assert len(rows_shown(opened.page)) == 2000
            opened.page.wait_for_function("document.querySelectorAll('#chart .mark-symbol path').length === 2000")
            assert opened.problems == []
    assert 0 < min(times) < 2, times
