# SPDX-License-Identifier: Apache-2.0
"""The cases of each mode, made for one core from a seed."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from fairhash.catalog.core import Core
from fairhash.verify.lengths import boundary_lengths, capacity_bits
from fairhash.verify.message import Case, Message, Stalls
from fairhash.verify.reference import Reference

RESET_CYCLES = 4
BLOCKS = 4
FEW_BLOCKS = 2
CYCLE_BLOCKS = 6
SLOW_ROWS = 40


@dataclass
class Setup:
    """What the cases are made for. `count` random messages; `thorough` on engines that are fast."""

    core: Core
    reference: Reference
    draw: random.Random
    count: int
    thorough: bool
    answers: Sequence[Message] = field(default_factory=list)

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Everything the circuit computes."""
        return (self.core.algorithm, *self.core.also)

    @property
    def blocks(self) -> int:
        """Blocks of message up to which boundaries and splits are tried: four, on slow engines two."""
        return BLOCKS if self.thorough else FEW_BLOCKS

    def message(self, bits: int, algorithm: str = "") -> Message:
        """A random message of so many bits."""
        return Message(algorithm or self.core.algorithm, self.draw.randbytes((bits + 7) // 8), bits)

    def any_message(self, blocks: int = BLOCKS, split: bool = False) -> Message:
        """A random message of random length, for any algorithm of the core, perhaps in several segments."""
        bits = self.draw.randint(0, blocks * self.core.block_bits)
        if self.draw.random() < 0.5:
            bits = bits // 8 * 8
        message = self.message(bits, self.draw.choice(self.algorithms))
        return self.split(message) if split and self.draw.random() < 0.5 else message

    def stalls(self, kind: int) -> Stalls:
        """Fresh stalls: bit 0 of `kind` for the input side, bit 1 for the output side."""
        return Stalls(bool(kind & 1), bool(kind & 2), self.draw.getrandbits(32))

    def split(self, message: Message) -> Message:
        """The message in random segments."""
        total = message.blocks(self.reference, self.core.block_bits)
        free = message.bits // self.core.block_bits
        cuts = [cut for cut in range(1, total) if cut <= free and self.draw.random() < 0.5]
        return replace(message, segments=_between(cuts, total))


def _between(cuts: Sequence[int], total: int) -> tuple[int, ...]:
    edges = [0, *cuts, total]
    return tuple(b - a for a, b in pairwise(edges))


def answers(setup: Setup) -> Iterator[Case]:
    """Every row of the answer files that is for an algorithm of the core; on slow engines about forty of them."""
    rows = setup.answers if setup.thorough else setup.answers[:: len(setup.answers) // SLOW_ROWS or 1]
    return (Case((message,)) for message in rows)


def random_messages(setup: Setup) -> Iterator[Case]:
    """Random lengths up to four blocks, one in ten up to twelve; every algorithm of the core."""
    for number in range(setup.count):
        yield Case((setup.any_message(3 * BLOCKS if number % 10 == 9 else BLOCKS),))


def lengths(setup: Setup) -> Iterator[Case]:
    """Every boundary from nothing to four blocks."""
    for algorithm in setup.algorithms if setup.thorough else setup.algorithms[:1]:
        for bits in boundary_lengths(setup.reference, algorithm, setup.core.block_bits, BLOCKS):
            yield Case((setup.message(bits, algorithm),))


def segments(setup: Setup) -> Iterator[Case]:
    """All blocks in one segment, one segment a block, one block before or after the rest, random splits."""
    block_bits = setup.core.block_bits
    for full in range(setup.blocks + 2):
        longest = capacity_bits(setup.reference, setup.core.algorithm, block_bits, full + 1) - full * block_bits
        for extra in sorted({0, longest, setup.draw.randrange(block_bits)}):
            message = setup.message(full * block_bits + extra)
            total = message.blocks(setup.reference, block_bits)
            splits = {(total,), _between(range(1, full + 1), total)}
            if full:
                splits |= {_between([1], total), _between([full], total)}
            for split in sorted(splits):
                if all(split):
                    yield Case((replace(message, segments=split),))
    for _ in range(setup.count // 4):
        yield Case((setup.split(setup.any_message(2 * BLOCKS)),))


def stalls(setup: Setup) -> Iterator[Case]:
    """Stalls on the input side, on the output side, on both; each with random patterns."""
    for number in range(setup.count):
        yield Case((setup.any_message(BLOCKS - 1, split=True),), stalls=setup.stalls(1 + number % 3))


def back_to_back(setup: Setup) -> Iterator[Case]:
    """Two to five messages without a gap, with and without stalls; short ones among them, so that digests queue up."""
    for number in range(max(setup.count // 3, 8)):
        shortest = number % 2
        group = [setup.any_message(shortest or 3, split=True) for _ in range(setup.draw.randint(2, 5))]
        kind = (0, 2, 0, 3, 2, 1)[number % 6]
        yield Case(tuple(group), stalls=setup.stalls(kind) if kind else None)


def resets(setup: Setup) -> Iterator[Case]:
    """Reset in every io_clk cycle of two messages back to back (some of them on slow engines), then a right message."""
    core = setup.core
    span = (core.formula.cycles(2, core.io_ratio) + core.formula.cycles(1, core.io_ratio) + 4) * core.io_ratio
    wanted = 300 if setup.thorough else 12
    for cycle in sorted(setup.draw.sample(range(1, span), min(wanted, span - 1))):
        first = setup.split(setup.message(core.block_bits + setup.draw.randrange(core.block_bits // 2)))
        second = setup.any_message(1)
        slow = setup.stalls(2) if cycle % 3 == 0 else None
        yield Case((first, second), stalls=slow, reset=RESET_CYCLES, abort=cycle)
        yield Case((setup.any_message(2),), reset=RESET_CYCLES)


def cycles(setup: Setup) -> Iterator[Case]:
    """N = 1..k blocks into an idle core that never waits, beginning in each io_clk cycle of a cycle of clk."""
    core = setup.core
    for phase in range(core.io_ratio):
        for blocks in range(1, CYCLE_BLOCKS + 1):
            bits = capacity_bits(setup.reference, core.algorithm, core.block_bits, blocks)
            yield Case((setup.message(bits),), reset=RESET_CYCLES, phase=phase)
