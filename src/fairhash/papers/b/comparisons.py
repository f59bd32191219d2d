# SPDX-License-Identifier: Apache-2.0
"""Every value of ours that paper B has too, in a form that does not depend on the family."""

import math
from collections.abc import Iterator

from fairhash.papers.b import published
from fairhash.papers.b.candidates import CANDIDATES, TWEAKS
from fairhash.papers.b.evidence import Evidence, single_block_cycles
from fairhash.papers.b.published import FIRST_FAMILY, MESSAGES
from fairhash.papers.b.tweaks import change, published_change
from fairhash.papers.departures import Comparison
from fairhash.papers.estimate import geometric_mean

LEAST_DESIGNS = 3
"""A mean over fewer designs says nothing about any of them."""

SPEEDS = {"long": "Table 4: long, Mbit/s per area", "short": "Table 4: one block, Mbit/s per area"}
CYCLES = ("Table 2: cycles per block", "Table 2: cycles of one block alone")
CHANGES = {"long": "round 3 / round 2: long, Mbit/s per area", "short": "round 3 / round 2: one block, Mbit/s per area"}

NOTE = (
    "Cycles are compared as they are. Throughput per area is over the geometric mean of all designs that were "
    "measured: ours on {device}, the paper's on Spartan-3 over the same designs."
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
        speeds = evidence.speeds(device, message)
        if len(speeds) < LEAST_DESIGNS:
            continue
        expected = {each: published.per_area(each, FIRST_FAMILY, message) or 1.0 for each in speeds}
        expected_mean = math.exp(math.fsum(math.log(value) for value in expected.values()) / len(expected))
        mean = geometric_mean([speed.per_cell for speed in speeds.values()])
        for candidate, speed in speeds.items():
            own = speed.per_cell.over(mean)
            relative = expected[candidate] / expected_mean
            yield Comparison(candidate.name, SPEEDS[message], relative, own.value, own.low, own.high)
    for older, newer in TWEAKS:
        found = change(evidence, older, newer, device)
        if found is None:
            continue
        for message, quotient in (("long", found.long), ("short", found.short)):
            value = published_change(older, newer, FIRST_FAMILY, "long" if message == "long" else "short")
            yield Comparison(newer, CHANGES[message], value, quotient.value, quotient.low, quotient.high)
