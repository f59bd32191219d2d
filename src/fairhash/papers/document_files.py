# SPDX-License-Identifier: Apache-2.0
"""Write a reproduction's document: HTML, CSV, LaTeX and SVG in a folder, or one Markdown page."""

from pathlib import Path

from fairhash.papers.document import Chart, Document, Section
from fairhash.results import files

_HERE = Path(__file__).resolve().parent


def write_folder(document: Document, folder: Path) -> Path:
    """Write index.html, each table as .csv and .tex, each chart as .svg and .csv.

    Returns:
        The path of index.html.
    """
    texts = {"index.html": to_html(document)}
    for table in document.tables():
        texts |= {f"{table.name}.csv": table.to_csv(), f"{table.name}.tex": table.to_latex()}
    for chart in document.charts():
        texts |= {f"{chart.name}.csv": chart.csv, f"{chart.name}.svg": _svg_file(chart)}
    for name, text in texts.items():
        files.write_text(folder / name, text)
    return folder / "index.html"


def write_page(document: Document, file: Path) -> None:
    """Write the Markdown page, and its charts into the folder images/ beside it."""
    for chart in document.charts():
        files.write_text(file.parent / "images" / f"{_image_name(document, chart)}.svg", _svg_file(chart))
    files.write_text(file, to_markdown(document))


def to_html(document: Document) -> str:
    """Return the document as one HTML page that loads nothing."""
    # imported here because only HTML pages need it
    from jinja2 import Environment, FileSystemLoader  # noqa: PLC0415

    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("paper.html").render(document=document)


def to_markdown(document: Document) -> str:
    """Return the document as one Markdown page; its charts are in images/ beside it."""
    letter = document.letter
    parts = [
        f"<!-- SPDX-License-Identifier: Apache-2.0 -->\n# Paper {letter}: {document.title}\n",
        f"Written by `fairhash paper {letter} --page FILE.md` from results and the tables in published/.\n",
        f"What was reproduced, what cannot be known and how to run it: docs/reproducing-paper-{letter.lower()}.md. "
        "What the columns mean: docs/measures.md.\n",
        *(f"{text}\n" for text in document.text),
    ]
    for section in document.sections:
        parts += _markdown_section(document, section)
    return "\n".join(parts)


def _markdown_section(document: Document, section: Section) -> list[str]:
    parts = [f"## {section.title}\n", *(f"{text}\n" for text in section.text)]
    for table in section.tables:
        if table.title != section.title:
            parts.append(f"### {table.title}\n")
        parts += [table.to_markdown(), *(f"{note}\n" for note in table.notes)]
    parts += [f"```\n{diagram}\n```\n" for diagram in section.diagrams]
    parts += [
        f"![{chart.title}](images/{_image_name(document, chart)}.svg)\n\n*{chart.caption}*\n"
        for chart in section.charts
    ]
    if section.facts:
        parts.append("".join(f"- {name}: {value}\n" for name, value in section.facts))
    return parts


def _svg_file(chart: Chart) -> str:
    return chart.svg if chart.svg.endswith("\n") else chart.svg + "\n"


def _image_name(document: Document, chart: Chart) -> str:
    return f"paper-{document.letter.lower()}-{chart.name}"
