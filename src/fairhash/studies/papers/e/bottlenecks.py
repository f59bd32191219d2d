# SPDX-License-Identifier: Apache-2.0
"""Table III of paper E: the dominating bottlenecks, from counters of the simulation and from measured times."""

from collections.abc import Iterator
from dataclasses import dataclass

from fairhash.base.table import Table, column, mark
from fairhash.studies.papers.e.evidence import LONG, MACHINES, NAMES, SHORT, Source, SystemEvidence
from fairhash.studies.papers.our_results import PRELIMINARY
from fairhash.studies.papers.published_table import published_table
from fairhash.studies.system.paper_grid import PAPER
from fairhash.studies.system.software_cases import ALGORITHMS

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


def table(evidence: SystemEvidence, machine: str) -> Table:
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
