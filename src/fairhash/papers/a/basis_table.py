# SPDX-License-Identifier: Apache-2.0
"""The basis of the tables: devices, and the number of cores and seeds on each."""

from collections.abc import Iterable

from fairhash.analysis.figures import MIN_SEEDS, Figure
from fairhash.papers.a.candidates import ALL, VARIANTS
from fairhash.papers.our_results import NO_CORE, NOT_AVAILABLE, NOT_MEASURED, NOT_RANKED, OurResults
from fairhash.papers.table import Cell, Column, Table


def table(ours: OurResults) -> Table:
    """One row for each of our families."""
    rows: list[tuple[Cell, ...]] = []
    older: dict[str, list[str]] = {}
    for device in ours.family_devices:
        figures = [figure for (_, name), figure in ours.figures.items() if name == device]
        words = [ours.absence(candidate.core(bits), device) for candidate in ALL for bits in VARIANTS]
        seeds = [len(figure.succeeded) for figure in figures if figure.succeeded]
        older[device] = _older(figures)
        rows.append(
            (
                device,
                figures[0].first.device_family if figures else None,
                ours.vendor(device),
                ", ".join(sorted({ours.area_unit(figure) for figure in figures})) or None,
                ", ".join(sorted({figure.first.recipe for figure in figures})) or None,
                words.count(""),
                *(words.count(word) for word in (NOT_AVAILABLE, NOT_RANKED, NOT_MEASURED, NO_CORE)),
                min(seeds, default=0),
                max(seeds, default=0),
                sum(count < MIN_SEEDS for count in seeds),
                len(older[device]),
            )
        )
    overall = f" Overall values are means over {', '.join(ours.overall_devices) or 'no family'}, for every core."
    others = (
        f" Excluded, because one device represents a family: {', '.join(ours.excluded_devices)}."
        if ours.excluded_devices
        else ""
    )
    names = "; ".join(f"{device}: {', '.join(cores)}" for device, cores in older.items() if cores)
    edited = f" Measured before the core's sources were last edited: {names}." if names else ""
    return Table(
        "basis",
        "Basis of the tables",
        (
            Column("device", "device"),
            Column("family", "device_family"),
            Column("vendor", "vendor"),
            Column("area unit", "area_unit"),
            Column("recipes", "recipes"),
            Column("cores in ratios", "cores_in_ratios"),
            Column("N/A", "cores_not_available"),
            Column("not ranked", "cores_not_ranked"),
            Column("not measured", "cores_not_measured"),
            Column("no core yet", "cores_missing"),
            Column("seeds from", "seeds_fewest"),
            Column("to", "seeds_most"),
            Column(f"cores with fewer than {MIN_SEEDS}", "cores_with_few_seeds"),
            Column("of earlier sources", "cores_of_earlier_sources"),
        ),
        tuple(rows),
        (
            f"Of {len(ALL) * len(VARIANTS)} cores. In ratios: succeeded, netlist passed, cycles measured. A core with "
            f"fewer than {MIN_SEEDS} seeds borrows the spread of the device's other cores (reproducing-paper-a.md)."
            f"{overall}{others}{edited}",
        ),
    )


def _older(figures: Iterable[Figure]) -> list[str]:
    """The algorithms some of whose runs are stale."""
    return sorted(figure.first.algorithm for figure in figures if any(run.stale for run in figure.runs))
