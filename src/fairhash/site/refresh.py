# SPDX-License-Identifier: Apache-2.0
"""Rewrites what the checkout has generated from results/: parts of pages, marked numbers, choices of recipes."""

from collections.abc import Callable, Mapping
from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.base.table import Cell, Table, column, mark
from fairhash.figures.figure_table import FigureRow
from fairhash.figures.ranking import common_subset
from fairhash.figures.recipe_choice import choices, write_choices
from fairhash.figures.stated_numbers import StatedNumber, rewrite_pages
from fairhash.results.export import read_folder
from fairhash.site.data import SiteData
from fairhash.site.start_page import main_caption, main_dots, main_title, write_picture
from fairhash.studies.papers.claims import Outcome
from fairhash.studies.papers.document import method_page
from fairhash.studies.papers.paper import find_paper, paper_letters

PICTURE = "docs/images/throughput-over-area-512.svg"
"""Path of the chart from the root of the checkout."""

TABLE_CORES = tuple(
    f"{name}/highspeed" for name in ("sha-256", "sha-512", "keccak-256", "blake3", "ascon-hash256", "sm3")
)
"""The cores of the README's table; keccak-256 computes SHA3-256, whose padding differs."""

_BEGIN = "<!-- results: written by fairhash site --refresh -->\n"
_END = "<!-- end of results -->\n"


def refresh(data: SiteData, root: Path) -> tuple[list[Path], list[StatedNumber]]:
    """Rewrite the generated parts; return the files, and the markers of numbers that name no stored figure."""
    results = read_folder(root / "results")
    written = write_choices(choices(results), root / "results" / "selection")
    changed, missing = rewrite_pages(root, results)
    outcomes = paper_outcomes(data)
    return [*written, *write_readme(data, outcomes, root), *write_paper_pages(outcomes, root), *changed], missing


def paper_outcomes(data: SiteData) -> dict[str, Outcome]:
    """What the results say about each reproduced paper, by its letter; this takes seconds."""
    papers = [paper for letter in paper_letters() if (paper := find_paper(letter)).claims_file.is_file()]
    return {paper.letter: paper.outcome(data.results) for paper in papers}


def readme_results(data: SiteData, outcomes: Mapping[str, Outcome]) -> str:
    """The text between the two markers of README.md.

    Args:
        data: the committed results.
        outcomes: from paper_outcomes().
    """
    dots = main_dots(data)
    preliminary = sum(dot.preliminary for dot in dots)
    alternative = f"{main_title()}: {len(dots) - preliminary} known and {preliminary} preliminary figures"
    items = "".join(f"- {sentence}\n" for sentence in data.counts.sentences())
    table = results_table(data)
    return (
        f"{table.to_markdown()}\n{table.notes[0]}\n\n"
        f"![{alternative}]({PICTURE})\n\n*{main_caption(data)}*\n\n{items}\n{papers_text(outcomes)}"
    )


def results_table(data: SiteData) -> Table:
    """Return the figures of six hash functions of today on the first common device, each by its recipe."""
    device = common_subset()[0]
    shown = {one.row.core: one for one in data.chosen(device)}

    def value(number: Callable[[FigureRow], float | None]) -> Callable[[str], Cell]:
        return lambda core: mark(number(shown[core].row), shown[core].row.preliminary) if core in shown else None

    return Table.declare(
        "results",
        "",
        TABLE_CORES,
        (
            column("core", lambda core: f"`{core}`"),
            column("clock MHz", value(lambda row: row.fmax_median_mhz)),
            column("cells", value(lambda row: row.area_cells)),
            column("Mbit/s", value(lambda row: row.throughput_mbit_s)),
            column("Mbit/s per cell", value(lambda row: row.throughput_per_cell_mbit_s), 2),
            column("seeds", lambda core: shown[core].row.seeds if core in shown else None),
        ),
        f"On {device}: medians over the seeds, for long messages; numbers in parentheses are preliminary.",
    )


def papers_text(outcomes: Mapping[str, Outcome]) -> str:
    """Return one line for each reproduced paper: what it found, and how many of its claims are confirmed."""
    return "What the papers found, and how many of their claims our results confirm:\n\n" + "".join(
        f"- [Paper {letter}](docs/{method_page(letter)}.md): {outcome.found} {outcome.counts}\n"
        for letter, outcome in outcomes.items()
    )


def paper_page_results(outcome: Outcome) -> str:
    """The text between the two markers of the page about a paper."""
    return "".join(f"- **{heading}**: {text}\n" for heading, text in outcome.lines)


def with_results(text: str, results: str, page: str) -> str:
    """The text of a page with its generated part replaced.

    Args:
        text: of the page.
        results: the new part.
        page: its path, for a message.

    Raises:
        FairhashError: A marker is missing.
    """
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not begin or not end:
        raise FairhashError("no place for the results", page, f"add the lines {_BEGIN.strip()} and {_END.strip()}")
    return before + begin + results + end + after


def write_readme(data: SiteData, outcomes: Mapping[str, Outcome], root: Path) -> list[Path]:
    """Rewrite the generated part of README.md and the chart; return the files."""
    picture = root / PICTURE
    write_picture(data, picture)
    return [_rewrite(root, "README.md", readme_results(data, outcomes)), picture]


def write_paper_pages(outcomes: Mapping[str, Outcome], root: Path) -> list[Path]:
    """Rewrite the generated part of the page about each paper that has one; return the files."""
    return [
        _rewrite(root, page, paper_page_results(outcome))
        for letter, outcome in outcomes.items()
        if (root / (page := f"docs/{method_page(letter)}.md")).is_file()
    ]


def _rewrite(root: Path, page: str, results: str) -> Path:
    file = root / page
    files.write_text(file, with_results(files.read_text(file), results, page))
    return file
