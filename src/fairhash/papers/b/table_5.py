# SPDX-License-Identifier: Apache-2.0
"""Table 5: lightweight designs of others, as published."""

from fairhash.papers.b import published
from fairhash.papers.b.candidates import candidate
from fairhash.papers.published_table import parse_number, parse_optional
from fairhash.papers.table import Cell, Column, Table

_NS_MBIT = 1000.0


def table() -> Table:
    """Return the rows as published, with the throughput that cycles and delay give."""
    rows: list[tuple[Cell, ...]] = []
    for row in published.table_5():
        formula = published.formula(candidate(row["algorithm"]))
        cycles = parse_optional(row["clock_cycles"])
        delay = parse_number(row["delay_ns"])
        numbers = ("io_bits", "datapath_bits", "clock_cycles", "area_slices", "block_rams")
        rows.append(
            (
                row["algorithm"],
                row["reference"],
                row["device"],
                *(parse_optional(row[name]) for name in numbers),
                delay,
                parse_number(row["throughput_mbit_s"]),
                parse_number(row["throughput_mbit_s_per_slice"]),
                _NS_MBIT * formula.bits / (cycles * delay) if formula and cycles else None,
                row["note"],
            )
        )
    return Table(
        "table-5",
        "Table 5: lightweight designs of the finalists on Xilinx FPGAs, as published",
        (
            Column("algorithm"),
            Column("reference"),
            Column("device"),
            Column("port bits", key="io_bits"),
            Column("datapath bits"),
            Column("cycles per block", key="clock_cycles"),
            Column("slices"),
            Column("block RAMs"),
            Column("ns", 2, "delay_ns"),
            Column("Mbit/s", 1),
            Column("per slice", 3, "throughput_mbit_s_per_slice"),
            Column("Mbit/s from cycles and ns", 1, "derived_throughput_mbit_s"),
            Column("note"),
        ),
        tuple(rows),
        (
            "[TW] is the paper's own design. No open tool places for these devices, so there is no value of ours here. "
            "The trade-off tables have our designs of other sizes.",
        ),
    )
