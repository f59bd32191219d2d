# SPDX-License-Identifier: Apache-2.0
"""The tables of the finished comparison of strategies in docs/searching.md agree with the stored runs."""

import re

import pytest

from fairhash.base import paths
from fairhash.results.export import read_folder
from fairhash.studies.explore.strategies import objectives


def _table(first_title: str) -> list[list[str]]:
    """The rows of the table of the page whose second column has this title, with the row of titles first."""
    text = (paths.root() / "docs" / "searching.md").read_text(encoding="utf-8")
    lines = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in text.splitlines()]
    start = next(number for number, cells in enumerate(lines) if cells[1:2] == [first_title])
    end = next(number for number in range(start, len(lines)) if len(lines[number]) == 1)
    return [lines[start], *lines[start + 2 : end]]


def test_the_best_strategy_has_the_best_of_the_stored_runs() -> None:
    titles, *rows = _table("sha-256/highspeed")
    merit = objectives()["throughput-per-area"].merit
    results = read_folder(paths.results() / "explore")
    # a core that was searched several times has the runs of the sources that it was searched with last
    last = {result.core: result.verilog_digest for result in sorted(results, key=lambda result: result.date)}
    for column, core in enumerate(titles[1:], 1):
        merits = [merit(result) for result in results if (result.core, result.verilog_digest) == (core, last[core])]
        best = max(value for value in merits if value is not None)
        assert max(float(row[column]) for row in rows) == pytest.approx(best, rel=1e-3)


def test_the_mean_gains_are_those_of_the_cores() -> None:
    """The geometric mean over the cores of the best run against the start, which is the run of single-run."""
    _, *rows = _table("sha-256/highspeed")
    means = {row[0]: row[1] for row in _table("mean gain over the start")[1:]}
    start = [float(cell) for cell in rows[0][1:]]
    for name, *cells in rows:
        product = 1.0
        for cell, base in zip(cells, start, strict=True):
            product *= float(cell) / base
        assert float(re.sub("%", "", means[name])) == pytest.approx(100 * (product**0.25 - 1), abs=0.06)
