# SPDX-License-Identifier: Apache-2.0
"""The pages of the reproduced papers: published values and ours side by side."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from fairhash.base import paths
from fairhash.base.table import Table
from fairhash.figures.charts.svg import themed
from fairhash.site.data import SiteData
from fairhash.site.pages import Page, SearchEntry, core_path
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.document import Document, Section
from fairhash.studies.papers.our_results import NO_CORE, NOT_MEASURED
from fairhash.studies.papers.paper import find_paper, paper_letters

_ROOT = "../"
"""Relative path from the pages of papers to the site's root."""


def paper_documents(data: SiteData) -> list[Document]:
    """The reproduction of each paper that has a folder in papers/, from the committed results."""
    return [find_paper(letter).document(data.results) for letter in paper_letters()]


def paper_pages(documents: list[Document], links: Mapping[str, str]) -> list[Page]:
    """One page for each paper, and their index.

    Args:
        documents: From paper_documents().
        links: From core_links().
    """
    pages = [
        Page(
            _path(document),
            document.heading,
            "paper.html",
            {
                "document": document,
                "method": _method_page(document),
                "opening": document.opening,
                "claims": shown_claims(document.verdict.claims, links) if document.verdict else None,
                "picture": _picture(document),
                "sections": [_section(section, number, links) for number, section in enumerate(document.sections, 1)],
            },
            "papers/index.html",
            _search_entries(document),
        )
        for document in documents
    ]
    shown = {"entries": paper_messages(documents)}
    return [*pages, Page("papers/index.html", "Papers", "papers.html", shown, "papers/index.html")]


@dataclass(frozen=True)
class PaperMessage:
    """What the page of a paper or study says, in one sentence and one chart."""

    heading: str
    path: str
    """Of its page, from the site's root."""
    counts: str
    """How many claims are confirmed; empty for a study without claims."""
    message: str
    svg: str
    """The chart as an element; empty if there is none."""


def paper_messages(documents: Iterable[Document]) -> list[PaperMessage]:
    """The message of each page, for their index and the start page.

    Args:
        documents: From paper_documents().
    """
    return [_message(document) for document in documents]


def _message(document: Document) -> PaperMessage:
    picture = _picture(document)
    message, svg = (picture[0].title, picture[1]) if picture else ("", "")
    counts = f"{document.verdict.lines[1][1].partition('. ')[0]}." if document.verdict else ""
    return PaperMessage(document.heading, _path(document), counts, message, svg)


def _path(document: Document) -> str:
    return f"papers/{document.letter.lower()}.html"


def core_links(data: SiteData) -> dict[str, str]:
    """The path of the page of each core, by each of its names."""
    return {
        name: core_path(core.name)
        for core in data.cores.values()
        for name in (core.name, *(f"{core.algorithm}/{other}" for other in core.other_architectures))
    }


def _picture(document: Document) -> tuple[Chart, str] | None:
    """The chart of the opening with its <svg> element."""
    chart = document.opening.chart if document.opening else None
    return (chart, themed(chart.svg, chart.title)) if chart else None


def _method_page(document: Document) -> str:
    """The page about how the paper was reproduced; empty if nobody wrote it."""
    return f"docs/{document.method}.html" if (paths.root() / "docs" / f"{document.method}.md").is_file() else ""


def _section(section: Section, number: int, links: Mapping[str, str]) -> dict[str, object]:
    tables = [replace(table, title="") if table.title == section.title else table for table in section.tables]
    return {
        "id": f"section-{number}",
        "title": section.title,
        "text": section.text,
        "tables": [shown_table(table, links) for table in tables],
        "charts": [(chart, themed(chart.svg, chart.title)) for chart in section.charts],
        "facts": section.facts,
        "contents": _contents(section),
    }


def _contents(section: Section) -> str:
    """What the section holds, for the line that unfolds it."""
    counts = ((len(section.tables), "table"), (len(section.charts), "chart"))
    return ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts if count)


def shown_table(table: Table, links: Mapping[str, str]) -> dict[str, object]:
    """A table as the page shows it: rows and columns without any value are counted and named, and cores are links."""
    rows = [row for row in table.rows if not _is_unmeasured(row)]
    kept = [at for at in range(len(table.columns)) if any(row[at] not in (None, "") for row in rows)]
    dropped = [column.heading for at, column in enumerate(table.columns) if at not in kept] if rows else []
    shown = replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(tuple(row[at] for at in kept) for row in rows),
    )
    missing = len(table.rows) - len(rows)
    notes = [
        f"{missing} of {len(table.rows)} rows are not shown: {NOT_MEASURED}." if missing else "",
        f"Columns without a value: {', '.join(dict.fromkeys(dropped))}." if dropped else "",
    ]
    return {
        "name": table.name,
        "html": linked_cores(shown.to_html(_ROOT), links) if rows else "",
        "title": "" if rows else table.title,
        "notes": [*(note for note in notes if note), *table.notes],
    }


def shown_claims(table: Table, links: Mapping[str, str]) -> dict[str, object]:
    """The table of claims as the page shows it: the note of a claim, in which cores are links, is a row below it.

    Args:
        table: From a verdict; its last column has the notes.
        links: From core_links().
    """
    rows = table.display_rows()
    kept = [at for at in range(len(table.columns) - 1) if any(row[at] for row in rows)]
    headings = table.headings()
    verdict_at = headings.index("verdict")
    return {
        "name": table.name,
        "headings": [headings[at] for at in kept],
        "rows": [
            {
                "verdict": row[verdict_at].replace(" ", "-"),
                "cells": [(headings[at], row[at]) for at in kept],
                "note": linked_cores(escape(row[-1]), links),
            }
            for row in rows
        ],
        "notes": table.notes,
    }


def _is_unmeasured(row: tuple[object, ...]) -> bool:
    """Whether a row has no number, and a text that says why."""
    texts = [cell for cell in row if isinstance(cell, str)]
    numbers = [cell for cell in row if isinstance(cell, int | float) and cell]
    return not numbers and any(word in text for text in texts for word in (NOT_MEASURED, NO_CORE))


_NAME = re.compile(r"\b[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*\b")


def linked_cores(html: str, links: Mapping[str, str]) -> Markup:
    """HTML in which each name of a core, outside of tags and links, is a link."""

    def link(match: re.Match[str]) -> str:
        path = links.get(match[0])
        return f'<a href="{_ROOT}{path}">{match[0]}</a>' if path else match[0]

    # a link of its own is left as it is
    parts = re.split(r"(<a .*?</a>|<[^>]*>)", html)
    return Markup("".join(part if part.startswith("<") else _NAME.sub(link, part) for part in parts))


def _search_entries(document: Document) -> tuple[SearchEntry, ...]:
    path = _path(document)
    sections = [
        SearchEntry(
            f"{document.heading.partition(':')[0]}: {section.title}", f"{path}#section-{number}", " ".join(section.text)
        )
        for number, section in enumerate(document.sections, 1)
    ]
    opening = [text for _, text in document.opening.lines] if document.opening else []
    return (SearchEntry(document.heading, path, " ".join([*opening, *document.text])), *sections)


def paper_files(documents: list[Document]) -> dict[str, str]:
    """The files beside the pages, by path in the site: each table as CSV and LaTeX, each chart as SVG and CSV."""
    return {
        f"papers/{document.letter.lower()}/{name}": text
        for document in documents
        for name, text in document.files().items()
    }
