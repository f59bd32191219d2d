# SPDX-License-Identifier: Apache-2.0
"""The control/datapath split of cores' areas as a table (paper B, Fig. 8e)."""

from collections.abc import Iterable
from dataclasses import dataclass

from fairhash.base.table import Table, number_text, table_of_texts
from fairhash.catalog.device import Count
from fairhash.catalog.targets import devices
from fairhash.features.split_area.record import AreaSplit, CellCounts, Part

_HEADINGS = (
    *("device", "core", "recipe", "control", "datapath", "shell", "sum", "flat", "sum/flat", "LUTs/flat", "FFs/flat"),
    *("control %", "control % of control and datapath", "note"),
)


@dataclass(frozen=True)
class SplitRow:
    """One core's split in logic cells that the mapped netlists need; None where there is no such value."""

    device: str
    core: str
    recipe: str
    parts: dict[Part, int]
    """Empty if the synthesis failed; without `shell` for a core that has no part of it."""
    flat: int | None
    luts: float | None
    """LUTs and carry cells of the parts together over those of the flat core."""
    flip_flops: float | None
    """Registers of the parts together over those of the flat core."""
    note: str

    @property
    def total(self) -> int | None:
        """Cells of all parts together."""
        return sum(self.parts.values()) if self.parts else None

    @property
    def difference(self) -> float | None:
        """Cells of all parts together over those of the flat core."""
        return self.total / self.flat if self.total and self.flat else None

    @property
    def control_share(self) -> float | None:
        """Control's share of all parts."""
        return self.parts["control"] / self.total if self.total else None

    @property
    def control_share_without_shell(self) -> float | None:
        """Control's share of control and datapath together."""
        rest = (self.total or 0) - self.parts.get("shell", 0)
        return self.parts["control"] / rest if rest else None

    def cells(self) -> tuple[str, ...]:
        """The row as text, in the order of split_table()."""
        return (
            *(self.device, self.core, self.recipe),
            *(number_text(self.parts.get(part)) for part in ("control", "datapath", "shell")),
            *(number_text(self.total), number_text(self.flat), number_text(self.difference, 3)),
            *(number_text(self.luts, 3), number_text(self.flip_flops, 3)),
            *(_percent(self.control_share), _percent(self.control_share_without_shell)),
            self.note,
        )


def split_rows(splits: Iterable[AreaSplit]) -> list[SplitRow]:
    """A row for each split on a device that has a file, in the order of device, core and recipe."""
    rows = [
        _row(split, devices()[split.device].count)
        for split in sorted(splits, key=lambda split: (split.device, split.core, split.recipe))
        if split.device in devices()
    ]
    return rows


def split_table(rows: Iterable[SplitRow]) -> Table:
    """The splits for people."""
    return table_of_texts(_HEADINGS, [row.cells() for row in rows], ("device", "core", "recipe", "note"))


def _row(split: AreaSplit, count: Count) -> SplitRow:
    total, flat = split.total, split.flat
    return SplitRow(
        device=split.device,
        core=split.core,
        recipe=split.recipe,
        parts={part: _cells(counts, count) for part, counts in split.parts.items()},
        flat=_cells(flat, count) if flat else None,
        luts=_quotient(_logic(total, count), _logic(flat, count)) if split.parts and flat else None,
        flip_flops=_quotient(total.flip_flops, flat.flip_flops) if split.parts and flat else None,
        note=split.reason,
    )


def _cells(counts: CellCounts, count: Count) -> int:
    return count.mapped_cells(counts.luts, counts.carry, counts.flip_flops)[0]


def _logic(counts: CellCounts, count: Count) -> int:
    return count.mapped_cells(counts.luts, counts.carry, 0)[1]


def _quotient(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _percent(share: float | None) -> str:
    return number_text(None if share is None else 100 * share, 1)
