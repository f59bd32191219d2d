# SPDX-License-Identifier: Apache-2.0
"""What each lightweight core should reach: the area budget, the paper's cycles, and its throughput per area."""

from collections.abc import Sequence

from fairhash.catalog.budget import Budget, find_budget
from fairhash.papers.b import published
from fairhash.papers.b.candidates import ALL, CANDIDATES, Candidate
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.b.figure_7 import has_band
from fairhash.papers.b.published import FIRST_FAMILY, SLICE_CELLS
from fairhash.papers.our_results import PRELIMINARY, shown_value
from fairhash.papers.table import Cell, Column, Preliminary, Table, csv_name, interval_cells


def table(evidence: Evidence) -> Table:
    """Return the area on each device, and on the first device what is compared with the paper."""
    devices = [device for device in evidence.devices if has_band(device)]
    first = evidence.devices[0]
    rows = tuple(_row(evidence, candidate, devices, first) for candidate in ALL)
    met = sum(row[-2] == "yes" for row in rows)
    return Table(
        "goals",
        "Budget, cycles and throughput per area",
        (
            Column("algorithm"),
            *(Column(f"{device}: cells", key=f"area_cells_{csv_name(device)}") for device in devices),
            Column("memory bits"),
            Column("beyond the budget"),
            Column("cycles per block / paper", 2, "cycles_per_block_ratio"),
            Column("Mbit/s/cell", 3, "mbit_s_per_cell"),
            Column("half of the paper's Mbit/s/slice", 3, "published_mbit_s_per_cell"),
            Column("ours / that", 2, "mbit_s_per_cell_ratio"),
            Column("all met"),
            Column("missing"),
        ),
        rows,
        (
            f"All met by {met} of {len(CANDIDATES)}. The budget: 1,200 cells of one LUT4 and one register (600 slices) "
            "and one block RAM of 18,432 bits with two ports of up to 32 bits; the columns of cells are the families "
            f"with such cells, and the area must be within the budget on {first} and on one more family. Cycles of a "
            "block: at most l + p of Table 2. Throughput per area: long messages on "
            f"{first}, against the paper's on Spartan-3 per cell, of which a slice has two. No process, device or tool "
            "is equal to the paper's, so this is a threshold and no comparison. Only known values meet or miss a goal.",
        ),
    )


def _row(evidence: Evidence, candidate: Candidate, devices: list[str], first: str) -> tuple[Cell, ...]:
    core = evidence.ours.cores.get(candidate.core)
    budget = find_budget(core) if core else None
    areas: list[Cell] = []
    fits: list[bool | None] = []
    for device in devices:
        figure = evidence.figure(candidate.core, device)
        areas.append(shown_value(figure, figure.area_cells if figure else None))
        known = evidence.ours.known_figure(candidate.core, device)
        fits.append(within(known.area_cells.median if known and known.area_cells else None, budget))
    figure = evidence.figure(candidate.core, first)
    memory = shown_value(figure, figure.memory_bits if figure else None)
    cycles, formula = evidence.cycles(candidate.core), published.formula(candidate)
    cycles_ratio = cycles.formula.block / formula.block if cycles and formula else None
    speed = evidence.speed(candidate.core, first, "long")
    per_slice = published.per_area(candidate, FIRST_FAMILY, "long")
    threshold = per_slice / SLICE_CELLS if per_slice else None
    is_known = speed is not None and speed.per_cell.is_known
    may_divide = speed is not None and figure is not None and not figure.ratio_exclusion
    ratio = speed.per_cell.value / threshold if speed and may_divide and threshold else None
    beyond = figure.over_budget.removeprefix("over budget: ") if figure else ""
    checks = [
        next((fit for device, fit in zip(devices, fits, strict=True) if device == first), None),
        any_of([fit for device, fit in zip(devices, fits, strict=True) if device != first]),
        not beyond if figure and not figure.preliminary else None,
        None if cycles_ratio is None else cycles_ratio <= 1,
        ratio >= 1 if ratio is not None and is_known else None,
    ]
    return (
        candidate.name,
        *areas,
        memory,
        beyond,
        cycles_ratio,
        interval_cells(speed.per_cell if speed else None)[0],
        threshold,
        ratio if ratio is None or is_known else Preliminary(ratio),
        verdict(checks, is_preliminary=any(isinstance(area, Preliminary) for area in areas)) if formula else "",
        evidence.ours.statement(candidate.core, first),
    )


def within(area: float | None, budget: Budget | None) -> bool | None:
    """Return whether an area is within the budget, or None if either is unknown."""
    return None if area is None or budget is None else area <= budget.logic_cells


def any_of(checks: Sequence[bool | None]) -> bool | None:
    """Return True if any check succeeded, False if all that are known failed, None if none is known."""
    decided = [check for check in checks if check is not None]
    return any(decided) if decided else None


def verdict(checks: Sequence[bool | None], *, is_preliminary: bool = False) -> str:
    """Return `no` if any check of known values failed, `yes` if all succeeded, else why the row has no verdict.

    Args:
        checks: None for a check whose values are not known.
        is_preliminary: whether there are preliminary values.
    """
    if False in checks:
        return "no"
    if None not in checks:
        return "yes"
    return PRELIMINARY if is_preliminary else "unknown"
