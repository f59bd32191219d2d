# SPDX-License-Identifier: Apache-2.0
"""Paper A's candidates and published tables, and Sect. 5 and 6: values normalised by SHA-2, over devices as means.

A candidate is divided by SHA-2, and 512 bits by 256, on each device and as geometric means over devices. N/A in a
published table is None.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal

from fairhash.figures.figures import Figure
from fairhash.figures.statistics import RankRange
from fairhash.results.schema import Result
from fairhash.studies.papers.estimate import (
    MEASURES,
    Estimate,
    Estimates,
    Measure,
    Statistic,
    estimate,
    geometric_mean,
    known_only,
    rank_ranges,
)
from fairhash.studies.papers.our_results import OurResults
from fairhash.studies.papers.published_table import Row, RowsByName, parse_number, parse_optional, published_table

Bits = Literal[256, 512]

ARCHITECTURE = "highspeed"
"""The architecture of the cores that reproduce the paper."""


@dataclass(frozen=True)
class Candidate:
    """A row of the paper's tables."""

    name: str
    """In the paper."""
    small: str
    """The algorithm with 256 bits."""
    large: str
    """With 512 bits."""
    group: int
    """The group of Sect. 5: how area and throughput change from 256 to 512 bits."""

    def algorithm(self, bits: Bits) -> str:
        """Return the catalogue's algorithm of the variant; all are the Round-2 versions that the paper implements."""
        return self.small if bits == 256 else self.large

    def core(self, bits: Bits) -> str:
        """Return the name of the core that implements the variant."""
        return f"{self.algorithm(bits)}/{ARCHITECTURE}"


CANDIDATES = (
    Candidate("BLAKE", "blake-32", "blake-64", 3),
    Candidate("BMW", "bmw-256", "bmw-512", 2),
    Candidate("CubeHash", "cubehash-256", "cubehash-512", 1),
    Candidate("ECHO", "echo-256", "echo-512", 4),
    Candidate("Fugue", "fugue-256", "fugue-512", 6),
    Candidate("Groestl", "groestl0-256", "groestl0-512", 3),
    Candidate("Hamsi", "hamsi-256", "hamsi-512", 5),
    Candidate("JH", "jh-256", "jh-512", 1),
    Candidate("Keccak", "keccak-256", "keccak-512", 4),
    Candidate("Luffa", "luffa-256", "luffa-512", 5),
    Candidate("Shabal", "shabal-256", "shabal-512", 1),
    Candidate("SHAvite-3", "shavite3-256", "shavite3-512", 3),
    Candidate("SIMD", "simd-256", "simd-512", 2),
    Candidate("Skein", "skein-256-256", "skein-512-512", 2),
)
"""In the paper's order."""

SHA2 = Candidate("SHA-2", "sha-256", "sha-512", 3)
"""The reference: all others are divided by it."""

ALL = (*CANDIDATES, SHA2)

VARIANTS: tuple[Bits, ...] = (256, 512)

PAPER_STRUCTURED = {f"shabal-{bits}/{ARCHITECTURE}": f"shabal-{bits}/parallel" for bits in VARIANTS}
"""Our core and a second one, which does in each cycle what the paper's core does. Both take the same cycles."""

ALGORITHMS = tuple(candidate.algorithm(bits) for candidate in ALL for bits in VARIANTS)

CORES = tuple(candidate.core(bits) for candidate in ALL for bits in VARIANTS)
"""The thirty cores that reproduce the paper."""

GROUPS = {
    1: "area and throughput not affected",
    2: "area and throughput both double",
    3: "both increase, area more",
    4: "area the same, throughput decreases",
    5: "throughput the same, area increases",
    6: "area increases, throughput decreases",
}
"""Sect. 5, from 256 to 512 bits."""


def group(area: float, throughput: float) -> int | None:
    """Return the group that follows from the predicted ratios, or None if the paper has no such group."""
    if area == 1:
        return 1 if throughput == 1 else 4 if throughput < 1 else None
    if area < 1:
        return None
    if throughput <= 1:
        return 5 if throughput == 1 else 6
    return 2 if throughput == area else 3 if throughput < area else None


FAMILIES = {
    "spartan_3": "Spartan 3",
    "virtex_4": "Virtex 4",
    "virtex_5": "Virtex 5",
    "cyclone_ii": "Cyclone II",
    "cyclone_iii": "Cyclone III",
    "stratix_ii": "Stratix II",
    "stratix_iii": "Stratix III",
}
"""The columns of Tables 6 to 10 and the families' names in the paper."""

