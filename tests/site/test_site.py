# SPDX-License-Identifier: Apache-2.0
"""The built site as files: links, sizes, marks of the reader's own results, and what is there without JavaScript."""

import gzip
import html
import json
import posixpath
import re
import tomllib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml  # type: ignore[import-untyped]

from fairhash.base import paths
from fairhash.catalog.cores import all_cores
from fairhash.catalog.targets import devices, targets
from fairhash.site.algorithm_page import algorithm_pages
from fairhash.site.build import write_html
from fairhash.site.core_page import core_pages
from fairhash.site.data import CHOSEN, SiteData
from fairhash.site.device_page import better_known, device_ids, device_pages
from fairhash.site.pages import Page, environment, render
from fairhash.site.vhdl import read_units
from fairhash.studies.papers.paper import paper_letters
from tests.results.samples import failed, sample
from tests.site.browser import pages_of, records_of
from tests.site.conftest import HOSTILE, OWN_CORES, BuiltSite

_MOST_START_BYTES = 300_000
_LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
"""Elements that load a file, and the attribute that names it."""


class _Reader(HTMLParser):
    """Collects links, ids and loaded files of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.repeated: set[str] = set()
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the element refers to."""
        values = {name: value or "" for name, value in attrs}
        name = values.get("id")
        if name:
            self.repeated |= self.ids & {name}
            self.ids.add(name)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in _LOADING and _LOADING[tag] in values:
            self.loaded.append(values[_LOADING[tag]])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)


@pytest.fixture(scope="module")
def read(built: BuiltSite) -> dict[str, _Reader]:
    """Every page of the site."""
    found = {}
    for path in pages_of(built.folder):
        reader = _Reader()
        reader.feed((built.folder / path).read_text(encoding="utf-8"))
        found[path] = reader
    return found


def broken_links(folder: Path, read: dict[str, _Reader]) -> list[str]:
    """Links and files of pages that lead to no file of the site or to no id of the page."""
    wrong = []
    for path, reader in read.items():
        for link in [*reader.links, *reader.loaded]:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "mailto", "data"):
                continue
            place = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
            )
            anchor = unquote(parts.fragment)
            # the explorer's state is not an id
            has_state = place == "explorer.html" and "=" in anchor
            if not (folder / place).is_file() or (
                anchor and place in read and anchor not in read[place].ids and not has_state
            ):
                wrong.append(f"{path}: {link}")
    return wrong


def test_every_internal_link_resolves(built: BuiltSite, read: dict[str, _Reader]) -> None:
    """Pages, files and anchors."""
    assert len(read) > 300
    assert broken_links(built.folder, read) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    """The check itself: a missing page, a missing id, a right one."""
    reader = _Reader()
    reader.feed(
        '<p id="here"><a href="no.html">1</a><a href="#no">2</a><a href="#here">3</a><a href="https://x.org">4</a>'
    )
    (tmp_path / "a.html").touch()
    assert broken_links(tmp_path, {"a.html": reader}) == ["a.html: no.html", "a.html: #no"]


def test_nothing_is_loaded_from_elsewhere(built: BuiltSite, read: dict[str, _Reader]) -> None:
    """No script, style sheet, image or font of another host, in pages or in our style sheet and scripts."""
    assert {"assets/site.css", "assets/site.js"} <= set(read["index.html"].loaded)
    for path, reader in read.items():
        assert [name for name in reader.loaded if urlsplit(name).scheme not in ("", "data")] == [], path
    for name in ("site.css", "tabulator.css", "site.js", "explorer.js"):
        text = (built.folder / "assets" / name).read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//|@import|fetch\(|XMLHttpRequest", text), name


def test_pages_are_well_formed(read: dict[str, _Reader]) -> None:
    """One main heading, and no id twice."""
    for path, reader in read.items():
        assert reader.headings.count("h1") == 1, path
        assert reader.repeated == set(), path


def test_every_core_device_algorithm_and_paper_has_a_page(read: dict[str, _Reader]) -> None:
    """Also every hand-written page."""
    expected = {f"cores/{name.replace('/', '-')}.html" for name in all_cores()}
    expected |= {f"algorithms/{name}.html" for core in all_cores().values() for name in (core.algorithm, *core.also)}
    expected |= {f"devices/{name}.html" for name in targets()}
    expected |= {f"papers/{letter.lower()}.html" for letter in paper_letters()}
    expected |= {"docs/measures.html", "docs/rtl/keccak.html", "docs/commands.html", "entities/shell/block_loader.html"}
    assert expected <= set(read)


