# SPDX-License-Identifier: Apache-2.0
"""Clocks found by experiment beside those of static analysis, as a table and as text."""

from collections.abc import Sequence
from statistics import median

from fairhash.base.table import Table, table_of_texts
from fairhash.features.clock.record import ClockMeasurement, TimedPathRecord

_HEADINGS = ("seed", "static MHz", "MHz", "ratio", "path", "static path", "rank", "wires", "wires, static", "above")


def clock_table(measurements: Sequence[ClockMeasurement]) -> Table:
    """One row for each measurement, in the order of seeds."""
    rows = [
        (
            str(one.seed),
            f"{one.static_mhz:.1f}",
            f"{one.mhz:.1f}",
            f"{one.mhz / one.static_mhz:.3f}",
            f"{one.path.delay_ps} ps",
            "same" if one.is_static_path else "other",
            f"{one.static_rank} of {one.registers}",
            f"{one.path.wire_share:.0%}",
            f"{one.static_path.wire_share:.0%}",
            _above(one),
        )
        for one in sorted(measurements, key=lambda one: one.seed)
    ]
    return table_of_texts(_HEADINGS, rows)


def summary_lines(measurements: Sequence[ClockMeasurement]) -> list[str]:
    """What was measured, and the medians over the seeds."""
    first = measurements[0]
    times = f", {first.repeats} times" if first.repeats > 1 else ""
    low, high = min(one.mhz for one in measurements), max(one.mhz for one in measurements)
    static = median(one.static_mhz for one in measurements)
    return [
        f"{first.core} on {first.device}, recipe {first.recipe}: {first.data_bytes} bytes{times}, "
        f"{first.cycles} cycles",
        f"median of {len(measurements)} seeds: static {static:.1f} MHz, by experiment"
        f" {median(one.mhz for one in measurements):.1f} MHz ({low:.1f} to {high:.1f})",
    ]


def path_lines(one: ClockMeasurement) -> list[str]:
    """The path that failed first and the slowest one by static analysis, a line for each cell."""
    return [*_lines_of_path("fails first", one.path), *_lines_of_path("slowest by static analysis", one.static_path)]


def _lines_of_path(title: str, path: TimedPathRecord) -> list[str]:
    cells, wires = path.cell_ps, path.wire_ps
    head = f"{title}: {path.delay_ps} ps, {cells} in cells, {wires} in wires, from {path.start} to {path.end}"
    return [head, *(f"  {stage}" for stage in path.stages)]


def _above(one: ClockMeasurement) -> str:
    """What differs 0.1 MHz above the clock."""
    digests = "digests right" if one.above.digests_right else "digest wrong"
    return f"cycle {one.above.first_cycle}, {digests}"
