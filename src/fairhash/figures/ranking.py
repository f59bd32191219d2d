# SPDX-License-Identifier: Apache-2.0
"""Orders of cores by throughput per area, over the devices of overall values: ranks with their uncertainty.

A known figure also has a rank among those of equal digest size on its device.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from fairhash.base.records import StrictModel
from fairhash.catalog.data_file import read_data_file
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import find_device
from fairhash.figures.figures import Figure
from fairhash.figures.statistics import RankRange, rank_ranges

_SUBSET_FILE = Path(__file__).with_name("common_subset.toml")


class _Subset(StrictModel):
    devices: Annotated[tuple[str, ...], Field(min_length=1)]
    least_known: Annotated[int, Field(ge=1)]
    of: Annotated[int, Field(ge=1)]


def _declared() -> _Subset:
    return read_data_file(_SUBSET_FILE, _Subset, "see docs/measures.md")


@cache
def common_subset() -> tuple[str, ...]:
    """The devices declared in common_subset.toml, in its order.

    Raises:
        FairhashError: if a device does not exist.
    """
    return tuple(find_device(name).id for name in _declared().devices)


def held_subset(known: Mapping[str, Set[str]], cores: Set[str]) -> tuple[str, ...]:
    """The declared devices up to the last one with which enough of the cores are known on all of them; at least one.

    Args:
        known: The cores that are known, by device.
        cores: The cores of the comparison.
    """
    declared, devices = _declared(), common_subset()
    held = 1
    on_all = set(cores)
    for count, device in enumerate(devices, 1):
        on_all &= known.get(device, set())
        if on_all and len(on_all) * declared.of >= declared.least_known * len(cores):
            held = count
    return devices[:held]


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


@dataclass(frozen=True)
class OrderComparison:
    """The order of the cores of one device by throughput per area, in two comparisons."""

    cores: tuple[str, ...]
    """The cores that are known in both, by the first comparison's order, best first."""
    reversed_pairs: tuple[tuple[str, str], ...]
    """Pairs of cores that the second comparison has in the opposite order; the better one of the first comes first."""

    def sentence(self) -> str:
        """The comparison as one sentence beside the two tables."""
        count = len(self.cores)
        if count < 2:
            found = f"{count} core" if count else "no core"
            return f"The order by {MAIN_RECIPE} for all cores cannot be compared: {found} is known in both tables."
        if not self.reversed_pairs:
            return f"By {MAIN_RECIPE} for all cores the order of the {count} cores known in both tables is the same."
        pairs = "; ".join(f"{better} before {worse}" for better, worse in self.reversed_pairs)
        return (
            f"By {MAIN_RECIPE} for all cores the order of the {count} cores known in both tables differs. By the "
            f"recipe chosen for each core, but not by {MAIN_RECIPE}, the order is {pairs}."
        )


def compare_orders(first: Iterable[Figure], second: Iterable[Figure]) -> OrderComparison:
    """Compare the order of cores by median throughput per area; equal values have no order.

    Args:
        first: The figures of one comparison on one device.
        second: Those of another comparison on the same device.
    """
    ratios, others = _known_ratios(first), _known_ratios(second)
    cores = sorted(ratios.keys() & others.keys(), key=lambda core: (-ratios[core], core))
    pairs = tuple(
        (better, worse)
        for better, worse in itertools.combinations(cores, 2)
        if ratios[better] > ratios[worse] and others[better] < others[worse]
    )
    return OrderComparison(tuple(cores), pairs)


def _known_ratios(figures: Iterable[Figure]) -> dict[str, float]:
    return {
        figure.first.core: figure.ratio.median
        for figure in figures
        if not figure.preliminary and figure.ratio is not None
    }


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