def test_pages_have_the_numbers_of_the_results(built: BuiltSite) -> None:
    """The clock of one stored result is on its core's page, and a failure's reason on its device's page."""
    page = (built.folder / "cores" / "sha-256-highspeed.html").read_text(encoding="utf-8")
    results = [result for result in built.results if (result.core, result.device) == ("sha-256/highspeed", "gw1n-9c")]
    (clock,) = [result.achieved.effective_mhz for result in results if result.achieved]
    assert f">{clock:,.1f}<" in page
    assert f"results/gw1n-9c.jsonl:{results[0].key[:12]}" in page
    failed = next(result for result in built.results if result.status == "unfit" and not result.stale)
    device = html.unescape((built.folder / "devices" / f"{failed.device}.html").read_text(encoding="utf-8"))
    assert " ".join(failed.reason.split())[:60] in device


def test_the_figures_of_the_explorer_are_tables_without_javascript(built: BuiltSite) -> None:
    """It links to each device with a figure. Its records have every core with a result and every status.

    A record of a chosen recipe is in a table of its device, and each record of a core with a page in a table there.
    """
    text = (built.folder / "explorer.html").read_text(encoding="utf-8")
    records = records_of(text)
    chosen = [record for record in records if record["comparison"] == CHOSEN]
    measured = {result.core for result in built.results if not result.recipe.startswith("explored-")} & set(all_cores())
    assert measured <= {record["core"] for record in records}
    assert {"unfit", "known", "preliminary", "estimate"} <= {record["status"] for record in chosen}
    assert len(chosen) > 200
    shown = {record["device"] for record in records}
    links = text[text.index('class="no-script"') : text.index('id="records"')]
    assert shown == set(re.findall(r'href="devices/([^"]+)\.html"', links))
    tables = {name: _static_cells(built.folder / "devices" / f"{name}.html") for name in shown}
    assert [record for record in chosen if record["core"] not in tables[record["device"]]] == []
    with_page = [record for record in records if record["page"]]
    assert [one for one in with_page if one["device"] not in _static_cells(built.folder / one["page"])] == []


@cache
def _static_cells(page: Path) -> frozenset[str]:
    """The texts of the table cells of a page, without tags."""
    cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", page.read_text(encoding="utf-8"), re.DOTALL)
    return frozenset(html.unescape(re.sub("<[^>]+>", "", cell)).removesuffix(" (yours)") for cell in cells)


def test_own_results_are_marked(built: BuiltSite) -> None:
    """They are beside the committed ones in the explorer and on the pages of their cores."""
    page = (built.folder / "explorer.html").read_text(encoding="utf-8")
    records = records_of(page)
    assert {record["core"] for record in records if record["source"] == "yours"} == set(OWN_CORES)
    assert {record["source"] for record in records if record["core"] == OWN_CORES[0]} == {"yours", "committed"}
    core = (built.folder / "cores" / f"{OWN_CORES[0].replace('/', '-')}.html").read_text(encoding="utf-8")
    assert "(yours)" in core
    assert "marked <em>yours</em>" in (built.folder / "index.html").read_text(encoding="utf-8")


def test_the_start_page_is_small(built: BuiltSite, read: dict[str, _Reader]) -> None:
    """The page and all files that it loads, compressed as a server sends them."""
    names = ["index.html", *read["index.html"].loaded]
    assert len(names) >= 3
    assert sum(len(gzip.compress((built.folder / name).read_bytes())) for name in names) < _MOST_START_BYTES


def test_titles_differ_and_every_page_is_described(built: BuiltSite) -> None:
    """No two pages have the same title; each has a description and a picture that exists."""
    titles: dict[str, str] = {}
    for path in pages_of(built.folder):
        text = (built.folder / path).read_text(encoding="utf-8")
        found = re.search(r"<title>(.*?)</title>", text)
        assert found
        assert titles.setdefault(found[1], path) == path, found[1]
        meta = dict(re.findall(r'<meta (?:name|property)="([a-z:]+)" content="([^"]+)">', text))
        assert {"description", "og:title", "og:description", "og:image"} <= set(meta), path
        picture = posixpath.normpath(posixpath.join(posixpath.dirname(path), meta["og:image"]))
        assert (built.folder / picture).read_bytes().startswith(b"\x89PNG"), path


def test_no_link_of_a_document_is_bare_text(built: BuiltSite) -> None:
    """Every file of the repository that a page of documentation names in a link has a page."""
    for path in (built.folder / "docs").rglob("*.html"):
        assert 'title="in the repository:' not in path.read_text(encoding="utf-8"), path
    page = html.unescape((built.folder / "source" / "rtl" / "frozen.json.html").read_text(encoding="utf-8"))
    assert (paths.root() / "rtl" / "frozen.json").read_text(encoding="utf-8") in page


