# SPDX-License-Identifier: Apache-2.0
"""Tables I and II of paper E, and the accelerators on our FPGA: the design space, the hash cores, how many fit."""

from collections.abc import Callable

from fairhash.base.table import Cell, Columns, Table, column, mark
from fairhash.catalog.cores import all_cores
from fairhash.catalog.targets import devices as all_devices
from fairhash.results.accelerator_areas import AcceleratorAreaRecord
from fairhash.studies.papers.compared_cores import CoreOnDevice
from fairhash.studies.papers.e.evidence import SystemEvidence
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, STALE, UNDECIDED, OurResults
from fairhash.studies.papers.published_table import Row, published_table
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.candidate import DEVICE
from fairhash.studies.system.core_model import CoreModel, core_model
from fairhash.studies.system.paper_grid import CORES, PAPER, TODAY, cores_of
from fairhash.studies.system.presets import disks
from fairhash.studies.system.software_cases import ALGORITHMS, LENGTHS

BLOCK_RAMS = 208
"""Of an ECP5-85k, each of 18 kbit (Lattice FPGA-DS-02012, ECP5 family selection guide)."""


def table_1(evidence: SystemEvidence) -> Table:
    """Return the design space of the paper and of our measurement."""
    today = _space_of_today(evidence)
    return Table.declare(
        "table-1",
        "Table I: design space",
        published_table("E", 1),
        (
            column("", lambda row: row["group"], key="group"),
            column("parameter", lambda row: row["parameter"]),
            column("paper", lambda row: row["value"], key="published"),
            column("a computer of today", lambda row: today.get(row["parameter"], ""), key="today"),
        ),
        "Today: software measured on this machine; the accelerator is simulated, with our cores at their clocks on "
        f"{DEVICE}, on PCI Express 3.0 x8. An {DEVICE} has no such interface: it is the largest FPGA that "
        "open tools place.",
    )


def _space_of_today(evidence: SystemEvidence) -> dict[str, str]:
    machine = evidence.speeds.machine if evidence.speeds else None
    disk = disks()["nvme"]
    space = {
        "Algorithm": ", ".join(ALGORITHMS),
        "Message Length (bytes)": ", ".join(map(str, LENGTHS)),
        "Message Source": "memory, disk",
        "Message Multiplicity": "one message, many messages",
        "Computer": f"accelerator on {find_bus('pcie-3-x8').title}",
        "CPU Socket 2": f"{DEVICE}, simulated",
        "HW Compiler": "GHDL, Yosys, nextpnr",
    }
    if machine:
        space |= {
            "CPU Socket 1": f"{machine.cpu}, {machine.processors} processors",
            "OS (Kernel)": f"{machine.os} (Linux {machine.kernel})",
            "C Compiler": f"{machine.compiler} {machine.flags}",
            "Main Memory": machine.memory,
            "Hard Disk": f"{disk.title}, {disk.mb_s:g} MB/s (of this machine: {machine.disk})",
        }
    return space


def _model(core: CoreOnDevice) -> CoreModel:
    """Return the core; without a result its clock is 1 MHz, and is not shown."""
    return core_model(all_cores()[core.core], _clock(core) or 1)


def _clock(core: CoreOnDevice) -> float | None:
    return core.figure.clock_mhz.median if core.figure and core.figure.clock_mhz else None


def _area(core: CoreOnDevice) -> float | None:
    return core.figure.area_cells.median if core.figure and core.figure.area_cells else None


_DECLARED: dict[str, Callable[[CoreOnDevice], float]] = {
    "Hash Block Size": lambda core: 8 * _model(core).block_bytes,
    "Latency of 1 Block": lambda core: _model(core).block,
}
"""Our values of Table II that the core declares, by the paper's name of the quantity."""

_MEASURED: dict[str, Callable[[CoreOnDevice], float | None]] = {
    "Area per Core": _area,
    "Operating Freq": lambda core: round(clock, 1) if (clock := _clock(core)) else None,
    "Cores per FPGA": lambda core: all_devices()[DEVICE].part.logic_cells // area if (area := _area(core)) else None,
    "Performance (UET)": lambda core: round(_model(core).ns_per_byte, 3) if _clock(core) else None,
}
"""Those of its figure."""

_UNITS = {"Area per Core": "slices; ours: cells"}


