# SPDX-License-Identifier: Apache-2.0
"""The table of figures on the pages of cores, algorithms and devices."""

from collections.abc import Mapping, Sequence

from fairhash.base.table import Table, table_of_texts
from fairhash.catalog.core import Core
from fairhash.figures.energy import COMMON_CLOCK_MHZ
from fairhash.figures.figure_table import FigureRow
from fairhash.figures.ranking import CoreRank
from fairhash.site.data import ShownFigure, SiteData
from fairhash.site.explorer import short_latency_ns
from fairhash.site.pages import NO_VALUE, core_link, device_link, number

_HEAD = (
    *("device", "recipe", "status", "rank", "first in", "clock MHz", "quartiles", "Mbit/s", "area", "unit"),
    *("Mbit/s per unit", "per area vs SHA-2", "1 block ns", "pJ/bit", f"pJ/bit {COMMON_CLOCK_MHZ:g} MHz", "1 block pJ"),
    *("LUTs", "FFs", "memory bits", "seeds", "note"),
)
_TEXTS = ("core", "device", "recipe", "status", "unit", "note")


def shown_figure_table(
    shown: Sequence[ShownFigure],
    data: SiteData,
    device_ids: Sequence[str],
    by_core: Mapping[str, Core] | None = None,
) -> Table:
    """The table of figures, known ones first, failed ones included; columns without any value are omitted.

    The ratio of a preliminary figure is in parentheses.

    Args:
        shown: The figures.
        data: For their ranks.
        device_ids: The devices that have a page.
        by_core: The cores, for a table whose first column is the core; by default it is the device.
    """
    head = _HEAD if by_core is None else ("core", *_HEAD[1:])
    ordered = sorted(shown, key=lambda one: one.status != "known")
    rows = [_figure_cells(one, data.rank(one), device_ids, by_core) for one in ordered]
    shown_columns = [index for index in range(len(head)) if any(row[index] not in (NO_VALUE, "0") for row in rows)]
    return table_of_texts(
        [head[index] for index in shown_columns], [[row[index] for index in shown_columns] for row in rows], _TEXTS
    )


def ratio_text(row: FigureRow) -> str:
    """Throughput per area over that of SHA-2; in parentheses if the figure is preliminary."""
    ratio = number(row.normalised_ratio, 2)
    return f"({ratio})" if row.preliminary and row.normalised_ratio is not None else ratio


def _figure_cells(
    shown: ShownFigure, rank: CoreRank | None, device_ids: Sequence[str], by_core: Mapping[str, Core] | None
) -> tuple[str, ...]:
    row = shown.row
    first = device_link(row.device, device_ids) if by_core is None else core_link(row.core, by_core)
    quartiles = f"{number(row.fmax_lower_quartile_mhz, 1)} to {number(row.fmax_upper_quartile_mhz, 1)}"
    return (
        first,
        row.recipe + (" (yours)" if shown.source == "yours" else ""),
        shown.status,
        rank.short() if rank else NO_VALUE,
        (rank.first_share() if rank else "") or NO_VALUE,
        number(row.fmax_median_mhz, 1),
        quartiles if shown.figure.has_interval else number(None),
        number(row.throughput_mbit_s),
        number(row.area_cells),
        row.area_unit,
        number(row.throughput_per_cell_mbit_s, 3),
        ratio_text(row),
        number(short_latency_ns(shown)),
        number(row.energy_pj_per_bit, 2),
        number(row.common_clock_energy_pj_per_bit, 2),
        number(row.short_message_energy_pj),
        *(number(value) for value in (row.luts, row.flip_flops, row.memory_bits)),
        str(row.seeds),
        shown.note,
    )
