# SPDX-License-Identifier: Apache-2.0
"""Tests of the table of sources: stale results are counted and named, and the families of overall values are named."""

from fairhash.papers.a import basis_table
from tests.papers.a.runs import by, our_results, several


def test_stale_results_are_named() -> None:
    sha = several("sha-512", (100, 101, 102), 1000)
    before = basis_table.table(our_results([*sha, *several("jh-512", (100, 101, 102), 1000)]))
    assert by(before, "ecp5-85k-8")["cores_of_earlier_sources"] == 0
    assert before.notes[0].endswith("Overall values are means over ecp5-85k-8, for every core.")
    stale = several("jh-512", (100, 101, 102), 1000, stale="the Verilog of the core has changed since")
    after = basis_table.table(our_results([*sha, *stale]))
    assert by(after, "ecp5-85k-8")["cores_of_earlier_sources"] == 1
    assert after.notes[0].endswith("last edited: ecp5-85k-8: jh-512.")
