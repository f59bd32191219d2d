# SPDX-License-Identifier: Apache-2.0
"""The explorer in a browser: what is in sight, ready-made views, tooltips, units, focus, print."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from tests.site.browser import rows_shown, visit, wait_for_explorer

_TOOLTIP = "#vg-tooltip-element.visible"
_HIGHEST_DOT = """() => {
  const boxes = [...document.querySelectorAll("#chart .mark-symbol path")].map((dot) => dot.getBoundingClientRect());
  const top = boxes.sort((one, other) => one.y - other.y)[0];
  return [top.x + top.width / 2, top.y + top.height / 2];
}"""


def _headings(page: Page) -> dict[str, tuple[str, int]]:
    """Title and right edge in pixels of each visible column, by its key."""
    found: list[Any] = page.evaluate("""() => [...document.querySelectorAll(".tabulator-header .tabulator-col")]
      .filter((column) => column.offsetWidth).map((column) => [column.getAttribute("tabulator-field"),
        column.querySelector("[data-heading]").textContent, column.getBoundingClientRect().right])""")
    return {key: (title, right) for key, title, right in found}


def test_the_important_columns_are_in_sight(page: Page) -> None:
    """In a window of 1300 pixels, without scrolling the table."""
    right = page.locator("#live-table").evaluate("(table) => table.getBoundingClientRect().right")
    headings = _headings(page)
    for key in ("core", "status", "rank", "throughput", "area", "clock", "seeds", "recipe", "memory_bits", "width"):
        assert headings[key][1] <= right, key


def test_four_filters_are_in_sight_and_the_others_folded(page: Page) -> None:
    page.click("#more-filters summary")
    visible = page.locator("#filters .filters .field:visible label").all_text_contents()
    assert visible == ["Device", "Algorithm", "Digest bits", "Area, at most"]
    page.click("#more-filters summary")
    assert page.locator("#f-status").is_visible()


def test_a_link_with_a_folded_filter_unfolds_it(page: Page) -> None:
    page.goto(f"{page.url.partition('#')[0]}#device=ecp5-85k-8&status=known")
    page.wait_for_function("document.getElementById('f-status').value === 'known'")
    assert page.locator("#f-status").is_visible()
    assert page.inner_text("#more-set") == " (1 set)"


def test_ranks_are_shown_with_their_range(page: Page) -> None:
    """Keccak-512 has 2.4 Mbit/s per cell and SHA-512 1.2, with seeds that do not overlap."""
    ranks = dict(
        page.evaluate("""() => [...document.querySelectorAll(".tabulator-row")].map((row) => ["core", "rank"]
        .map((field) => row.querySelector(`[tabulator-field=${field}]`).textContent))""")
    )
    assert ranks == {
        "keccak-512/highspeed": "1 of 2 (1 to 1)",
        "sha-512/highspeed": "2 of 2 (2 to 2)",
        "jh-512/highspeed": "\N{EN DASH}",
        "echo-512/highspeed": "\N{EN DASH}",
    }


def test_a_ready_made_view_filters_the_device_shown(page: Page) -> None:
    """The 512-bit cores by throughput per area; then another device keeps the other filters."""
    page.click("#presets a >> text=512-bit cores")
    page.wait_for_function("document.getElementById('f-digest').value === '512'")
    assert rows_shown(page)[0] == "keccak-512/highspeed"
    assert "sort=ratio.desc" in page.url
    page.select_option("#f-device", "ice40-hx8k")
    assert page.locator("#presets a").first.get_attribute("href") == (
        "#device=ice40-hx8k&algorithm=sha-256&max_area=2000&sort=throughput.desc"
    )


def test_pointing_at_a_dot_shows_its_basis_and_nothing_stays(page: Page) -> None:
    """Device, clock, quartiles, seeds and recipe; the tooltip goes with the pointer, a redrawn chart and Escape."""
    page.mouse.move(*page.evaluate(_HIGHEST_DOT))
    page.wait_for_selector(_TOOLTIP)
    text = page.inner_text(_TOOLTIP)
    for expected in ("keccak-512", "ecp5-85k-8", "300.0 MHz", "295.0 to 305.0 MHz", "3", "default", "1 of 2"):
        assert expected in text
    page.evaluate("document.querySelector('#f-text').value = 'sha'")
    page.dispatch_event("#f-text", "input", {"bubbles": True})
    assert page.locator(_TOOLTIP).count() == 0
    page.fill("#f-text", "")
    page.wait_for_function("document.querySelectorAll('#chart .mark-symbol path').length === 3")
    page.mouse.move(5, 5)
    page.mouse.move(*page.evaluate(_HIGHEST_DOT))
    page.wait_for_selector(_TOOLTIP)
    page.keyboard.press("Escape")
    assert page.locator(_TOOLTIP).count() == 0


def test_headings_have_no_tooltip_that_stays(page: Page) -> None:
    """Their explanation is the browser's own, which goes with the pointer."""
    heading = page.locator(".tabulator-col[tabulator-field=area]")
    heading.hover()
    heading.click()
    page.wait_for_timeout(700)
    assert page.locator(".tabulator-tooltip, .tabulator-popup").count() == 0
    assert "Logic cells" in (page.locator("[data-heading=area]").get_attribute("title") or "")


