# SPDX-License-Identifier: Apache-2.0
"""The search for the shortest period over the mapper's delay target.

The achieved period is not a monotonic function of the target: a shorter target may give a slower circuit. So the best
of all tried targets is selected, and the search continues near it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

FACTORS = (1.0, 0.7, 0.85, 1.2)
"""The targets after the first one, as factors of the shortest period achieved so far."""
SAME = 0.02
"""Targets count as equal if they differ by less than this fraction of the period."""


@dataclass(frozen=True)
class SearchPoint:
    """One mapping with delay target `target_ps`: its period (None if it failed) and area."""

    target_ps: float
    period_ps: float | None
    area: float | None = None
    reason: str = ""


def search(attempt: Callable[[float], SearchPoint], first_ps: float, mappings: int) -> tuple[SearchPoint, ...]:
    """Search for the shortest period; returns at most `mappings` points in the order they were tried.

    The first targets are `first_ps` and FACTORS of the shortest period so far. Each further target is the middle of the
    wider gap next to the best one. The search ends early if the first two mappings fail, or if the neighbours of the
    best target give the same circuit, so that it does not depend on the target.
    """
    points = [attempt(first_ps)]
    for factor in FACTORS:
        target = round(_scale(points) * factor, 1)
        if len(points) < mappings and not _near(target, points):
            points.append(attempt(target))
            if best(points) is None:
                return tuple(points)
    while len(points) < mappings:
        bracket = _between(points)
        if bracket is None or _near(bracket, points):
            break
        points.append(attempt(bracket))
    return tuple(points)


def best(points: "tuple[SearchPoint, ...] | list[SearchPoint]") -> SearchPoint | None:
    """The point with the shortest period, then the smallest area, then the earliest; None if every mapping failed."""
    good = [point for point in points if point.period_ps is not None]
    return min(good, key=lambda point: (point.period_ps, point.area), default=None)


def _scale(points: list[SearchPoint]) -> float:
    """The shortest period so far; the first target while there is none."""
    chosen = best(points)
    return chosen.period_ps if chosen and chosen.period_ps else points[0].target_ps


def _near(target_ps: float, points: list[SearchPoint]) -> bool:
    return any(abs(target_ps - point.target_ps) < SAME * _scale(points) for point in points)


def _between(points: list[SearchPoint]) -> float | None:
    """The middle of the wider gap next to the best target; the gap below the lowest target ends at 0.7 times it."""
    chosen = best(points)
    if chosen is None or _plateau(points, chosen):
        return None
    targets = sorted({point.target_ps for point in points})
    edges = [targets[0] * 0.7, *targets]
    gaps = [(high - low, (low + high) / 2) for low, high in pairwise(edges) if chosen.target_ps in (low, high)]
    return round(max(gaps)[1], 1)


def _plateau(points: list[SearchPoint], chosen: SearchPoint) -> bool:
    same = [(point.period_ps, point.area) == (chosen.period_ps, chosen.area) for point in sorted(points, key=_target)]
    return any(all(run) for run in zip(same, same[1:], same[2:], strict=False))


def _target(point: SearchPoint) -> float:
    return point.target_ps
