# SPDX-License-Identifier: Apache-2.0
"""Table 1: cycles of a round, of a block and of a byte, published and ours."""

from fairhash.papers.b import published
from fairhash.papers.b.candidates import ALL, Candidate
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.table import Cell, Column, Table

_BYTE = 8
_ROUNDS = {"SHA-256": 64}
"""FIPS 180-4, Sect. 6.2.2; the paper lacks the algorithm."""


def table(evidence: Evidence) -> Table:
    """Return a row for each design."""
    return Table(
        "table-1",
        "Table 1: cycles of a round, a block and a byte",
        (
            Column("algorithm"),
            Column("paper: datapath bits"),
            Column("rounds"),
            Column("per round", key="published_cycles_per_round"),
            Column("further", key="published_further_cycles"),
            Column("per block", key="published_cycles_per_block"),
            Column("per byte", 1, "published_cycles_per_byte"),
            Column("with loading: per block", key="published_cycles_per_block_with_loading"),
            Column("per byte", 2, "published_cycles_per_byte_with_loading"),
            Column("ours: per block", key="cycles_per_block"),
            Column("per round", 1, "cycles_per_round"),
            Column("per byte", 2, "cycles_per_byte"),
            Column("ours / paper", 2, "cycles_per_block_ratio"),
            Column("missing"),
        ),
        tuple(_row(evidence, candidate) for candidate in ALL),
        (
            "The paper's cycles of a block and of a byte are without loading the block (p of Table 2); "
            "`with loading` is l + p. Ours are the cycles by which each further block makes a message longer, loading "
            "included, as simulation confirmed them; `per round` is that over the number of rounds. `ours / paper` is "
            "with loading.",
        ),
    )


def _row(evidence: Evidence, candidate: Candidate) -> tuple[Cell, ...]:
    row, formula = published.table_1(candidate), published.formula(candidate)
    cycles = evidence.cycles(candidate.core)
    rounds = int(row["rounds"]) if row else _ROUNDS[candidate.name]
    names = ("clock_cycles_per_round", "additional_clock_cycles", "clock_cycles_per_block")
    ours: tuple[Cell, ...] = (None,) * 4
    if cycles:
        block = cycles.formula.block
        bits = evidence.ours.cores[candidate.core].block_bits
        ours = (block, block / rounds, _BYTE * block / bits, block / formula.block if formula else None)
    return (
        candidate.name,
        int(row["datapath_bits"]) if row else None,
        rounds,
        *(int(row[name]) if row else None for name in names),
        float(row["clock_cycles_per_byte"]) if row else None,
        formula.block if formula else None,
        _BYTE * formula.block / formula.bits if formula else None,
        *ours,
        "" if cycles else evidence.cycles_absence(candidate.core),
    )