def test_units_and_widths_follow_the_device(page: Page) -> None:
    """Cells on the ECP5; nothing is cut off after a switch, in either direction."""
    for device in ("ice40-hx8k", "ecp5-85k-8"):
        page.select_option("#f-device", device)
        page.wait_for_timeout(300)
        headings = _headings(page)
        assert (headings["area"][0], headings["ratio"][0]) == ("area, cells", "Mbit/s/cell")
        cut = page.evaluate("""() => [...document.querySelectorAll(".tabulator-row > *, .tabulator-col-title")]
          .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.getAttribute("tabulator-field") !== "note")
          .map((cell) => cell.textContent)""")
        assert cut == []
        # a title that is a fraction of a pixel too wide loses letters to the ellipsis
        short = page.evaluate("""() => [...document.querySelectorAll(".tabulator-col-title > span")].filter((title) => {
          const box = title.parentElement, padding = parseFloat(getComputedStyle(box).paddingRight);
          return box.offsetParent && title.getBoundingClientRect().width > box.clientWidth - padding;
        }).map((title) => title.textContent)""")
        assert short == []


def test_columns_grow_with_the_rows(page: Page, browser: Browser, explorer_site: Path) -> None:
    """Without the filter of a link there are longer names, which are not cut off."""
    url = f"{explorer_site.as_uri()}#device=ecp5-85k-8&algorithm=jh-512"
    with visit(browser, url, explorer_site.parent.as_uri()) as opened:
        wait_for_explorer(opened.page)
        opened.page.select_option("#f-algorithm", "")
        opened.page.locator(".tabulator-row", has_text="keccak-512/highspeed").wait_for()
        opened.page.wait_for_timeout(300)
        widths = opened.page.locator(".tabulator-row [tabulator-field=core]").evaluate_all(
            "cells => cells.map((cell) => [cell.scrollWidth, cell.clientWidth])"
        )
    assert len(widths) == 4
    assert all(needed <= given + 1 for needed, given in widths)


def test_the_number_of_figures_is_that_of_the_device_and_recipe(page: Page) -> None:
    """Four cores on the ECP5, of which one is of JH; a figure of two recipes' tables counts once."""
    assert page.inner_text("#message").startswith("4 of 4 figures: ")
    page.select_option("#f-algorithm", "jh-512")
    assert page.inner_text("#message").startswith("1 of 4 figures: ")


def test_the_link_to_the_content_keeps_the_view(page: Page) -> None:
    """Its address is that of an element, and no view."""
    page.select_option("#f-algorithm", "jh-512")
    address = page.url
    page.press("a.skip", "Enter")
    page.wait_for_function("(address) => location.href === address", arg=address)
    page.wait_for_timeout(200)
    assert rows_shown(page) == ["jh-512/highspeed"]


