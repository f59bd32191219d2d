# SPDX-License-Identifier: Apache-2.0
"""Pages of files and folders of the repository that the documentation links to and that no other page shows."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from fairhash.base import files, paths
from fairhash.site.pages import Page

_MOST_BYTES = 200_000
"""A longer file is named with its size only."""

_LINK = re.compile(r'href="(?:\.\./)*(source/[^"#]+)\.html["#]')


def source_path(source: str) -> str | None:
    """The page of a file or folder of the repository; None if there is no such file.

    Args:
        source: Path from the root of the repository.
    """
    return f"source/{source}.html" if not source.startswith("..") and (paths.root() / source).exists() else None


def source_pages(texts: Iterable[str]) -> list[Page]:
    """One page for each file and folder that these pages link to.

    Args:
        texts: HTML of the pages of documentation.
    """
    linked = sorted({link for text in texts for link in _LINK.findall(text)})
    return [_page(link.removeprefix("source/"), f"{link}.html") for link in linked]


def _page(source: str, path: str) -> Page:
    place = paths.root() / source
    text = "\n".join(_entries(place)) if place.is_dir() else _contents(place)
    values = {"source": source, "text": text, "is_folder": place.is_dir()}
    kind = "folder" if place.is_dir() else "file"
    return Page(
        path, f"{source} ({kind})", "source.html", values, "docs/index.html", description=f"The {kind} {source}."
    )


def _contents(file: Path) -> str:
    size = file.stat().st_size
    return files.read_text(file) if size <= _MOST_BYTES else f"{size:,} bytes: see the repository"


def _entries(folder: Path) -> Iterator[str]:
    """The files below a folder, with their sizes."""
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield f"{file.stat().st_size:>12,}  {posixpath.join(*file.relative_to(folder).parts)}"
