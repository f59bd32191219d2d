# SPDX-License-Identifier: Apache-2.0
"""Table 2: cycles of N blocks, as published, as our cores declare them, and as simulation measured them."""

from fairhash.papers.b import published
from fairhash.papers.b.candidates import ALL, Candidate
from fairhash.papers.b.evidence import Evidence, shortest_message, single_block_cycles
from fairhash.papers.table import Cell, Column, Table


def table(evidence: Evidence) -> Table:
    """Return a row for each design."""
    return Table(
        "table-2",
        "Table 2: cycles to hash N blocks",
        (
            Column("algorithm"),
            Column("block bits"),
            Column("paper: st+(l+p)N+end", key="published_formula"),
            Column("N = 1", key="published_single_block_cycles"),
            Column("ours, declared", key="declared_formula"),
            Column("measured: N = 1", key="single_block_cycles"),
            Column("each further", key="further_block_cycles"),
            Column("blocks simulated", key="simulated_blocks"),
            Column("N = 1, ours / paper", 2, "single_block_ratio"),
            Column("shortest message", key="shortest_message_blocks"),
            Column("its cycles", key="shortest_message_cycles"),
            Column("missing"),
        ),
        tuple(_row(evidence, candidate) for candidate in ALL),
        (
            "Declared: setup + load + block N + final + unload. A formula counts as measured if simulation took "
            "exactly its cycles for every number of blocks in `blocks simulated`. The padding of the empty message "
            "needs two blocks in Fugue and three in Hamsi, so one block alone is no message of theirs: their value "
            "for N = 1 is that of the confirmed formula, and `its cycles` is the shortest message that was simulated.",
        ),
    )


def _row(evidence: Evidence, candidate: Candidate) -> tuple[Cell, ...]:
    formula = published.formula(candidate)
    core = evidence.ours.cores.get(candidate.core)
    cycles = evidence.cycles(candidate.core)
    measured: tuple[Cell, ...] = (None,) * 6
    if cycles:
        single = single_block_cycles(cycles)
        blocks = sorted(set(cycles.blocks))
        measured = (
            single,
            cycles.formula.block,
            " ".join(str(count) for count in blocks),
            single / formula.single if formula else None,
            *shortest_message(cycles),
        )
    return (
        candidate.name,
        core.block_bits if core else formula.bits if formula else None,
        formula.text if formula else None,
        formula.single if formula else None,
        core.formula.text(core.io_ratio) if core else None,
        *measured,
        "" if cycles else evidence.cycles_absence(candidate.core),
    )
