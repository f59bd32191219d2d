# SPDX-License-Identifier: Apache-2.0
"""Cases as the stimulus file that every engine reads (docs/testbench.md)."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.models import deal
from fairhash.models.core_words import Turns
from fairhash.testbench import wire
from fairhash.testbench.adapters import cycles_between, late_cycles, rest_cycles
from fairhash.testbench.message import ALWAYS_READY, Case
from fairhash.testbench.reference import Reference


def allowed_cycles(  # noqa: PLR0917 - what a section consists of
    core: Core,
    blocks: Sequence[int],
    turns: Turns,
    gaps: Sequence[int],
    readies: Sequence[tuple[int, int]],
    outputs: Sequence[int],
) -> int:
    """Return the io_clk cycles from the start of a section to its last digest word, at most (docs/testbench.md).

    Args:
        core: The core with its declared formula.
        blocks: The number of blocks of each message.
        turns: All words in the order in which they are sent.
        gaps: io_clk cycles without in_valid before each word.
        readies: The pattern of out_ready and the stall of each output word.
        outputs: The output words of each message, in any order.
    """
    headers = len(turns.words) - sum(blocks) * core.block_bits // core.word_bits
    waits = [*gaps, *(1 + stall for pattern, stall in readies if (pattern, stall) != ALWAYS_READY)]
    if core.messages_in_flight > 1:
        cycles = _cycles_in_turns(core, len(blocks), headers)
    else:
        cycles = sum(core.cycles(number) for number in blocks) + sum(core.cycles(0, words) for words in outputs)
        cycles -= len(outputs) * core.cycles(0)
        waits += [1] * (headers - len(blocks) * _header_words(core))
    # a wait can cost whole cycles of clk, since a block that comes late starts with the next one
    cycles += sum(-(-wait // core.io_ratio) for wait in waits)
    adapter = (late_cycles(core) + rest_cycles(core)) * len(blocks) + cycles_between(core) * (len(blocks) - 1)
    return cycles * core.io_ratio + adapter


def _cycles_in_turns(core: Core, messages: int, turns: int) -> int:
    """Return the clk cycles that a core with several messages in flight may take.

    Each turn takes its share of a block's cycles, and the last one a whole block. Every turn may cost one cycle more,
    and every message one period of all slots more, since a block or a digest that misses its turn waits for the next.
    """
    slots, period = core.messages_in_flight, core.formula.block
    spared = period * (1 + messages) + turns
    return core.formula.cycles(0, core.io_ratio) + -(-period * (turns + slots - 1) // slots) + spared


def _header_words(core: Core) -> int:
    """Return the words of the header of a message of one segment."""
    fields = 1 + core.needs_bits + (core.extendable_output is not None)
    return -(-32 * fields // core.word_bits)


WATCH_BLOCKS = 2
"""Blocks of the message whose declared cycles the testbench waits for a digest that belongs to no message."""


@dataclass(frozen=True)
class StimulusSection:
    """A case in words: `inputs` are (gap, due, word), `outputs` (ready pattern, stall), `expected` the digest words."""

    case: Case
    inputs: tuple[tuple[int, int, int], ...]
    outputs: tuple[tuple[int, int], ...]
    expected: tuple[int, ...]
    limit: int
    """io_clk cycles after which the core counts as hanging."""
    allowed: int
    """io_clk cycles from the start of the section to the last digest word, at most (docs/testbench.md, "Bounds")."""
    watch: int
    """io_clk cycles after the last word in which no further word may come."""
    order: tuple[int, ...]
    """The messages of the case in the order of their digests."""
    sizes: tuple[int, ...]
    """Words of each of these digests."""

    def text(self, width: int) -> str:
        """The section as lines of the file."""
        digits = -(-width // 4)
        before = (self.case.reset, self.case.during, self.case.abort)
        lines = [" ".join(map(str, (*before, self.limit, self.watch, len(self.inputs), len(self.outputs))))]
        lines += [f"{gap} {due} {word:0{digits}x}" for gap, due, word in self.inputs]
        lines += [f"{ready:08x} {stall}" for ready, stall in self.outputs]
        return "\n".join(lines) + "\n"

    def message_of(self, output: int) -> int:
        """Which message of the case the output word with this number belongs to."""
        place = bisect_right(list(accumulate(self.sizes)), output)
        return self.order[min(place, len(self.sizes) - 1)] if self.sizes else 0


def watch_cycles(core: Core) -> int:
    """io_clk cycles in which a core would show a digest of no message, or a further block of output."""
    output_words = WATCH_BLOCKS * core.block_bits // core.word_bits
    return core.cycles(WATCH_BLOCKS, output_words if core.extendable_output else None) * core.io_ratio


def make_section(core: Core, reference: Reference, case: Case) -> StimulusSection:
    """Turn a case into words, with the cycles that the core may take and a limit far above them."""
    sent = [wire.segments(core, reference, message) for message in case.messages]
    if case.announced:
        sent[0][0] = wire.announce(core, sent[0][0], case.announced)
    turns = deal(sent, core.messages_in_flight, core.word_bits)
    due = [0] * len(turns.words)
    expected: list[int] = []
    sizes: list[int] = []
    early, first = wire.early_words(core), 0
    for number in turns.order if not case.announced else ():
        digest = wire.output_words(core, reference, case.messages[number])
        due[first] += early
        due[turns.ends[number]] += len(digest) - early
        first = turns.ends[number] + 1
        sizes.append(len(digest))
        expected += digest
    gaps = case.stalls.gaps(len(turns.words)) if case.stalls else [0] * len(turns.words)
    readies = case.stalls.readies(len(expected)) if case.stalls else [ALWAYS_READY] * len(expected)
    gaps[0] += case.phase
    blocks = [message.blocks(reference, core.block_bits) for message in case.messages]
    allowed = allowed_cycles(core, blocks, turns, gaps, readies, sizes)
    # a cycle for each word, and one in which nothing moves
    allowed += 2 * sum(wire.further_header_words(core, message) for message in case.messages)
    # what precedes a word without a stall of its own may be 32 cycles of `ready` that are never offered
    limit = 4 * (allowed + len(turns.words) + 32 * len(readies)) + 1000
    open_ended = any(message.received_bytes for message in case.messages)
    return StimulusSection(
        case,
        tuple(zip(gaps, due, turns.words, strict=True)),
        tuple(readies),
        tuple(expected),
        limit=limit,
        allowed=allowed,
        watch=0 if open_ended else watch_cycles(core),
        order=turns.order,
        sizes=tuple(sizes),
    )


def write(file: Path, core: Core, sections: Sequence[StimulusSection]) -> None:
    """Write the stimulus file."""
    with file.open("w", encoding="ascii") as stream:
        stream.writelines(section.text(core.sent_bits) for section in sections)
