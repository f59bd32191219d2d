# SPDX-License-Identifier: Apache-2.0
"""Published tables as text, and published numbers as the intervals that rounding leaves open."""

import csv
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_SLACK = 1e-9
"""Relative: what floating point may lose, far below any published digit."""


def read_table(file: Path) -> dict[str, dict[str, str]]:
    """The rows of a CSV by their first cell; a repeated row or one of another length raises ValueError."""
    with file.open(encoding="utf-8", newline="") as stream:
        header, *body = csv.reader(stream, strict=True)
    rows = {cells[0]: dict(zip(header, cells, strict=True)) for cells in body}
    if len(rows) != len(body) or len(set(header)) != len(header):
        raise ValueError(f"{file}: a name is there twice")
    return rows


@dataclass(frozen=True)
class Interval:
    """A positive quantity known to lie between two bounds, both possible."""

    low: float
    high: float

    def __mul__(self, other: "Interval") -> "Interval":
        return Interval(self.low * other.low, self.high * other.high)

    def __truediv__(self, other: "Interval") -> "Interval":
        return Interval(self.low / other.high, self.high / other.low)

    def __pow__(self, power: float) -> "Interval":
        """For positive powers."""
        return Interval(self.low**power, self.high**power)

    def meets(self, other: "Interval") -> bool:
        """Whether both may be the same number."""
        return self.low <= other.high * (1 + _SLACK) and other.low <= self.high * (1 + _SLACK)

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def exactly(value: float) -> Interval:
    """A number that nobody rounded."""
    return Interval(value, value)


def decimals(cell: str) -> int:
    """Digits after the point."""
    return len(cell.partition(".")[2])


def published_interval(cell: str, digits: int | None = None) -> Interval:
    """A rounded number: half a unit of its last digit either way, or of the ``digits``-th after the point where the
    column has that many and this cell lost its trailing zeros."""
    half = 0.5 * 10.0 ** -(decimals(cell) if digits is None else digits)
    return Interval(float(cell) - half, float(cell) + half)


def geometric_mean(values: Iterable[Interval]) -> Interval:
    """Over at least one value."""
    listed = list(values)
    return math.prod(listed, start=exactly(1)) ** (1 / len(listed))
