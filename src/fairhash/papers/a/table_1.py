# SPDX-License-Identifier: Apache-2.0
"""Table 1: bus width, hash time and throughput: published, declared by our cores, and measured by simulation."""

from fairhash.papers.a import published
from fairhash.papers.a.candidates import ALL, VARIANTS, Bits, Candidate
from fairhash.papers.our_results import NO_CORE, NOT_MEASURED, OurResults
from fairhash.papers.published_table import parse_optional
from fairhash.papers.table import Cell, Column, Table
from fairhash.results.schema import Result

_COLUMNS = (
    Column("algorithm"),
    Column("bits", key="digest_bits"),
    Column("published: bus", key="published_io_bus_width_bits"),
    Column("hash time", key="published_hash_time_cycles"),
    Column("N = 1", key="published_one_block_cycles"),
    Column("Mbit/s", key="published_throughput_mbit_s"),
    Column("ours", key="core"),
    Column("bus", key="io_bus_width_bits"),
    Column("declared", key="declared_hash_time_cycles"),
    Column("measured", key="measured_hash_time_cycles"),
    Column("for N", key="measured_blocks"),
    Column("N = 1", key="one_block_cycles"),
    Column("Mbit/s"),
    Column("as published", key="throughput_as_published"),
)


def table(ours: OurResults) -> Table:
    """A row for each variant."""
    return Table(
        "table-1",
        "Table 1: bus width in bits, hash time in cycles, throughput in Mbit/s",
        _COLUMNS,
        tuple(_row(ours, candidate, bits) for candidate in ALL for bits in VARIANTS),
        (
            "T: clock period in µs. N: blocks. `measured`: simulation took exactly so many cycles for each of these N. "
            "`N = 1`: cycles of a message of one block. "
            "`as published`: equal bits of a block and equal cycles for each further block; other differences do "
            "not affect the throughput of long messages. Where the paper contradicts itself: published-paper-a.md.",
        ),
    )


def _row(ours: OurResults, candidate: Candidate, bits: Bits) -> tuple[Cell, ...]:
    row = published.rows(1)[candidate.name]
    published_values = (
        parse_optional(row[f"io_bus_width_{bits}_bits"]),
        row[f"hash_time_{bits}_cycles"],
        published.one_block_cycles(candidate.name, bits),
        row[f"throughput_{bits}_mbit_s"],
    )
    start = (candidate.name, bits, *published_values)
    core = ours.cores.get(candidate.core(bits))
    if core is None:
        return (*start, NO_CORE, *(None,) * 7)
    run, older = _newest(ours, candidate, bits)
    measured = run.measured_cycles if run else None
    confirmed = (
        (measured.formula.text(run.io_ratio), " ".join(map(str, measured.blocks)))
        if run and measured
        else (f"{NOT_MEASURED}: stale" if older else NOT_MEASURED, None)
    )
    # what simulation confirmed counts, a declaration only where nothing was measured
    block, cycles = (
        (run.block_bits, measured.formula.block) if run and measured else (core.block_bits, core.formula.block)
    )
    same = published.throughput(candidate.name, bits) == published.Throughput(block, cycles)
    return (
        *start,
        core.name,
        core.word_bits,
        core.formula.text(core.io_ratio),
        *confirmed,
        core.formula.cycles(1, core.io_ratio),
        f"{block}/({cycles}·T)" if cycles > 1 else f"{block}/T",
        "yes" if same else f"no: {cycles} cycles",
    )


def _newest(ours: OurResults, candidate: Candidate, bits: Bits) -> tuple[Result | None, bool]:
    """The newest run of today's sources with measured cycles, and whether there are older ones."""
    runs = [
        run
        for device in ours.family_devices
        if (figure := ours.figure(candidate.core(bits), device))
        for run in figure.runs
        if run.measured_cycles
    ]
    of_today = [run for run in runs if not run.stale]
    return max(of_today, key=lambda run: run.date, default=None), len(of_today) < len(runs)
