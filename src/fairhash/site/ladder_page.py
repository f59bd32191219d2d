# SPDX-License-Identifier: Apache-2.0
"""The page of the verification ladder: one row for each core."""

from fairhash.results.ladder import ORDER
from fairhash.site.core_page import core_path
from fairhash.site.data import SiteData
from fairhash.site.pages import NO_VALUE, Cell, Grid, Link, Page


def ladder_page(data: SiteData) -> Page:
    """The page, with the state of each kind of step and the date of the newest outcome."""
    head = ("core", *ORDER, "newest")
    rows: list[tuple[Cell, ...]] = []
    for core in data.cores.values():
        outcomes = data.ladder(core)
        if outcomes:
            by_kind: dict[str, list[str]] = {}
            for outcome, state in outcomes:
                where = f" ({outcome.device})" if outcome.device else ""
                by_kind.setdefault(outcome.kind, []).append(f"{state}, {outcome.count:,}{where}")
            newest = max(outcome.date for outcome, _ in outcomes)
            cells = ["; ".join(by_kind.get(kind, [NO_VALUE])) for kind in ORDER]
            rows.append((Link(core.name, f"{core_path(core.name)}#ladder"), *cells, f"{newest:%Y-%m-%d}"))
    without = [core.name for core in data.cores.values() if not data.ladder(core)]
    grid = Grid(head, tuple(rows), "", frozenset(range(len(head))))
    return Page(
        "ladder.html", "Verification ladder", "ladder.html", {"grid": grid, "without": without}, "docs/index.html"
    )
