# SPDX-License-Identifier: Apache-2.0
"""Cases as the stimulus file that every engine reads (docs/verification.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.models import deal
from fairhash.testbench.message import ALWAYS_READY, Case, Message
from fairhash.testbench.reference import Reference

WATCH_BLOCKS = 2


@dataclass(frozen=True)
class Section:
    """A case in words: `inputs` are (gap, due, word), `outputs` (ready pattern, stall), `expected` the digest words."""

    case: Case
    inputs: tuple[tuple[int, int, int], ...]
    outputs: tuple[tuple[int, int], ...]
    expected: tuple[int, ...]
    limit: int
    watch: int
    order: tuple[int, ...]
    """The messages of the case in the order of their digests."""

    def text(self, width: int) -> str:
        """The section as lines of the file."""
        digits = width // 4
        head = (self.case.reset, self.case.abort, self.limit, self.watch, len(self.inputs), len(self.outputs))
        lines = [" ".join(map(str, head))]
        lines += [f"{gap} {due} {word:0{digits}x}" for gap, due, word in self.inputs]
        lines += [f"{ready:08x} {stall}" for ready, stall in self.outputs]
        return "\n".join(lines) + "\n"

    def message_of(self, output: int) -> int:
        """Which message of the case the output word with this number belongs to."""
        per_message = len(self.expected) // len(self.case.messages)
        return self.order[min(output // per_message, len(self.case.messages) - 1)]


def make_section(core: Core, reference: Reference, case: Case) -> Section:
    """The case in words, with a limit far above what the declared cycles and the stalls add up to."""
    sent = [_segments(core, reference, message) for message in case.messages]
    turns = deal(sent, core.messages_in_flight, core.word_bits)
    due = [0] * len(turns.words)
    expected: list[int] = []
    cycles = len(turns.words)
    for number in turns.order:
        message = case.messages[number]
        digest = reference.digest_words(message.algorithm, core.word_bits, message.expected(reference))
        due[turns.ends[number]] = len(digest)
        expected += digest
        # A lone message takes the declared cycles; several at once never take longer than one after the other.
        blocks = sum(map(len, sent[number])) * core.word_bits // core.block_bits + 1
        cycles += core.formula.cycles(blocks, core.io_ratio) * core.io_ratio
    gaps = case.stalls.gaps(len(turns.words)) if case.stalls else [0] * len(turns.words)
    readies = case.stalls.readies(len(expected)) if case.stalls else [ALWAYS_READY] * len(expected)
    gaps[0] += case.phase
    waits = sum(gaps) + sum(stall + 32 for _, stall in readies)
    return Section(
        case,
        tuple(zip(gaps, due, turns.words, strict=True)),
        tuple(readies),
        tuple(expected),
        limit=4 * (cycles + waits) + 1000,
        watch=WATCH_BLOCKS * core.formula.block * core.io_ratio,
        order=turns.order,
    )


def _segments(core: Core, reference: Reference, message: Message) -> list[list[int]]:
    """The message as it is dealt: whole, or block by block to a core that takes turns."""
    wanted = (message.algorithm, core.word_bits, message.data, message.bits)
    if core.messages_in_flight > 1:
        return reference.block_segments(*wanted)
    return [reference.stream(*wanted, message.segments)]


def write(file: Path, core: Core, sections: Sequence[Section]) -> None:
    """Write the stimulus file."""
    with file.open("w", encoding="ascii") as stream:
        stream.writelines(section.text(core.word_bits) for section in sections)
