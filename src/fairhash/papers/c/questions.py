# SPDX-License-Identifier: Apache-2.0
"""The questions of paper C: is SHA-512 faster than SHA-1, at what cost, and does the 5-to-3 counter pay."""

from fairhash.analysis.figures import MIN_SEEDS
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.papers.c.evidence import ARCHITECTURES, PAPER_ARCHITECTURE, Evidence, Interval, levels, quotient
from fairhash.papers.c.published import faster
from fairhash.papers.our_results import NOT_MEASURED
from fairhash.papers.table import Cell, Column, Table

COMPARED = ("sha-1", "sha-256", "sha-512")
"""Functions with a core of both architectures."""


def static_ratio(evidence: Evidence, architecture: str, device: str) -> Interval | None:
    """Return SHA-512's throughput over SHA-1's by static analysis, if both may be compared."""
    above, below = (evidence.ours.comparable_figure(f"{name}/{architecture}", device) for name in ("sha-512", "sha-1"))
    if above is None or below is None:
        return None
    least = 1 if above.first.area_unit == GATE_EQUIVALENT else MIN_SEEDS
    return quotient(above.throughputs_mbit_s, below.throughputs_mbit_s, least)


def experiment_ratio(evidence: Evidence, architecture: str, device: str) -> Interval | None:
    """Return the same by experiment."""
    above, below = (evidence.experiment_mbit_s(f"{name}/{architecture}", device) for name in ("sha-512", "sha-1"))
    return quotient(above, below)


def area_ratio(evidence: Evidence, architecture: str, device: str) -> float | None:
    """Return SHA-512's cells over SHA-1's."""
    quotients = evidence.ours.quotients(f"sha-512/{architecture}", f"sha-1/{architecture}", device)
    return quotients.area if quotients else None


def speed_table(evidence: Evidence) -> Table:
    """Return SHA-512 over SHA-1 on each device."""
    static, experiment = faster("static analysis"), faster("experiment")
    rows: list[tuple[Cell, ...]] = [("published", "XCV1000-6", static, None, None, experiment, None, None, None, "")]
    for device in evidence.devices_and_libraries:
        for architecture in ARCHITECTURES:
            one, other = (ratio(evidence, architecture, device) for ratio in (static_ratio, experiment_ratio))
            cells = area_ratio(evidence, architecture, device)
            missing = [
                f"{name} {NOT_MEASURED}" for name, value in (("static", one), ("experiment", other)) if value is None
            ]
            rows.append((architecture, device, *_cells(one), *_cells(other), cells, "; ".join(missing)))
    return Table(
        "sha-512-over-sha-1",
        "SHA-512 over SHA-1",
        (
            Column("architecture", "architecture"),
            Column("device", "device"),
            Column("Mbit/s x, static", "static_throughput_ratio", 2),
            Column("from", "static_throughput_ratio_low", 2),
            Column("to", "static_throughput_ratio_high", 2),
            Column("Mbit/s x, experiment", "experiment_throughput_ratio", 2),
            Column("from", "experiment_throughput_ratio_low", 2),
            Column("to", "experiment_throughput_ratio_high", 2),
            Column("cells x", "area_ratio", 2),
            Column("missing", "missing"),
        ),
        tuple(rows),
        (
            "Quotients of medians with 95 % intervals over at least three seeds; cell libraries have one run. "
            "Published for the area: almost twice the slices, and two block RAMs.",
        ),
    )


def counters_table(evidence: Evidence) -> Table:
    """Return the cores with 5-to-3 counters over our cores with plain adders, on each device."""
    rows: list[tuple[Cell, ...]] = []
    for device in evidence.devices_and_libraries:
        for algorithm in COMPARED:
            rows.append(_counters_row(evidence, algorithm, device))
    return Table(
        "counters-over-adders",
        "5-to-3 counters against plain adders with carry chains",
        (
            Column("algorithm", "algorithm"),
            Column("device", "device"),
            Column("counters: cells", "counters_area_cells"),
            Column("carry", "counters_carry_cells"),
            Column("levels", "counters_levels", 1),
            Column("MHz", "counters_clock_mhz", 1),
            Column("highspeed: cells", "highspeed_area_cells"),
            Column("carry", "highspeed_carry_cells"),
            Column("levels", "highspeed_levels", 1),
            Column("MHz", "highspeed_clock_mhz", 1),
            Column("Mbit/s x", "throughput_ratio", 2),
            Column("Mbit/s/cell x", "throughput_per_cell_ratio", 2),
            Column("from", "throughput_per_cell_ratio_low", 2),
            Column("to", "throughput_per_cell_ratio_high", 2),
            Column("pays", "pays"),
        ),
        tuple(rows),
        (
            "`counters` adds all operands of a round in one cycle, with counters before one carry "
            "chain; `highspeed` adds "
            "two operands a cycle in consecutive cycles, each with a carry chain. Levels are the cells on the slowest "
            "path, a carry chain counted cell by cell. `pays` is about throughput per cell, with its 95 % interval.",
        ),
    )


def pays(low: float, high: float) -> str:
    """Return whether a ratio with this interval is surely above 1."""
    return "yes" if low > 1 else "no" if high < 1 else "undecided"


def _counters_row(evidence: Evidence, algorithm: str, device: str) -> tuple[Cell, ...]:
    names = [f"{algorithm}/{architecture}" for architecture in (PAPER_ARCHITECTURE, "highspeed")]
    cells: list[Cell] = []
    for name in names:
        figure = evidence.figure(name, device)
        cells += [
            figure.area_cells.median if figure and figure.area_cells else None,
            figure.carry.median if figure and figure.carry else None,
            levels(figure) if figure else None,
            figure.clock_mhz.median if figure and figure.clock_mhz else None,
        ]
    over = evidence.ours.quotients(names[0], names[1], device)
    if over is None:
        missing = [f"{name} {word}" for name in names if (word := evidence.ours.absence(name, device))]
        return algorithm, device, *cells, None, None, None, None, "; ".join(missing) or "fewer than three seeds"
    ratio = (over.ratio, over.ratio_low, over.ratio_high)
    return algorithm, device, *cells, over.throughput, *ratio, pays(over.ratio_low, over.ratio_high)


def _cells(interval: Interval | None) -> tuple[Cell, Cell, Cell]:
    return (interval.value, interval.low, interval.high) if interval else (None, None, None)
