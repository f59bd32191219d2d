# SPDX-License-Identifier: Apache-2.0
"""Cores normalised to the reference and averaged over devices, as in Fig. 1 and Table 10 of paper A."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.analysis.figures import Figure
from fairhash.analysis.statistics import RankRange, rank_ranges


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


def ranking(among: Sequence[Point]) -> list[RankRange]:
    """Ranks by throughput per area, with their ranges over resampled seeds.

    Args:
        among: Known points, all of the same devices.
    """
    samples = {point.core: [figure.ratios for figure in point.figures] for point in among}
    return rank_ranges(samples) if samples else []
