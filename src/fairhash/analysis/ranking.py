# SPDX-License-Identifier: Apache-2.0
"""Cores normalised to the reference and averaged over devices, as in Fig. 1 and Table 10 of paper A."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.analysis.common_subset import common_subset
from fairhash.analysis.figures import Figure, reference_figure
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
    """Normalised throughput, area and throughput per area of one core, averaged over `devices`."""

    core: str
    throughput: Relative
    area: Relative
    ratio: Relative
    devices: tuple[str, ...]
    figures: tuple[Figure, ...]

    @property
    def is_stale(self) -> bool:
        """Whether one of its runs is of earlier sources of the core."""
        return any(figure.stale for figure in self.figures)


def points(
    figures: Sequence[Figure], digest_bits: int, comparison: str, devices: Sequence[str] | None = None
) -> list[Point]:
    """The cores of this digest size that may be ranked on all of `devices`, by default the common subset.

    All points are means over the same devices. If the reference cannot be ranked on one of them, there are no points.
    """
    chosen = common_subset() if devices is None else devices
    ranked: list[Point] = []
    for core, by_device in sorted(_candidates(figures, digest_bits, comparison).items()):
        pairs = [
            (by_device[device], reference_figure(by_device[device], figures))
            for device in chosen
            if device in by_device
        ]
        usable = [(own, base) for own, base in pairs if base is not None and not own.ranking_exclusion]
        if len(usable) == len(chosen):
            ranked.append(_point(core, usable))
    return ranked


def absent(
    figures: Sequence[Figure], digest_bits: int, comparison: str, devices: Sequence[str] | None = None
) -> dict[str, str]:
    """Why each core of this digest size is not among the points, e.g. ``ice40-hx8k: unfit: ...``; by core."""
    chosen = common_subset() if devices is None else devices
    reasons: dict[str, str] = {}
    for core, by_device in sorted(_candidates(figures, digest_bits, comparison).items()):
        missing = {
            device: by_device[device].ranking_exclusion if device in by_device else "not measured" for device in chosen
        }
        texts = [f"{device}: {' '.join(reason.split())}" for device, reason in missing.items() if reason]
        if texts:
            reasons[core] = "; ".join(texts)
    return reasons


def _candidates(figures: Sequence[Figure], digest_bits: int, comparison: str) -> dict[str, dict[str, Figure]]:
    """Figures on FPGAs by core and device. A mean over standard cells and FPGAs would describe neither."""
    by_recipe: dict[str, dict[str, Figure]] = {}
    for figure in figures:
        on_fpga = figure.first.area_unit != GATE_EQUIVALENT and not figure.estimated
        if on_fpga and figure.first.digest_bits == digest_bits and figure.comparison == comparison:
            by_recipe.setdefault(figure.first.core, {})[figure.first.device] = figure
    return by_recipe


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
    """Ranks by throughput per area, with their ranges over resampled seeds; all points must have the same devices."""
    samples = {point.core: [figure.ratios for figure in point.figures] for point in among}
    return rank_ranges(samples) if samples else []
