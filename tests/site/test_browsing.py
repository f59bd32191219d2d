# SPDX-License-Identifier: Apache-2.0
"""All pages in a browser: from files and from a server, without JavaScript, on a narrow screen, and with axe-core."""

import functools
import http.server
import json
import threading
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.site.browser import pages_of, visit, wait_for_explorer
from tests.site.conftest import BuiltSite

_KINDS = (
    *(
        "index.html",
        "explorer.html",
        "search.html",
        "architect.html",
        "data.html",
        "ladder.html",
        "coverage.html",
        "source/rtl/frozen.json.html",
        "docs/index.html",
        "docs/measures.html",
    ),
    *("docs/commands.html", "cores/index.html", "cores/sha-256-highspeed.html", "algorithms/index.html"),
    *("algorithms/keccak-512.html", "devices/index.html", "devices/ecp5-85k-8.html", "devices/virtex5-estimate.html"),
    "algorithms/software.html",
    *("league.html", "mutants.html"),
    *("papers/index.html", "papers/d.html", "entities/index.html", "entities/shell/block_loader.html"),
)
"""One page or more of each template."""

_AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


_SHORTEN = """
  for (const body of document.querySelectorAll("tbody")) {
    const seen = new Set();
    for (const row of [...body.rows]) {
      const looks = (part) => [part.tagName, part.getAttribute("class"), part.getAttribute("style")].join(" ");
      const kind = [row, ...row.querySelectorAll("*")].map(looks).join();
      if (seen.has(kind)) row.remove();
      seen.add(kind);
    }
  }
"""
"""Removes the rows of a table that have the elements, classes and styles of an earlier one."""

