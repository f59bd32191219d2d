# SPDX-License-Identifier: Apache-2.0
"""The most important figures of a core, at the top of its page."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.analysis.common_subset import common_subset
from fairhash.base.table import Link
from fairhash.site.data import ShownFigure
from fairhash.site.explorer import short_latency_ns
from fairhash.site.pages import number
from fairhash.site.shown_figures import ratio_text


@dataclass(frozen=True)
class CoreSummary:
    """Figures of a core on one device."""

    device: Link
    recipe: str
    seeds: int
    preliminary: str
    """Why the figure is preliminary; empty if it is known."""
    values: tuple[tuple[str, str], ...]
    """Name with its unit, and value."""


def core_summary(shown: Sequence[ShownFigure]) -> CoreSummary | None:
    """The figures on a device of the common subset, or else on the first device; None if no run has succeeded.

    Preliminary figures are taken only if there are no known ones.

    Args:
        shown: The figures of the core with its chosen recipes.
    """
    measured = [one for one in shown if one.status in ("known", "preliminary") and one.source == "committed"]
    if not measured:
        return None
    one = min(measured, key=lambda one: (one.status != "known", one.row.device not in common_subset()))
    row = one.row
    unit = "logic cells" if row.area_unit == "cell" else row.area_unit
    values = (
        ("Mbit/s, long messages", number(row.throughput_mbit_s)),
        (unit, number(row.area_cells)),
        (f"Mbit/s per {row.area_unit}", number(row.throughput_per_cell_mbit_s, 3)),
        ("times SHA-2's Mbit/s per area", ratio_text(row)),
        ("ns, message of one block", number(short_latency_ns(one))),
        ("MHz", number(row.fmax_median_mhz, 1)),
    )
    return CoreSummary(Link(row.device, f"devices/{row.device}.html"), row.recipe, row.seeds, row.preliminary, values)
