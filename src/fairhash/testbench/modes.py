# SPDX-License-Identifier: Apache-2.0
"""The modes of the testbench: what each proves, and the known-bad core it must catch (tests/testbench/bad).

The mode `stalls` has random stalls, then single waits of every small length at every boundary. A random gap is seldom
longer than a core needs for a block, so it seldom leaves the core idle between two blocks of one message. A single wait
before one word is long enough for the core to be idle for none to IDLE_CYCLES cycles.

The modes `back-to-back` and `reset` have short messages, then for a tree hash messages of several leaves. The messages
of all other modes are a few blocks long, so they have one leaf.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Tree
from fairhash.catalog.external_core import ExternalCore
from fairhash.testbench import plans, wire
from fairhash.testbench.adapters import may_hold_a_block
from fairhash.testbench.message import Case, Idle, Message
from fairhash.testbench.plans import CYCLES_PER_RANDOM, Setup
from fairhash.testbench.stimulus import watch_cycles

IDLE_CYCLES = 9
"""The longest wait that is tried at every boundary, in io_clk cycles."""
BLOCKS = 2
"""Full blocks of the message that is interrupted; padding may add another."""
GROUPS = 4
"""Groups of leaves that are hashed together, in the longest message of the mode `back-to-back`."""
CASES_PER_RANDOM = 20
"""Random messages requested for each of its cases with several leaves."""


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
    # the wait begins when the queue of an adapter has taken the word before, and the core still has a block to hash
    queued = core.cycles(1) * ratio if may_hold_a_block(core) else 0
    near = range(max(0, period - words - IDLE_CYCLES), queued + period + IDLE_CYCLES + 1)
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


def back_to_back(setup: Setup) -> Iterator[Case]:
    """Two to five messages without a gap; of a tree hash also messages of several leaves."""
    yield from plans.back_to_back(setup)
    if setup.core.tree and setup.engine == "fast":
        yield from _several_leaves(setup, setup.core.tree.group_blocks)


def _several_leaves(setup: Setup, group_blocks: int) -> Iterator[Case]:
    """A message of up to GROUPS groups of leaves between shorter ones, some with stalls, every third case cut off."""
    for number in range(max(setup.count // CASES_PER_RANDOM, 3)):
        kind = (0, 3, 1, 0, 2)[number % 5]
        long = setup.any_message(GROUPS * group_blocks, split=True)
        case = Case(
            (setup.any_message(1), long, setup.any_message(group_blocks + 2, split=True), setup.any_message(1)),
            stalls=setup.stalls(kind) if kind else None,
        )
        if number % 3 == 2:
            longest = setup.core.cycles(GROUPS * group_blocks) * setup.core.io_ratio
            yield replace(case, abort=setup.draw.randrange(1, longest))
            yield replace(case, stalls=None, reset=setup.core.reset_cycles)
        else:
            yield case


def resets(setup: Setup) -> Iterator[Case]:
    """A reset in any cycle of short messages; of a tree hash also around the end of a leaf."""
    yield from plans.resets(setup)
    if setup.core.tree and setup.engine == "fast":
        yield from _leaf_resets(setup, setup.core.tree)


def _leaf_resets(setup: Setup, tree: Tree) -> Iterator[Case]:
    """A reset around the end of the first or second group of leaves, each time with a message of two groups after it.

    There the core gives and joins chaining values. These are few cycles of a leaf, so random ones seldom meet them.
    """
    core = setup.core
    window = tree.start + tree.cycles + tree.group + core.formula.cycles(1, core.io_ratio)
    within_group = tree.cycles * (tree.together - 1) + tree.group
    three, two = ((groups * tree.group_blocks + 1) * core.block_bits for groups in (2, 1))
    for number in range(setup.count):
        second = number % 2
        end = core.formula.block * tree.steps((1 + second) * tree.group_blocks) + second * within_group
        cycle = end - core.formula.block + setup.draw.randrange(window)
        yield plans.after_reset(setup, Case((setup.message(three),), abort=cycle * core.io_ratio))
        yield plans.after_reset(setup, Case((setup.message(two),)))


@dataclass(frozen=True)
class Mode:
    """One way to choose the stimulus."""

    name: str
    proves: str
    cases: Callable[[plans.Setup], Iterator[Case]]
    catches: tuple[str, ...]
    """Known-bad cores, by name, that this mode must not let pass."""
    uses_answers: bool = False
    """Whether its messages are those of the answer files."""
    measures_cycles: bool = False
    """Whether the cycles of its messages are compared with the core's formula, in place of an upper bound."""
    tests_lengths: bool = False
    """Whether its longest message is the longest that a counter of the core was tested with."""
    is_impossible: Callable[[ExternalCore], bool] = lambda _: False
    """Whether an external core cannot pass it by its own description."""


MODES = {
    mode.name: mode
    for mode in (
        Mode(
            "answers",
            "the core gives the digests of the answer files",
            plans.answers,
            ("swapped-constant",),
            uses_answers=True,
        ),
        Mode(
            "random",
            "the core equals the model on random messages",
            plans.random_messages,
            ("rare-word", "late-digest"),
        ),
        Mode(
            "lengths",
            "no length around the end of a block or of its padding is special, from none to four blocks",
            plans.lengths,
            ("wrong-last-block", "short-counter", "stuck-ready"),
        ),
        Mode(
            "segments",
            "however a message is cut into segments, the digest is the same",
            plans.segments,
            ("first-segment-last",),
            is_impossible=lambda external: not external.segments,
        ),
        Mode(
            "stalls",
            "no word is lost, repeated or changed however either side waits; valid never waits for ready",
            stalls,
            ("lost-word", "unsteady-output", "valid-waits", "valid-follows-ready", "bubbles"),
            is_impossible=lambda external: not external.stalls,
        ),
        Mode(
            "back-to-back",
            "messages may follow without a gap, also when digests queue up",
            back_to_back,
            ("stale-state", "lost-digest", "swapped-digests", "blocked-by-finished", "leaked-state", "slow-to-restart"),
        ),
        Mode(
            "reset",
            "a reset of the declared length or longer, in any cycle, returns the core to the idle state",
            resets,
            ("kept-through-reset", "missing-reset", "word-taken-in-reset", "long-reset-needed"),
            is_impossible=lambda external: not external.has_reset,
        ),
        Mode(
            "counters",
            "no message is too long for a counter: more than 2^16 bits, and every bit of the length in a header",
            plans.counters,
            ("short-header", "short-bits", "short-blocks"),
            tests_lengths=True,
        ),
        Mode(
            "cycles",
            "N blocks take exactly the declared cycles",
            plans.cycles,
            ("slow-block", "slow-together"),
            measures_cycles=True,
        ),
    )
}


def find_modes(names: Sequence[str] | None) -> list[Mode]:
    """The modes called so, in the order of the table; all of them for None."""
    unknown = [name for name in names or () if name not in MODES]
    if unknown:
        raise FairhashError(f"unknown mode {unknown[0]!r}", "", f"known are {', '.join(MODES)}")
    return [mode for mode in MODES.values() if names is None or mode.name in names]
