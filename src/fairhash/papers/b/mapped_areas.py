# SPDX-License-Identifier: Apache-2.0
"""Areas of our lightweight cores mapped to the paper's family, Spartan-3, which no open tool can place for."""

from fairhash.papers.b import published
from fairhash.papers.b.candidates import CANDIDATES
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.b.figure_7 import BAND_CELLS
from fairhash.papers.b.published import FIRST_FAMILY, SLICE_CELLS
from fairhash.papers.table import Cell, Column, Table

DEVICE = "spartan3-estimate"


def table(evidence: Evidence) -> Table | None:
    """Return the mapped areas beside the published ones, or None if no core was mapped."""
    rows: list[tuple[Cell, ...]] = []
    for candidate in CANDIDATES:
        cells = evidence.ours.mapped_areas.get((candidate.core, DEVICE))
        slices = published.area(candidate, FIRST_FAMILY)
        if cells and slices:
            ours = cells / SLICE_CELLS
            rows.append((candidate.name, cells, ours, slices, ours / slices, "yes" if cells <= BAND_CELLS[1] else "no"))
    if not rows:
        return None
    return Table(
        "table-3-spartan-3-mapped",
        "Table 3 by mapping alone: our cores on Spartan-3, estimates",
        (
            Column("algorithm", "algorithm"),
            Column("cells", "mapped_cells"),
            Column("slices at least", "mapped_slices"),
            Column("paper: slices", "published_slices"),
            Column("ours / paper", "area_ratio", 2),
            Column("within 1200 cells", "within_budget"),
        ),
        tuple(rows),
        (
            "Mapped by the open tools to cells of one LUT4 and one register and not placed: an area, no clock, no "
            "ranking. A slice has two such cells; a placed design fills some of its slices with one only. Published "
            "areas that the text lost are the middle of what Table 4 leaves possible.",
        ),
    )
