# SPDX-License-Identifier: Apache-2.0
"""Pages of the site: what a page is, and rendering with Jinja2."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from fairhash.base.errors import FairhashError
from fairhash.base.table import Link, html_text
from fairhash.catalog.core import Core
from fairhash.catalog.cores import page_path

_TEMPLATES = Path(__file__).resolve().parent / "templates"

NAVIGATION = (
    ("Explorer", "explorer.html"),
    ("Cores", "cores/index.html"),
    ("Algorithms", "algorithms/index.html"),
    ("Devices", "devices/index.html"),
    ("Papers", "papers/index.html"),
    ("Docs", "docs/index.html"),
    ("Data", "data.html"),
)
"""Title and path of the sections in the navigation bar."""

NO_VALUE = "\N{EN DASH}"
"""Shown where there is no value."""


_DESCRIPTION_LENGTH = 160
"""Search engines show no more of a description."""


@dataclass(frozen=True)
class SearchEntry:
    """What the search finds."""

    title: str
    path: str
    text: str


@dataclass(frozen=True)
class Page:
    """One page of the site."""

    path: str
    """From the site's root."""
    title: str
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    section: str = ""
    """Path of the entry of NAVIGATION that contains the page."""
    search: tuple[SearchEntry, ...] = ()
    """What the search finds on the page; empty for a page that is found by its title only."""
    description: str = ""
    """One sentence for search engines and previews of links; by default what the search shows of the page."""

    @property
    def root(self) -> str:
        """Relative path from the page's folder to the site's root: empty, or ``../`` once or more."""
        return "../" * self.path.count("/")

    @cached_property
    def summary(self) -> str:
        """The description, of at most _DESCRIPTION_LENGTH characters."""
        text = " ".join((self.description or self.search_entries[0].text).split())
        if not text:
            return f"{self.title}: FairHash, open and reproducible hardware benchmarks of hash functions."
        return text if len(text) <= _DESCRIPTION_LENGTH else f"{text[:_DESCRIPTION_LENGTH].rsplit(' ', 1)[0]} ..."

    @cached_property
    def search_entries(self) -> tuple[SearchEntry, ...]:
        """The entries of the search index for this page."""
        return self.search or (SearchEntry(self.title, self.path, ""),)


def distinct_titles(pages: Iterable[Page]) -> list[Page]:
    """The pages, with the kind of page added to the titles of documentation that another page has too."""
    listed = list(pages)
    counts = Counter(page.title for page in listed)
    return [
        replace(page, title=f"{page.title} ({kind})") if counts[page.title] > 1 and (kind := _kind(page.path)) else page
        for page in listed
    ]


def _kind(path: str) -> str:
    """What a page of documentation is about: a folder, or its subject in general; empty for other pages."""
    folder, name = posixpath.split(path)
    stem = name.removesuffix(".html")
    if folder == "docs/rtl":
        return f"rtl/{stem}"
    if folder == "docs":
        return f"{stem.removesuffix('-folder')}/" if stem.endswith("-folder") else "documentation"
    return ""


def public_address(text: str) -> str:
    """The address of a published site's root, with a slash at its end; empty for an empty text.

    Raises:
        FairhashError: The text is no address of a folder on a web server.
    """
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        is_folder = (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and not parts.fragment
        )
    except ValueError:
        is_folder = False
    if not is_folder or re.search(r"[\s<>\"'{}|\\^`]", text):
        raise FairhashError(
            f"{text!r} is no address of a site", "--address", "for example https://example.org/fairhash/"
        )
    return text.rstrip("/") + "/"


def slug(name: str) -> str:
    """A name as a file name: ``sha-256/highspeed`` gives ``sha-256-highspeed``."""
    return name.replace("/", "-")


def core_path(name: str) -> str:
    """The path of a core's page."""
    return page_path(name)


def core_link(name: str, cores: Mapping[str, Core]) -> str:
    """A link to the core's page; plain text for a core that the catalogue does not have."""
    return Link(name, core_path(name)) if name in cores else name


def device_link(device: str, device_ids: Sequence[str]) -> str:
    """A link to the device's page; plain text for an unknown device."""
    return Link(device, f"devices/{device}.html") if device in device_ids else device


def number(value: float | None, digits: int = 0) -> str:
    """A number with `digits` decimals and separated thousands; NO_VALUE for none."""
    return NO_VALUE if value is None else f"{value:,.{digits}f}"


def area_unit_name(unit: str) -> str:
    """What areas are counted in, for the result's `area_unit`: ``logic cells``, or the unit itself, e.g. ``GE``."""
    return "logic cells" if unit == "cell" else unit


def shortened_digests(text: str) -> str:
    """Text with each digest of 32 or more hexadecimal digits cut to its first 12."""
    return re.sub(r"\b([0-9a-f]{12})[0-9a-f]{20,}\b", "\\1\N{HORIZONTAL ELLIPSIS}", text)


def code_spans(text: str) -> Markup:
    """Text with each part between backticks as code; everything is escaped."""
    parts = str(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


def relative(path: str, page: str) -> str:
    """The relative URL of `path` as seen from `page`, both from the site's root."""
    return posixpath.relpath(path, posixpath.dirname(page) or ".")


def environment() -> Environment:
    """The Jinja2 environment of the templates: HTML is escaped, and an undefined name is an error."""
    created = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    created.globals["html_text"] = html_text
    created.filters["code_spans"] = code_spans
    return created


def render(page: Page, templates: Environment, common: Mapping[str, Any]) -> str:
    """The page as HTML.

    Args:
        page: The page.
        templates: From environment().
        common: Values that all pages have.
    """
    return templates.get_template(page.template).render(
        **common, **page.values, page=page, root=page.root, navigation=NAVIGATION
    )
