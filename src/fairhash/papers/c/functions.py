# SPDX-License-Identifier: Apache-2.0
"""Sect. 5 of paper C, functions: NIST's three groups of tests through the placed netlists."""

from typing import get_args

from fairhash.papers.c.evidence import PAIR, PAPER_ARCHITECTURE, Evidence
from fairhash.papers.our_results import NOT_MEASURED
from fairhash.papers.table import Cell, Column, Table
from fairhash.results.nist import Group


def table(evidence: Evidence) -> Table:
    """Return the stored outcomes of the paper's architecture, a row for each placed netlist."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm in PAIR:
        core = f"{algorithm}/{PAPER_ARCHITECTURE}"
        outcomes = evidence.nist_outcomes(core)
        for one in outcomes:
            by_name = {group.group: group for group in one.groups}
            texts = [
                (
                    f"{by_name[name].messages} messages, {by_name[name].failure or 'pass'}"
                    if name in by_name
                    else NOT_MEASURED
                )
                for name in get_args(Group)
            ]
            rows.append((core, one.device, one.recipe, one.seed, *texts))
        if not outcomes:
            rows.append((core, None, None, None, *(NOT_MEASURED for _ in get_args(Group))))
    return Table(
        "nist-groups",
        "Sect. 5: NIST's tests through the placed netlist",
        (
            Column("core"),
            Column("device"),
            Column("recipe"),
            Column("seed"),
            Column("short"),
            Column("long"),
            Column("Monte Carlo"),
        ),
        tuple(rows),
        ("Each digest is compared with the software model's. A Monte Carlo checkpoint is 1000 messages.",),
    )
