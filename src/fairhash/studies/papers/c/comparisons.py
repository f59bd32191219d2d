# SPDX-License-Identifier: Apache-2.0
"""Every value of ours that paper C or its follow-up has too, on the first device, and why values differ."""

from collections.abc import Iterator
from statistics import median

from fairhash.studies.papers.c.evidence import (
    PAIR,
    PAPER_ARCHITECTURE,
    Evidence,
    faster,
    follow_up_gain,
    logic_share,
    value,
)
from fairhash.studies.papers.c.questions import area_ratio, experiment_ratio, static_ratio
from fairhash.studies.papers.c.unrolling import known_steps, steps
from fairhash.studies.papers.differences import Comparison, Explanation

ALMOST_TWICE = 2.0
"""Sect. 8, "almost twice as many CLB slices"; the values are only in Fig. 12."""
_BOTH = "SHA-512 over SHA-1"


def comparisons(evidence: Evidence, device: str) -> Iterator[Comparison]:
    """Yield the comparisons of the paper's architecture on one device, of known figures only."""
    static = static_ratio(evidence, PAPER_ARCHITECTURE, device)
    if static and not static.preliminary:
        yield Comparison(_BOTH, "Sect. 8: static", faster("static analysis"), static.value, static.low, static.high)
    experiment = experiment_ratio(evidence, PAPER_ARCHITECTURE, device)
    if experiment and not experiment.preliminary:
        expected, measured = faster("experiment"), experiment
        yield Comparison(_BOTH, "Sect. 8: experiment", expected, measured.value, measured.low, measured.high)
    area = area_ratio(evidence, PAPER_ARCHITECTURE, device)
    if area and not area.preliminary:
        why = explain_area(evidence, device)
        yield Comparison(_BOTH, "Sect. 8: area", ALMOST_TWICE, area.value, explanation=why)
    for algorithm in PAIR:
        figure = evidence.ours.known_figure(f"{algorithm}/{PAPER_ARCHITECTURE}", device)
        share = logic_share(figure) if figure else None
        if share is not None and share < 1:
            expected = value(f"{algorithm} interconnect share")
            why = explain_wires(evidence, device)
            yield Comparison(algorithm.upper(), "Sect. 7: wires in %", expected, 100 * (1 - share), explanation=why)
        found_steps = known_steps(steps(evidence, algorithm, device))
        if found_steps:
            best = max(found_steps, key=lambda step: step.throughput.value).throughput
            expected = follow_up_gain(algorithm.upper())
            yield Comparison(algorithm.upper(), "follow-up: unrolled", expected, best.value, best.low, best.high)
        for step in found_steps:
            if (algorithm, step.rounds) == ("sha-1", 5):
                expected, measured = value("unrolled throughput at m = 5"), step.throughput
                yield Comparison("SHA-1", "Sect. 7: m = 5", expected, measured.value, measured.low, measured.high)


_COUNTER_BITS = {"sha-1": 32, "sha-512": 2 * 64}
"""Bits of 5-to-3 counters in a round: one counter of SHA-1's word, two of SHA-512's (paper C, Sect. 4)."""


def explain_area(evidence: Evidence, device: str) -> Explanation | None:
    """Return what SHA-512's cells over SHA-1's consist of, or None if one of the two is not known."""
    small, large = (evidence.ours.known_figure(f"{name}/{PAPER_ARCHITECTURE}", device) for name in PAIR)
    if not (
        small and large and small.area_cells and small.luts and small.flip_flops and large.luts and large.flip_flops
    ):
        return None
    luts, registers = large.luts.median / small.luts.median, large.flip_flops.median / small.flip_flops.median
    bits = _COUNTER_BITS["sha-512"] / _COUNTER_BITS["sha-1"]
    text = (
        f"SHA-512 has {registers:.2f} times the registers and {luts:.2f} times the LUTs: a round has {bits:.0f} times "
        "the bits of 5-to-3 counters, two counters of 64 bits and one of 32, and the counters are LUTs here."
    )
    blocks = evidence.ours.known_figure(f"sha-512/{PAPER_ARCHITECTURE}-block-ram", device)
    if blocks and blocks.area_cells:
        text += (
            f" With its constants in block RAM, as in the paper, the factor is "
            f"{blocks.area_cells.median / small.area_cells.median:.2f}."
        )
    return Explanation(text, f"{_source(device)}: resources of {_names()}")


def explain_wires(evidence: Evidence, device: str) -> Explanation | None:
    """Return how the wires' part of a critical path compares with that of all cores of paper C on the device.

    None if fewer than five other cores are known and have a critical path.
    """
    figures = [each for each in evidence.ours.shown_figures if each.first.device == device and not each.preliminary]
    shares = [100 * (1 - share) for each in figures if (share := logic_share(each)) is not None and share < 1]
    if len(shares) <= len(PAIR) + 3:
        return None
    text = (
        f"A property of the device, not of the core: the {len(shares)} known cores of this paper on it have "
        f"{min(shares):.0f} to {max(shares):.0f} % of the slowest path in wires, median {median(shares):.0f} %."
    )
    return Explanation(text, f"{_source(device)}: critical_path of these cores")


def _names() -> str:
    return " and ".join(f"{name}/{PAPER_ARCHITECTURE}" for name in PAIR)


def _source(device: str) -> str:
    return f"results/{device}.jsonl"
