# SPDX-License-Identifier: Apache-2.0
"""Tests of the table of the basis: known and preliminary cores are counted, with the reasons."""

from fairhash.studies.papers.a import tables_1_2
from tests.results.samples import failed
from tests.studies.papers.a.runs import by, our_results, several


def test_preliminary_cores_are_counted_by_reason() -> None:
    sha = several("sha-512", (100, 101, 102), 1000)
    before = tables_1_2.basis_table(our_results([*sha, *several("jh-512", (100, 101, 102), 1000)]))
    row = by(before, "ecp5-85k-8")
    assert (row["cores_known"], row["cores_preliminary"], row["reasons"]) == (2, 0, "")
    assert before.notes[0].endswith("Overall values are means over ecp5-85k-8, for every core.")
    stale = [
        run for core in ("jh-512", "luffa-512") for run in several(core, (100, 101, 102), 1000, stale="other Verilog")
    ]
    few = several("keccak-512", (100, 101), 1000)
    unfit = [failed("bmw-512/highspeed"), failed("simd-512/highspeed", stale="other Verilog")]
    row = by(tables_1_2.basis_table(our_results([*sha, *stale, *few, *unfit])), "ecp5-85k-8")
    assert (row["cores_known"], row["cores_preliminary"], row["cores_not_available"]) == (1, 4, 1)
    assert row["reasons"] == "stale (3), 2 of the 3 seeds needed (1)"
