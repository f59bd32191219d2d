# SPDX-License-Identifier: Apache-2.0
"""The cases of the mode `stalls`: random stalls, then single waits of every small length at every boundary.

A random gap is seldom longer than a core needs for a block, so it seldom leaves the core idle between two blocks of one
message. Here a single wait is put before one word: long enough for the core to be idle for none to IDLE_CYCLES cycles.
"""

from collections.abc import Iterator

from fairhash.testbench import plans, wire
from fairhash.testbench.message import Case, Idle, Message
from fairhash.testbench.plans import CYCLES_PER_RANDOM, Setup
from fairhash.testbench.stimulus import watch_cycles

IDLE_CYCLES = 9
"""The longest wait that is tried at every boundary, in io_clk cycles."""
BLOCKS = 2
"""Full blocks of the message that is interrupted; padding may add another."""


def stalls(setup: Setup) -> Iterator[Case]:
    """Random stalls on each side, then single waits."""
    yield from plans.stalls(setup)
    if setup.stalls(0) is not None:
        yield from single_waits(setup)


def single_waits(setup: Setup) -> Iterator[Case]:
    """Single waits: those that leave the core idle between blocks and messages, then a sample of the others.

    The former take as many cycles as CYCLES_PER_RANDOM allows. The latter follow while there are fewer than random
    stalls, so that the mode takes about twice the time that these take.
    """
    core = setup.core
    first, second = setup.message(core.block_bits // 2), setup.message(BLOCKS * core.block_bits)
    others = tuple(setup.message(core.block_bits) for _ in range(setup.in_flight - 1))
    messages = (first, second, *others)
    blocks = sum(message.blocks(setup.reference, core.block_bits) for message in messages)
    longest = core.cycles(blocks) * core.io_ratio + watch_cycles(core)
    budget = CYCLES_PER_RANDOM[setup.engine] * setup.count
    rest = list(_small(setup, messages))
    setup.draw.shuffle(rest)
    between = _between_blocks(setup, first, second)
    for idle in [*between, *rest[: max(0, setup.count - len(between))]]:
        budget -= longest + idle.cycles
        if budget < 0:
            return
        yield Case(messages, stalls=idle)


def _between_blocks(setup: Setup, first: Message, second: Message) -> list[Idle]:
    """Waits after which the core may be idle: before the first and last word of a block, and before a message.

    When the core becomes idle follows from its cycles for a block, from which loading is subtracted because it may
    overlap the block before. Those before a block of one message come first, in random order.
    """
    core, ratio = setup.core, setup.core.io_ratio
    words = core.block_bits // core.word_bits
    sizes = [sum(map(len, wire.segments(core, setup.reference, message))) for message in (first, second)]
    counts = [message.blocks(setup.reference, core.block_bits) for message in (first, second)]
    header = max(0, sizes[1] - counts[1] * words)
    period = core.formula.block * ratio
    start = sizes[0] + header + words
    near = range(max(0, period - words - IDLE_CYCLES), period + IDLE_CYCLES + 1)
    after = range(max(0, period - words - IDLE_CYCLES), core.cycles(1) * ratio + IDLE_CYCLES + 1)
    block = [Idle(cycles, word) for cycles in near for word in dict.fromkeys((start, start + words - 1))]
    message = [Idle(cycles, sizes[0]) for cycles in after]
    for waits in (block, message):
        setup.draw.shuffle(waits)
    return [*block, *message]


def _small(setup: Setup, messages: tuple[Message, ...]) -> Iterator[Idle]:
    """Waits of 1 to IDLE_CYCLES cycles before every word, at each word and at each output word."""
    core = setup.core
    inputs = sum(len(part) for message in messages for part in wire.segments(core, setup.reference, message))
    outputs = sum(len(wire.output_words(core, setup.reference, message)) for message in messages)
    for cycles in range(1, IDLE_CYCLES + 1):
        yield Idle(cycles, None)
        yield Idle(cycles, None, output=True)
        yield from (Idle(cycles, word) for word in range(1, inputs))
        yield from (Idle(cycles, word, output=True) for word in range(outputs))
