# SPDX-License-Identifier: Apache-2.0
"""Every number of paper E's text that the model of its computer predicts, beside the model's value."""

from collections.abc import Iterator

from fairhash.papers.departures import Comparison
from fairhash.papers.e.evidence import LONG, NAMES, SHORT, Evidence, Source
from fairhash.papers.e.published import value
from fairhash.papers.table import Cell, Column, Table
from fairhash.system.paper_grid import PAPER
from fairhash.system.software_cases import ALGORITHMS

_SOURCES: tuple[Source, ...] = ("memory", "disk")
_EXPLANATIONS = {
    "Sect. III.C: disk, 8 bytes": "the value of the disk was chosen for it",
    "Sect. III.C: disk, 256 KB": "10 ns from 100 MB/s; 3.05 ns are the access of 0.8 ms (docs/published.md)",
    "Sect. III.A: long": "the cores lose no cycle between blocks; the paper's time is 29.2 or 50.9 cycles for a block",
    "Sect. III.A: 8 bytes": "padding and notification were chosen for the mean of both algorithms",
}


def comparisons(evidence: Evidence) -> Iterator[Comparison]:
    """Yield the comparisons; nothing if the grid is not stored."""
    for algorithm in ALGORITHMS:
        name = NAMES[algorithm]
        lengths = (("long", LONG, "Sect. III.A: long"), ("short", SHORT, "Sect. III.A: 8 bytes"))
        for published, length, quantity in lengths:
            run = evidence.hardware(PAPER, algorithm, 1, length)
            if run:
                yield Comparison(name, quantity, value(f"hardware {name.lower()} {published}"), run.ns_per_byte)
    for cores in (8, 12):
        run = evidence.hardware(PAPER, "keccak-256", cores, LONG)
        if run:
            quantity = f"Sect. III.B: {cores} cores, interleaved"
            yield Comparison("Keccak", quantity, value("hardware keccak many"), run.ns_per_byte)
    for algorithm in ALGORITHMS:
        most = evidence.most_cores(PAPER, algorithm)
        many = evidence.hardware(PAPER, algorithm, most, LONG, interleaved=False)
        one = evidence.hardware(PAPER, algorithm, 1, LONG)
        if many and one:
            quantity = f"Sect. III.B: {most} cores over 1, non-interleaved"
            yield Comparison(NAMES[algorithm], quantity, 1.0, many.ns_per_byte / one.ns_per_byte)
    for length, text, expected in (
        (SHORT, "8 bytes", 1e6 * value("disk increase short")),
        (LONG, "256 KB", value("disk increase long")),
    ):
        memory, disk = (evidence.hardware(PAPER, "keccak-256", 1, length, source) for source in _SOURCES)
        if memory and disk:
            added = disk.ns_per_byte - memory.ns_per_byte
            yield Comparison("Keccak", f"Sect. III.C: disk, {text}", expected, added)


def table(evidence: Evidence) -> Table:
    """Return all comparisons."""
    table_rows: list[tuple[Cell, ...]] = [
        (
            *(one.algorithm, one.quantity, one.expected, one.measured, 100 * (one.over - 1)),
            _EXPLANATIONS.get(one.quantity, ""),
        )
        for one in comparisons(evidence)
    ]
    return Table(
        "checks",
        "The numbers of the text",
        (
            Column("algorithm", "algorithm"),
            Column("of", "quantity"),
            Column("paper", "published", 2),
            Column("simulated", "simulated", 2),
            Column("difference in %", "difference_percent", 1),
            Column("reason", "reason"),
        ),
        tuple(table_rows),
        (
            "ns/B, or a quotient of two times. Cores, bus, buffers and disk have the parameters of the paper (Table "
            "II, Sect. II.B, Sect. III.B, Table I).",
        ),
    )
