# SPDX-License-Identifier: Apache-2.0
"""Size and speed of the site: PYTHONPATH=src:. .venv/bin/python benchmarks/static_site.py

1. Elapsed and processor time of building the site of this checkout.
2. Bytes of the start page and of the files that it loads, compressed by gzip -9.
3. The explorer of 2,000 figures, all shown, in Chromium, five times: elapsed time from the start of the navigation
   until the table can be used, and until the chart is drawn; processor time of the page's main thread until the table
   can be used.
"""

import gzip
import re
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from fairhash.cli.main import cli
from fairhash.site.build import write_site
from tests.site.browser import launch, visit, wait_for_explorer
from tests.site.conftest import large_explorer_page, write_explorer

FIGURES = 2000
REPETITIONS = 5


def build(folder: Path) -> None:
    """Build the site and print the times."""
    wall, processor = time.monotonic(), time.process_time()
    write_site(folder, cli)
    wall_s, cpu_s = time.monotonic() - wall, time.process_time() - processor
    print(f"build: {wall_s:.1f} s elapsed, {cpu_s:.1f} s of processor time")


def start_page(folder: Path) -> None:
    """Print the size of what the start page loads."""
    text = (folder / "index.html").read_text(encoding="utf-8")
    loaded = re.findall(r'<(?:script|img|link)[^>]* (?:src|href)="([^"]+)"', text)
    sizes = {name: len(gzip.compress((folder / name).read_bytes(), 9)) for name in ("index.html", *loaded)}
    print(f"start page: {sum(sizes.values()):,} bytes compressed, of {len(sizes)} files")


def explorer(folder: Path, browser: Browser) -> None:
    """Print how long the explorer of many figures takes."""
    page = write_explorer(folder, large_explorer_page(FIGURES))
    usable_ms, drawn_ms, cpu_ms = [], [], []
    for _ in range(REPETITIONS):
        with visit(browser, "", folder.as_uri()) as opened:
            session = opened.page.context.new_cdp_session(opened.page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            opened.page.goto(page.as_uri(), wait_until="commit")
            wait_for_explorer(opened.page)
            metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
            cpu_ms.append(1000 * metrics["TaskDuration"])
            opened.page.wait_for_selector("#chart svg", state="attached")
            drawn_ms.append(opened.page.evaluate("performance.now()"))
            usable_ms.append(opened.page.evaluate("performance.getEntriesByName('explorer-interactive')[0].startTime"))
    for name, values in (
        ("table usable, elapsed", usable_ms),
        ("chart drawn, elapsed", drawn_ms),
        ("main thread until the table is usable", cpu_ms),
    ):
        print(f"explorer of {FIGURES:,} figures, {name}: median {median(values):.0f} ms, least {min(values):.0f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        chromium = launch(playwright)
        build(Path(name) / "site")
        start_page(Path(name) / "site")
        explorer(Path(name) / "large", chromium)
