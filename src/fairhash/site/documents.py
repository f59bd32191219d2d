# SPDX-License-Identifier: Apache-2.0
"""Pages of Markdown: the documentation with its groups and links, and pages of the sources that it links to."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from fairhash.base import files, paths
from fairhash.site.markdown import Article, render_markdown, toc
from fairhash.site.pages import Page, SearchEntry, relative
from fairhash.studies.papers.document import method_page
from fairhash.studies.papers.paper import paper_letters

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


_GROUPS: dict[str, str] = {
    "Guides": "getting-started use-a-core site bench-your-core league measuring searching campaigns clusters "
    "contributing",
    "Add your own": "add-a-*",
    "Method": "measures verification proofs mutants clock estimates standard-cells bus",
    "Papers": "published* reproducing-paper-*",
    "Reference": "*",
    "Hash families": "",
}
"""Groups of the list of pages, with patterns of page names; a page is in the first group with a matching pattern."""

_FAMILIES = "Hash families"

_README_FOLDERS = (
    *("models", "published", "requirements", "rtl", "vectors/official"),
    *("examples/ciphers", "examples/shapes", "examples/athena", "examples/secworks", "examples/league"),
)
"""Folders whose README is a page of the documentation."""

REPLACED: dict[str, str] = {
    "README.md": "index.html",
    "results": "data.html",
    "docs/result.schema.json": "data/result.schema.json",
    "docs": "docs/index.html",
}
"""Files and folders of the repository whose contents another page of the site shows."""

SITE_GUIDE = "docs/site.md"
SHOWN_PAGES: dict[str, str] = {
    "the-explorer": "explorer.html",
    "cores": "cores/index.html",
    "algorithms": "algorithms/index.html",
    "league": "league.html",
    "for-architects": "architect.html",
    "papers": "papers/index.html",
    "coverage": "coverage.html",
    "devices": "devices/index.html",
    "verification-ladder": "ladder.html",
    "mutants-of-netlists": "mutants.html",
}
"""Page of the site for each section of SITE_GUIDE that describes it.

Results are on pages of the site only. A document that links to such a section leads to the description in the
repository, and to the page itself on the site.
"""


@dataclass(frozen=True)
class MarkdownDocument:
    """One Markdown file of the repository and its page."""

    source: str
    """Path in the repository."""
    path: str
    """Path of the page in the site."""
    group: str


def documents() -> dict[str, MarkdownDocument]:
    """All pages by path in the repository: docs/, the families' pages, and a few from the root."""
    root = paths.root()
    pages = [
        MarkdownDocument(f"docs/{file.name}", f"docs/{file.stem}.html", _group(file.stem))
        for file in sorted((root / "docs").glob("*.md"))
    ]
    for name in ("CONTRIBUTING", "CHANGELOG"):
        if (root / f"{name}.md").is_file():
            pages.append(MarkdownDocument(f"{name}.md", f"docs/{name.lower()}.html", _group(name.lower())))
    for folder in _README_FOLDERS:
        if (root / folder / "README.md").is_file():
            stem = f"{posixpath.basename(folder)}-folder"
            pages.append(MarkdownDocument(f"{folder}/README.md", f"docs/{stem}.html", "Reference"))
    pages += [
        MarkdownDocument(f"rtl/{file.parent.name}/README.md", f"docs/rtl/{file.parent.name}.html", _FAMILIES)
        for file in sorted((root / "rtl").glob("*/README.md"))
    ]
    return {document.source: document for document in pages}


def _group(stem: str) -> str:
    return next(group for group, patterns in _GROUPS.items() if any(fnmatch(stem, one) for one in patterns.split()))


