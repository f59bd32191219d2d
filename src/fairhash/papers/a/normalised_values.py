# SPDX-License-Identifier: Apache-2.0
"""Sect. 5 and 6: a candidate over SHA-2, and 512 over 256 bits, on each device and as geometric means over devices."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fairhash.analysis.statistics import RankRange
from fairhash.papers.a.candidates import ALL, CANDIDATES, PAPER_STRUCTURED, SHA2, VARIANTS, Bits, Candidate
from fairhash.papers.estimate import (
    MEASURES,
    Array,
    Estimate,
    Estimates,
    Measure,
    Statistic,
    estimate,
    geometric_mean,
    pooled_spread,
    rank_ranges,
)
from fairhash.papers.our_results import OurResults
from fairhash.results.schema import Result

MEASURE_NAMES: dict[Measure, tuple[str, str]] = {
    "throughput": ("throughput", "throughput"),
    "area": ("area", "area"),
    "ratio": ("throughput per area", "throughput_per_area"),
}
"""The name of each measure on pages and in CSV."""

SHORT_NAMES: dict[Measure, str] = {"throughput": "Thr", "area": "Area", "ratio": "Thr/Area"}


@dataclass(frozen=True)
class NormalisedValues:
    """The estimates of every comparable core on the device of each family, and their quotients."""

    ours: OurResults
    statistic: Statistic = "median"
    paper_structured: bool = False
    """Whether `ours` has the paper-structured cores' results in place of our cores' results."""

    @property
    def title_suffix(self) -> str:
        """Return what a table's title adds for these results."""
        return ", Shabal structured as in the paper" if self.paper_structured else ""

    @property
    def _devices(self) -> list[str]:
        """The devices of any table: one of each family, and those that overall values are a mean over."""
        return list(dict.fromkeys([*self.ours.family_devices, *self.ours.overall_devices]))

    @cached_property
    def _pooled_spreads(self) -> dict[str, Array | None]:
        comparable = {
            device: [
                figure
                for candidate in ALL
                for bits in VARIANTS
                if (figure := self.ours.comparable_figure(candidate.core(bits), device))
            ]
            for device in self._devices
        }
        return {device: pooled_spread(figures) for device, figures in comparable.items()}

    @cached_property
    def _estimates(self) -> dict[tuple[str, str], Estimates]:
        return {
            (candidate.core(bits), device): estimate(figure, self.statistic, self._pooled_spreads[device])
            for candidate in ALL
            for bits in VARIANTS
            for device in self._devices
            if (figure := self.ours.comparable_figure(candidate.core(bits), device))
        }

    def estimates(self, candidate: Candidate, bits: Bits, device: str) -> Estimates | None:
        """Return throughput, area and throughput per area of a core on a device."""
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

    def devices_without_spread(self) -> list[str]:
        """Return the devices on which no core has enough seeds for a spread."""
        return [device for device, spread in self._pooled_spreads.items() if spread is None]


def _quotients(pairs: Sequence[tuple[str, Estimates | None, Estimates | None]]) -> dict[str, Estimates]:
    return {
        device: {measure: above[measure].over(below[measure]) for measure in MEASURES}
        for device, above, below in pairs
        if above and below
    }


def overall(by_device: dict[str, Estimates], devices: Sequence[str]) -> Estimates | None:
    """Return the geometric means over `devices`, as in the paper's Overall column; None where one has no value."""
    if not devices or set(devices) - set(by_device):
        return None
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
    """Overall value by the paper's name, of the candidates that have one, best first."""
    ranks: dict[str, RankRange]

    @staticmethod
    def from_values(values: NormalisedValues, bits: Bits, measure: Measure) -> "Ranking":
        """Rank by the overall value: the smallest area first, otherwise the largest value first."""
        devices = values.ours.overall_devices
        means = {candidate.name: overall(values.normalised(candidate, bits), devices) for candidate in CANDIDATES}
        estimates = {name: mean[measure] for name, mean in means.items() if mean}
        ranks = {rank.name: rank for rank in rank_ranges(estimates, smallest_first=measure == "area")}
        return Ranking(bits, measure, {name: estimates[name] for name in ranks}, ranks)


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
