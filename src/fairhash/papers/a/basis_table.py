# SPDX-License-Identifier: Apache-2.0
"""The basis of the tables: devices, and the number of cores and seeds on each."""

from collections import Counter
from collections.abc import Iterable

from fairhash.analysis.figures import MIN_SEEDS, Figure
from fairhash.papers.a.candidates import ALL, VARIANTS
from fairhash.papers.our_results import NO_CORE, NOT_AVAILABLE, NOT_MEASURED, PRELIMINARY, STALE, OurResults
from fairhash.papers.table import Cell, Column, Table


def table(ours: OurResults) -> Table:
    """One row for each of our families."""
    rows: list[tuple[Cell, ...]] = []
    for device in ours.family_devices:
        figures = [figure for (_, name), figure in ours.figures.items() if name == device]
        words = [ours.absence(candidate.core(bits), device) for candidate in ALL for bits in VARIANTS]
        seeds = [len(figure.succeeded) for figure in figures if figure.succeeded]
        rows.append(
            (
                device,
                figures[0].first.device_family if figures else None,
                ours.vendor(device),
                ", ".join(sorted({ours.area_unit(figure) for figure in figures})) or None,
                ", ".join(sorted({figure.first.recipe for figure in figures})) or None,
                words.count(""),
                *(words.count(word) for word in (PRELIMINARY, NOT_AVAILABLE, NOT_MEASURED, NO_CORE)),
                min(seeds, default=0),
                max(seeds, default=0),
                _reasons(figures),
            )
        )
    overall = f" Overall values are means over {', '.join(ours.overall_devices) or 'no family'}, for every core."
    others = (
        f" Excluded, because one device represents a family: {', '.join(ours.excluded_devices)}."
        if ours.excluded_devices
        else ""
    )
    return Table(
        "basis",
        "Basis of the tables",
        (
            Column("device"),
            Column("family", key="device_family"),
            Column("vendor"),
            Column("area unit"),
            Column("recipes"),
            Column("known", key="cores_known"),
            Column("preliminary", key="cores_preliminary"),
            Column("N/A", key="cores_not_available"),
            Column("not measured", key="cores_not_measured"),
            Column("no core yet", key="cores_missing"),
            Column("seeds from", key="seeds_fewest"),
            Column("to", key="seeds_most"),
            Column("preliminary because", key="reasons"),
        ),
        tuple(rows),
        (
            f"Of {len(ALL) * len(VARIANTS)} cores. Known: {MIN_SEEDS} seeds of today's sources succeeded, the netlists "
            "passed, the cycles were measured, and the recipe is the final choice. Only known figures have ranks and "
            f"intervals, are in means and correlations, and others are divided by them.{overall}{others}",
        ),
    )


def _reasons(figures: Iterable[Figure]) -> str:
    """How many figures are preliminary for each reason, details after a colon excluded; the commonest first."""
    shown = [figure for figure in figures if figure.succeeded or figure.stale]
    reasons = Counter(
        figure.preliminary.partition(":")[0] if figure.succeeded else STALE for figure in shown if figure.preliminary
    )
    return ", ".join(f"{reason} ({count})" for reason, count in reasons.most_common())
