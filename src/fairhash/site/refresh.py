# SPDX-License-Identifier: Apache-2.0
"""Rewrites what the checkout has generated from results/: parts of README.md, marked numbers, choices of recipes."""

from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.figures.recipe_choice import choices, write_choices
from fairhash.figures.stated_numbers import StatedNumber, rewrite_pages
from fairhash.results.export import read_folder
from fairhash.site.data import SiteData
from fairhash.site.start_page import main_caption, main_dots, main_title, write_picture

PICTURE = "docs/images/throughput-over-area-512.svg"
"""Path of the chart from the root of the checkout."""

_BEGIN = "<!-- results: written by fairhash site --refresh -->\n"
_END = "<!-- end of results -->\n"


def refresh(data: SiteData, root: Path) -> tuple[list[Path], list[StatedNumber]]:
    """Rewrite the generated parts; return the files, and the markers of numbers that name no stored figure."""
    results = read_folder(root / "results")
    written = write_choices(choices(results), root / "results" / "selection")
    changed, missing = rewrite_pages(root, results)
    return [*written, *write_readme(data, root), *changed], missing


def readme_results(data: SiteData) -> str:
    """The text between the two markers."""
    dots = main_dots(data)
    preliminary = sum(dot.preliminary for dot in dots)
    alternative = f"{main_title()}: {len(dots) - preliminary} known and {preliminary} preliminary figures"
    items = "".join(f"- {sentence}\n" for sentence in data.counts.sentences())
    return f"![{alternative}]({PICTURE})\n\n*{main_caption(data)}*\n\n{items}"


def with_results(text: str, results: str) -> str:
    """The text of README.md with its generated part replaced.

    Raises:
        FairhashError: A marker is missing.
    """
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not begin or not end:
        raise FairhashError(
            "no place for the results", "README.md", f"add the lines {_BEGIN.strip()} and {_END.strip()}"
        )
    return before + begin + results + end + after


def write_readme(data: SiteData, root: Path) -> list[Path]:
    """Rewrite the generated part of README.md and the chart; return the files."""
    readme, picture = root / "README.md", root / PICTURE
    files.write_text(readme, with_results(files.read_text(readme), readme_results(data)))
    write_picture(data, picture)
    return [readme, picture]
