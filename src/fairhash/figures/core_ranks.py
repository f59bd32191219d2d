# SPDX-License-Identifier: Apache-2.0
"""The rank of each known figure by throughput per area among those of equal digest size, with its uncertainty."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fairhash.figures.figures import Figure
from fairhash.figures.statistics import RankRange, rank_ranges

Comparison = tuple[str, str, int]
"""Device, comparison and digest bits: the figures that are ranked together."""


@dataclass(frozen=True)
class CoreRank:
    """The rank of one core among the known figures of one comparison."""

    range: RankRange
    count: int
    """Number of known figures ranked, this one included."""
    digest_bits: int
    device: str
    is_resampled: bool
    """Whether there are seeds to draw again; standard cells have one run and so no range."""

    def short(self) -> str:
        """For a table, e.g. ``4 of 48 (3 to 5)``."""
        limits = f" ({self.range.lowest} to {self.range.highest})" if self.is_resampled else ""
        return f"{self.range.rank} of {self.count}{limits}"

    def first_share(self) -> str:
        """How often the core is first, e.g. ``0 %``; empty without seeds."""
        return f"{100 * self.range.first_share:.0f} %" if self.is_resampled else ""

    def sentence(self) -> str:
        """For a page, e.g. ``4th of 48 known 256-bit cores on ecp5-85k-8, 3rd to 5th in 95 % of draws, ...``."""
        among = f"{ordinal(self.range.rank)} of {self.count} known {self.digest_bits}-bit cores on {self.device}"
        if not self.is_resampled:
            return f"{among}, from one run each, so without a range"
        limits = " to ".join(dict.fromkeys(map(ordinal, (self.range.lowest, self.range.highest))))
        return f"{among}, {limits} in 95 % of draws, first in {self.first_share()}"


def ordinal(number: int) -> str:
    """A positive number as a position: ``1st``, ``12th``, ``23rd``."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def core_ranks(among: Iterable[Figure]) -> dict[tuple[str, Comparison], CoreRank]:
    """The rank of each known figure, by core and comparison.

    Only cores of equal digest size are ranked together: a longer digest costs area and time that a shorter one saves.

    Args:
        among: Figures of any devices and comparisons; preliminary ones have no rank.
    """
    groups: dict[Comparison, list[Figure]] = {}
    for figure in among:
        if not figure.preliminary and figure.ratios:
            groups.setdefault(comparison_of(figure), []).append(figure)
    return {(rank.range.name, key): rank for key, group in groups.items() for rank in _ranks(key, group)}


def comparison_of(figure: Figure) -> Comparison:
    """The figures that this one is ranked with."""
    return figure.first.device, figure.comparison, figure.first.digest_bits


def _ranks(key: Comparison, group: Sequence[Figure]) -> list[CoreRank]:
    device, _, digest_bits = key
    ranges = rank_ranges({figure.first.core: [figure.ratios] for figure in group})
    is_resampled = not any(figure.on_cells for figure in group)
    return [CoreRank(one, len(group), digest_bits, device, is_resampled) for one in ranges]
