# SPDX-License-Identifier: Apache-2.0
"""Tables I and II of paper E: the design space, and the hash cores."""

from fairhash.analysis.figures import Figure
from fairhash.catalog.cores import all_cores
from fairhash.catalog.targets import devices as all_devices
from fairhash.papers.e.evidence import NAMES, Evidence
from fairhash.papers.e.published import rows
from fairhash.papers.our_results import NOT_MEASURED, OurResults
from fairhash.papers.table import Cell, Column, Table
from fairhash.system.bus import find_bus
from fairhash.system.candidate import DEVICE
from fairhash.system.core_model import CoreModel, core_model
from fairhash.system.paper_grid import CORES, PAPER, TODAY, cores_of
from fairhash.system.presets import disks
from fairhash.system.software_cases import ALGORITHMS, LENGTHS


def table_1(evidence: Evidence) -> Table:
    """Return the design space of the paper and of our measurement."""
    ours = _our_space(evidence)
    table_rows: list[tuple[Cell, ...]] = [
        (row["group"], row["parameter"], row["value"], ours.get(row["parameter"], "")) for row in rows("table-1")
    ]
    return Table(
        "table-1",
        "Table I: design space",
        (
            Column("", "group"),
            Column("parameter", "parameter"),
            Column("paper", "published"),
            Column("a computer of today", "today"),
        ),
        tuple(table_rows),
        (
            "Today: software measured on this machine; the accelerator is simulated, with our cores at their clocks on "
            f"{DEVICE}, on PCI Express 3.0 x8. An {DEVICE} has no such interface: it is the largest FPGA that "
            "open tools place.",
        ),
    )


def _our_space(evidence: Evidence) -> dict[str, str]:
    machine = evidence.speeds.machine if evidence.speeds else None
    disk = disks()["nvme"]
    own = {
        "Algorithm": ", ".join(ALGORITHMS),
        "Message Length (bytes)": ", ".join(map(str, LENGTHS)),
        "Message Source": "memory, disk",
        "Message Multiplicity": "one message, many messages",
        "Computer": f"accelerator on {find_bus('pcie-3-x8').title}",
        "CPU Socket 2": f"{DEVICE}, simulated",
        "HW Compiler": "GHDL, Yosys, nextpnr",
    }
    if machine:
        own |= {
            "CPU Socket 1": f"{machine.cpu}, {machine.processors} processors",
            "OS (Kernel)": f"{machine.os} (Linux {machine.kernel})",
            "C Compiler": f"{machine.compiler} {machine.flags}",
            "Main Memory": machine.memory,
            "Hard Disk": f"{disk.title}, {disk.mb_s:g} MB/s (of this machine: {machine.disk})",
        }
    return own


def table_2(ours: OurResults) -> Table:
    """Return the cores of the paper and ours, with the time per byte that follows from block, cycles and clock."""
    paper = cores_of(PAPER)
    figures = {algorithm: ours.figure(f"{algorithm}/highspeed", DEVICE) for algorithm in ALGORITHMS}
    today = {name: _model(name, figure) for name, figure in figures.items()}
    published = {row["quantity"]: (row["keccak"], row["simd"]) for row in rows("table-2")}
    derived: dict[str, list[Cell]] = {
        "Hash Block Size": [8 * today[name].block_bytes for name in ALGORITHMS],
        "Latency of 1 Block": [today[name].block for name in ALGORITHMS],
        "Area per Core": [_area(figures[name]) for name in ALGORITHMS],
        "Operating Freq": [_clock(figures[name]) for name in ALGORITHMS],
        "Cores per FPGA": [_cores_per_fpga(figures[name]) for name in ALGORITHMS],
        "Performance (UET)": [_time(today[name], figures[name]) for name in ALGORITHMS],
    }
    units = {"Area per Core": "slices; ours: cells"}
    table_rows: list[tuple[Cell, ...]] = []
    for row in rows("table-2"):
        quantity = row["quantity"]
        own = derived[quantity]
        text = [_text(cell, figures[name], quantity) for name, cell in zip(ALGORITHMS, own, strict=True)]
        table_rows.append((quantity, *published[quantity], *text, units.get(quantity, row["unit"])))
    reasons = [
        f"{name}: {ours.statement(f'{name}/highspeed', DEVICE)}"
        for name, figure in figures.items()
        if figure and figure.preliminary
    ]
    most = [CORES[TODAY][name][-1] for name in ALGORITHMS]
    uet = [f"{paper[name].ns_per_byte:.4g}" for name in ALGORITHMS]
    return Table(
        "table-2",
        "Table II: the hash cores",
        (
            Column("", "quantity"),
            *(Column(f"paper: {NAMES[name]}", f"published_{NAMES[name].lower()}") for name in ALGORITHMS),
            *(Column(f"ours: {name}", name.replace("-", "_")) for name in ALGORITHMS),
            Column("unit", "unit"),
        ),
        tuple(table_rows),
        (
            f"From the paper's blocks, cycles and clocks follow {uet[0]} and {uet[1]} ns/B. Ours: {DEVICE}, medians "
            "over the seeds. Our cores per FPGA: the logic cells of the FPGA by those of a core, an upper limit "
            f"without buffers; up to {most[0]} and {most[1]} are simulated.",
            *([f"Ours in parentheses: {'; '.join(reasons)}."] if reasons else []),
        ),
    )


_DECLARED = ("Hash Block Size", "Latency of 1 Block")
"""Quantities that the core declares; the others are those of its figure."""


def _text(cell: Cell, figure: Figure | None, quantity: str) -> str:
    if not isinstance(cell, int | float):
        return NOT_MEASURED
    is_preliminary = quantity not in _DECLARED and figure is not None and figure.preliminary
    return f"({cell:g})" if is_preliminary else f"{cell:g}"


def _model(algorithm: str, figure: Figure | None) -> CoreModel:
    """Return the core; without a result its clock is 1 MHz, and is not shown."""
    core = all_cores()[f"{algorithm}/highspeed"]
    return core_model(core, figure.clock_mhz.median if figure and figure.clock_mhz else 1)


def _area(figure: Figure | None) -> float | None:
    return figure.area_cells.median if figure and figure.area_cells else None


def _cores_per_fpga(figure: Figure | None) -> int | None:
    area = _area(figure)
    return int(all_devices()[DEVICE].part.logic_cells // area) if area else None


def _clock(figure: Figure | None) -> float | None:
    return round(figure.clock_mhz.median, 1) if figure and figure.clock_mhz else None


def _time(core: CoreModel, figure: Figure | None) -> float | None:
    return round(core.ns_per_byte, 3) if figure and figure.clock_mhz else None
