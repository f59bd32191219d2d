# SPDX-License-Identifier: Apache-2.0
"""Columns of a value with its interval, and marks of preliminary values, in tables of a reproduction."""

from collections.abc import Callable
from typing import Protocol

from fairhash.base.table import Cell, Column, Columns, Preliminary, Subject


class WithInterval(Protocol):
    """A value with its 95 % interval."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def is_known(self) -> bool: ...


def interval(
    heading: str, value: Callable[[Subject], WithInterval | None], digits: int = 2, key: str = ""
) -> Columns[Subject]:
    """Declare the columns of a value and its 95 % interval, by the same arguments as `column`."""
    return Columns(interval_columns(heading, digits, key), lambda row: interval_cells(value(row)))


def interval_columns(heading: str, digits: int = 2, key: str = "") -> tuple[Column, Column, Column]:
    """Return the columns of a value and its 95 % interval."""
    first = Column(heading, digits, key)
    return (first, Column("from", digits, f"{first.key}_low"), Column("to", digits, f"{first.key}_high"))


def interval_cells(value: WithInterval | None) -> tuple[Cell, Cell, Cell]:
    """Return the cells of `interval_columns`; a preliminary value has no interval."""
    if value is None:
        return None, None, None
    return mark(value.value, not value.is_known), value.low, value.high


def mark(value: float | None, preliminary: object) -> Cell:
    """Return a number as a cell, marked if it is preliminary.

    Args:
        value: the number, or None.
        preliminary: true, or the reason, if the number is preliminary.
    """
    return Preliminary(value) if preliminary and value is not None else value
