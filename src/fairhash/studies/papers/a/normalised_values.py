# SPDX-License-Identifier: Apache-2.0
"""Sect. 5 and 6: a candidate over SHA-2, and 512 over 256 bits, on each device and as geometric means over devices."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fairhash.figures.figures import Figure
from fairhash.figures.statistics import RankRange
from fairhash.results.schema import Result
from fairhash.studies.papers.a.published import ALL, CANDIDATES, PAPER_STRUCTURED, SHA2, VARIANTS, Bits, Candidate
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
        recipe = f", all cores by recipe `{self.ours.recipe}`" if self.ours.recipe else ""
        return recipe + (", Shabal structured as in the paper" if self.paper_structured else "")

    @property
    def name_suffix(self) -> str:
        """Return what a table's name adds for these results."""
        recipe = f"-recipe-{self.ours.recipe}" if self.ours.recipe else ""
        return recipe + ("" if self.statistic == "median" else "-best")

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
    def from_values(values: NormalisedValues, bits: Bits, measure: Measure) -> "Ranking":
        """Rank the known ones by the overall value: the smallest area first, otherwise the largest value first."""
        devices = values.ours.overall_devices
        means = {candidate.name: overall(values.normalised(candidate, bits), devices) for candidate in CANDIDATES}
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