def test_the_area_of_a_run_is_that_of_its_figure(built: BuiltSite) -> None:
    """On a core's page: logic cells needed, where registers need more cells than the tool counts."""
    run = next(
        result
        for result in built.results
        if result.device == "ecp5-85k-8"
        and not result.stale
        and result.recipe == "best"
        and result.resources
        and result.resources.flip_flops > result.resources.area_cells
        and "/" in result.core
    )
    page = (built.folder / "cores" / f"{run.core.replace('/', '-')}.html").read_text(encoding="utf-8")
    (row,) = [row for row in page.split("<tr>") if f"results/{run.device}.jsonl:{run.key[:12]}" in row]
    assert run.resources
    assert f">{run.resources.flip_flops:,}<" in row
    assert f">{run.resources.area_cells:,}<" not in row


def test_the_coverage_page_counts_what_it_shows(built: BuiltSite) -> None:
    """One row a core; what is measured on a device has results; the first row counts each column."""
    page = (built.folder / "coverage.html").read_text(encoding="utf-8")
    table = page[page.index('<table class="cover">') :].partition("</table>")[0]
    names = re.findall(r'<th scope="col"><span>(.*?)</span>', table)
    body = re.findall(r'<tr><th scope="row"><a href="cores/(.*?)\.html">.*?</th>(.*?)</tr>', table)
    assert len(body) == len(all_cores())
    column = names.index("ecp5-85k-8")
    letters = {core: re.findall(r'<td class="cover-(.)">', cells)[column] for core, cells in body}
    measured = {result.core.replace("/", "-") for result in built.results if result.device == "ecp5-85k-8"}
    assert {core for core, letter in letters.items() if letter != "N"} <= measured
    totals = re.findall(r"<td>(.*?)</td>", table.partition('class="totals"')[2].partition("</tr>")[0])[column]
    counted = dict(part.replace("·", "N").split() for part in totals.split("<br>"))
    assert counted == {letter: str(list(letters.values()).count(letter)) for letter in counted}
    assert sum(map(int, counted.values())) == len(all_cores())
    start = (built.folder / "index.html").read_text(encoding="utf-8")
    assert f'aria-label="{len(all_cores())} cores on {len(names)} devices: ' in start


def test_the_devices_page_begins_with_the_fpgas(built: BuiltSite) -> None:
    """The first table has every FPGA, and says what to distrust."""
    page = (built.folder / "devices" / "index.html").read_text(encoding="utf-8")
    first = page[page.index("<table>") :].partition("</table>")[0]
    assert "what to distrust" in first
    assert re.findall(r'<a href="(?:\.\./devices/)?([\w-]+)\.html">', first) == list(devices())


def test_the_changelog_names_what_it_compares(built: BuiltSite, checkout: Path) -> None:
    """Each stored release with its figures and day, then the results of this checkout."""
    page = (built.folder / "data.html").read_text(encoding="utf-8")
    stored = [json.loads(file.read_text()) for file in sorted((checkout / "results" / "releases").glob("*.json"))]
    assert stored
    texts = [f"{one['version']} ({len(one['figures'])} figures, {one['day']})" for one in stored]
    assert f"Compared in this order: {'; '.join(texts)}; unreleased (" in page


