# SPDX-License-Identifier: Apache-2.0
"""Looks for a smaller case that fails too: fewer blocks, no stalls, one segment, one message or few in flight."""

from collections.abc import Iterator
from dataclasses import replace

from fairhash.testbench.message import Case, Idle, Message, Stalls
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.reference import blocks_of, boundary_lengths
from fairhash.testbench.session import Candidate, SimulationSession

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
