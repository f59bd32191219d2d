# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium for the tests, and what a page did in it."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, Request

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_VARIABLE = "FAIRHASH_BROWSER"


def find_browser() -> str:
    """The path of a Chromium or Chrome; a test without one fails and says how to install it."""
    named = os.environ.get(_VARIABLE)
    found = named or next((path for name in _NAMES if (path := shutil.which(name))), None)
    if not found:
        pytest.fail(
            f"the tests of the site need one of {', '.join(_NAMES)}: on Debian `apt-get install chromium`; on Ubuntu"
            f" install Chrome or name a Chromium with {_VARIABLE}",
            pytrace=False,
        )
    return found


def launch(playwright: Playwright) -> Browser:
    """Start the browser; root needs it without a sandbox, as in a container."""
    return playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])


@dataclass
class Visit:
    """A page and what happened since it was opened."""

    page: Page
    problems: list[str] = field(default_factory=list)
    """Console messages of warnings and errors, exceptions, and requests to anything but the site itself."""


@contextmanager
def visit(browser: Browser, url: str, allowed: str, **options: Any) -> Iterator[Visit]:
    """Open a page.

    Args:
        browser: From launch().
        url: What to open; empty to open nothing yet.
        allowed: What each requested URL must start with.
        options: Of the browser context, e.g. `java_script_enabled`.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(60_000)
    page = context.new_page()
    opened = Visit(page)

    def check_request(requested: str) -> None:
        if not requested.startswith((allowed, "data:", "blob:")):
            opened.problems.append(f"{page.url}: request to {requested}")

    page.on("request", lambda request: check_request(request.url))

    def check_failure(failed: Request) -> None:
        # the next page was opened before the icon of this one was loaded
        if failed.failure != "net::ERR_ABORTED":
            opened.problems.append(f"{page.url}: {failed.failure} for {failed.url}")

    page.on("requestfailed", check_failure)
    page.on("pageerror", lambda error: opened.problems.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda message: (
            opened.problems.append(f"{page.url}: {message.text}") if message.type in ("error", "warning") else None
        ),
    )
    try:
        if url:
            page.goto(url)
        yield opened
    finally:
        context.close()


def wait_for_explorer(page: Page) -> None:
    """Wait until the explorer's table can be used."""
    page.wait_for_selector("html[data-ready=explorer]", state="attached")


def rows_shown(page: Page) -> list[str]:
    """Names of the cores in the table, in its order, also those that are scrolled out of sight."""
    names: list[str] = page.evaluate(
        "window.Tabulator.findTable('#live-table')[0].getData('active').map((row) => row.core)"
    )
    return names


def records_of(page: str) -> list[dict[str, Any]]:
    """The records that the text of an explorer's page contains."""
    found = re.search(r'id="records">(.*?)</script>', page, re.DOTALL)
    assert found
    packed = json.loads(found[1])
    columns = []
    for key, column in zip(packed["keys"], packed["columns"], strict=True):
        values = [value for entry in column for value in (entry[:1] * entry[1] if isinstance(entry, list) else [entry])]
        is_text = key in packed["text_keys"]
        columns.append([packed["texts"][value] if is_text and value is not None else value for value in values])
    return [dict(zip(packed["keys"], row, strict=True)) for row in zip(*columns, strict=True)]


def pages_of(folder: Path) -> list[str]:
    """The paths of all pages of a site; a check of a site without pages fails."""
    found = sorted(str(file.relative_to(folder)) for file in folder.rglob("*.html"))
    assert len(found) > 300
    return found