def table_2(ours: OurResults) -> Table:
    """Return the cores of the paper and ours, with the time per byte that follows from block, cycles and clock."""
    cores = {name: CoreOnDevice(ours, f"{name}/highspeed", DEVICE) for name in ALGORITHMS}
    reasons = [f"{name}: {core.statement()}" for name, core in cores.items() if core.figure and core.figure.preliminary]
    most = [CORES[TODAY][name][-1] for name in ALGORITHMS]
    uet = [f"{cores_of(PAPER)[name].ns_per_byte:.4g}" for name in ALGORITHMS]
    return Table.declare(
        "table-2",
        "Table II: the hash cores",
        published_table("E", 2),
        (
            column("", lambda row: row["quantity"], key="quantity"),
            column("paper: Keccak", lambda row: row["keccak"]),
            column("paper: SIMD", lambda row: row["simd"]),
            *(_our_core(name, core) for name, core in cores.items()),
            column("unit", lambda row: _UNITS.get(row["quantity"], row["unit"]), key="unit"),
        ),
        f"From the paper's blocks, cycles and clocks follow {uet[0]} and {uet[1]} ns/B. Ours: {DEVICE}, medians "
        "over the seeds. Our cores per FPGA: the logic cells of the FPGA by those of a core, an upper limit "
        f"without buffers; up to {most[0]} and {most[1]} are simulated.",
        f"Ours in parentheses: {'; '.join(reasons)}." if reasons else "",
    )


def _our_core(name: str, core: CoreOnDevice) -> Columns[Row]:
    def cell(row: Row) -> str:
        quantity = row["quantity"]
        if quantity in _DECLARED:
            return f"{_DECLARED[quantity](core):g}"
        value = _MEASURED[quantity](core)
        if value is None:
            return NOT_MEASURED
        return f"({value:g})" if core.figure and core.figure.preliminary else f"{value:g}"

    return column(f"ours: {name}", cell)


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


def accelerators(evidence: SystemEvidence) -> Table:
    """Return the stored accelerators on our FPGA: which numbers of cores fit, and how much clock they lose."""
    names = [f"{algorithm}/highspeed" for algorithm in ALGORITHMS]
    placed = {(row.core, row.cores) for row in evidence.accelerators if row.seed is not None and row.cells}
    shown = [
        row
        for name in names
        for row in evidence.accelerators
        if row.core == name and (row.seed is not None or (name, row.cores) not in placed)
    ]
    reasons = {id(row): evidence.accelerator_preliminary(row) for row in shown}
    known = {name: evidence.ours.known_figure(name, DEVICE) for name in names}
    alone = {name: figure.clock_mhz.median if figure and figure.clock_mhz else None for name, figure in known.items()}

    def is_stale(row: AcceleratorAreaRecord) -> bool:
        return reasons[id(row)].startswith(STALE)

    def fits(row: AcceleratorAreaRecord) -> str:
        if is_stale(row) or not row.cells:
            return f"{UNDECIDED}: {STALE if is_stale(row) else 'no netlist'}"
        lacking = limiting_resource(row)
        return f"no: {lacking}" if lacking else "yes"

    def count(row: AcceleratorAreaRecord, cells: int) -> Cell:
        return mark(cells, is_stale(row)) if row.cells else None

    def lost(row: AcceleratorAreaRecord) -> float | None:
        return None if is_stale(row) else clock_loss(row, alone[row.core])

    def note(row: AcceleratorAreaRecord) -> str:
        notes = [f"{PRELIMINARY}: {reasons[id(row)]}"] if reasons[id(row)] else []
        if row.clock_mhz and alone[row.core] is None:
            notes.append(f"{row.core} alone {evidence.ours.statement(row.core, DEVICE)}")
        return "; ".join(notes)

    return Table.declare(
        "accelerators",
        f"Accelerators on {DEVICE}",
        shown,
        (
            column("core", lambda row: row.core),
            column("cores", lambda row: row.cores),
            column("bus bits", lambda row: row.bus_bits),
            column("LUT4", lambda row: count(row, lut_count(row))),
            column("flip-flops", lambda row: count(row, row.flip_flops)),
            column("block RAMs", lambda row: count(row, row.block_rams)),
            column("fits", fits),
            column("clock MHz", lambda row: mark(row.clock_mhz, reasons[id(row)]), 1),
            column("clock lost %", lambda row: mark(lost(row), reasons[id(row)]), 1),
            column("outcome", lambda row: row.reason or ("placed" if row.seed is not None else "synthesised only")),
            column("note", note),
        ),
        "RTL of docs/accelerator.md with buffers of 8 KB and the least wide bus that feeds all cores, recipe "
        "`best`. LUT4 are those after synthesis, carry cells and LUT memory included. The clock is that of one "
        "placement; the loss is against the median of the core alone over its seeds, if that is known.",
        f"{DEVICE} has {all_devices()[DEVICE].part.logic_cells:,} LUT4 and flip-flops and {BLOCK_RAMS} block RAMs.",
    )
