# SPDX-License-Identifier: Apache-2.0
"""The page of the league: which open core of an algorithm to take, public cores and ours side by side."""

from collections.abc import Sequence

from fairhash.base.table import Link
from fairhash.features.ladder.record import Outcome
from fairhash.site.algorithm_page import algorithm_path
from fairhash.site.data import LadderState, SiteData
from fairhash.site.pages import Page, core_path
from fairhash.studies.league.entries import read_league
from fairhash.studies.league.record import league_folder
from fairhash.studies.league.table import DEVICE, RECIPE, Line, groups


def league_page(data: SiteData) -> Page:
    """The page: for each algorithm a sentence that says who is ahead, and the table."""
    league, rows = read_league(), league_folder().read_all()
    committed = [one.figure for one in data.figures if one.source == "committed"]
    shown = groups(league, rows, committed, lambda core: _ladder_text(data.ladder(core)))
    tables = [
        (
            group.algorithm,
            algorithm_path(group.algorithm) if group.algorithm in data.algorithms else "",
            group.sentence(),
            group.table(lambda line: _linked(line, data)),
        )
        for group in shown
    ]
    lines = [line for group in shown for line in group.lines if not line.is_ours]
    values = {
        "tables": tables,
        "jumps": [(group.algorithm, group.algorithm) for group in shown],
        "device": DEVICE,
        "recipe": RECIPE,
        "count": len(lines),
        "measured": sum(line.figure is not None for line in lines),
        "ahead": [(group.algorithm, group.sentence()) for group in shown if group.ahead],
    }
    description = (
        "Which open hash core to take: public cores of SHA-1, SHA-2, SHA-3, BLAKE2, SM3 and Ascon beside ours."
    )
    return Page("league.html", "League of public cores", "league.html", values, "cores/index.html", (), description)


def _linked(line: Line, data: SiteData) -> str:
    """The core's name; of a core of ours with a link to its page."""
    return Link(line.core, core_path(line.core)) if line.is_ours and line.core in data.cores else line.core


def _ladder_text(outcomes: Sequence[tuple[Outcome, LadderState]]) -> str:
    """How many stored outcomes of a core's ladder pass, e.g. ``6 of 7 ladder steps``."""
    passed = sum(state == "pass" for _, state in outcomes)
    return f"{passed} of {len(outcomes)} ladder steps" if outcomes else ""
