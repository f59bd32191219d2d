# SPDX-License-Identifier: Apache-2.0
"""Table 1: bus width, hash time and throughput; as printed, as our cores declare them, as simulation confirmed them."""

from fairhash.papers.a import printed
from fairhash.papers.a.algorithms import ALL, VARIANTS, Bits, Candidate
from fairhash.papers.a.ours import MISSING, NO_CORE, Ours
from fairhash.papers.content import Cell, Column, Table
from fairhash.results.schema import Result

_COLUMNS = (
    Column("algorithm", "algorithm"),
    Column("bits", "digest_bits"),
    Column("print: bus", "printed_io_bus_width_bits"),
    Column("hash time", "printed_hash_time_cycles"),
    Column("N = 1", "printed_one_block_cycles"),
    Column("Mbit/s", "printed_throughput_mbit_s"),
    Column("ours", "core"),
    Column("bus", "io_bus_width_bits"),
    Column("declared", "declared_hash_time_cycles"),
    Column("measured", "measured_hash_time_cycles"),
    Column("for N", "measured_blocks"),
    Column("N = 1", "one_block_cycles"),
    Column("Mbit/s", "throughput_mbit_s"),
    Column("as print", "throughput_as_printed"),
)


def table(ours: Ours) -> Table:
    """A row for each variant."""
    return Table(
        "table-1",
        "Table 1: bus width in bits, hash time in cycles, throughput in Mbit/s",
        _COLUMNS,
        tuple(_row(ours, candidate, bits) for candidate in ALL for bits in VARIANTS),
        (
            "T: clock period in µs. N: blocks. `measured`: simulation took exactly so many cycles for each of these N. "
            "`N = 1`: cycles of a message of one block. "
            "`as print`: the same bits of a block and the same cycles for each further block; what else differs does "
            "not touch the throughput of long messages. Where print contradicts itself: published-paper-a.md.",
        ),
    )


def _row(ours: Ours, candidate: Candidate, bits: Bits) -> tuple[Cell, ...]:
    row = printed.rows(1)[candidate.printed]
    theirs = (
        printed.cell(row[f"io_bus_width_{bits}_bits"]),
        row[f"hash_time_{bits}_cycles"],
        printed.one_block_cycles(candidate.printed, bits),
        row[f"throughput_{bits}_mbit_s"],
    )
    start = (candidate.printed, bits, *theirs)
    core = ours.cores.get(candidate.core(bits))
    if core is None:
        return (*start, NO_CORE, *(None,) * 7)
    run = _newest(ours, candidate, bits)
    measured = run.measured_cycles if run else None
    confirmed = (
        (measured.formula.text(run.io_ratio), " ".join(map(str, measured.blocks)))
        if run and measured
        else (MISSING, None)
    )
    # what simulation confirmed counts, a declaration only where nothing was measured
    block, cycles = (
        (run.block_bits, measured.formula.block) if run and measured else (core.block_bits, core.formula.block)
    )
    same = printed.throughput(candidate.printed, bits) == printed.Throughput(block, cycles)
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


def _newest(ours: Ours, candidate: Candidate, bits: Bits) -> Result | None:
    runs = [
        run
        for device in ours.devices
        if (figure := ours.figure(candidate, bits, device))
        for run in figure.runs
        if run.measured_cycles
    ]
    return max(runs, key=lambda run: run.date) if runs else None
