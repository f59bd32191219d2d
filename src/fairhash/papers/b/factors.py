# SPDX-License-Identifier: Apache-2.0
"""What a departure in throughput per area consists of: clock, cycles and area, each over the paper's."""

from dataclasses import dataclass

from fairhash.analysis.measures import geometric_mean
from fairhash.papers.b import published
from fairhash.papers.b.candidates import CANDIDATES, FINALISTS, Candidate
from fairhash.papers.b.evidence import Evidence, single_block_cycles
from fairhash.papers.b.published import FIRST_FAMILY, SLICE_CELLS
from fairhash.papers.differences import Explanation
from fairhash.papers.table import Cell, Column, Preliminary, Table

_FACTORS = {
    "clock": "clock",
    "cycles": "cycles of a block",
    "single_cycles": "cycles of one block alone",
    "area": "area",
}


@dataclass(frozen=True)
class Factors:
    """Our values over the paper's on Spartan-3."""

    clock: float
    cycles: float
    """Of a block, loading included."""
    single_cycles: float
    """Of one block alone."""
    area: float
    """Our cells over two cells for each slice."""
    preliminary: str = ""
    """Why our figure is preliminary; empty if it is known."""

    @property
    def per_area(self) -> float:
        """Throughput of long messages per cell."""
        return self.clock / (self.cycles * self.area)

    @property
    def per_area_at_published_cycles(self) -> float:
        """The same if our core took the paper's cycles."""
        return self.clock / self.area


def factors(evidence: Evidence, candidate: Candidate, device: str) -> Factors | None:
    """Return the factors of a design, preliminary if its figure is; None if it must not be divided."""
    figure = evidence.figure(candidate.core, device)
    if figure is None or figure.ratio_exclusion:
        return None
    cycles, formula = evidence.cycles(candidate.core), published.formula(candidate)
    throughput = published.mbit_s(candidate, FIRST_FAMILY, "long")
    slices = published.area(candidate, FIRST_FAMILY)
    if not (figure and figure.clock_mhz and figure.area_cells and cycles and formula and throughput and slices):
        return None
    clock_mhz = throughput * formula.block / formula.bits
    return Factors(
        figure.clock_mhz.median / clock_mhz,
        cycles.formula.block / formula.block,
        single_block_cycles(cycles) / formula.single,
        figure.area_cells.median / (SLICE_CELLS * slices),
        figure.preliminary,
    )


def _all_factors(evidence: Evidence, device: str) -> dict[Candidate, Factors]:
    """Return the factors of every design on the device, preliminary ones included."""
    return {each: own for each in CANDIDATES if (own := factors(evidence, each, device))}


def explanations(evidence: Evidence, device: str) -> dict[Candidate, Explanation]:
    """Return what each throughput per area over the finalists' is made of; none unless all finalists are known."""
    all_factors = {each: own for each, own in _all_factors(evidence, device).items() if not own.preliminary}
    if not set(FINALISTS) <= set(all_factors):
        return {}
    finalists = ", ".join(
        f"{geometric_mean([getattr(all_factors[each], name) for each in FINALISTS]):.2f}" for name in _FACTORS
    )
    texts = {
        each: ", ".join(f"{text} {getattr(own, name):.2f}" for name, text in _FACTORS.items())
        for each, own in all_factors.items()
    }
    return {
        each: Explanation(
            f"Factors over the paper's: {text}; geometric means of the finalists {finalists}.",
            f"results of {each.core} and the finalists on {device}; the table of clock, cycles and area",
        )
        for each, text in texts.items()
    }


def table(evidence: Evidence, device: str) -> Table | None:
    """Return the factors of every design that has a figure on the device, or None if there is none."""
    all_factors = _all_factors(evidence, device)
    if not all_factors:
        return None
    mean = published_cycles_mean = None
    if all(each in all_factors and not all_factors[each].preliminary for each in FINALISTS):
        mean = geometric_mean([all_factors[each].per_area for each in FINALISTS])
        published_cycles_mean = geometric_mean([all_factors[each].per_area_at_published_cycles for each in FINALISTS])
    rows: list[tuple[Cell, ...]] = [
        (
            candidate.name,
            _marked(own, own.clock),
            own.cycles,
            _marked(own, own.area),
            _marked(own, own.per_area),
            _marked(own, own.per_area / mean) if mean else None,
            _marked(own, own.per_area_at_published_cycles / published_cycles_mean) if published_cycles_mean else None,
            evidence.ours.statement(candidate.core, device),
        )
        for candidate, own in all_factors.items()
    ]
    return Table(
        f"factors-{device}",
        f"Clock, cycles and area on {device} over the paper's on Spartan-3",
        (
            Column("algorithm"),
            Column("clock x", 2),
            Column("cycles x", 2),
            Column("area x", 2),
            Column("Mbit/s/area x", 2),
            Column("over the finalists", 2, "throughput_per_area_ratio_over_finalists"),
            Column("at the paper's cycles", 2, "throughput_per_area_ratio_over_finalists_at_published_cycles"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Long messages. `Mbit/s/area x` is clock over cycles and area; two cells count as a slice. `over the "
            "finalists` is that over its geometric mean over the five finalists: the departure of the table above. "
            "`at the paper's cycles` is the same with clock and area only: what is not near 1 there is not due to "
            "cycles. The families differ, so only the differences between the rows mean anything. The "
            "mean is over the finalists if all five are known.",
        ),
    )


def _marked(own: Factors, value: float) -> Cell:
    return Preliminary(value) if own.preliminary else value