AREA_UNITS = {3: "slices", 4: "aluts"}
"""By table."""

_THROUGHPUT = re.compile(r"(?P<block>\d+)/(?:T|\((?P<cycles>\d+)·T\))")


@cache
def rows(table: int) -> dict[str, Row]:
    """Return a table's rows by their first cell; Table 6's row SHA-512 is SHA-2, as in the other tables."""
    listed = published_table("A", table)
    first = next(iter(listed[0]))
    by_name = RowsByName({(SHA2.name if row[first] == "SHA-512" else row[first]): row for row in listed})
    by_name.where = f"published/paper-a/table-{table}.csv"
    return by_name


def by_family(table: int, name: str) -> tuple[float | None, ...]:
    """Return an algorithm's row of Table 6, 8, 9 or 10, in the order of FAMILIES."""
    row = rows(table).get(name, Row())
    suffix = "_mhz" if table == 6 else ""
    return tuple(parse_optional(row.get(f"{family}{suffix}", "")) for family in FAMILIES)


def family(table: int, column: int) -> dict[str, float]:
    """Return a column of Table 8, 9 or 10 by candidate.

    ECHO's 0.00 is not a value (docs/published-paper-a.md) and is excluded.
    """
    values = {name: by_family(table, name)[column] for name in overalls(table)}
    return {name: value for name, value in values.items() if value}


def overalls(table: int) -> dict[str, float]:
    """Return the Overall column of Table 8, 9 or 10, in the paper's order: best first."""
    return {name: parse_number(row["overall"]) for name, row in rows(table).items()}


@dataclass(frozen=True)
class Throughput:
    """A throughput formula of Table 1: block bits over cycles for each block."""

    block_bits: int
    cycles: int


def throughput(name: str, bits: Bits) -> Throughput:
    """Return the throughput formula of an algorithm (Table 1)."""
    match = _THROUGHPUT.fullmatch(rows(1)[name][f"throughput_{bits}_mbit_s"])
    if not match:
        raise ValueError(f"published/paper-a/table-1.csv, {name}: no throughput formula")
    return Throughput(int(match["block"]), int(match["cycles"] or 1))


def one_block_cycles(name: str, bits: Bits) -> int:
    """Return Table 1's hash time for one block, rounded up to whole cycles."""
    text = rows(1)[name][f"hash_time_{bits}_cycles"].replace("(N-1)", "0").replace("N", "1")
    terms = [math.prod(Fraction(factor) for factor in term.split("·")) for term in text.split("+")]
    return math.ceil(sum(terms))


MEASURE_NAMES: dict[Measure, tuple[str, str]] = {
    "throughput": ("throughput", "throughput"),
    "area": ("area", "area"),
    "ratio": ("throughput per area", "throughput_per_area"),
}
"""The name of each measure on pages and in CSV."""

SHORT_NAMES: dict[Measure, str] = {"throughput": "Thr", "area": "Area", "ratio": "Thr/Area"}


@dataclass(frozen=True)
class NormalisedValues:
    """The estimates of every core on the device of each family, and their quotients.

    A core is divided by a known figure only. A quotient whose upper figure is preliminary is preliminary too.
    """

    ours: OurResults
    statistic: Statistic = "median"
    paper_structured: bool = False
    """Whether `ours` has the paper-structured cores' results in place of our cores' results."""

    @property
    def title_suffix(self) -> str:
        """Return what a table's title adds for these results."""
        return self.ours.title_suffix + (", Shabal structured as in the paper" if self.paper_structured else "")

    @property
    def name_suffix(self) -> str:
        """Return what a table's name adds for these results."""
        return self.ours.name_suffix + ("" if self.statistic == "median" else "-best")

    @property
    def _devices(self) -> list[str]:
        """The devices of any table: one of each family, and those that overall values are a mean over."""
        return list(dict.fromkeys([*self.ours.family_devices, *self.ours.overall_devices]))

    @cached_property
    def _estimates(self) -> dict[tuple[str, str], Estimates]:
        return {
            (candidate.core(bits), device): estimate(figure, self.statistic)
            for candidate in ALL
            for bits in VARIANTS
            for device in self._devices
            if (figure := self.ours.figure(candidate.core(bits), device))
            and not figure.ratio_exclusion
            and figure.ratio
        }

    def estimates(self, candidate: Candidate, bits: Bits, device: str) -> Estimates | None:
        """Return throughput, area and throughput per area of a core on a device; None if they must not be divided."""
        return self._estimates.get((candidate.core(bits), device))

    def normalised(
        self, candidate: Candidate, bits: Bits, devices: Sequence[str] | None = None
    ) -> dict[str, Estimates]:
        """Return the quotients over SHA-2 of equal digest (Tables 8 to 10), by device; default: overall devices."""
        chosen = self.ours.overall_devices if devices is None else devices
        return _quotients(
            [(device, self.estimates(candidate, bits, device), self.estimates(SHA2, bits, device)) for device in chosen]
        )

    def large_over_small(self, candidate: Candidate, devices: Sequence[str] | None = None) -> dict[str, Estimates]:
        """Return the quotients of 512 over 256 bits (Tables 3 to 5), by device; default: those of overall values."""
        chosen = self.ours.overall_devices if devices is None else devices
        return _quotients(
            [
                (device, self.estimates(candidate, 512, device), self.estimates(candidate, 256, device))
                for device in chosen
            ]
        )

    def shown_figures(self, bits: Bits, devices: Sequence[str]) -> list[Figure]:
        """Return the figures of the cores of this digest size on these devices."""
        figures = [self.ours.figure(candidate.core(bits), device) for candidate in ALL for device in devices]
        return [figure for figure in figures if figure]


