# SPDX-License-Identifier: Apache-2.0
"""Columns and cells that several tables of paper A share."""

from fairhash.papers.a.drawn import Estimate, Measure
from fairhash.papers.content import Cell, Column

MEASURE_NAMES: dict[Measure, tuple[str, str]] = {
    "throughput": ("throughput", "throughput"),
    "area": ("area", "area"),
    "ratio": ("throughput per area", "throughput_per_area"),
}
"""As people read them, and in CSV."""

SHORT: dict[Measure, str] = {"throughput": "Thr", "area": "Area", "ratio": "Thr/Area"}


def key(device: str) -> str:
    """A device's part of a column's name in CSV."""
    return device.replace("-", "_")


def interval_columns(head: str, name: str, digits: int = 2) -> tuple[Column, Column, Column]:
    """A value and its 95 % interval."""
    return Column(head, name, digits), Column("from", f"{name}_low", digits), Column("to", f"{name}_high", digits)


def interval(estimate: Estimate | None) -> tuple[Cell, Cell, Cell]:
    """The cells of interval_columns()."""
    return (estimate.value, estimate.low, estimate.high) if estimate else (None, None, None)