def document_pages(entity_pages: Mapping[str, str]) -> list[Page]:
    """The pages of the documentation and their index.

    Args:
        entity_pages: Path of the page for each VHDL file, by path in the repository.
    """
    by_source = documents()
    articles = {document.source: _article(document, by_source, entity_pages) for document in by_source.values()}
    groups: dict[str, list[tuple[str, str]]] = {group: [] for group in _GROUPS}
    for document in by_source.values():
        groups[document.group].append((_short_title(articles[document.source], document), document.path))
    groups["Reference"] += [("Commands", "docs/commands.html"), ("VHDL entities", "entities/index.html")]
    groups["Results"] = [
        ("Coverage", "coverage.html"),
        ("Verification ladder", "ladder.html"),
        ("Mutants of netlists", "mutants.html"),
    ]
    sidebar = [(group, sorted(entries)) for group, entries in groups.items() if entries]
    pages = [
        Page(
            document.path,
            articles[document.source].title,
            "document.html",
            {
                "html": articles[document.source].html,
                "toc": toc(articles[document.source].headings),
                "sidebar": sidebar,
                "source": document.source,
            },
            "docs/index.html",
            _search_entries(document, articles[document.source]),
        )
        for document in by_source.values()
    ]
    sources = source_pages(article.html for article in articles.values())
    index = Page("docs/index.html", "Documentation", "documents.html", {"sidebar": sidebar}, "docs/index.html")
    return [*pages, *sources, index]


def _article(
    document: MarkdownDocument, by_source: Mapping[str, MarkdownDocument], entity_pages: Mapping[str, str]
) -> Article:
    text = files.read_text(paths.root() / document.source)
    return render_markdown(text, lambda target: site_target(target, document, by_source, entity_pages))


def _short_title(article: Article, document: MarkdownDocument) -> str:
    return article.title or Path(document.source).stem


def _search_entries(document: MarkdownDocument, article: Article) -> tuple[SearchEntry, ...]:
    """One entry for each heading, named ``page: heading`` below the title."""
    return tuple(
        SearchEntry(
            heading.text if heading.level == 1 else f"{article.title}: {heading.text}",
            document.path if heading.level == 1 else f"{document.path}#{heading.id}",
            text,
        )
        for heading, text in article.sections
    )


def site_target(
    target: str, document: MarkdownDocument, by_source: Mapping[str, MarkdownDocument], entity_pages: Mapping[str, str]
) -> str | None:
    """The URL of a link on a document's page; None for a file that does not exist.

    Args:
        target: As written: a URL, an anchor, or a path relative to the document.
        document: The document with the link.
        by_source: All documents by path in the repository.
        entity_pages: Pages of VHDL files.
    """
    if re.match(r"[a-z][a-z0-9+.-]*:", target):
        return target if re.match(r"(https?|mailto):", target) else None
    name, mark, anchor = target.partition("#")
    if not name:
        return target
    source = posixpath.normpath(posixpath.join(posixpath.dirname(document.source), name))
    if source == SITE_GUIDE and anchor in SHOWN_PAGES:
        return relative(_shown_page(anchor, document), document.path)
    place = _place(source, by_source, entity_pages)
    if place is None:
        return None
    keeps_anchor = source in by_source
    return relative(place, document.path) + (mark + anchor if keeps_anchor else "")


def _shown_page(section: str, document: MarkdownDocument) -> str:
    """The page that a section of SITE_GUIDE describes; for the papers, the one that the document is about."""
    described = {f"docs/{method_page(letter)}.md": letter for letter in paper_letters()}
    if section == "papers" and document.source in described:
        return f"papers/{described[document.source].lower()}.html"
    return SHOWN_PAGES[section]


def _place(source: str, by_source: Mapping[str, MarkdownDocument], entity_pages: Mapping[str, str]) -> str | None:
    """The page or file of the site for a file of the repository."""
    for name in (source, f"{source}/README.md"):
        if name in by_source:
            return by_source[name].path
    if source.startswith("docs/images/") and (paths.root() / source).is_file():
        return source
    return REPLACED.get(source) or entity_pages.get(source) or source_path(source)


def text_page(path: str, text: str) -> Page:
    """A page of this text, whose links are those of a file in docs/."""
    by_source = documents()
    place = MarkdownDocument("docs/" + path.replace(".html", ".md"), path, "")
    article = render_markdown(text, lambda target: site_target(target, place, by_source, {}))
    return Page(
        path,
        article.title,
        "article.html",
        {"html": article.html},
        "docs/index.html",
        (SearchEntry(article.title, path, " ".join(text for _, text in article.sections)),),
    )
