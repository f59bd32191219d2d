# SPDX-License-Identifier: Apache-2.0
"""Where software and hardware cross: the length from which the accelerator is faster, by number of messages."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.papers.e.evidence import MACHINES, NAMES, Evidence, Source
from fairhash.papers.our_results import NOT_MEASURED, PRELIMINARY, STALE, UNDECIDED
from fairhash.papers.table import Cell, Column, Preliminary, Table
from fairhash.system.paper_grid import CORES, PAPER, TODAY
from fairhash.system.software_cases import ALGORITHMS, LENGTHS


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


def find_crossing(evidence: Evidence, machine: str, algorithm: str, messages: int, source: Source) -> Crossing | None:
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


def lanes_crossing(evidence: Evidence, algorithm: str, source: Source) -> Crossing | None:
    """Return the crossing for very many messages on today's machine: all cores against all threads with full lanes."""
    cores = evidence.most_cores(TODAY, algorithm)
    return _crossing(evidence, TODAY, algorithm, cores, evidence.threads(TODAY), source, lanes=True)


def _crossing(  # noqa: PLR0917 - the axes of the grid
    evidence: Evidence, machine: str, algorithm: str, cores: int, threads: int, source: Source, *, lanes: bool
) -> Crossing | None:
    if threads == 0:
        return None
    runs = [evidence.hardware(machine, algorithm, cores, length, source) for length in LENGTHS]
    times = [evidence.software(machine, algorithm, threads, length, source, lanes=lanes) for length in LENGTHS]
    own = [run.ns_per_byte for run in runs if run]
    other = [time for time in times if time]
    if len(own) < len(LENGTHS) or len(other) < len(LENGTHS):
        return None
    bounds = [[time.low for time in other], [time.ns_per_byte for time in other], [time.high for time in other]]
    # fast software makes the crossing long
    high, value, low = (crossing_length(LENGTHS, own, one) for one in bounds)
    return Crossing(value, min(low, value), max(high, value))


def table(evidence: Evidence, machine: str) -> Table:
    """Return the crossings of one computer."""
    table_rows: list[tuple[Cell, ...]] = []
    sources: tuple[Source, ...] = ("memory", "disk")
    for source in sources:
        for algorithm in ALGORITHMS:
            crossings: list[tuple[str, Crossing | None]] = [
                (str(messages), find_crossing(evidence, machine, algorithm, messages, source))
                for messages in CORES[machine][algorithm]
            ]
            if machine != PAPER:
                crossings.append(("many, lanes", lanes_crossing(evidence, algorithm, source)))
            preliminary = evidence.preliminary(machine, algorithm)
            for messages, one in crossings:
                cells: tuple[Cell, ...] = (NOT_MEASURED, None, None, None, "")
                if one and STALE in preliminary:
                    cells = (UNDECIDED, None, None, None, preliminary)
                elif one and preliminary:
                    value = _finite(one.value)
                    shown = None if value is None else Preliminary(value)
                    cells = (f"{PRELIMINARY}: {one.text()}", shown, None, None, preliminary)
                elif one:
                    cells = (one.text(), *(_finite(bound) for bound in (one.value, one.low, one.high)), "")
                table_rows.append((source, NAMES[algorithm], messages, *cells))
    interval = (
        "software 10 % faster and slower, the accuracy of the model at the paper's numbers"
        if machine == PAPER
        else "quartiles of the software"
        if evidence.is_quiet
        else "quartiles of the software; with several threads the upper limit is at least the least elapsed time"
    )
    return Table(
        f"crossing-{machine}",
        f"Software against hardware on {MACHINES[machine]}",
        (
            Column("messages from", "source"),
            Column("algorithm", "algorithm"),
            Column("messages at once", "messages"),
            Column("faster", "faster"),
            Column("than bytes", "crossing_bytes"),
            Column("from", "crossing_bytes_low"),
            Column("to", "crossing_bytes_high"),
            Column("note", "note"),
        ),
        tuple(table_rows),
        (
            "As many cores as messages, interleaved transfer; as many threads as messages, up to the processors. "
            f"Interval: {interval}. A missing limit is outside of the measured lengths.",
        ),
    )


def _finite(value: float) -> float | None:
    return value if 0 < value < math.inf else None
