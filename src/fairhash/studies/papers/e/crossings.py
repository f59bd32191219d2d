# SPDX-License-Identifier: Apache-2.0
"""Where software and hardware cross: the length from which the accelerator is faster; bottlenecks (Table III)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from fairhash.base.table import Cell, Columns, Table, column, interval_columns, mark
from fairhash.studies.papers.e.evidence import LONG, MACHINES, NAMES, SHORT, Source, SystemEvidence
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, STALE, UNDECIDED
from fairhash.studies.papers.published_table import published_table
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
    evidence: SystemEvidence, machine: str, algorithm: str, messages: int, source: Source, *, interleaved: bool = True
) -> Crossing | None:
    """Return the crossing for a number of messages at once.

    Hardware has as many cores as there are messages, and software as many threads, up to the number of processors.

    Args:
        evidence: The stored runs and speeds.
        machine: ``paper-e`` or ``today``.
        algorithm: Id of the algorithm.
        messages: Number of messages and cores.
        source: Where messages are.
        interleaved: Whether the bus transfers bursts of all messages in turn.
    """
    threads = min(messages, evidence.threads(machine))
    return _crossing(evidence, machine, algorithm, messages, threads, source, lanes=False, interleaved=interleaved)


def lanes_crossing(evidence: SystemEvidence, algorithm: str, source: Source) -> Crossing | None:
    """Return the crossing for very many messages on today's machine: all cores against all threads with full lanes."""
    cores = evidence.most_cores(TODAY, algorithm)
    return _crossing(evidence, TODAY, algorithm, cores, evidence.threads(TODAY), source, lanes=True)


def _crossing(  # noqa: PLR0917 - the axes of the grid
    evidence: SystemEvidence,
    machine: str,
    algorithm: str,
    cores: int,
    threads: int,
    source: Source,
    *,
    lanes: bool,
    interleaved: bool = True,
) -> Crossing | None:
    if threads == 0:
        return None
    runs = [evidence.hardware(machine, algorithm, cores, length, source, interleaved=interleaved) for length in LENGTHS]
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


def crossing_table(evidence: SystemEvidence, machine: str) -> Table:
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


TERMS = {
    "disk": "disk comm.",
    "padding": "Xeon padding",
    "notification": "FSB comm.",
    "transfer": "FSB comm.",
    "collection": "FSB comm.",
    "buffer": "BUF storage",
    "computation": "FPGA comp.",
}
"""The paper's term for each cause. Notification is communication (section III.A); there is no term for padding."""
_LENGTHS = {"short": SHORT, "long": LONG}
_SCENARIOS: tuple[tuple[str, bool, Source], ...] = (
    ("SMH-MEM", False, "memory"),
    ("MMH-MEM", True, "memory"),
    ("SMH-HD", False, "disk"),
    ("MMH-HD", True, "disk"),
)


@dataclass(frozen=True)
class Bottleneck:
    """One bottleneck."""

    scenario: str
    solution: str
    length: str
    algorithm: str
    transfer: str
    """``interleaved`` or ``non-interleaved`` for many messages in hardware, else empty."""
    bottleneck: str
    share: float
    """Part of the time."""
    published: str
    preliminary: str = ""
    """Why it is preliminary; empty if it is known."""

    @property
    def agrees(self) -> bool:
        """Whether it is known and the paper has the same."""
        return not self.preliminary and self.bottleneck == self.published

    @property
    def verdict(self) -> str:
        """Whether the paper has the same, in a word."""
        return PRELIMINARY if self.preliminary else "yes" if self.agrees else "no"


def entries(evidence: SystemEvidence, machine: str) -> Iterator[Bottleneck]:
    """Yield the entries of one computer, in the order of the paper's table."""
    published = {row["scenario"]: row for row in published_table("E", 3)}
    for scenario, many, source in _SCENARIOS:
        for length, size in _LENGTHS.items():
            for algorithm in ALGORITHMS:
                software = _software(evidence, machine, algorithm, size, source, many=many)
                if software:
                    expected = published[scenario][f"software_{length}"]
                    yield Bottleneck(scenario, "software", length, algorithm, "", *software, expected)
                for interleaved in (True, False) if many else (True,):
                    shares = _hardware(evidence, machine, algorithm, size, source, many=many, interleaved=interleaved)
                    if shares:
                        bottleneck = max(shares, key=lambda term: shares[term])
                        transfer = ("interleaved" if interleaved else "non-interleaved") if many else ""
                        expected = _expected(published[scenario][f"hardware_{length}"], algorithm, transfer)
                        found = (bottleneck, shares[bottleneck], expected, evidence.preliminary(machine, algorithm))
                        yield Bottleneck(scenario, "hardware", length, algorithm, transfer, *found)


def _expected(cell: str, algorithm: str, transfer: str) -> str:
    """Return what the paper has for an algorithm; the entry of MMH-MEM has three, by its footnotes."""
    parts = cell.split(", ")
    if len(parts) == 1:
        return cell
    if transfer == "non-interleaved":
        return parts[0]
    return parts[1] if algorithm == "keccak-256" else parts[2]


def _software(
    evidence: SystemEvidence, machine: str, algorithm: str, length: int, source: Source, *, many: bool
) -> tuple[str, float] | None:
    threads = max(1, evidence.threads(machine)) if many else 1
    time = evidence.software(machine, algorithm, threads, length, source, lanes=many and machine != PAPER)
    if time is None:
        return None
    reading = time.read_ns_per_byte / time.ns_per_byte
    return ("disk comm.", reading) if reading > 1 / 2 else ("Xeon comp.", 1 - reading)


def _hardware(
    evidence: SystemEvidence,
    machine: str,
    algorithm: str,
    length: int,
    source: Source,
    *,
    many: bool,
    interleaved: bool,
) -> dict[str, float]:
    cores = evidence.most_cores(machine, algorithm) if many else 1
    row = evidence.hardware(machine, algorithm, cores, length, source, interleaved=interleaved)
    shares: dict[str, float] = {}
    for cause, share in row.cause_shares.items() if row else ():
        shares[TERMS[cause]] = shares.get(TERMS[cause], 0) + share
    return shares


def bottleneck_table(evidence: SystemEvidence, machine: str) -> Table:
    """Return the bottlenecks of one computer beside the paper's."""
    filled = list(entries(evidence, machine))
    agree, known = sum(one.agrees for one in filled), sum(not one.preliminary for one in filled)
    basis = f"{known} known entries" if known == len(filled) else f"{known} known entries (of {len(filled)})"
    return Table.declare(
        f"table-3-{machine}",
        f"Table III on {MACHINES[machine]}",
        filled,
        (
            column("scenario", lambda one: one.scenario),
            column("solution", lambda one: one.solution),
            column("messages", lambda one: one.length, key="length"),
            column("algorithm", lambda one: NAMES[one.algorithm]),
            column("transfer", lambda one: one.transfer),
            column("bottleneck", lambda one: one.bottleneck),
            column("% of the time", lambda one: mark(100 * one.share, one.preliminary), 1, "share_percent"),
            column("paper", lambda one: one.published, key="published"),
            column("the same", lambda one: one.verdict, key="agrees"),
            column("note", lambda one: one.preliminary),
        ),
        f"{agree} of {basis} are the paper's. Short: {SHORT} bytes, long: {LONG} bytes. Hardware: "
        "causes counted in the simulation, with the most cores where there are many messages. Software: the larger "
        "part of reading and hashing.",
    )
