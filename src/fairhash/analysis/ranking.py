# SPDX-License-Identifier: Apache-2.0
"""Cores against the reference, averaged over devices: the points of paper A, Fig. 1 and the ranks of its Table 10."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.analysis.figures import Figure, reference
from fairhash.analysis.measures import geometric_mean
from fairhash.analysis.statistics import RankRange, Spread, rank_ranges
from fairhash.catalog.device import GATE_EQUIVALENT


@dataclass(frozen=True)
class Relative:
    """A quantity divided by the reference's median on each device; geometric mean over the devices."""

    median: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Point:
    """One core: normalised throughput, area and throughput per area, and on which devices."""

    core: str
    throughput: Relative
    area: Relative
    ratio: Relative
    devices: tuple[str, ...]
    figures: tuple[Figure, ...]


def points(figures: Sequence[Figure], digest_bits: int, comparison: str) -> list[Point]:
    """Every core of this digest size that may be ranked on at least one FPGA where the reference may be too.

    Standard cells are left out: a mean over them and FPGAs would say nothing of either.
    """
    usable: dict[str, list[tuple[Figure, Figure]]] = {}
    for figure in figures:
        if figure.first.area_unit == GATE_EQUIVALENT:
            continue
        if figure.first.digest_bits == digest_bits and figure.comparison == comparison and not figure.obstacle:
            base = reference(figure, figures)
            if base is not None:
                usable.setdefault(figure.first.core, []).append((figure, base))
    return [_point(core, pairs) for core, pairs in sorted(usable.items())]


def _point(core: str, pairs: list[tuple[Figure, Figure]]) -> Point:
    return Point(
        core,
        _relative([(own.throughput_mbit_s, base.throughput_mbit_s) for own, base in pairs]),
        _relative([(own.area_cells, base.area_cells) for own, base in pairs]),
        _relative([(own.ratio, base.ratio) for own, base in pairs]),
        tuple(own.first.device for own, _ in pairs),
        tuple(own for own, _ in pairs),
    )


def _relative(pairs: list[tuple[Spread | None, Spread | None]]) -> Relative:
    both = [(own, base) for own, base in pairs if own is not None and base is not None]
    return Relative(
        geometric_mean([own.median / base.median for own, base in both]),
        geometric_mean([own.lower / base.median for own, base in both]),
        geometric_mean([own.upper / base.median for own, base in both]),
    )


def ranking(among: Sequence[Point]) -> list[RankRange]:
    """Ranks by throughput per area with what resampling the seeds leaves open; over the devices all have."""
    if not among:
        return []
    common = set.intersection(*(set(point.devices) for point in among))
    samples = {
        point.core: [figure.ratios for figure in point.figures if figure.first.device in common] for point in among
    }
    return rank_ranges(samples) if common else []
