# SPDX-License-Identifier: Apache-2.0
"""The pages of papers in a browser: the first screen, what is folded, links of cores, print, and the index."""

import pytest
from playwright.sync_api import Browser

from fairhash.base.table import Column, Table
from fairhash.site.pages import core_path
from fairhash.site.paper_page import linked_cores, shown_table
from tests.site.browser import visit
from tests.site.conftest import BuiltSite

LETTERS = "abcde"
PAGES = (*LETTERS, "today")

_WIDTH, _HEIGHT = 1300, 900
_MOST_HEIGHT = 12_000


def _url(built: BuiltSite, name: str) -> str:
    return f"{built.folder.as_uri()}/papers/{name}.html"


def test_the_verdict_and_its_chart_are_on_the_first_screen(browser: Browser, built: BuiltSite) -> None:
    """At 1300 by 900 px, and no page is higher than 12,000 px, whichever section is unfolded: one at a time is."""
    seen = {}
    with visit(browser, "", built.folder.as_uri(), viewport={"width": _WIDTH, "height": _HEIGHT}) as opened:
        for letter in PAGES:
            opened.page.goto(_url(built, letter))
            boxes = [opened.page.locator(f".verdict {part}").bounding_box() for part in ("dl", ".message", "svg")]
            assert opened.page.locator(".verdict dt").count() == (5 if letter in LETTERS else 6)
            bottoms = [box["y"] + box["height"] for box in boxes if box]
            height = opened.page.evaluate(
                "() => Math.max(...[...document.querySelectorAll('details.fold')].map((section) => {"
                " section.open = true; return document.documentElement.scrollHeight; }))"
            )
            assert opened.page.locator("details.fold[open]").count() == 1
            seen[letter] = (len(bottoms), max(bottoms) <= _HEIGHT, height <= _MOST_HEIGHT)
    assert seen == dict.fromkeys(PAGES, (3, True, True))


@pytest.mark.parametrize("java_script", [True, False])
def test_a_link_to_a_folded_section_unfolds_it(browser: Browser, built: BuiltSite, *, java_script: bool) -> None:
    """Links lead into a section, and the next one folds it; without JavaScript too."""
    with visit(browser, _url(built, "e"), built.folder.as_uri(), java_script_enabled=java_script) as opened:
        page = opened.page
        assert page.locator("details.fold[open]").count() == 0
        assert not page.locator("#section-2 table").first.is_visible()
        page.locator(".side a[href='#section-2']").click()
        assert page.locator("#section-2 table").first.is_visible()
        page.locator("details.fold summary").nth(2).click()
        assert page.locator("details.fold").nth(2).get_attribute("open") is not None
        assert page.locator("details.fold[open]").count() == 1


def test_what_is_folded_is_printed(browser: Browser, built: BuiltSite) -> None:
    with visit(browser, _url(built, "e"), built.folder.as_uri()) as opened:
        folded = opened.page.evaluate("document.documentElement.scrollHeight")
        opened.page.emulate_media(media="print")
        assert opened.page.locator("#section-2 table").first.is_visible()
        assert opened.page.evaluate("document.documentElement.scrollHeight") > 2 * folded


def test_the_text_of_charts_is_legible_on_a_narrow_screen(browser: Browser, built: BuiltSite) -> None:
    """At 360 px the text of the verdicts' charts has 9 pixels or more; the charts scroll, the page does not."""
    with visit(browser, "", built.folder.as_uri(), viewport={"width": 360, "height": 740}) as opened:
        for name in (*LETTERS, "index"):
            opened.page.goto(_url(built, name))
            sizes = opened.page.locator(".picture text").evaluate_all(
                "all => all.filter((text) => text.textContent.trim()).map((text) => [text, text.getScreenCTM()])"
                ".map(([text, scale]) => parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale.a, scale.b))"
            )
            assert min(sizes) > 8.9, name
            assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360, name


def test_charts_have_a_name_and_a_description(browser: Browser, built: BuiltSite) -> None:
    with visit(browser, "", built.folder.as_uri(), java_script_enabled=False) as opened:
        for letter in LETTERS:
            opened.page.goto(_url(built, letter))
            chart = opened.page.locator(".verdict figure")
            message = chart.locator("#message").inner_text()
            assert chart.locator("svg").get_attribute("aria-label") == message
            assert chart.get_attribute("aria-describedby") == "picture-caption"
            assert len(chart.locator("#picture-caption").inner_text()) > 40


def test_the_index_shows_the_charts_with_their_messages(browser: Browser, built: BuiltSite) -> None:
    with visit(browser, _url(built, "index"), built.folder.as_uri(), java_script_enabled=False) as opened:
        messages = opened.page.locator(".papers .message").all_inner_texts()
        assert opened.page.locator(".papers .picture svg").count() == len(PAGES) == len(messages)
        for letter, message in zip(PAGES, messages, strict=True):
            opened.page.goto(_url(built, letter))
            assert opened.page.locator("#message").inner_text() == message


def test_cores_are_links(browser: Browser, built: BuiltSite) -> None:
    with visit(browser, _url(built, "d"), built.folder.as_uri(), java_script_enabled=False) as opened:
        links = opened.page.locator("main a[href='../cores/keccak-512-case-5.html']")
        assert "keccak-512/case-5" in links.all_text_contents()
        # notes of claims name the cores of figures that are still preliminary
        for link in opened.page.locator(".claims a[href^='../cores/']").all():
            assert link.get_attribute("href") == f"../{core_path(link.text_content() or '')}"


def test_only_names_of_cores_outside_of_tags_are_links() -> None:
    html = '<td class="a/b">a/b, a/c and x-a/b, <a href="">a/b</a></td>'
    expected = '<td class="a/b"><a href="../cores/a-b.html">a/b</a>, a/c and x-a/b, <a href="">a/b</a></td>'
    assert linked_cores(html, {"a/b": "cores/a-b.html"}) == expected


def test_rows_and_columns_without_a_value_are_counted() -> None:
    """A row with a published number is shown; one that only says that nothing was measured is not."""
    heads = (Column("core"), Column("paper"), Column("clock"), Column("note"))
    rows = (("a", 1.0, None, "not measured"), ("b", None, None, "b not measured"), ("c", None, None, "unfit"))
    shown = shown_table(Table("t", "T", heads, rows), {})
    assert str(shown["html"]).count("<tr>") == 3
    assert "clock" not in str(shown["html"])
    assert shown["notes"] == ["1 of 3 rows are not shown: not measured.", "Columns without a value: clock."]
    empty = shown_table(Table("t", "T", heads, rows[1:2]), {})
    assert (empty["html"], empty["title"]) == ("", "T")
