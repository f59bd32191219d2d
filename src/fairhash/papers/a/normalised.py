# SPDX-License-Identifier: Apache-2.0
"""Sect. 5 and 6: a candidate over SHA-2, and 512 over 256 bits, on each device and as geometric means over devices."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fairhash.analysis.statistics import RankRange
from fairhash.papers.a.algorithms import CANDIDATES, SHA2, VARIANTS, Bits, Candidate
from fairhash.papers.a.drawn import (
    MEASURES,
    Array,
    Estimate,
    Measure,
    Statistic,
    Triple,
    draw,
    mean,
    ranking,
    spread_of_others,
)
from fairhash.papers.a.ours import Ours


@dataclass(frozen=True)
class Values:
    """Every core that may enter a ratio, drawn on every chosen device."""

    ours: Ours
    statistic: Statistic = "median"

    @cached_property
    def _spreads(self) -> dict[str, Array | None]:
        known = {
            device: [
                figure
                for candidate in (*CANDIDATES, SHA2)
                for bits in VARIANTS
                if (figure := self.ours.usable(candidate, bits, device))
            ]
            for device in self.ours.devices
        }
        return {device: spread_of_others(figures) for device, figures in known.items()}

    @cached_property
    def _triples(self) -> dict[tuple[str, str], Triple]:
        return {
            (candidate.core(bits), device): draw(figure, self.statistic, self._spreads[device])
            for candidate in (*CANDIDATES, SHA2)
            for bits in VARIANTS
            for device in self.ours.devices
            if (figure := self.ours.usable(candidate, bits, device))
        }

    def of(self, candidate: Candidate, bits: Bits, device: str) -> Triple | None:
        """Throughput, area and their ratio there."""
        return self._triples.get((candidate.core(bits), device))

    def normalised(self, candidate: Candidate, bits: Bits, devices: Sequence[str] | None = None) -> dict[str, Triple]:
        """Divided by SHA-2 of equal digest, by device (Tables 8 to 10); of these, or of those that are averaged."""
        chosen = self.ours.averaged if devices is None else devices
        return _quotients(
            [(device, self.of(candidate, bits, device), self.of(SHA2, bits, device)) for device in chosen]
        )

    def large_over_small(self, candidate: Candidate, devices: Sequence[str] | None = None) -> dict[str, Triple]:
        """512 over 256 bits, by device (Tables 3 to 5); of these devices, or of those that are averaged."""
        chosen = self.ours.averaged if devices is None else devices
        return _quotients(
            [(device, self.of(candidate, 512, device), self.of(candidate, 256, device)) for device in chosen]
        )

    def without_spread(self) -> list[str]:
        """Devices where no core has seeds enough to tell what chance does."""
        return [device for device, spread in self._spreads.items() if spread is None]


def _quotients(pairs: Sequence[tuple[str, Triple | None, Triple | None]]) -> dict[str, Triple]:
    return {
        device: {measure: above[measure].over(below[measure]) for measure in MEASURES}
        for device, above, below in pairs
        if above and below
    }


def overall(triples: dict[str, Triple]) -> Triple | None:
    """The geometric mean over the devices where there is a value, as print's Overall is over such families."""
    if not triples:
        return None
    return {measure: mean([triple[measure] for triple in triples.values()]) for measure in MEASURES}


@dataclass(frozen=True)
class Ranking:
    """One of Tables 8 to 10 for one digest size."""

    bits: Bits
    measure: Measure
    overalls: dict[str, Estimate]
    """By print's names, of the candidates that have one, best first."""
    ranks: dict[str, RankRange]

    @staticmethod
    def of(values: Values, bits: Bits, measure: Measure) -> "Ranking":
        """Smallest area first, otherwise the largest value."""
        found = {candidate.printed: overall(values.normalised(candidate, bits)) for candidate in CANDIDATES}
        estimates = {name: triple[measure] for name, triple in found.items() if triple}
        ranks = {rank.name: rank for rank in ranking(estimates, smallest_first=measure == "area")}
        return Ranking(bits, measure, {name: estimates[name] for name in ranks}, ranks)
