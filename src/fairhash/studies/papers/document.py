# SPDX-License-Identifier: Apache-2.0
"""The contents of a reproduction, and their files: CSV, LaTeX and SVG in a folder, or one Markdown page."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from fairhash.base import files
from fairhash.base.table import Table
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Verdict
from fairhash.studies.papers.opening import Opening


@dataclass(frozen=True)
class Section:
    """One table or figure of the paper, or a comparison that the paper does not have."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """Name and value of what describes the measurements, for example the devices and the tools."""


_Part = TypeVar("_Part", Table, Chart)


def existing(*parts: _Part | None) -> tuple[_Part, ...]:
    """Return the tables or charts of a section that there are."""
    return tuple(part for part in parts if part)


def method_page(letter: str) -> str:
    """The page in docs/ that says what was done for a paper, or for a study without a paper; without its ending."""
    name = letter.lower()
    return f"reproducing-paper-{name}" if len(name) == 1 else name


@dataclass(frozen=True)
class Document:
    """The page of a reproduction: the paper's tables and figures with our results."""

    letter: str
    title: str
    text: tuple[str, ...]
    sections: tuple[Section, ...]
    main_table_names: tuple[str, ...]
    """Names of the tables that the command line prints."""
    figure_count: int
    """How many of our figures (core and device) the page shows."""
    opening: Opening | None = None
    """What the page begins with."""

    @property
    def heading(self) -> str:
        """The title of the page: with the letter of the paper, if there is one."""
        return f"Paper {self.letter}: {self.title}" if len(self.letter) == 1 else self.title

    @property
    def method(self) -> str:
        """The page in docs/ that says what was done, without its ending."""
        return method_page(self.letter)

    @property
    def verdict(self) -> Verdict | None:
        """The opening of a paper; None for a study without claims."""
        return self.opening if isinstance(self.opening, Verdict) else None

    def tables(self) -> list[Table]:
        """Return all tables."""
        claims = [self.verdict.claims] if self.verdict else []
        return claims + [table for section in self.sections for table in section.tables]

    def main_tables(self) -> list[Table]:
        """Return the tables that the command line prints."""
        return [table for table in self.tables() if table.name in self.main_table_names]

    def charts(self) -> list[Chart]:
        """Return all charts."""
        first = [self.opening.chart] if self.opening and self.opening.chart else []
        return first + [chart for section in self.sections for chart in section.charts]

    def files(self) -> dict[str, str]:
        """Return the text of each file by name: tables as .csv and .tex, charts as .svg and .csv."""
        texts: dict[str, str] = {}
        for table in self.tables():
            texts |= {f"{table.name}.csv": table.to_csv(), f"{table.name}.tex": table.to_latex()}
        for chart in self.charts():
            texts |= {f"{chart.name}.csv": chart.csv, f"{chart.name}.svg": chart.svg}
        return texts


def write_folder(document: Document, folder: Path) -> None:
    """Write the files of a document."""
    for name, text in document.files().items():
        files.write_text(folder / name, _with_line_end(text))


def write_page(document: Document, file: Path) -> None:
    """Write the Markdown page, and its charts into the folder images/ beside it."""
    for chart in document.charts():
        files.write_text(file.parent / "images" / f"{_image_name(document, chart)}.svg", _with_line_end(chart.svg))
    files.write_text(file, to_markdown(document))


def to_markdown(document: Document) -> str:
    """Return the document as one Markdown page; its charts are in images/ beside it."""
    letter = document.letter
    parts = [
        f"<!-- SPDX-License-Identifier: Apache-2.0 -->\n# {document.heading}\n",
        f"Written by `fairhash paper {letter} --page FILE.md` from results and the tables in published/.\n",
        f"What was reproduced, what cannot be known and how to run it: docs/{document.method}.md. "
        "What the columns mean: docs/measures.md.\n",
        *_markdown_opening(document),
        *(f"{text}\n" for text in document.text),
    ]
    for section in document.sections:
        parts += _markdown_section(document, section)
    return "\n".join(parts)


def _markdown_opening(document: Document) -> list[str]:
    opening = document.opening
    if opening is None:
        return []
    lines = "".join(f"- {heading}: {text}\n" for heading, text in opening.lines)
    claims = (document.verdict.claims,) if document.verdict else ()
    title = "Verdict" if document.verdict else "Findings"
    heading, *parts = _markdown_section(document, Section(title, tables=claims, charts=existing(opening.chart)))
    return [heading, lines, *parts]


def _markdown_section(document: Document, section: Section) -> list[str]:
    parts = [f"## {section.title}\n", *(f"{text}\n" for text in section.text)]
    for table in section.tables:
        if table.title != section.title:
            parts.append(f"### {table.title}\n")
        parts += [table.to_markdown(), *(f"{note}\n" for note in table.notes)]
    parts += [
        f"![{chart.title}](images/{_image_name(document, chart)}.svg)\n\n*{chart.caption}*\n"
        for chart in section.charts
    ]
    if section.facts:
        parts.append("".join(f"- {name}: {value}\n" for name, value in section.facts))
    return parts


def _with_line_end(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _image_name(document: Document, chart: Chart) -> str:
    return f"paper-{document.letter.lower()}-{chart.name}"