_OVERFLOW = "[document.documentElement, document.body].map((element) => getComputedStyle(element).overflowX)"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def server(built: BuiltSite) -> Iterator[str]:
    """A static server of the site on this machine; returns its address."""
    handler = functools.partial(_Quiet, directory=str(built.folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_address[1]}/"
        running.shutdown()


@pytest.mark.parametrize(
    ("place", "step"),
    [("files", 8), ("server", 0), pytest.param("files", 1, marks=pytest.mark.long)],
)
def test_every_page_loads_without_a_problem(
    browser: Browser, built: BuiltSite, request: pytest.FixtureRequest, place: str, step: int
) -> None:
    """No message on the console, no exception, no request to another host.

    From files every page, or one in `step`; from a server one page of each template.
    """
    base = f"{built.folder.as_uri()}/" if place == "files" else str(request.getfixturevalue("server"))
    with visit(browser, "", base) as opened:
        for path in pages_of(built.folder)[::step] if step else _KINDS:
            opened.page.goto(base + path, wait_until="load")
            if path == "explorer.html":
                wait_for_explorer(opened.page)
                opened.page.wait_for_selector("#chart svg", state="attached")
        assert opened.problems == []


def test_a_foreign_request_is_noticed(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The check itself: a page that loads a script of another host and throws an exception."""
    folder = tmp_path_factory.mktemp("bad")
    (folder / "bad.html").write_text(
        '<script src="https://host.invalid/x.js"></script><script>throw Error("e")</script>'
    )
    with visit(browser, (folder / "bad.html").as_uri(), folder.as_uri()) as opened:
        opened.page.wait_for_load_state()
        assert any("request to https://host.invalid/x.js" in problem for problem in opened.problems)
        assert any("Error: e" in problem or problem.endswith(": e") for problem in opened.problems)


def _axe(page: Page, options: Mapping[str, object]) -> tuple[dict[str, list[str]], set[str]]:
    """Violations that are at least moderate, by rule, and the rules that were checked on some element."""
    page.evaluate(_AXE)
    report = page.evaluate("(options) => axe.run({...options, preload: false, resultTypes: ['violations']})", options)
    wrong = {
        item["id"]: [node["html"][:160] for node in item["nodes"]][:3]
        for item in report["violations"]
        if item["impact"] in ("serious", "critical", "moderate")
    }
    return wrong, {item["id"] for kind in ("passes", "violations") for item in report[kind]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, built: BuiltSite, scheme: str) -> None:
    """WCAG 2 A and AA on one page or more of each template; in the dark theme only the colours differ."""
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    options = {"runOnly": rules if scheme == "light" else {"type": "rule", "values": ["color-contrast"]}}
    found = {}
    with visit(browser, "", built.folder.as_uri(), color_scheme=scheme) as opened:
        for path in _KINDS:
            opened.page.goto(f"{built.folder.as_uri()}/{path}")
            if path == "explorer.html":
                wait_for_explorer(opened.page)
                opened.page.wait_for_selector("#chart svg", state="attached")
            opened.page.evaluate(_SHORTEN)
            wrong, checked = _axe(opened.page, options)
            assert "color-contrast" in checked
            if wrong:
                found[path] = wrong
    assert found == {}, json.dumps(found, indent=1)


def test_axe_finds_what_is_wrong(browser: Browser, tmp_path: Path) -> None:
    """The check itself: an image without text, and grey on grey."""
    file = tmp_path / "bad.html"
    file.write_text('<html lang="en"><img src="data:,"><p style="color:#aaa;background:#bbb">text</p></html>')
    with visit(browser, file.as_uri(), file.as_uri()) as opened:
        wrong, _ = _axe(opened.page, {"runOnly": ["wcag2a", "wcag2aa"]})
    assert {"image-alt", "color-contrast"} <= set(wrong)


def test_nothing_is_cut_off_on_a_narrow_screen(browser: Browser, built: BuiltSite) -> None:
    """At 360 px no page is wider than the screen; wide tables scroll inside their box."""
    wide = {}
    with visit(browser, "", built.folder.as_uri(), viewport={"width": 360, "height": 740}) as opened:
        for path in _KINDS:
            opened.page.goto(f"{built.folder.as_uri()}/{path}")
            if path == "explorer.html":
                wait_for_explorer(opened.page)
                opened.page.wait_for_selector("#chart svg", state="attached")
            # nothing hides what is too wide, so the width of the page shows it
            assert opened.page.evaluate(_OVERFLOW) == ["visible", "visible"]
            width = opened.page.evaluate("document.documentElement.scrollWidth")
            if width > 360:
                wide[path] = width
    assert wide == {}


def test_pages_are_complete_without_javascript(browser: Browser, built: BuiltSite) -> None:
    """The explorer's links to the tables of the devices, the tables, the charts and the main links are visible."""
    with visit(browser, "", built.folder.as_uri(), java_script_enabled=False) as opened:
        page = opened.page
        page.goto(f"{built.folder.as_uri()}/explorer.html")
        assert not page.locator("#filters").is_visible()
        page.locator("main").get_by_role("link", name="ecp5-85k-8", exact=True).click()
        assert page.url.endswith("/devices/ecp5-85k-8.html")
        assert page.locator("main tbody tr").first.is_visible()
        page.goto(built.folder.as_uri() + "/index.html")
        assert page.locator("figure.chart svg").first.is_visible()
        page.goto(built.folder.as_uri() + "/search.html")
        assert page.get_by_text("Searching needs JavaScript").is_visible()


def test_search_finds_pages_and_links_to_them(browser: Browser, built: BuiltSite) -> None:
    """A word of a hand-written page, and a core by its name; Enter follows no link."""
    with visit(browser, f"{built.folder.as_uri()}/search.html", built.folder.as_uri()) as opened:
        page = opened.page
        page.wait_for_selector("html[data-ready=search]")
        page.fill("#search-field", "geometric mean")
        assert page.locator("#search-results a").filter(has_text="Measures").count() >= 1
        page.fill("#search-field", "keccak-512/highspeed")
        page.locator("#search-results a", has_text="Core keccak-512/highspeed").first.click()
        assert page.url.endswith("cores/keccak-512-highspeed.html")
        assert opened.problems == []


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("sha256", "algorithms/sha-256.html"),
        ("best sha256", "explorer.html#device=ecp5-85k-8&algorithm=sha-256&sort=ratio.desc"),
        ("sha-256 ecp5", "explorer.html#device=ecp5-85k-8&algorithm=sha-256"),
    ],
)
def test_search_finds_what_a_designer_types(browser: Browser, built: BuiltSite, query: str, path: str) -> None:
    """Among the first ten: the algorithm without its hyphen, its best cores, and its cores on a device."""
    url = f"{built.folder.as_uri()}/search.html#q={query}"
    with visit(browser, url, built.folder.as_uri()) as opened:
        opened.page.wait_for_selector("html[data-ready=search]")
        links = opened.page.locator("#search-results a").evaluate_all(
            "all => all.map((one) => one.getAttribute('href'))"
        )
        assert path in links[:10]


def test_the_text_of_charts_is_legible_on_a_narrow_screen(browser: Browser, built: BuiltSite) -> None:
    """At 360 px each chart has its natural size, in which its text has 10 pixels or more, and scrolls in its box."""
    paths = ("index.html", "devices/ecp5-85k-8.html", "algorithms/keccak-512.html")
    with visit(browser, "", built.folder.as_uri(), viewport={"width": 360, "height": 740}) as opened:
        for path in paths:
            opened.page.goto(f"{built.folder.as_uri()}/{path}")
            scales = opened.page.locator("figure.chart > svg[role=img][data-scales]").evaluate_all(
                "all => all.map((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)"
            )
            assert scales
            assert min(scales) > 0.99, path


def test_the_theme_button_switches_and_is_remembered(browser: Browser, built: BuiltSite) -> None:
    """By keyboard, from light to dark; the next page has the same theme."""
    with visit(browser, f"{built.folder.as_uri()}/index.html", built.folder.as_uri(), color_scheme="light") as opened:
        page = opened.page
        colour = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(colour)
        page.focus("button.theme")
        page.keyboard.press("Enter")
        dark = page.evaluate(colour)
        assert dark != light
        page.goto(f"{built.folder.as_uri()}/data.html")
        assert page.evaluate(colour) == dark
