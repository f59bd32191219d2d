# SPDX-License-Identifier: Apache-2.0
"""The questions of paper C: is SHA-512 faster than SHA-1, at what cost, and does the 5-to-3 counter pay."""

from collections.abc import Callable
from statistics import median

from fairhash.base.table import Cell, Column, Columns, Table, column
from fairhash.studies.papers.c.evidence import (
    ARCHITECTURES,
    PAPER_ARCHITECTURE,
    Evidence,
    Interval,
    faster,
    levels,
    quotient,
    quotient_of_figures,
)
from fairhash.studies.papers.compared_cores import CoreOnDevice, divided
from fairhash.studies.papers.our_results import PRELIMINARY, UNDECIDED, seeds_note, shown_value
from fairhash.studies.papers.table import interval_cells, interval_columns

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
            *interval_columns("Mbit/s x, static", key="static_throughput_ratio"),
            *interval_columns("Mbit/s x, experiment", key="experiment_throughput_ratio"),
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
    return Table.declare(
        "counters-over-adders",
        "5-to-3 counters against plain adders with carry chains",
        [
            evidence.on(f"{algorithm}/{PAPER_ARCHITECTURE}", device, f"{algorithm}/highspeed")
            for device in evidence.devices_and_libraries
            for algorithm in COMPARED
        ],
        (
            column("algorithm", lambda one: one.core.partition("/")[0]),
            column("device", lambda one: one.device),
            _counts("counters", lambda one: one.core),
            _counts("highspeed", lambda one: one.base),
            divided("throughput", "ratio"),
            column("pays", _verdict),
        ),
        "`counters` adds all operands of a round in one cycle, with counters before one carry "
        "chain; `highspeed` adds "
        "two operands a cycle in consecutive cycles, each with a carry chain. Levels are the cells on the slowest "
        "path, a carry chain counted cell by cell. `pays` is about throughput per cell, with its 95 % interval.",
    )


def pays(low: float | None, high: float | None) -> str:
    """Return whether a ratio with this interval is surely above 1; without an interval it is not decided."""
    if low is None or high is None:
        return UNDECIDED
    return "yes" if low > 1 else "no" if high < 1 else UNDECIDED


def _counts(name: str, core: Callable[[CoreOnDevice], str]) -> Columns[CoreOnDevice]:
    """Declare the columns of one architecture: cells, carry cells, levels, and clock."""

    def cells(one: CoreOnDevice) -> tuple[Cell, ...]:
        shown = CoreOnDevice(one.ours, core(one), one.device)
        depth = shown_value(shown.figure, levels(shown.figure)) if shown.figure else None
        return (shown.shown("area_cells"), shown.shown("carry"), depth, shown.shown("clock_mhz"))

    return Columns(
        (
            Column(f"{name}: cells"),
            Column("carry", key=f"{name}_carry_cells"),
            Column("levels", 1, f"{name}_levels"),
            Column("MHz", 1, f"{name}_clock_mhz"),
        ),
        cells,
    )


def _verdict(one: CoreOnDevice) -> str:
    over, note = one.quotients, one.quotient_note()
    if over is None:
        return note
    verdict = PRELIMINARY if over.preliminary else pays(over.ratio_low, over.ratio_high)
    return f"{verdict} ({note})" if note else verdict
