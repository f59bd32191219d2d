# SPDX-License-Identifier: Apache-2.0
"""What the tables rest on: devices, and how many cores and seeds on each."""

from fairhash.analysis.figures import MIN_SEEDS
from fairhash.analysis.papers.content import Cell, Column, Table
from fairhash.analysis.papers.paper_a.algorithms import ALL, VARIANTS
from fairhash.analysis.papers.paper_a.ours import MISSING, NO_CORE, NOT_AVAILABLE, NOT_RANKED, Ours


def table(ours: Ours) -> Table:
    """One row for each of our families."""
    rows: list[tuple[Cell, ...]] = []
    for device in ours.devices:
        figures = [figure for (_, name), figure in ours.figures.items() if name == device]
        words = [ours.absence(candidate, bits, device) for candidate in ALL for bits in VARIANTS]
        seeds = [len(figure.good) for figure in figures if figure.good]
        rows.append(
            (
                device,
                figures[0].first.device_family if figures else None,
                ours.vendor(device),
                ", ".join(sorted({figure.first.area_unit for figure in figures})) or None,
                ", ".join(sorted({figure.first.recipe for figure in figures})) or None,
                words.count(""),
                *(words.count(word) for word in (NOT_AVAILABLE, NOT_RANKED, MISSING, NO_CORE)),
                min(seeds, default=0),
                max(seeds, default=0),
                sum(count < MIN_SEEDS for count in seeds),
            )
        )
    averaged = (
        f" Overall values rest on those where most cores were tried: {', '.join(ours.averaged)}."
        if len(ours.averaged) < len(ours.devices)
        else ""
    )
    others = f" Left out, since one device stands for a family: {', '.join(ours.left_out)}." if ours.left_out else ""
    return Table(
        "basis",
        "What the tables rest on",
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
        ),
        tuple(rows),
        (
            f"Of {len(ALL) * len(VARIANTS)} cores. In ratios: ended well, netlist passed, cycles measured. A core with "
            f"fewer than {MIN_SEEDS} seeds borrows the spread of the device's other cores (reproducing-paper-a.md)."
            f"{averaged}{others}",
        ),
    )
