# SPDX-License-Identifier: Apache-2.0
"""Every value of ours that paper B has too, in a form that does not depend on the family."""

from collections.abc import Iterator

from fairhash.analysis import measures
from fairhash.papers.b import published
from fairhash.papers.b.candidates import CANDIDATES, FINALISTS, TWEAKS
from fairhash.papers.b.evidence import Evidence, single_block_cycles
from fairhash.papers.b.factors import explanations
from fairhash.papers.b.published import FIRST_FAMILY, MESSAGES, Message
from fairhash.papers.b.tweaks import change, published_change
from fairhash.papers.differences import Comparison
from fairhash.papers.estimate import geometric_mean

SPEEDS: dict[Message, str] = {"long": "Table 4: long, Mbit/s per area", "short": "Table 4: one block, Mbit/s per area"}
CYCLES = ("Table 2: cycles per block", "Table 2: cycles of one block alone")
CHANGES: dict[Message, str] = {
    "long": "round 3 / round 2: long, Mbit/s per area",
    "short": "round 3 / round 2: one block, Mbit/s per area",
}

NOTE = (
    "Cycles are compared as they are. Throughput per area is over the geometric mean of the five finalists: ours on "
    "{device}, the paper's on Spartan-3. Only known values are compared."
)
"""Below the departures table."""


def comparisons(evidence: Evidence, device: str) -> Iterator[Comparison]:
    """Yield the comparisons of cycles, of throughput per area on one device, and of the tweaks there."""
    for candidate in CANDIDATES:
        cycles, formula = evidence.cycles(candidate.core), published.formula(candidate)
        if cycles and formula:
            yield Comparison(candidate.name, CYCLES[0], formula.block, cycles.formula.block)
            yield Comparison(candidate.name, CYCLES[1], formula.single, single_block_cycles(cycles))
    for message in MESSAGES:
        yield from _speeds(evidence, device, message)
    for older, newer in TWEAKS:
        difference = change(evidence, older, newer, device)
        if difference is None or not difference.long.is_known:
            continue
        for message, quotient in zip(MESSAGES, (difference.long, difference.short), strict=True):
            value = published_change(older, newer, FIRST_FAMILY, message)
            yield Comparison(newer, CHANGES[message], value, quotient.value, quotient.low, quotient.high)


def _speeds(evidence: Evidence, device: str, message: Message) -> Iterator[Comparison]:
    """Yield the throughputs per area over those of the finalists, if all finalists are known."""
    speeds = {candidate: speed.per_cell for candidate, speed in evidence.speeds(device, message).items()}
    if not set(FINALISTS) <= set(speeds):
        return
    expected = {each: published.per_area(each, FIRST_FAMILY, message) or 1.0 for each in {*speeds, *FINALISTS}}
    expected_mean = measures.geometric_mean([expected[each] for each in FINALISTS])
    mean = geometric_mean([speeds[each] for each in FINALISTS])
    explanation = explanations(evidence, device)
    for candidate, speed in speeds.items():
        own = speed.over(mean)
        relative = expected[candidate] / expected_mean
        bounds = own.low, own.high
        yield Comparison(
            candidate.name, SPEEDS[message], relative, own.value, *bounds, explanation=explanation.get(candidate)
        )