def test_the_order_by_device_is_in_the_address(page: Page, browser: Browser, explorer_site: Path) -> None:
    """Of all devices, in descending order: the iCE40 is first."""
    page.select_option("#f-device", "")
    for _ in range(2):
        page.locator(".tabulator-col[tabulator-field=device]").click()
    before = rows_shown(page)
    assert set(before[:2]) == {"sha-512/highspeed", "simd-512/highspeed"}
    with visit(browser, page.url, explorer_site.parent.as_uri()) as again:
        wait_for_explorer(again.page)
        assert again.page.url == page.url
        assert set(rows_shown(again.page)[:2]) == set(before[:2])


def test_the_focus_stays_near_a_core_that_is_hidden_or_shown(page: Page) -> None:
    """By keyboard: on the next row, on the next button below the chart, then on the next control."""
    active = "document.activeElement.ariaLabel || document.activeElement.id"
    for action, core, following in (
        ("hide", "keccak-512", "hide sha-512/highspeed"),
        ("hide", "sha-512", "hide jh-512/highspeed"),
        ("show", "keccak-512", "show sha-512/highspeed"),
        ("show", "sha-512", "save-csv"),
    ):
        page.press(f"button[aria-label='{action} {core}/highspeed']", "Enter")
        page.wait_for_function(f"(following) => ({active}) === following", arg=following)


def test_hidden_cores_of_several_devices_are_told_apart(page: Page) -> None:
    page.select_option("#f-device", "")
    for _ in range(2):
        page.locator("button[aria-label='hide sha-512/highspeed']").first.click()
    labels = page.locator("#hidden-cores button").all_text_contents()
    assert sorted(labels) == [
        "sha-512/highspeed on ecp5-85k-8 \N{MULTIPLICATION X}",
        "sha-512/highspeed on ice40-hx8k \N{MULTIPLICATION X}",
    ]


def test_without_a_clipboard_the_page_says_what_to_copy(page: Page) -> None:
    """As on a page that was loaded over HTTP from another host."""
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.click("#copy-link")
    assert page.inner_text("#copied") == "copy the address of this page"


def test_several_devices_are_named_in_the_chart(page: Page) -> None:
    page.select_option("#f-device", "")
    page.wait_for_function("""[...document.querySelectorAll("#chart .mark-text text")]
      .some((text) => text.textContent === "keccak-512 on ecp5-85k-8")""")


def test_a_click_opens_the_page_of_the_core(page: Page) -> None:
    """On a dot and on a row; the site of this test has no such page, so the address is caught."""
    opened: list[str] = []

    def answer(route: Route) -> None:
        opened.append(route.request.url)
        route.fulfill(body="<p>core</p>")

    page.route("**/cores/*", answer)
    start = page.url
    page.mouse.click(*page.evaluate(_HIGHEST_DOT))
    page.wait_for_url("**/cores/*")
    page.goto(start)
    page.locator(".tabulator-row", has_text="sha-512/highspeed").locator("[tabulator-field=seeds]").click()
    page.wait_for_url("**/cores/*")
    page.goto(start)
    assert [url.rpartition("/")[2] for url in opened] == ["keccak-512-highspeed.html", "sha-512-highspeed.html"]


def test_print_has_every_row_and_no_control(page: Page) -> None:
    """Also rows that the screen does not show; chart and table fit A4 landscape (297 mm less margins of 12 mm)."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1031, "height": 700})
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#print-table tbody tr").count() == len(rows_shown(page)) == 4
    head = page.locator("#print-table th").all_text_contents()
    assert {"core", "rank", "area, cells", "MHz"} <= set(head)
    for hidden in ("#filters", "#presets", "#downloads", "#live-table"):
        assert not page.locator(hidden).is_visible(), hidden
    assert page.evaluate("document.documentElement.scrollWidth") <= 1031
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not page.locator("#print-table").is_visible()
