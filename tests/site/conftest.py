# SPDX-License-Identifier: Apache-2.0
"""The site of this checkout, one of synthetic results, and a browser; each made once."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from fairhash import paths
from fairhash.catalog.cores import all_cores
from fairhash.cli.main import cli
from fairhash.results import Result
from fairhash.results.export import read_json_lines
from fairhash.site.assets import write_assets
from fairhash.site.build import write_html, write_site
from fairhash.site.data import SiteData
from fairhash.site.explorer import explorer_page
from tests.results.samples import NOON, failed, sample
from tests.site.browser import launch

HOSTILE = '=HYPERLINK("http://evil.example")<script>window.broken = 1</script><img src=x onerror="window.broken = 1">'
"""Text that must not run: as a formula of a spreadsheet, or as HTML."""

OWN_CORES = ("sha-512/highspeed", "keccak-512/highspeed")


@dataclass(frozen=True)
class BuiltSite:
    """The site of the checkout."""

    folder: Path
    cpu_s: float
    """Processor time of the build."""
    results: tuple[Result, ...]
    """The committed results."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The site of this checkout, with results of the reader's own: two cores of the main job."""
    folder = tmp_path_factory.mktemp("site")
    stored = read_json_lines(paths.results() / "ecp5-85k-8.jsonl")
    own = [result.model_copy(update={"date": NOON}) for result in stored if result.core in OWN_CORES]
    before = time.process_time()
    write_site(folder, cli, own)
    return BuiltSite(folder, time.process_time() - before, SiteData.of_checkout().results)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


def many_results(count: int) -> list[Result]:
    """Results of as many figures: real cores with made-up recipes, clocks and areas."""
    names = [core for core in all_cores() if core != "sha-512/highspeed"]
    found = [sample("sha-512/highspeed", 100.0, 2000, seed, recipe="r0") for seed in (1, 2, 3)]
    for index in range(count - 1):
        name, recipe = names[index % len(names)], f"r{index // len(names)}"
        found.append(sample(name, 50 + index % 97, 500 + 7 * (index % 1013), recipe=recipe))
    return found


@pytest.fixture(scope="session")
def explorer_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The explorer of a few figures with known values, one of which has hostile text; returns the page.

    Throughput is 576 bits times the clock over 24 cycles: 24 Mbit/s for each MHz.
    """
    results = [
        *(sample("sha-512/highspeed", mhz, 2000, seed) for seed, mhz in enumerate((99.0, 100.0, 101.0), 1)),
        *(sample("keccak-512/highspeed", mhz, 3000, seed) for seed, mhz in enumerate((290.0, 300.0, 310.0), 1)),
        *(sample("jh-512/highspeed", mhz, 4000, seed) for seed, mhz in enumerate((195.0, 200.0, 205.0), 1)),
        failed("echo-512/highspeed", reason=HOSTILE),
        *(sample("sha-512/highspeed", 50.0, 1500, seed, device="ice40-hx8k") for seed in (1, 2, 3)),
        failed("simd-512/highspeed", device="ice40-hx8k", status="timed-out", reason="no placement in 60 s"),
    ]
    folder = tmp_path_factory.mktemp("explorer")
    return _write_explorer(folder, SiteData(tuple(results)))


@pytest.fixture(scope="session")
def large_explorer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The explorer of 2,000 figures; returns the page."""
    return _write_explorer(tmp_path_factory.mktemp("large"), SiteData(tuple(many_results(2000))))


def _write_explorer(folder: Path, data: SiteData) -> Path:
    write_assets(folder / "assets")
    write_html(folder, [explorer_page(data)], data)
    return folder / "explorer.html"
