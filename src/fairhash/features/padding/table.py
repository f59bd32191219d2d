# SPDX-License-Identifier: Apache-2.0
"""The table "what padding costs": the unit of each core beside the core's own figure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairhash.base.table import Table, number_text, table_of_texts
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.catalog.device import Device
from fairhash.catalog.padding import padding_rule
from fairhash.features.padding.record import PaddingCost, UnitArea
from fairhash.figures.figures import Figure, figures, own_best
from fairhash.results.schema import Result

_HEADINGS = (
    *("core", "padding", "cells of the core", "cells with packer", "% of the core", "cells without", "% of the core"),
    *("MHz of its streams", "MHz of the unit", "cycles of a block", "added to N = 1", "to N = 2", "per block"),
)


@dataclass(frozen=True)
class CostRow:
    """One core and its unit; None where nothing is stored."""

    core: str
    kind: str
    core_cells: float | None
    packed_cells: int
    plain_cells: int
    stream_mhz: float | None
    """Of the clock of the core's streams at the core's figure, which is io_clk of a core with two clocks."""
    unit_mhz: float | None
    """The slower of the two units."""
    block: int
    """The core's cycles of clk for a block."""
    added: tuple[int, ...]
    """Cycles of clk that the unit adds to a message of 1, 2, ... blocks."""

    @property
    def packed_share(self) -> float | None:
        """Cells of the unit with the packer over those of the core."""
        return self.packed_cells / self.core_cells if self.core_cells else None

    @property
    def plain_share(self) -> float | None:
        """Cells of the unit without the packer over those of the core."""
        return self.plain_cells / self.core_cells if self.core_cells else None

    @property
    def per_block(self) -> int | None:
        """Cycles that the last of the simulated blocks takes more than in the core alone."""
        return self.added[-1] - self.added[-2] if len(self.added) > 2 else None


def unit_cells(area: UnitArea, device: Device) -> int:
    """Logic cells needed of a unit, by the rule for cores."""
    return device.count.cells_needed(area.counted_cells, area.flip_flops)


def cost_rows(costs: Iterable[PaddingCost], results: Iterable[Result], device: Device) -> list[CostRow]:
    """The rows of a device.

    Args:
        costs: The stored units.
        results: Stored results of the device, for the figures of the cores.
        device: The device.
    """
    by_core: Mapping[str, Figure] = {figure.first.core: figure for figure in own_best(figures(results))}
    return [_row(all_cores()[cost.core], cost, by_core.get(cost.core), device) for cost in costs]


def _row(core: Core, cost: PaddingCost, figure: Figure | None, device: Device) -> CostRow:
    clocks = [area.clock_mhz for area in (cost.packed, cost.plain) if area.clock_mhz is not None]
    return CostRow(
        core=core.name,
        kind=padding_rule(core.algorithm).kind,
        core_cells=figure.area_cells.median if figure and figure.area_cells else None,
        packed_cells=unit_cells(cost.packed, device),
        plain_cells=unit_cells(cost.plain, device),
        stream_mhz=core.io_ratio * figure.clock_mhz.median if figure and figure.clock_mhz else None,
        unit_mhz=min(clocks, default=None),
        block=core.formula.block,
        added=cost.cycles.added if cost.cycles else (),
    )


def cost_table(rows: Iterable[CostRow]) -> Table:
    """The rows as a table."""
    return table_of_texts(
        _HEADINGS,
        [
            (
                *(row.core, row.kind, number_text(row.core_cells)),
                *(str(row.packed_cells), _percent(row.packed_share), str(row.plain_cells), _percent(row.plain_share)),
                *(number_text(row.stream_mhz), number_text(row.unit_mhz), str(row.block)),
                *(number_text(cycles) for cycles in (*row.added[:2], *(None,) * (2 - len(row.added[:2])))),
                number_text(row.per_block),
            )
            for row in rows
        ],
    )


def _percent(share: float | None) -> str:
    return number_text(None if share is None else 100 * share)
