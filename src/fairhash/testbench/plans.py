# SPDX-License-Identifier: Apache-2.0
"""The cases of each mode, made for one core from a seed."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice, pairwise

from fairhash.catalog.core import Core
from fairhash.testbench.message import Case, Message, Stalls
from fairhash.testbench.reference import Reference, boundary_lengths, capacity_bits, step_bits
from fairhash.testbench.wire import OUTPUT_LENGTH_BITS, SEGMENT_LENGTH_BITS, early_words, segment_limit_bits

BLOCKS = 4
FEW_BLOCKS = 2
OUTPUT_BLOCKS = 20
"""Blocks of the longest extendable output."""
CYCLE_BLOCKS = 6
LONG_BLOCKS = 8
SLOW_ROWS = 40
RESETS = {"fast": 300, "vhdl": 12, "netlist": 24}
"""io_clk cycles in which the mode `reset` cuts messages off, by engine."""
EXTRA_RESET_CYCLES = (0, 0, 1, 2, 5, 37)
"""clk cycles of a reset beyond those that the core declares, one of which is drawn."""
POWER_UP_CYCLES = 4
"""clk cycles of the reset before the first message of a simulation, for a core that does not declare more."""
MARK_BITS = 1 << 16
"""A message that is longer than this overflows a 16-bit counter of bits."""
MARK_BLOCKS = 1 << 16
CYCLES_PER_RANDOM = {"fast": 1500, "vhdl": 200, "netlist": 150}
"""io_clk cycles that a long message may take for each random message requested, by engine."""
EXTERNAL_CYCLES = 10
"""How many times as many cycles it may take for an external core on the fast engine: nothing is known of its counters.
With the default of 400 random messages, cores of up to 91 cycles a block get 2^16 + 1 blocks."""


@dataclass
class Setup:
    """What the cases are made for: `count` random messages on an engine called `engine`."""

    core: Core
    reference: Reference
    draw: random.Random
    count: int
    engine: str
    answers: Sequence[Message] = field(default_factory=list)

    @property
    def thorough(self) -> bool:
        """Whether the engine is fast enough for every case."""
        return self.engine != "vhdl"

    @property
    def in_flight(self) -> int:
        """How many messages the core works on at once."""
        return self.core.messages_in_flight

    @property
    def only_answers(self) -> bool:
        """Whether no model can answer a message made here."""
        return bool(self.core.external and self.core.external.answers_only)

    @property
    def whole_bytes(self) -> bool:
        """Whether the core's messages are whole bytes."""
        whole = self.core.external.whole_bytes if self.core.external else False
        return whole or step_bits(self.reference, self.core.algorithm) > 1

    @property
    def one_segment(self) -> bool:
        """Whether the core needs each message in one segment."""
        return bool(self.core.external and not self.core.external.segments)

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Everything the circuit computes."""
        return (self.core.algorithm, *self.core.also)

    @property
    def blocks(self) -> int:
        """Blocks of message up to which boundaries and splits are tried: four, on slow engines two."""
        return BLOCKS if self.thorough else FEW_BLOCKS

    def message(self, bits: int, algorithm: str = "") -> Message:
        """A random message of so many bits; without a model one of the answers, about as long."""
        if self.only_answers:
            off = min(abs(row.bits - bits) for row in self.answers)
            return self.draw.choice([row for row in self.answers if abs(row.bits - bits) == off])
        bits = bits // 8 * 8 if self.whole_bytes else bits
        message = Message(algorithm or self.core.algorithm, self.draw.randbytes((bits + 7) // 8), bits)
        return message if self.core.extendable_output is None else replace(message, digest_bits=self._output_bits())

    def _output_bits(self) -> int:
        """A random length of output in bits: mostly up to three blocks, one in 16 up to OUTPUT_BLOCKS."""
        block_bytes = self.core.block_bits // 8
        near = self.draw.randrange(4) * block_bytes + self.draw.randint(-1, 1)
        far = self.draw.randint(1, OUTPUT_BLOCKS * block_bytes)
        some = self.draw.randint(1, 3 * block_bytes)
        kind = self.draw.randrange(16)
        return 8 * (far if kind == 0 else max(1, near) if kind < 6 else some)

    def default_message(self, bits: int) -> Message:
        """A random message of so many bits that asks for the default length of output."""
        return replace(self.message(bits), digest_bits=None)

    def any_message(self, blocks: int = BLOCKS, split: bool = False) -> Message:
        """A random message of random length, for any algorithm of the core, perhaps in several segments."""
        bits = self.draw.randint(0, blocks * self.core.block_bits)
        if self.draw.random() < 0.5:
            bits = bits // 8 * 8
        message = self.message(bits, self.draw.choice(self.algorithms))
        return self.split(message) if split and self.draw.random() < 0.5 else message

    def stalls(self, kind: int) -> Stalls | None:
        """Fresh stalls: bit 0 of `kind` for the input side, bit 1 for the output side; None if the core takes none."""
        if self.core.external and not self.core.external.stalls:
            return None
        return Stalls(bool(kind & 1), bool(kind & 2), self.draw.getrandbits(32))

    def split(self, message: Message) -> Message:
        """The message in random segments.

        It stays whole for a core that needs it so, and for one that takes turns, which gets it block by block anyway.
        """
        if self.in_flight > 1 or self.one_segment:
            return message
        total = message.blocks(self.reference, self.core.block_bits)
        free = message.bits // self.core.block_bits
        cuts = [cut for cut in range(1, total) if cut <= free and self.draw.random() < 0.5]
        return replace(message, segments=_between(cuts, total))


def power_up_cycles(core: Core) -> int:
    """clk cycles of the reset of a core whose registers have any value."""
    return max(POWER_UP_CYCLES, core.reset_cycles)


def _between(cuts: Sequence[int], total: int) -> tuple[int, ...]:
    edges = [0, *cuts, total]
    return tuple(b - a for a, b in pairwise(edges))


def _at_once(setup: Setup, messages: Iterable[Message]) -> Iterator[Case]:
    """One message, then two at once, up to as many as the core takes, then one again."""
    left = iter(messages)
    for number in count():
        group = tuple(islice(left, 1 + number % setup.in_flight))
        if not group:
            return
        yield Case(group)


def answers(setup: Setup) -> Iterator[Case]:
    """Every row of the answer files that is for an algorithm of the core; on slow engines about forty of them."""
    return _at_once(setup, setup.answers if setup.thorough else setup.answers[:: len(setup.answers) // SLOW_ROWS or 1])


def random_messages(setup: Setup) -> Iterator[Case]:
    """Random lengths up to four blocks, one in ten up to twelve; every algorithm of the core."""
    longest = (3 * BLOCKS if number % 10 == 9 else BLOCKS for number in range(setup.count))
    return _at_once(setup, (setup.any_message(blocks) for blocks in longest))


def lengths(setup: Setup) -> Iterator[Case]:
    """Every boundary from nothing to four blocks."""
    for algorithm in setup.algorithms if setup.thorough else setup.algorithms[:1]:
        for bits in boundary_lengths(setup.reference, algorithm, setup.core.block_bits, BLOCKS):
            if setup.whole_bytes and bits % 8:
                continue
            yield Case((setup.message(bits, algorithm),))
    if setup.core.extendable_output:
        yield from _output_lengths(setup)


def _output_lengths(setup: Setup) -> Iterator[Case]:
    """Outputs of every number of bytes up to two words, and around the end of each block up to OUTPUT_BLOCKS."""
    word, block = setup.core.word_bits // 8, setup.core.block_bits // 8
    sizes = set(range(1, 2 * word + 2))
    for number in range(1, OUTPUT_BLOCKS + 1 if setup.thorough else FEW_BLOCKS + 1):
        sizes |= {number * block + off for off in (-word - 1, -word, 1 - word, -1, 0, 1, word, word + 1)}
    for size in sorted(size for size in sizes if 0 < size <= OUTPUT_BLOCKS * block):
        yield Case((replace(setup.message(setup.draw.randrange(setup.core.block_bits)), digest_bits=8 * size),))


def segments(setup: Setup) -> Iterator[Case]:
    """All blocks in one segment, one segment a block, one block before or after the rest, random splits.

    A core that takes turns knows one segment a block only: alone, with empty turns between, and beside other messages.
    """
    block_bits = setup.core.block_bits
    for full in range(setup.blocks + 2):
        # padding may need more than one block: then none is left for the message in the one after `full`
        longest = max(0, capacity_bits(setup.reference, setup.core.algorithm, block_bits, full + 1) - full * block_bits)
        for extra in sorted({0, longest, setup.draw.randrange(block_bits)}):
            message = setup.message(full * block_bits + extra)
            if setup.in_flight > 1:
                yield Case((message,))
                yield Case((message, *(setup.any_message(full + 1) for _ in range(setup.in_flight - 1))))
                continue
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
        size = 1 + number // 3 % setup.in_flight
        group = tuple(setup.any_message(BLOCKS - 1, split=True) for _ in range(size))
        yield Case(group, stalls=setup.stalls(1 + number % 3))


def back_to_back(setup: Setup) -> Iterator[Case]:
    """Two to five messages without a gap, with and without stalls; short ones among them, so that digests queue up."""
    if setup.in_flight > 1:
        yield from _in_turns(setup)
        return
    for number in range(max(setup.count // 3, 8)):
        shortest = number % 2
        group = [setup.any_message(shortest or 3, split=True) for _ in range(setup.draw.randint(2, 5))]
        kind = (0, 2, 0, 3, 2, 1)[number % 6]
        yield Case(tuple(group), stalls=setup.stalls(kind) if kind else None)


def _in_turns(setup: Setup) -> Iterator[Case]:
    """Two to 2M + 2 messages for M slots, with and without stalls, so that slots are taken over from each other.

    In turn: any lengths; a long message with short ones beside it; exactly M of equal length; the shortest ones.
    """
    slots = setup.in_flight
    for number in range(max(setup.count // 3, 20)):
        shape, kind = number % 4, (0, 2, 0, 3, 1)[number % 5]
        if shape == 0:
            group = [setup.any_message() for _ in range(setup.draw.randint(2, 2 * slots + 2))]
        elif shape == 1:
            group = [setup.any_message(1) for _ in range(setup.draw.randint(slots, 2 * slots + 1))]
            bits = setup.draw.randint(LONG_BLOCKS // 2, LONG_BLOCKS) * setup.core.block_bits
            group.insert(setup.draw.randrange(slots), setup.message(bits, setup.draw.choice(setup.algorithms)))
        elif shape == 2:
            bits = setup.draw.randint(0, BLOCKS * setup.core.block_bits)
            group = [setup.message(bits) for _ in range(slots)]
        else:
            group = [setup.any_message(number // 4 % 2) for _ in range(setup.draw.randint(2, 2 * slots + 2))]
        yield Case(tuple(group), stalls=setup.stalls(kind) if kind else None)


def resets(setup: Setup) -> Iterator[Case]:
    """Reset in any io_clk cycle of two messages back to back, of the declared length and longer, then a right message.

    The first reset has the declared length and meets registers of any value. While rst is high, in_valid and out_ready
    are low or high. A core with M messages in flight gets M + 1: the first is the longest, so that a slot is also taken
    over.
    """
    core = setup.core
    span = (core.formula.cycles(2, core.io_ratio) + core.formula.cycles(1, core.io_ratio) + 4) * core.io_ratio
    draw = setup.draw
    yield Case((setup.any_message(1),), reset=core.reset_cycles, during=draw.randrange(8))
    for cycle in sorted(draw.sample(range(1, span), min(RESETS[setup.engine], span - 1))):
        first = setup.split(setup.message(core.block_bits + draw.randrange(core.block_bits // 2)))
        others = [setup.any_message(1) for _ in range(setup.in_flight)]
        slow = setup.stalls(2) if cycle % 3 == 0 else None
        # the case before has ended, so this reset is a reset of an idle core
        yield after_reset(setup, Case((first, *others), stalls=slow, abort=cycle))
        yield after_reset(setup, Case((setup.any_message(2),)))


def after_reset(setup: Setup, case: Case) -> Case:
    """Return the case after a reset of random length, with random inputs during it."""
    cycles = setup.core.reset_cycles + setup.draw.choice(EXTRA_RESET_CYCLES)
    return replace(case, reset=cycles, during=setup.draw.randrange(8))


def counters(setup: Setup) -> Iterator[Case]:
    """Long messages, and headers of segments that are never sent to their end.

    Headers announce 2^k blocks more than are sent, for each k for which the length fits into a header and the core
    allows it; no digest may come. With the LWC hardware API there are none: a digest may begin before its message ends,
    and the long messages have segments of almost the longest length, of 16 bits.
    Messages of more than 2^16 bits, in one segment and in many; of more than 2^16 blocks on a core that hashes them in
    CYCLES_PER_RANDOM io_clk cycles for each random message requested, else as many as that.
    """
    core, reset = setup.core, power_up_cycles(setup.core)
    longest = min(segment_limit_bits(core), 1 << core.length_bits)
    external = core.external
    blocks_bits = external.ports.blocks_bits if external else None
    in_header = SEGMENT_LENGTH_BITS if external is None or external.ports.with_headers else 1
    lengths_in_header = blocks_bits or in_header
    if setup.in_flight == 1 and not early_words(core):
        for bit in range(lengths_in_header):
            message = setup.message(FEW_BLOCKS * core.block_bits)
            total = (1 << bit) + message.blocks(setup.reference, core.block_bits)
            # with 2^k whole blocks more, a counter without the upper bits ends with the last block that is sent
            if total * core.block_bits <= longest:
                yield Case((message,), reset=reset, announced=1 << bit)
    least = MARK_BITS // core.block_bits + 1
    affordable = CYCLES_PER_RANDOM[setup.engine] * setup.count // (core.formula.block * core.io_ratio)
    message = setup.message(least * core.block_bits + 8)
    yield Case((message,), reset=reset)
    if setup.in_flight == 1 and not setup.only_answers and not setup.one_segment:
        total = message.blocks(setup.reference, core.block_bits)
        yield Case((replace(message, segments=_between(range(1, least), total)),))
    if core.extendable_output:
        yield from _long_outputs(setup, reset)
    if external is not None and setup.engine == "fast":
        affordable *= EXTERNAL_CYCLES
    if affordable > least:
        most = longest // core.block_bits - FEW_BLOCKS if blocks_bits else affordable
        yield Case((setup.message(min(affordable, most, MARK_BLOCKS + 1) * core.block_bits + 8),))


def _long_outputs(setup: Setup, reset: int) -> Iterator[Case]:
    """Requests of 2^k bytes more than a few blocks, for each k that the core allows.

    Those blocks are read, and a little more: a core that lost an upper bit of the request would end after them.
    """
    few = FEW_BLOCKS * setup.core.block_bits // 8
    message = setup.message(setup.core.block_bits)
    for bit in range(OUTPUT_LENGTH_BITS):
        size = (1 << bit) + few - 1
        if 8 * size <= 1 << setup.core.length_bits and size < 1 << OUTPUT_LENGTH_BITS:
            yield Case((replace(message, digest_bits=8 * size, received_bytes=min(size, few + 8)),), reset=reset)
    yield Case((message,), reset=reset)


def cycles(setup: Setup) -> Iterator[Case]:
    """N = 1..k blocks into an idle core that never waits, beginning in each io_clk cycle of a cycle of clk.

    A core with M messages in flight also gets M messages of N blocks at once: its full load. A core with extendable
    output also gets messages of one block with outputs of one word to a few blocks.
    """
    core, reset = setup.core, power_up_cycles(setup.core)
    for phase in range(core.io_ratio):
        for blocks in range(1, CYCLE_BLOCKS + 1):
            bits = capacity_bits(setup.reference, core.algorithm, core.block_bits, blocks)
            yield Case((setup.default_message(bits),), reset=reset, phase=phase)
            if setup.in_flight > 1 and phase == 0:
                yield Case(tuple(setup.default_message(bits) for _ in range(setup.in_flight)), reset=reset)
    if core.extendable_output:
        block_words = core.block_bits // core.word_bits
        # the longest message of a block: a core that finds the end of the message itself does not wait for its padding
        bits = capacity_bits(setup.reference, core.algorithm, core.block_bits, 1)
        for number in range(BLOCKS):
            for words in sorted({number * block_words + more for more in (1, 2, block_words - 1, block_words)} - {0}):
                asked = replace(setup.message(bits), digest_bits=words * core.word_bits)
                yield Case((asked,), reset=reset)
