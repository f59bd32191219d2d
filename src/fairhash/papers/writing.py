# SPDX-License-Identifier: Apache-2.0
"""A reproduced paper as a page of HTML, CSV, LaTeX, SVG and Markdown."""

import csv
import io
from pathlib import Path

from fairhash.papers.content import Document, Drawing, Section, Table
from fairhash.results import files

_HERE = Path(__file__).resolve().parent

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
}


def write(document: Document, folder: Path) -> Path:
    """Write index.html, tables as .csv and .tex, charts as .svg and .csv; returns the page."""
    texts = {"index.html": to_html(document)}
    for table in document.tables():
        texts |= {f"{table.name}.csv": to_csv(table), f"{table.name}.tex": to_latex(table)}
    for drawing in document.drawings():
        texts |= {f"{drawing.name}.csv": drawing.csv, f"{drawing.name}.svg": standalone(drawing)}
    for name, text in texts.items():
        files.write_text(folder / name, text)
    return folder / "index.html"


def write_page(document: Document, file: Path) -> None:
    """The Markdown page, its charts in images/ beside it."""
    for drawing in document.drawings():
        files.write_text(file.parent / "images" / f"{_image(document, drawing)}.svg", standalone(drawing))
    files.write_text(file, to_markdown(document))


def standalone(drawing: Drawing) -> str:
    """The chart as a file of its own."""
    return drawing.svg if drawing.svg.endswith("\n") else drawing.svg + "\n"


def to_csv(table: Table) -> str:
    """Full precision, an empty cell for no value."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.key for column in table.columns])
    writer.writerows(table.rows)
    return text.getvalue()


def to_latex(table: Table) -> str:
    """A floating table for a paper, without packages; columns of words to the left, of numbers to the right."""
    words = [any(isinstance(row[i], str) for row in table.rows) for i in range(len(table.columns))]
    lines = [
        "% SPDX-License-Identifier: Apache-2.0",
        r"\begin{table}",
        rf"\caption{{{_escaped(table.title)}}}",
        rf"\begin{{tabular}}{{{''.join('l' if left else 'r' for left in words)}}}",
        r"\hline",
        _latex_line(table.head()),
        r"\hline",
        *(_latex_line(row) for row in table.shown()),
        r"\hline",
        r"\end{tabular}",
        *(rf"\par {_escaped(note)}" for note in table.notes),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex_line(cells: list[str]) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(mark, mark) for mark in text)


def to_html(document: Document) -> str:
    """One page that loads nothing."""
    # imported only when a page is made
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
    """The page of the documentation."""
    letter = document.letter
    command = f"fairhash paper {letter} --from results --page docs/paper-{letter.lower()}.md"
    parts = [
        f"<!-- SPDX-License-Identifier: Apache-2.0 -->\n# Paper {letter}: {document.title}\n",
        f"Written by `{command}` from the results in\n[results/](../results/) and the tables in "
        "[published/](../published/README.md); a test holds the two equal.\n",
        f"What was reproduced, what cannot be known and how to run it: [reproducing paper {letter}]"
        f"(reproducing-paper-{letter.lower()}.md). What the columns mean: [measures](measures.md).\n",
        *(f"{text}\n" for text in document.text),
    ]
    for section in document.sections:
        parts += _section(document, section)
    return "\n".join(parts)


def _section(document: Document, section: Section) -> list[str]:
    parts = [f"## {section.title}\n", *(f"{text}\n" for text in section.text)]
    for table in section.tables:
        if table.title != section.title:
            parts.append(f"### {table.title}\n")
        lines = [table.head(), ["---"] * len(table.columns), *table.shown()]
        parts.append(
            "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
        )
        parts += [f"{note}\n" for note in table.notes]
    parts += [f"```\n{diagram}\n```\n" for diagram in section.diagrams]
    parts += [
        f"![{drawing.title}](images/{_image(document, drawing)}.svg)\n\n*{drawing.caption}*\n"
        for drawing in section.drawings
    ]
    if section.facts:
        parts.append("".join(f"- {name}: {value}\n" for name, value in section.facts))
    return parts


def _image(document: Document, drawing: Drawing) -> str:
    return f"paper-{document.letter.lower()}-{drawing.name}"