def test_a_release_publishes_the_built_site(checkout: Path) -> None:
    """The workflow runs on a release, builds with the installed command, and uploads that folder."""
    text = (checkout / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8")
    # YAML 1.1 reads the key `on` as true
    workflow = yaml.safe_load(text.replace("\non:", '\n"on":'))
    assert workflow["on"]["release"] == {"types": ["published"]}
    steps = workflow["jobs"]["publish"]["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    uses = {step["uses"].partition("@")[0]: step.get("with", {}) for step in steps if "uses" in step}
    address = '"${{ steps.pages.outputs.base_url }}"'
    assert commands == ["./run --setup", f".venv/bin/fairhash site --packages --to build/site --address {address}"]
    assert uses["actions/upload-pages-artifact"] == {"path": "build/site"}
    assert {"actions/configure-pages", "actions/deploy-pages"} <= set(uses)
    assert workflow["permissions"]["pages"] == "write"


def test_the_command_reference_has_every_command(built: BuiltSite, checkout: Path) -> None:
    """Names and options; the version in the footer is that of pyproject.toml."""
    page = html.unescape((built.folder / "docs" / "commands.html").read_text(encoding="utf-8"))
    for name in ("implement", "results export", "export verilog", "site"):
        assert f'id="{name.replace(" ", "-")}"' in page
    assert "--liberty" in page
    version = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"version {version}" in page


@pytest.mark.parametrize("address", ["", "https://example.org/fairhash/"])
def test_a_published_site_names_its_address(address: str, tmp_path: Path) -> None:
    """The picture of a preview has an absolute address if one is known; else no page claims to have an address."""
    page = Page("papers/index.html", "Papers", "papers.html", {"entries": []})
    write_html(tmp_path, [page], SiteData(()), address)
    text = (tmp_path / page.path).read_text(encoding="utf-8")
    assert f'<meta property="og:image" content="{address or "../"}assets/preview.png">' in text
    assert (f'<meta property="og:url" content="{address}papers/index.html">' in text) == bool(address)
    assert (f'<link rel="canonical" href="{address}papers/index.html">' in text) == bool(address)
    assert ("og:url" in text or "canonical" in text) == bool(address)


def test_hostile_text_of_results_is_text_on_every_page(tmp_path: Path) -> None:
    """The reason of a failed run on the pages of its core, algorithm and device, in every table."""
    data = SiteData((failed("echo-512/highspeed", reason=HOSTILE), sample("sha-512/highspeed")))
    known = device_ids()
    pages = [*core_pages(data, read_units(), known), *algorithm_pages(data, known), *device_pages(data)]
    paths = ("cores/echo-512-highspeed.html", "algorithms/echo-512.html", "devices/ecp5-85k-8.html")
    shown = [page for page in pages if page.path in paths]
    write_html(tmp_path, shown, data)
    assert len(shown) == len(paths)
    for page in shown:
        text = (tmp_path / page.path).read_text(encoding="utf-8")
        assert "<script>window.broken" not in text, page.path
        assert "<img src=x" not in text, page.path
        assert "&lt;script&gt;window.broken = 1&lt;/script&gt;" in text, page.path


def test_the_core_page_begins_with_its_figures(built: BuiltSite) -> None:
    """Clock, area and throughput on the first common device, above the block diagram, as in the table of devices."""
    page = (built.folder / "cores" / "sha-512-highspeed.html").read_text(encoding="utf-8")
    top = page[: page.index('id="diagram"')]
    values = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", top)[:6]
    row = page[page.index("ecp5-85k-8</a></td>") :].partition("</tr>")[0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row)
    assert [name for name, _ in values][:2] == ["Mbit/s, long messages", "logic cells"]
    assert {value for _, value in values} <= set(cells)
    assert len({value for _, value in values}) > 4


def test_text_of_results_is_escaped() -> None:
    """A template shows markup as text."""
    page = Page(
        "a/b.html", "<script>1</script>", "ladder.html", {"table": None, "without": [], "passed": 0, "count": 0}
    )
    common = {"result_count": 0, "own_count": 0, "version": "1", "address": ""}
    with pytest.raises(Exception, match="None"):
        render(page, environment(), common)
    text = render(Page("a/b.html", "<b>bold</b>", "search.html"), environment(), common)
    assert "<title>&lt;b&gt;bold&lt;/b&gt;" in text
    assert 'href="../index.html"' in text


def test_a_core_with_stale_figures_says_so() -> None:
    """All stale: a warning and the reason. One current: it is the summary, although another device comes first."""
    old = [sample("jh-512/highspeed", seed=seed, stale="the core has changed") for seed in (1, 2, 3)]
    new = [sample("jh-512/highspeed", seed=seed, device="ice40-hx8k") for seed in (1, 2, 3)]
    common = {"result_count": 0, "own_count": 0, "version": "1", "address": ""}
    for results, is_stale, device in ((old, True, "ecp5-85k-8"), ([*old, *new], False, "ice40-hx8k")):
        pages = core_pages(SiteData(tuple(results)), read_units(), device_ids())
        text = render(next(page for page in pages if page.title == "jh-512/highspeed"), environment(), common)
        assert ("Every figure of this core is stale" in text) is is_stale
        assert ("Preliminary: stale: the core has changed." in text) is is_stale
        assert f'On <a href="../devices/{device}.html">' in text


def test_a_device_with_few_figures_links_to_one_of_its_family() -> None:
    """Two known cores on the ECP5-85k, none on the ECP5-25k; the iCE40 is of another family."""
    cores = ("sha-512/highspeed", "jh-512/highspeed")
    data = SiteData(tuple(sample(core, seed=seed) for core in cores for seed in (1, 2, 3)))
    assert better_known("ecp5-25k-6", data) == ("ecp5-85k-8", 2, 0)
    assert better_known("ecp5-85k-8", data) is None
    assert better_known("ice40-hx8k", data) is None
