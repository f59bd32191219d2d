# SPDX-License-Identifier: Apache-2.0
"""Memory in paper C's architecture: message schedule in LUT RAM, and SHA-512's constants in block RAM."""

from fairhash.papers.c.evidence import PAIR, PAPER_ARCHITECTURE, Evidence
from fairhash.papers.our_results import quotient_cells, shown_value
from fairhash.papers.table import Cell, Column, Table

VARIANTS = {
    "sha-1/counters-lut-ram": "message schedule in LUT RAM",
    "sha-512/counters-lut-ram": "message schedule in LUT RAM",
    "sha-512/counters-block-ram": "constants in block RAM",
}
"""Cores that differ from the paper's architecture of the same algorithm in one memory."""
ARCHITECTURES = tuple(dict.fromkeys(core.partition("/")[2] for core in VARIANTS))


def table(evidence: Evidence, device: str) -> Table:
    """Return each core without memory, and its variants with the quotients over it."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm in PAIR:
        base = f"{algorithm}/{PAPER_ARCHITECTURE}"
        rows.append(_row(evidence, base, base, "registers and logic", device))
        rows += [
            _row(evidence, core, base, memory, device)
            for core, memory in VARIANTS.items()
            if core.startswith(f"{algorithm}/")
        ]
    return Table(
        f"memories-{device}",
        f"Memories on {device}",
        (
            Column("core"),
            Column("memory"),
            Column("cells"),
            Column("flip-flops"),
            Column("LUTs as RAM", key="lut_ram"),
            Column("block RAMs"),
            Column("MHz", 1),
            Column("cells x", 2),
            Column("Mbit/s x", 2),
            Column("Mbit/s/cell x", 2),
            Column("from", 2, "throughput_per_cell_ratio_low"),
            Column("to", 2, "throughput_per_cell_ratio_high"),
            Column("note"),
        ),
        tuple(rows),
        (
            "The factors are over the first core of the algorithm, with 95 % intervals over the seeds. Block RAMs are "
            "not part of the cells. Synthesis may choose logic for a memory that a core allows: the block RAMs are 0 "
            "then.",
        ),
    )


def _row(evidence: Evidence, core: str, base: str, memory: str, device: str) -> tuple[Cell, ...]:
    figure = evidence.figure(core, device)
    used = [run.resources for run in figure.succeeded if run.resources] if figure else []
    over = evidence.ours.quotients(core, base, device) if core != base else None
    return (
        core,
        memory,
        shown_value(figure, figure.area_cells if figure else None),
        shown_value(figure, max((one.flip_flops for one in used), default=None)),
        shown_value(figure, max((one.lutram for one in used), default=None)),
        shown_value(figure, max((one.bram for one in used), default=None)),
        shown_value(figure, figure.clock_mhz if figure else None),
        *quotient_cells(over, "area", "throughput", "ratio", "ratio_low", "ratio_high"),
        evidence.ours.quotient_note(core, base, device),
    )
