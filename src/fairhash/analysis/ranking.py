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
    lower: float | None
    """First quartile over the seeds; None, as `upper`, where the quantity has no interval."""
    upper: float | None


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
    def preliminary(self) -> str:
        """Why it is preliminary; empty if all of its figures are known."""
        return next((figure.preliminary for figure in self.figures if figure.preliminary), "")


def points(
    figures: Sequence[Figure], digest_bits: int, comparison: str, devices: Sequence[str] | None = None
) -> list[Point]:
    """The cores of this digest size that are known on all of `devices`, by default the common subset.

    All points are means over the same devices. If the reference is not known on one of them, there are no points.
    """
    return [
        _point(core, pairs)
        for core, pairs in _divided(figures, digest_bits, comparison, devices)
        if not any(own.preliminary for own, _ in pairs)
    ]


def preliminary_points(
    figures: Sequence[Figure], digest_bits: int, comparison: str, devices: Sequence[str] | None = None
) -> list[Point]:
    """The cores whose figure is preliminary but may be divided by the reference, which is known.

    A mean contains only known figures, so there are no such points where `devices` are more than one.
    """
    return [
        _point(core, pairs)
        for core, pairs in _divided(figures, digest_bits, comparison, devices)
        if len(pairs) == 1 and pairs[0][0].preliminary
    ]


def _divided(
    figures: Sequence[Figure], digest_bits: int, comparison: str, devices: Sequence[str] | None
) -> list[tuple[str, list[tuple[Figure, Figure]]]]:
    """By core: the figure and the reference on each of the devices, for cores that have both on all of them."""
    chosen = common_subset() if devices is None else devices
    divided: list[tuple[str, list[tuple[Figure, Figure]]]] = []
    for core, by_device in sorted(_candidates(figures, digest_bits, comparison).items()):
        pairs = [
            (by_device[device], reference_figure(by_device[device], figures))
            for device in chosen
            if device in by_device
        ]
        usable = [(own, base) for own, base in pairs if base is not None and not own.ratio_exclusion]
        if len(usable) == len(chosen):
            divided.append((core, usable))
    return divided


def absent(
    figures: Sequence[Figure], digest_bits: int, comparison: str, devices: Sequence[str] | None = None
) -> dict[str, str]:
    """By core of this digest size: why it is not among the points, e.g. ``ecp5-85k-8: 1 of the 3 seeds needed``."""
    chosen = common_subset() if devices is None else devices
    reasons: dict[str, str] = {}
    for core, by_device in sorted(_candidates(figures, digest_bits, comparison).items()):
        missing = {
            device: by_device[device].preliminary if device in by_device else "not measured" for device in chosen
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
    has_interval = all(own.has_interval for own, _ in pairs)
    return Point(
        core,
        _relative([(own.throughput_mbit_s, base.throughput_mbit_s) for own, base in pairs], has_interval),
        _relative([(own.area_cells, base.area_cells) for own, base in pairs], has_interval),
        _relative([(own.ratio, base.ratio) for own, base in pairs], has_interval),
        tuple(own.first.device for own, _ in pairs),
        tuple(own for own, _ in pairs),
    )


def _relative(pairs: list[tuple[Spread | None, Spread | None]], has_interval: bool) -> Relative:
    both = [(own, base) for own, base in pairs if own is not None and base is not None]
    median = geometric_mean([own.median / base.median for own, base in both])
    if not has_interval:
        return Relative(median, None, None)
    return Relative(
        median,
        geometric_mean([own.lower / base.median for own, base in both]),
        geometric_mean([own.upper / base.median for own, base in both]),
    )


def ranking(among: Sequence[Point]) -> list[RankRange]:
    """Ranks by throughput per area, with their ranges over resampled seeds.

    Args:
        among: Known points, all of the same devices.
    """
    samples = {point.core: [figure.ratios for figure in point.figures] for point in among}
    return rank_ranges(samples) if samples else []
