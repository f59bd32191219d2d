# SPDX-License-Identifier: Apache-2.0
"""The page with the data: results in several formats, their schema, how to cite, and the changelog of figures."""

import csv
import io
import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.table import Table, table_of_texts
from fairhash.figures.figure_table import figures_csv
from fairhash.figures.release_figures import (
    FigureChange,
    Interval,
    ReleaseFigures,
    changes,
    folder,
    read_releases,
    release_figures,
)
from fairhash.results import export
from fairhash.results.schema import json_schema
from fairhash.results.software_speed import SoftwareSpeeds
from fairhash.results.system_folder import measured_speeds
from fairhash.site.data import SiteData
from fairhash.site.device_page import device_ids
from fairhash.site.explorer import records
from fairhash.site.pages import NO_VALUE, Page, core_link, device_link, number


def data_page(data: SiteData, sizes: Mapping[str, int], checksums: Mapping[str, str]) -> Page:
    """The page.

    Args:
        sizes: Bytes of each file of write_data().
        checksums: The SHA-256 checksum of each.
    """
    releases = [*read_releases(folder()), release_figures(data.results)]
    changed = changes(releases)
    tables = [
        _changes_table(
            [change for change in changed if change.release == after],
            data,
            f"{before} to {after}",
        )
        for before, after in reversed(list(itertools.pairwise(release.version for release in releases)))
    ]
    return Page(
        "data.html",
        "Data",
        "data.html",
        {
            "files": [(name, text, _size(sizes[name]), checksums[name]) for name, text in FILES],
            "changes": tables,
            "releases": [_release_text(release) for release in releases],
            "citation": _citation(),
        },
        "data.html",
    )


def _changes_table(changed: Sequence[FigureChange], data: SiteData, caption: str) -> Table:
    """What moved between two releases."""
    head = ("core", "device", "recipe", "quantity", "before", "quartiles", "after", "quartiles", "factor")
    rows: list[tuple[str, ...]] = [
        (
            core_link(change.core, data.cores),
            device_link(change.device, device_ids()),
            change.recipe,
            change.quantity,
            *_interval_texts(change.before, change.quantity),
            *_interval_texts(change.after, change.quantity),
            f"\N{MULTIPLICATION SIGN}{change.factor:.3f}",
        )
        for change in changed
    ]
    return table_of_texts(head, rows, ("core", "device", "recipe", "quantity"), caption)


FILES = (
    (
        "data/results.sqlite",
        "all results as a SQLite database, one result a row of the table results, columns as in CSV",
    ),
    ("data/results.jsonl", "all results as JSON Lines, one result a line, as the schema describes"),
    ("data/results.csv", "all results as CSV, one result a row, nested fields as columns"),
    ("data/figures.csv", "the figures that the pages show: medians and quartiles over the seeds"),
    ("data/result.schema.json", "the JSON Schema of a result"),
    ("data/software-speeds.jsonl", "speeds of algorithms in software, one machine a line"),
    ("data/software-speeds.schema.json", "the JSON Schema of a machine's speeds in software"),
)
"""Path and description of each file."""


def write_data(data: SiteData, folder: Path) -> dict[str, int]:
    """Write the files of the committed results.

    Args:
        folder: The site's root.

    Returns:
        The size of each file in bytes.
    """
    target = folder / "data"
    export.write_sqlite(data.results, target / "results.sqlite")
    export.write_json_lines(data.results, target / "results.jsonl")
    export.write_csv(data.results, target / "results.csv")
    files.write_text(target / "figures.csv", _figures_csv(data))
    files.write_text(target / "result.schema.json", json.dumps(json_schema(), indent=1) + "\n")
    machines = [machine.model_dump_json() for machine in measured_speeds(paths.results())]
    files.write_text(target / "software-speeds.jsonl", "".join(f"{machine}\n" for machine in machines))
    files.write_text(
        target / "software-speeds.schema.json", json.dumps(SoftwareSpeeds.model_json_schema(), indent=1) + "\n"
    )
    return {name: (folder / name).stat().st_size for name, _ in FILES}


def _figures_csv(data: SiteData) -> str:
    """The table of figures, with rank and provenance of each: status, seeds, tools, keys and day of its runs."""
    shown = list({one.row: one for one in data.figures if one.source == "committed"}.values())
    head, *rows = csv.reader(io.StringIO(figures_csv([one.row for one in shown])))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    records_of_shown = records(data, shown)
    writer.writerow([*head, *_ADDED])
    for row, record in zip(rows, records_of_shown, strict=True):
        writer.writerow([*row, *("" if record[key] is None else record[key] for key in _ADDED.values())])
    return text.getvalue()


_ADDED = {
    **{name: name for name in ("status", "sources", "rank", "ranked", "rank_lowest", "rank_highest", "first_share")},
    **{name: name for name in ("seed_numbers", "tools", "run_keys")},
    "newest_run": "date",
}
"""Columns that the site adds to the table of figures, and the key of a record that has the value."""


def _interval_texts(interval: Interval, quantity: str) -> tuple[str, str]:
    """Median, and the quartiles where there are several runs."""
    median, lower, upper = (number(value, 0 if quantity == "area" else 1) for value in interval)
    return median, NO_VALUE if interval[1] == interval[2] else f"{lower} to {upper}"


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
