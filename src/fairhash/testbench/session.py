# SPDX-License-Identifier: Apache-2.0
"""One core on one engine: runs cases and finds small failing ones.

A smaller case has fewer blocks, no stalls, one segment, or one message or few in flight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.testbench import engines, stimulus
from fairhash.testbench.engines import Engine
from fairhash.testbench.judge import BrokenRule, judge
from fairhash.testbench.message import Case, Idle, Message, Stalls
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.reference import Reference, blocks_of, boundary_lengths

Candidate = tuple[Case, ...]
"""Cases to run one after the other, the first from reset or, without a reset, from power-up."""
SimulatedCases = list[tuple[stimulus.StimulusSection, engines.Trace | None]]
"""What was sent and what was seen; a section that was not reached has no trace."""


@dataclass
class SimulationSession:
    """Simulations of one core, their files numbered in `folder`."""

    core: Core
    engine: Engine
    reference: Reference
    seed: int
    folder: Path
    runs: int = field(default=0)

    def simulate(self, cases: Sequence[Case], wave: Path | None = None) -> SimulatedCases:
        """Run the cases in one simulation, or in several without a reset; each ends at the first broken rule."""
        return [outcome for group in self._simulations(cases) for outcome in self._simulate(group, wave)]

    def _simulations(self, cases: Sequence[Case]) -> list[list[Case]]:
        """The cases of each simulation: without a reset, no case can follow one whose message is never completed."""
        groups: list[list[Case]] = [[]]
        for case in cases:
            groups[-1].append(case)
            if case.announced and not self.core.has_reset:
                groups.append([])
        return [group for group in groups if group]

    def _simulate(self, cases: Sequence[Case], wave: Path | None) -> SimulatedCases:
        self.runs += 1
        sections = [stimulus.make_section(self.core, self.reference, case) for case in cases]
        sent, seen = self.folder / f"{self.runs}.stimulus", self.folder / f"{self.runs}.observation"
        stimulus.write(sent, self.core, sections)
        self.engine.run(sent, seen, self.seed, wave)
        traces = engines.read(seen)
        return [(section, traces[i] if i < len(traces) else None) for i, section in enumerate(sections)]

    def fails(self, candidate: Candidate, wave: Path | None = None) -> BrokenRule | None:
        """The first thing wrong with a candidate by itself."""
        findings = (judge(section, trace) for section, trace in self.simulate(candidate, wave))
        return next((finding for finding in findings if finding is not None), None)

    def first_failing(self, candidates: Sequence[Candidate]) -> Candidate | None:
        """The first candidate that fails, also by itself; all run in one simulation, each from reset."""
        if not candidates:
            return None
        outcomes = self.simulate([case for candidate in candidates for case in candidate])
        owners = [candidate for candidate in candidates for _ in candidate]
        for owner, (section, trace) in zip(owners, outcomes, strict=True):
            if judge(section, trace) is not None:
                return owner if self.fails(owner) is not None else None
        return None


SHRUNK_BLOCKS = 4


def shrink(session: SimulationSession, before: Case | None, case: Case, number: int) -> Candidate | None:
    """The smallest candidate that fails by itself, or None.

    `number` is the message of the case that went wrong, `before` the case before it.
    """
    for stage in _stages(session, before, case, number):
        failing = session.first_failing(stage)
        if failing is not None:
            return failing
    return None


def _stages(session: SimulationSession, before: Case | None, case: Case, number: int) -> Iterator[list[Candidate]]:
    message = case.messages[number]
    # without a model the digest of a shorter message is unknown
    answers_only = bool(session.core.external and session.core.external.answers_only)
    for stalls in dict.fromkeys((None, case.stalls)):
        if answers_only:
            yield [_alone(session, (message,), stalls)]
        else:
            yield [_alone(session, (short,), stalls) for short in _shorter(session, message)]
            yield [_alone(session, (split,), stalls) for split in _fewer_segments(session, message)]
        if session.core.messages_in_flight > 1:
            yield [_alone(session, pair, stalls) for pair in _pairs(session, case, number)]
            yield [_alone(session, group, stalls) for group in _windows(case, number)]
        elif number > 0:
            yield [_alone(session, (case.messages[number - 1], message), stalls)]
    if case.abort == 0:
        yield [_alone(session, case.messages[: number + 1], case.stalls)]
    yield [(_from_reset(session, case),)]
    if before is not None:
        yield [(_from_reset(session, before), case)]


def _from_reset(session: SimulationSession, case: Case) -> Case:
    return replace(case, reset=power_up_cycles(session.core))


def _alone(session: SimulationSession, messages: tuple[Message, ...], stalls: Stalls | Idle | None) -> Candidate:
    return (Case(messages, stalls, power_up_cycles(session.core)),)


def _pairs(session: SimulationSession, case: Case, number: int) -> list[tuple[Message, ...]]:
    """The message and one other of its group, shortened where that is enough, the shortest first."""
    pairs: list[tuple[Message, ...]] = []
    for other in range(len(case.messages)):
        if other != number:
            first, second = sorted((other, number))
            for left in _ends(session, case.messages[first]):
                pairs += [(left, right) for right in _ends(session, case.messages[second])]
    return sorted(dict.fromkeys(pairs), key=lambda pair: sum(message.bits for message in pair))


def _ends(session: SimulationSession, message: Message) -> list[Message]:
    """The message, and its first byte and its first block with a byte more, if it is longer."""
    lengths = (8, session.core.block_bits + 8)
    return [*(message.prefix(bits) for bits in lengths if bits < message.bits), message]


def _windows(case: Case, number: int) -> list[tuple[Message, ...]]:
    """Three or more successive messages of the group with the wrong one among them, the fewest first."""
    count = len(case.messages)
    return [
        case.messages[start : start + size]
        for size in range(3, count)
        for start in range(max(0, number - size + 1), min(number, count - size) + 1)
    ]


def _shorter(session: SimulationSession, message: Message) -> list[Message]:
    block_bits = session.core.block_bits
    blocks = min(message.bits // block_bits + 1, SHRUNK_BLOCKS)
    lengths = boundary_lengths(session.reference, message.algorithm, block_bits, blocks)
    shorter = [message.prefix(bits) for bits in lengths if bits < message.bits and bits % 8 == 0]
    return [*shorter, replace(message, segments=None)]


def _fewer_segments(session: SimulationSession, message: Message) -> list[Message]:
    split = message.segments or ()
    fewer = []
    for count in range(1, len(split)):
        blocks = sum(split[:count])
        bits = min(blocks * session.core.block_bits + 8, message.bits)
        total = blocks_of(session.reference, message.algorithm, session.core.block_bits, bits)
        fewer.append(replace(message.prefix(bits), segments=(*split[:count], total - blocks)))
    return [*fewer, message] if fewer else []