def _quotients(pairs: Sequence[tuple[str, Estimates | None, Estimates | None]]) -> dict[str, Estimates]:
    return {
        device: {measure: above[measure].over(below[measure]) for measure in MEASURES}
        for device, above, below in pairs
        if above and below and below["ratio"].is_known
    }


def overall(by_device: dict[str, Estimates], devices: Sequence[str]) -> Estimates | None:
    """Return the geometric means over `devices`, as in the paper's Overall column; None where one has no value.

    A preliminary value is in no mean: over one device the value itself is returned, which is preliminary.
    """
    if not devices or set(devices) - set(by_device):
        return None
    if not all(by_device[device]["ratio"].is_known for device in devices):
        return by_device[devices[0]] if len(devices) == 1 else None
    return {
        measure: geometric_mean([estimates[measure] for estimates in (by_device[device] for device in devices)])
        for measure in MEASURES
    }


@dataclass(frozen=True)
class Ranking:
    """The order of the candidates in one of Tables 8 to 10, for one digest size."""

    bits: Bits
    measure: Measure
    overalls: dict[str, Estimate]
    """Overall value by the paper's name, of the candidates that are known, best first."""
    ranks: dict[str, RankRange]
    preliminary: dict[str, Estimate]
    """Overall value of the candidates that are preliminary, best first; they have no rank."""

    def value(self, name: str) -> Estimate | None:
        """Return the overall value of a candidate by the paper's name, if it has one."""
        return self.overalls.get(name) or self.preliminary.get(name)

    @staticmethod
    def from_values(
        values: NormalisedValues, bits: Bits, measure: Measure, devices: Sequence[str] | None = None
    ) -> "Ranking":
        """Rank the known ones by the overall value: the smallest area first, otherwise the largest value first.

        Args:
            values: The values of all cores.
            bits: The digest size.
            measure: What is ranked.
            devices: The devices that a value is a mean over; default: those of overall values.
        """
        over = values.ours.overall_devices if devices is None else devices
        means = {candidate.name: overall(values.normalised(candidate, bits, over), over) for candidate in CANDIDATES}
        estimates = {name: mean[measure] for name, mean in means.items() if mean}
        smallest_first = measure == "area"
        ranks = {rank.name: rank for rank in rank_ranges(known_only(estimates), smallest_first)}
        others = [name for name in estimates if name not in ranks]
        others.sort(key=lambda name: estimates[name].value, reverse=not smallest_first)
        return Ranking(
            bits,
            measure,
            {name: estimates[name] for name in ranks},
            ranks,
            {name: estimates[name] for name in others},
        )


def substitute_paper_structured(results: Iterable[Result]) -> list[Result]:
    """Substitute the paper-structured cores' results for those of our cores, on each device that has them."""
    all_results = list(results)
    our_name = {paper_structured: core for core, paper_structured in PAPER_STRUCTURED.items()}
    replaced = {(our_name[result.core], result.device) for result in all_results if result.core in our_name}
    return [
        result.model_copy(update={"core": our_name[result.core]}) if result.core in our_name else result
        for result in all_results
        if (result.core, result.device) not in replaced
    ]
