# SPDX-License-Identifier: Apache-2.0
"""Rewrites what the checkout has generated from results/: parts of README.md, marked numbers, choices of recipes."""

from pathlib import Path

from fairhash.analysis.recipe_choice import choices, write_choices
from fairhash.analysis.stated_numbers import StatedNumber, rewrite_pages
from fairhash.results.export import read_folder
from fairhash.site.data import SiteData
from fairhash.site.readme import write_readme


def refresh(data: SiteData, root: Path) -> tuple[list[Path], list[StatedNumber]]:
    """Rewrite the generated parts; return the files, and the markers of numbers that name no stored figure.

    Args:
        data: The committed results.
        root: The checkout.
    """
    results = read_folder(root / "results")
    written = write_choices(choices(results), root / "results" / "selection")
    changed, missing = rewrite_pages(root, results)
    return [*written, *write_readme(data, root), *changed], missing
