# SPDX-License-Identifier: Apache-2.0
"""The page with the data: results in several formats, their schema, how to cite, and the changelog of figures."""

import json
from pathlib import Path

from fairhash import paths
from fairhash.analysis import table
from fairhash.analysis.release_figures import (
    Interval,
    ReleaseFigures,
    changes,
    folder,
    read_releases,
    release_figures,
)
from fairhash.results import Database, export, files
from fairhash.results.schema import json_schema
from fairhash.site.data import SiteData
from fairhash.site.device_page import device_ids
from fairhash.site.pages import Cell, Grid, Page, columns, core_link, device_link, number


def data_page(data: SiteData, sizes: dict[str, int]) -> Page:
    """The page.

    Args:
        data: Results.
        sizes: Bytes of each file of write_data().
    """
    releases = [*read_releases(folder()), release_figures(data.results)]
    changed = changes(releases)
    head = ("release", "core", "device", "recipe", "quantity", "before", "quartiles", "after", "quartiles", "factor")
    rows: list[tuple[Cell, ...]] = [
        (
            change.release,
            core_link(change.core, data.cores),
            device_link(change.device, device_ids()),
            change.recipe,
            change.quantity,
            *(text for value in (change.before, change.after) for text in _interval_texts(value, change.quantity)),
            number(change.factor, 3),
        )
        for change in changed
    ]
    grid = Grid(head, tuple(rows), "", columns(head, ("release", "core", "device", "recipe", "quantity")))
    return Page(
        "data.html",
        "Data",
        "data.html",
        {
            "files": [(name, text, _size(sizes[name])) for name, text in FILES],
            "changes": grid,
            "releases": [_release_text(release) for release in releases],
            "citation": _citation(),
        },
        "data.html",
    )


FILES = (
    ("data/results.sqlite", "all results as a SQLite database; the column body has the whole result as JSON"),
    ("data/results.jsonl", "all results as JSON Lines, one result a line, as the schema describes"),
    ("data/results.csv", "all results as CSV, one result a row, nested fields as columns"),
    ("data/figures.csv", "the figures that the pages show: medians and quartiles over the seeds"),
    ("data/result.schema.json", "the JSON Schema of a result"),
)
"""Path and description of each file."""


def write_data(data: SiteData, folder: Path) -> dict[str, int]:
    """Write the files of the committed results.

    Args:
        data: Results.
        folder: The site's root.

    Returns:
        The size of each file in bytes.
    """
    target = folder / "data"
    database = target / "results.sqlite"
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("results.sqlite*"):
        old.unlink()
    Database(database).add(data.results)
    export.write_json_lines(data.results, target / "results.jsonl")
    export.write_csv(data.results, target / "results.csv")
    rows = [shown.row for shown in data.figures if shown.source == "committed"]
    files.write_text(target / "figures.csv", table.to_csv(list(dict.fromkeys(rows))))
    files.write_text(target / "result.schema.json", json.dumps(json_schema(), indent=1) + "\n")
    return {name: (folder / name).stat().st_size for name, _ in FILES}


def _interval_texts(interval: Interval, quantity: str) -> tuple[str, str]:
    """Median, and the quartiles."""
    median, lower, upper = (number(value, 0 if quantity == "area" else 1) for value in interval)
    return median, f"{lower} to {upper}"


def _release_text(release: ReleaseFigures) -> str:
    """Version, day, and number of figures."""
    day = f", {release.day:%Y-%m-%d}" if release.day else ""
    return f"{release.version} ({len(release.figures)} figures{day})"


def _size(count: int) -> str:
    return f"{count / 2**20:.1f} MiB" if count >= 2**20 else f"{count / 2**10:.0f} KiB"


def _citation() -> str:
    file = paths.root() / "CITATION.cff"
    text = files.read_text(file) if file.is_file() else ""
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))
