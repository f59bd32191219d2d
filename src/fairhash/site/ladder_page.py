# SPDX-License-Identifier: Apache-2.0
"""The page of the verification ladder: one row for each core."""

from fairhash.results.ladder import ORDER
from fairhash.site.data import SiteData
from fairhash.site.pages import NO_VALUE, Cell, Grid, Link, Page, core_link, core_path


def ladder_page(data: SiteData) -> Page:
    """The page, with the state of each kind of step and the date of the newest outcome."""
    head = ("core", *ORDER, "newest")
    rows: list[tuple[Cell, ...]] = []
    passed = 0
    for core in data.cores.values():
        outcomes = data.ladder(core)
        if outcomes:
            passed += all(state == "pass" for _, state in outcomes)
            by_kind: dict[str, list[str]] = {}
            for outcome, state in outcomes:
                where = f" ({outcome.device})" if outcome.device else ""
                by_kind.setdefault(outcome.kind, []).append(f"{state}, {outcome.count:,}{where}")
            newest = max(outcome.date for outcome, _ in outcomes)
            cells = ["; ".join(by_kind.get(kind, [NO_VALUE])) for kind in ORDER]
            rows.append((Link(core.name, f"{core_path(core.name)}#ladder"), *cells, f"{newest:%Y-%m-%d}"))
    without = [core_link(core.name, data.cores) for core in data.cores.values() if not data.ladder(core)]
    grid = Grid(head, tuple(rows), "", frozenset(range(len(head))))
    values = {"grid": grid, "without": without, "passed": passed, "count": len(data.cores)}
    return Page("ladder.html", "Verification ladder", "ladder.html", values, "docs/index.html")
