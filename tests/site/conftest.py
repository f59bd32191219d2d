# SPDX-License-Identifier: Apache-2.0
"""The site of this checkout, one of synthetic results, and a browser; each made once."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Page as BrowserPage

from fairhash.base import files, paths
from fairhash.cli.main import cli
from fairhash.results import Result
from fairhash.results.export import read_json_lines
from fairhash.site.build import write_assets, write_html, write_site
from fairhash.site.data import CHOSEN, SiteData
from fairhash.site.explorer import explorer_page, packed, records, to_json
from fairhash.site.pages import Page
from tests.results.samples import NOON, failed, sample
from tests.site.browser import launch, visit, wait_for_explorer

HOSTILE = '=HYPERLINK("http://evil.example")<script>window.broken = 1</script><img src=x onerror="window.broken = 1">'
"""Text that must not run: as a formula of a spreadsheet, or as HTML."""

OWN_CORES = ("sha-512/highspeed", "keccak-512/highspeed")


@dataclass(frozen=True)
class BuiltSite:
    """The site of the checkout."""

    folder: Path
    results: tuple[Result, ...]
    """The committed results."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The site of this checkout, with results of the reader's own: two cores of the main job."""
    folder = _shared_folder(tmp_path_factory) / "site"
    # the lock of site.done would be that of the site
    done = folder.with_name("site-of-checkout.done")
    with files.locked(done):
        if not done.is_file():
            stored = read_json_lines(paths.results() / "ecp5-85k-8.jsonl")
            own = [result.model_copy(update={"date": NOON}) for result in stored if result.core in OWN_CORES]
            write_site(folder, cli, own)
            done.touch()
    return BuiltSite(folder, SiteData.of_checkout().results)


def _shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run of the tests, the same in all of its processes: the first that needs the site builds it."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


def large_explorer_page(count: int) -> Page:
    """The explorer of as many figures, all of them known and shown at once: copies of one with other values."""
    seeds = ((1, 99.0), (2, 100.0), (3, 101.0))
    cores = ("sha-512/highspeed", "keccak-512/highspeed")
    data = SiteData(tuple(sample(core, mhz, 2000, seed) for core in cores for seed, mhz in seeds))
    (figure,) = [shown for shown in data.figures if shown.row.core == cores[1] and shown.comparison == CHOSEN]
    (record,) = records(data, [figure])
    copies = []
    for index in range(count):
        copy = {**record, "core": f"keccak-512/copy-{index}"}
        for factor, quantity in ((1 + index % 97 / 20, "throughput"), (1 + index % 89 / 20, "area")):
            for key in (quantity, f"{quantity}_lower", f"{quantity}_upper", f"normalised_{quantity}"):
                copy[key] = record[key] * factor
        copies.append(copy)
    page = explorer_page(data)
    return replace(page, values={**page.values, "records": to_json(packed(copies))})


@pytest.fixture(scope="session")
def explorer_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The explorer of a few figures with known values, one of which has hostile text; returns the page.

    Throughput is 576 bits times the clock over 24 cycles: 24 Mbit/s for each MHz.
    """
    results = [
        *(sample("sha-512/highspeed", mhz, 2000, seed) for seed, mhz in enumerate((99.0, 100.0, 101.0), 1)),
        *(sample("keccak-512/highspeed", mhz, 3000, seed) for seed, mhz in enumerate((290.0, 300.0, 310.0), 1)),
        *(
            sample("jh-512/highspeed", mhz, 4000, seed, stale="the core has changed")
            for seed, mhz in enumerate((195.0, 200.0, 205.0), 1)
        ),
        failed("echo-512/highspeed", reason=HOSTILE),
        *(sample("sha-512/highspeed", 50.0, 1500, seed, device="ice40-hx8k") for seed in (1, 2, 3)),
        failed("simd-512/highspeed", device="ice40-hx8k", status="timed-out", reason="no placement in 60 s"),
    ]
    folder = tmp_path_factory.mktemp("explorer")
    data = SiteData(tuple(results))
    return write_explorer(folder, explorer_page(data))


@pytest.fixture
def page(browser: Browser, explorer_site: Path) -> Iterator[BrowserPage]:
    """The explorer of synthetic figures; a console message or foreign request fails the test at its end."""
    url = explorer_site.as_uri()
    with visit(browser, url, explorer_site.parent.as_uri(), viewport={"width": 1300, "height": 900}) as opened:
        wait_for_explorer(opened.page)
        opened.page.wait_for_selector("#chart svg", state="attached")
        opened.page.click("#more-filters summary")
        yield opened.page
        # a view without values has no chart
        opened.page.wait_for_selector("#chart svg, #chart-section[hidden]", state="attached")
        assert opened.problems == []


@pytest.fixture(scope="session")
def large_explorer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The explorer of 2,000 figures; returns the page."""
    return write_explorer(tmp_path_factory.mktemp("large"), large_explorer_page(2000))


def write_explorer(folder: Path, page: Page) -> Path:
    """Write one page with the scripts that it loads, and return its path."""
    write_assets(folder / "assets")
    write_html(folder, [page], SiteData(()))
    return folder / page.path
