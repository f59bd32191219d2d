# SPDX-License-Identifier: Apache-2.0
"""Orders of cores by throughput per area, over the devices of overall values: ranks with their uncertainty."""

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
