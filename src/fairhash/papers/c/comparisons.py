# SPDX-License-Identifier: Apache-2.0
"""Every value of ours that paper C or the follow-up has too, on the device that is shown first."""

from collections.abc import Iterator

from fairhash.papers.c import explanations
from fairhash.papers.c.evidence import PAIR, PAPER_ARCHITECTURE, Evidence, logic_share
from fairhash.papers.c.published import faster, follow_up_gain, value
from fairhash.papers.c.questions import area_ratio, experiment_ratio, static_ratio
from fairhash.papers.c.unrolling import known_steps, steps
from fairhash.papers.differences import Comparison

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
        why = explanations.area(evidence, device)
        yield Comparison(_BOTH, "Sect. 8: area", ALMOST_TWICE, area.value, explanation=why)
    for algorithm in PAIR:
        figure = evidence.ours.known_figure(f"{algorithm}/{PAPER_ARCHITECTURE}", device)
        share = logic_share(figure) if figure else None
        if share is not None and share < 1:
            expected = value(f"{algorithm} interconnect share")
            why = explanations.wires(evidence, device)
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
