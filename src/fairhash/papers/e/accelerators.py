# SPDX-License-Identifier: Apache-2.0
"""Accelerators on our FPGA: which numbers of cores fit, and how much clock the logic around the cores takes."""

from fairhash.catalog.targets import devices as all_devices
from fairhash.papers.e.evidence import Evidence
from fairhash.papers.our_results import PRELIMINARY, STALE, UNDECIDED
from fairhash.papers.table import Cell, Column, Preliminary, Table
from fairhash.results.accelerator_areas import AcceleratorAreaRecord
from fairhash.system.candidate import DEVICE
from fairhash.system.software_cases import ALGORITHMS

BLOCK_RAMS = 208
"""Of an ECP5-85k, each of 18 kbit (Lattice FPGA-DS-02012, ECP5 family selection guide)."""


def lut_count(row: AcceleratorAreaRecord) -> int:
    """Return the LUT4 after synthesis, with those of carry cells (2) and LUT memory (4)."""
    cells = row.cells
    return cells.get("LUT4", 0) + 2 * cells.get("CCU2C", 0) + 4 * cells.get("TRELLIS_DPR16X4", 0)


def limiting_resource(row: AcceleratorAreaRecord) -> str:
    """Return what the FPGA has too little of, or an empty text if the accelerator fits."""
    cells = all_devices()[DEVICE].part.logic_cells
    needed = {"LUT4": (lut_count(row), cells), "flip-flops": (row.flip_flops, cells)}
    needed["block RAMs"] = (row.block_rams, BLOCK_RAMS)
    return ", ".join(name for name, (used, available) in needed.items() if used > available)


def clock_loss(row: AcceleratorAreaRecord, core_clock_mhz: float | None) -> float | None:
    """Return the part of the clock of the core alone that the accelerator lacks, in percent.

    Args:
        row: the accelerator.
        core_clock_mhz: median clock of the core alone; None if it is not known.
    """
    if row.clock_mhz is None or core_clock_mhz is None:
        return None
    return 100 * (1 - row.clock_mhz / core_clock_mhz)


def table(evidence: Evidence) -> Table:
    """Return the stored accelerators on our FPGA."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm in ALGORITHMS:
        name = f"{algorithm}/highspeed"
        figure = evidence.ours.known_figure(name, DEVICE)
        alone = figure.clock_mhz.median if figure and figure.clock_mhz else None
        placed = {row.cores for row in evidence.accelerators if row.core == name and row.seed is not None}
        for row in evidence.accelerators:
            if row.core != name or (row.seed is None and row.cores in placed):
                continue
            lacking = limiting_resource(row)
            fits = f"no: {lacking}" if lacking else "yes"
            outcome = row.reason or ("placed" if row.seed is not None else "synthesised only")
            preliminary = evidence.accelerator_preliminary(row)
            is_stale = preliminary.startswith(STALE)
            if is_stale:
                fits = f"{UNDECIDED}: {STALE}"
            loss = None if is_stale else clock_loss(row, alone)
            counts = [lut_count(row), row.flip_flops, row.block_rams]
            notes = [f"{PRELIMINARY}: {preliminary}"] if preliminary else []
            if row.clock_mhz and alone is None:
                notes.append(f"{name} alone {evidence.ours.statement(name, DEVICE)}")
            rows.append(
                (
                    *(name, row.cores, row.bus_bits),
                    *(Preliminary(count) if is_stale else count for count in counts),
                    fits,
                    *(
                        Preliminary(each) if preliminary and each is not None else each
                        for each in (row.clock_mhz, loss)
                    ),
                    outcome,
                    "; ".join(notes),
                )
            )
    return Table(
        "accelerators",
        f"Accelerators on {DEVICE}",
        (
            Column("core", "core"),
            Column("cores", "cores"),
            Column("bus bits", "bus_bits"),
            Column("LUT4", "lut4"),
            Column("flip-flops", "flip_flops"),
            Column("block RAMs", "block_rams"),
            Column("fits", "fits"),
            Column("clock MHz", "clock_mhz", 1),
            Column("clock lost %", "clock_lost_percent", 1),
            Column("outcome", "outcome"),
            Column("note", "note"),
        ),
        tuple(rows),
        (
            "RTL of docs/accelerator.md with buffers of 8 KB and the least wide bus that feeds all cores, recipe "
            "`best`. LUT4 are those after synthesis, carry cells and LUT memory included. The clock is that of one "
            "placement; the loss is against the median of the core alone over its seeds, if that is known.",
            f"{DEVICE} has {all_devices()[DEVICE].part.logic_cells:,} LUT4 and flip-flops and {BLOCK_RAMS} block RAMs.",
        ),
    )
