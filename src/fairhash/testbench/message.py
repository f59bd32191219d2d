# SPDX-License-Identifier: Apache-2.0
"""What one section of a stimulus is made from: messages, how the two sides stall, reset and abort."""

import random
from dataclasses import dataclass, replace

from fairhash.testbench.reference import Reference


@dataclass(frozen=True)
class Message:
    """One message of `bits` bits for one algorithm, sent in segments of so many blocks (None: all in one)."""

    algorithm: str
    data: bytes
    bits: int
    segments: tuple[int, ...] | None = None
    digest: bytes | None = None
    """The answer a file gives; None asks the reference."""
    digest_bits: int | None = None
    """Length of the requested output, for a core with extendable output; None for the default."""
    received_bytes: int | None = None
    """How many bytes of that output come before the case ends; None for all of it."""

    def expected(self, reference: Reference) -> bytes:
        """The right digest."""
        return self.digest if self.digest is not None else reference.hash_bits(self.algorithm, self.data, self.bits)

    def blocks(self, reference: Reference, block_bits: int) -> int:
        """Blocks after padding."""
        return len(reference.pad(self.algorithm, self.data, self.bits)) * 8 // block_bits

    def prefix(self, bits: int) -> "Message":
        """The first `bits` bits as a message of one segment, answered by the reference."""
        return replace(self, data=self.data[: (bits + 7) // 8], bits=bits, segments=None, digest=None)

    def text(self) -> str:
        """For a report: algorithm, length, segments and the message itself (its start, when long)."""
        split = f", segments of {'+'.join(map(str, self.segments))} blocks" if self.segments else ""
        split += f", {self.digest_bits} bits of output" if self.digest_bits else ""
        shown = self.data.hex() if len(self.data) <= 72 else f"{self.data[:72].hex()}..."
        return f"{self.algorithm}, {self.bits} bits{split}: {shown or '(empty)'}"


ALWAYS_READY = (0xFFFFFFFF, 0)
OFFER, TAKE, OTHER_WORD = 1, 2, 4
"""Inputs while rst is high: in_valid is high; out_ready is high; in_data is the complement of the first word."""


@dataclass(frozen=True)
class Stalls:
    """Random stalls, the same for the same seed: gaps before input words, `out_ready` patterns of output words."""

    inputs: bool
    outputs: bool
    seed: int

    def gaps(self, count: int) -> list[int]:
        """io_clk cycles without in_valid before each word: many short, some longer than a block takes."""
        if not self.inputs:
            return [0] * count
        draw = random.Random(self.seed)
        often = draw.choice((0.1, 0.5, 1.0))
        longest = draw.choice((1, 3, 40))
        return [draw.randint(1, longest) if draw.random() < often else 0 for _ in range(count)]

    def readies(self, count: int) -> list[tuple[int, int]]:
        """For each output word: the 32-cycle pattern of out_ready until the word is offered, then cycles to wait."""
        if not self.outputs:
            return [ALWAYS_READY] * count
        draw = random.Random(~self.seed)
        longest = draw.choice((1, 3, 120))
        patterns = (0, 0xFFFFFFFF, 0x55555555, 0xAAAAAAAA, draw.getrandbits(32))
        return [(draw.choice(patterns), draw.randint(0, longest)) for _ in range(count)]

    def text(self) -> str:
        """For a report."""
        sides = "both sides" if self.inputs and self.outputs else "the input side" if self.inputs else "the output side"
        return f"stalls on {sides} (seed {self.seed})"


@dataclass(frozen=True)
class Idle:
    """One wait: a gap of so many io_clk cycles before an input word, or an offered output word that is not taken."""

    cycles: int
    word: int | None
    """Number of the word; None for every word after the first."""
    output: bool = False

    def gaps(self, count: int) -> list[int]:
        """io_clk cycles without in_valid before each word."""
        if self.output:
            return [0] * count
        return [self.cycles if self._includes(number) else 0 for number in range(count)]

    def readies(self, count: int) -> list[tuple[int, int]]:
        """For each output word, as in Stalls: out_ready is low until `cycles` after the word was first offered."""
        chosen = [self.output and self._includes(number) for number in range(count)]
        return [(0, self.cycles - 1) if wait else ALWAYS_READY for wait in chosen]

    def _includes(self, number: int) -> bool:
        return number == self.word or (self.word is None and number > 0)

    def text(self) -> str:
        """For a report."""
        which = "every word" if self.word is None else f"word {self.word}"
        if self.output:
            return f"out_ready low for {self.cycles} cycles while {which} of the output is offered"
        return f"in_valid low for {self.cycles} cycles before {which} of the input"


def _during_text(during: int) -> str:
    """Describe the inputs while rst is high."""
    if not during:
        return ""
    word = "another word" if during & OTHER_WORD else "the first word"
    inputs = [f"in_valid high with {word}"] if during & OFFER else []
    return f" with {' and '.join([*inputs, *(['out_ready high'] if during & TAKE else [])])}"


@dataclass(frozen=True)
class Case:
    """One section: messages without a gap between them, from a core that is idle when it begins."""

    messages: tuple[Message, ...]
    stalls: Stalls | Idle | None = None
    reset: int = 0
    """clk cycles of reset before it."""
    during: int = 0
    """What the inputs do in these cycles: a sum of OFFER, TAKE and OTHER_WORD."""
    abort: int = 0
    """io_clk cycle in which it is cut off (0: never); the next case must then begin with a reset."""
    announced: int = 0
    """Blocks that the header announces and that are never sent: no digest is due. The next case must reset the core."""
    phase: int = 0
    """io_clk cycles to wait before the first word, to begin inside a cycle of clk."""

    def text(self) -> str:
        """For a report."""
        parts = [f"{len(self.messages)} messages back to back" if len(self.messages) > 1 else "one message"]
        if self.reset:
            parts.append("after reset" + _during_text(self.during))
        if self.announced:
            parts.append(f"{self.announced} more blocks announced and not sent")
        if self.stalls:
            parts.append(self.stalls.text())
        return ", ".join(parts)
