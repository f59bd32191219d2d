# SPDX-License-Identifier: Apache-2.0
"""The pages of the reproduced papers: published values and ours side by side."""

from dataclasses import replace

from fairhash.base import paths
from fairhash.figures.charts.svg import themed
from fairhash.site.data import SiteData
from fairhash.site.pages import Page, SearchEntry
from fairhash.studies.papers.document import Document, Section
from fairhash.studies.papers.paper import find_paper, paper_letters


def paper_documents(data: SiteData) -> list[Document]:
    """The reproduction of each paper that has a folder in papers/, from the committed results."""
    return [find_paper(letter).document(data.results) for letter in paper_letters()]


def paper_pages(documents: list[Document]) -> list[Page]:
    """One page for each paper, and their index."""
    pages = [
        Page(
            f"papers/{document.letter.lower()}.html",
            document.heading,
            "paper.html",
            {
                "document": document,
                "method": _method_page(document),
                "sections": [_section(section, number) for number, section in enumerate(document.sections, 1)],
            },
            "papers/index.html",
            _search_entries(document),
        )
        for document in documents
    ]
    return [*pages, Page("papers/index.html", "Papers", "papers.html", {"documents": documents}, "papers/index.html")]


def _method_page(document: Document) -> str:
    """The page about how the paper was reproduced; empty if nobody wrote it."""
    return f"docs/{document.method}.html" if (paths.root() / "docs" / f"{document.method}.md").is_file() else ""


def _section(section: Section, number: int) -> dict[str, object]:
    return {
        "id": f"section-{number}",
        "title": section.title,
        "text": section.text,
        "tables": [replace(table, title="") if table.title == section.title else table for table in section.tables],
        "diagrams": section.diagrams,
        "charts": [(chart, themed(chart.svg, chart.title)) for chart in section.charts],
        "facts": section.facts,
    }


def _search_entries(document: Document) -> tuple[SearchEntry, ...]:
    path = f"papers/{document.letter.lower()}.html"
    sections = [
        SearchEntry(
            f"{document.heading.partition(':')[0]}: {section.title}", f"{path}#section-{number}", " ".join(section.text)
        )
        for number, section in enumerate(document.sections, 1)
    ]
    return (SearchEntry(document.heading, path, " ".join(document.text)), *sections)


def paper_files(documents: list[Document]) -> dict[str, str]:
    """The files beside the pages, by path in the site: each table as CSV and LaTeX, each chart as SVG and CSV."""
    return {
        f"papers/{document.letter.lower()}/{name}": text
        for document in documents
        for name, text in document.files().items()
    }
