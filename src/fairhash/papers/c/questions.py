# SPDX-License-Identifier: Apache-2.0
"""The questions of paper C: is SHA-512 faster than SHA-1, at what cost, and does the 5-to-3 counter pay."""

from statistics import median

from fairhash.papers.c.evidence import (
    ARCHITECTURES,
    PAPER_ARCHITECTURE,
    Evidence,
    Interval,
    interval_cells,
    levels,
    quotient,
    quotient_of_figures,
)
from fairhash.papers.c.published import faster
from fairhash.papers.our_results import PRELIMINARY, UNDECIDED, quotient_cells, seeds_note, shown_value
from fairhash.papers.table import Cell, Column, Table

COMPARED = ("sha-1", "sha-256", "sha-512")
"""Functions with a core of both architectures."""


def static_ratio(evidence: Evidence, architecture: str, device: str) -> Interval | None:
    """Return SHA-512's throughput over that of SHA-1 by static analysis, if SHA-1 is known."""
    above, below = (evidence.figure(f"{name}/{architecture}", device) for name in ("sha-512", "sha-1"))
    return quotient_of_figures(above, below, "throughputs_mbit_s")


def experiment_ratio(evidence: Evidence, architecture: str, device: str) -> Interval | None:
    """Return the same by experiment."""
    cores = [f"{name}/{architecture}" for name in ("sha-512", "sha-1")]
    above, below = (evidence.experiments(core, device) for core in cores)
    if above.ratio_exclusion or below.preliminary:
        return None
    values = [evidence.experiment_mbit_s(core, device) for core in cores]
    if above.preliminary:
        return Interval(median(values[0]) / median(values[1]), None, None, above.preliminary)
    return quotient(values[0], values[1])


def area_ratio(evidence: Evidence, architecture: str, device: str) -> Interval | None:
    """Return SHA-512's cells over SHA-1's, which have no interval."""
    over = evidence.ours.quotients(f"sha-512/{architecture}", f"sha-1/{architecture}", device)
    return Interval(over.area, None, None, over.preliminary) if over else None


def speed_table(evidence: Evidence) -> Table:
    """Return SHA-512 over SHA-1 on each device."""
    static, experiment = faster("static analysis"), faster("experiment")
    rows: list[tuple[Cell, ...]] = [("published", "XCV1000-6", static, None, None, experiment, None, None, None, "")]
    for device in evidence.devices_and_libraries:
        for architecture in ARCHITECTURES:
            one, other = (ratio(evidence, architecture, device) for ratio in (static_ratio, experiment_ratio))
            cells = area_ratio(evidence, architecture, device)
            note = "; ".join(_speed_notes(evidence, architecture, device))
            both = (*interval_cells(one), *interval_cells(other))
            rows.append((architecture, device, *both, interval_cells(cells)[0], note))
    figures = [
        evidence.figure(f"{name}/{architecture}", device)
        for device in evidence.devices
        for architecture in ARCHITECTURES
        for name in ("sha-512", "sha-1")
    ]
    return Table(
        "sha-512-over-sha-1",
        "SHA-512 over SHA-1",
        (
            Column("architecture"),
            Column("device"),
            Column("Mbit/s x, static", 2, "static_throughput_ratio"),
            Column("from", 2, "static_throughput_ratio_low"),
            Column("to", 2, "static_throughput_ratio_high"),
            Column("Mbit/s x, experiment", 2, "experiment_throughput_ratio"),
            Column("from", 2, "experiment_throughput_ratio_low"),
            Column("to", 2, "experiment_throughput_ratio_high"),
            Column("cells x", 2),
            Column("note"),
        ),
        tuple(rows),
        (
            "Quotients of medians with 95 % intervals over at least three seeds; cell libraries have one run. "
            "Published for the area: almost twice the slices, and two block RAMs.",
            *([seeds] if (seeds := seeds_note(figures)) else []),
        ),
    )


def _speed_notes(evidence: Evidence, architecture: str, device: str) -> list[str]:
    """Why a quotient is missing or preliminary."""
    cores = (f"sha-512/{architecture}", f"sha-1/{architecture}")
    notes = []
    if static := evidence.ours.quotient_note(*cores, device):
        notes.append(f"static: {static}")
    for core in cores:
        if reason := evidence.experiments(core, device).preliminary:
            notes.append(f"experiment: {core} {reason}")
    return notes


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
            Column("algorithm"),
            Column("device"),
            Column("counters: cells"),
            Column("carry", key="counters_carry_cells"),
            Column("levels", 1, "counters_levels"),
            Column("MHz", 1, "counters_clock_mhz"),
            Column("highspeed: cells"),
            Column("carry", key="highspeed_carry_cells"),
            Column("levels", 1, "highspeed_levels"),
            Column("MHz", 1, "highspeed_clock_mhz"),
            Column("Mbit/s x", 2),
            Column("Mbit/s/cell x", 2),
            Column("from", 2, "throughput_per_cell_ratio_low"),
            Column("to", 2, "throughput_per_cell_ratio_high"),
            Column("pays"),
        ),
        tuple(rows),
        (
            "`counters` adds all operands of a round in one cycle, with counters before one carry "
            "chain; `highspeed` adds "
            "two operands a cycle in consecutive cycles, each with a carry chain. Levels are the cells on the slowest "
            "path, a carry chain counted cell by cell. `pays` is about throughput per cell, with its 95 % interval.",
        ),
    )


def pays(low: float | None, high: float | None) -> str:
    """Return whether a ratio with this interval is surely above 1; without an interval it is not decided."""
    if low is None or high is None:
        return UNDECIDED
    return "yes" if low > 1 else "no" if high < 1 else UNDECIDED


def _counters_row(evidence: Evidence, algorithm: str, device: str) -> tuple[Cell, ...]:
    names = [f"{algorithm}/{architecture}" for architecture in (PAPER_ARCHITECTURE, "highspeed")]
    cells: list[Cell] = []
    for name in names:
        figure = evidence.figure(name, device)
        cells += [
            shown_value(figure, figure.area_cells if figure else None),
            shown_value(figure, figure.carry if figure else None),
            shown_value(figure, levels(figure) if figure else None),
            shown_value(figure, figure.clock_mhz if figure else None),
        ]
    over = evidence.ours.quotients(names[0], names[1], device)
    quotients = quotient_cells(over, "throughput", "ratio", "ratio_low", "ratio_high")
    note = evidence.ours.quotient_note(names[0], names[1], device)
    if over is None:
        return algorithm, device, *cells, *quotients, note
    verdict = PRELIMINARY if over.preliminary else pays(over.ratio_low, over.ratio_high)
    return algorithm, device, *cells, *quotients, f"{verdict} ({note})" if note else verdict
