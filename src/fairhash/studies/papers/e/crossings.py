# SPDX-License-Identifier: Apache-2.0
"""Where software and hardware cross: the length from which the accelerator is faster; bottlenecks (Table III)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from fairhash.base.table import Cell, Columns, Table, column, interval_columns, mark
from fairhash.studies.papers.e.evidence import MACHINES, NAMES, Source, SystemEvidence
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, STALE, UNDECIDED
from fairhash.studies.system.paper_grid import CORES, PAPER, TODAY
from fairhash.studies.system.software_cases import ALGORITHMS, LENGTHS


@dataclass(frozen=True)
class Crossing:
    """The length in bytes from which hardware is faster; infinite if it never is, 0 if it always is."""

    value: float
    low: float
    high: float

    def text(self) -> str:
        """Return the value as text."""
        if self.value == 0:
            return "hardware at all lengths"
        if math.isinf(self.value):
            return "software at all lengths"
        return "hardware for longer messages"


def crossing_length(lengths: Sequence[int], hardware: Sequence[float], software: Sequence[float]) -> float:
    """Return the length above which hardware is faster at all lengths that were measured.

    Between two lengths the quotient of both times is interpolated on logarithmic axes.

    Args:
        lengths: Ascending.
        hardware: Time per byte at each length.
        software: The same.
    """
    ratios = [math.log(one / other) for one, other in zip(hardware, software, strict=True)]
    if ratios[-1] >= 0:
        return math.inf
    last = len(ratios) - 1
    while last > 0 and ratios[last - 1] < 0:
        last -= 1
    if last == 0:
        return 0.0
    above, below = ratios[last - 1], ratios[last]
    share = above / (above - below)
    return math.exp(math.log(lengths[last - 1]) * (1 - share) + math.log(lengths[last]) * share)


def find_crossing(
    evidence: SystemEvidence, machine: str, algorithm: str, messages: int, source: Source
) -> Crossing | None:
    """Return the crossing for a number of messages at once.

    Hardware has as many cores as there are messages, and software as many threads, up to the number of processors.

    Args:
        evidence: The stored runs and speeds.
        machine: ``paper-e`` or ``today``.
        algorithm: Id of the algorithm.
        messages: Number of messages and cores.
        source: Where messages are.
    """
    return _crossing(
        evidence, machine, algorithm, messages, min(messages, evidence.threads(machine)), source, lanes=False
    )


def lanes_crossing(evidence: SystemEvidence, algorithm: str, source: Source) -> Crossing | None:
    """Return the crossing for very many messages on today's machine: all cores against all threads with full lanes."""
    cores = evidence.most_cores(TODAY, algorithm)
    return _crossing(evidence, TODAY, algorithm, cores, evidence.threads(TODAY), source, lanes=True)


def _crossing(  # noqa: PLR0917 - the axes of the grid
    evidence: SystemEvidence, machine: str, algorithm: str, cores: int, threads: int, source: Source, *, lanes: bool
) -> Crossing | None:
    if threads == 0:
        return None
    runs = [evidence.hardware(machine, algorithm, cores, length, source) for length in LENGTHS]
    times = [evidence.software(machine, algorithm, threads, length, source, lanes=lanes) for length in LENGTHS]
    hardware = [run.ns_per_byte for run in runs if run]
    software = [time for time in times if time]
    if len(hardware) < len(LENGTHS) or len(software) < len(LENGTHS):
        return None
    bounds = (
        [each.low for each in software],
        [each.ns_per_byte for each in software],
        [each.high for each in software],
    )
    # fast software makes the crossing long
    high, value, low = (crossing_length(LENGTHS, hardware, one) for one in bounds)
    return Crossing(value, min(low, value), max(high, value))


@dataclass(frozen=True)
class _CrossingCase:
    """A number of messages at once, and where hardware is faster for it."""

    source: Source
    algorithm: str
    messages: str
    crossing: Crossing | None
    preliminary: str

    @property
    def faster(self) -> str:
        """Which of both is faster."""
        if self.crossing is None:
            return NOT_MEASURED
        if STALE in self.preliminary:
            return UNDECIDED
        return f"{PRELIMINARY}: {self.crossing.text()}" if self.preliminary else self.crossing.text()

    def cells(self) -> tuple[Cell, ...]:
        """Return the length and its interval, which a preliminary one does not have."""
        if self.crossing is None or STALE in self.preliminary:
            return None, None, None
        value, low, high = (_finite(each) for each in (self.crossing.value, self.crossing.low, self.crossing.high))
        return (mark(value, True), None, None) if self.preliminary else (value, low, high)


def _cases(evidence: SystemEvidence, machine: str) -> Iterator[_CrossingCase]:
    sources: tuple[Source, ...] = ("memory", "disk")
    for source, algorithm in product(sources, ALGORITHMS):
        crossings = {
            str(messages): find_crossing(evidence, machine, algorithm, messages, source)
            for messages in CORES[machine][algorithm]
        }
        if machine != PAPER:
            crossings["many, lanes"] = lanes_crossing(evidence, algorithm, source)
        preliminary = evidence.preliminary(machine, algorithm)
        for messages, one in crossings.items():
            yield _CrossingCase(source, algorithm, messages, one, preliminary)


def table(evidence: SystemEvidence, machine: str) -> Table:
    """Return the crossings of one computer."""
    basis = (
        "software 10 % faster and slower, the accuracy of the model at the paper's numbers"
        if machine == PAPER
        else "quartiles of the software"
        if evidence.is_quiet
        else "quartiles of the software; with several threads the upper limit is at least the least elapsed time"
    )
    return Table.declare(
        f"crossing-{machine}",
        f"Software against hardware on {MACHINES[machine]}",
        _cases(evidence, machine),
        (
            column("messages from", lambda one: one.source, key="source"),
            column("algorithm", lambda one: NAMES[one.algorithm]),
            column("messages at once", lambda one: one.messages, key="messages"),
            column("faster", lambda one: one.faster),
            Columns(interval_columns("than bytes", 0, "crossing_bytes"), lambda one: one.cells()),
            column("note", lambda one: one.preliminary if one.crossing else ""),
        ),
        "As many cores as messages, interleaved transfer; as many threads as messages, up to the processors. "
        f"Interval: {basis}. A missing limit is outside of the measured lengths.",
    )


def _finite(value: float) -> float | None:
    return value if 0 < value < math.inf else None
