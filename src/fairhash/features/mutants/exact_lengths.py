# SPDX-License-Identifier: Apache-2.0
"""The mode `exact-lengths`: segments of 2^k blocks, words or bits, for mutants that the modes of the testbench miss.

The mode `counters` announces 2^k blocks more than it sends, so a counter that loses bit k still has the few blocks. It
misses a counter that is wrong only if all bits below bit k are 0. Such a counter may end the segment after its first
word, and take what follows as a header. So the data is the header again and again, each time after one word: a core
with this fault sends a digest, and none is due. The blocks that are announced are not sent, so every k can be tried.

Headers give the length in words of 32 bits. If a block is not 2^k of them, a counter of words that loses bit k still
has other bits. So segments are also announced that have at least 2^k words after one or two blocks, and less than a
block more: without bit k it ends after these blocks.

A core that is told the number of message bits may also compare it with 0. Such a comparison may miss bit k, which shows
only if no other bit is 1. So these cores get messages of exactly 2^k bits too, as long as the last block can be sent.
"""

from collections.abc import Iterator
from dataclasses import replace

from fairhash.catalog.core import Core
from fairhash.features.mutants.sender import FIELD_BITS
from fairhash.testbench.message import Case
from fairhash.testbench.modes import Mode
from fairhash.testbench.plans import Setup, power_up_cycles
from fairhash.testbench.stimulus import make_section
from fairhash.testbench.wire import SEGMENT_LENGTH_BITS, segment_limit_bits

LONGEST_CYCLES = 300_000
"""Of a message of exactly 2^k bits that is sent whole. All of a core together take less than twice as long."""


def has_exact_lengths(core: Core) -> bool:
    """Whether the mode has a case for a core; not for one that receives turns, whose segments are one block."""
    return core.messages_in_flight == 1


def announced_lengths(setup: Setup) -> Iterator[Case]:
    """One message for each length."""
    core, block = setup.core, setup.core.block_bits
    empty = setup.default_message(0)
    header_words = len(_words(setup, Case((empty,)))) - empty.blocks(setup.reference, block) * block // core.word_bits
    # so many blocks that one of them is filled with words that each follow a header, and one more
    bits = (header_words + 2) * block
    message = setup.default_message(bits)
    for blocks in _lengths(core):
        announced = blocks - message.blocks(setup.reference, block)
        if announced > 0:
            case = Case((message,), reset=power_up_cycles(core), announced=announced)
            words = _words(setup, case)
            period = [words[header_words], *words[:header_words]]
            data = b"".join(word.to_bytes(core.word_bits // 8) for word in period) * bits
            yield replace(case, messages=(replace(message, data=data[: bits // 8]),))


def _lengths(core: Core) -> list[int]:
    """Blocks: each 2^k, and those that have 2^k words of a header and a part of a block after one or two blocks."""
    words = core.block_bits // FIELD_BITS
    lengths = {1 << bit for bit in range(SEGMENT_LENGTH_BITS)}
    if words & (words - 1):
        lengths |= {-(-length // words) + more for length in lengths for more in (1, 2)}
    longest = min(segment_limit_bits(core), 1 << core.length_bits)
    return sorted(length for length in lengths if length * core.block_bits <= longest)


def whole_messages(setup: Setup) -> Iterator[Case]:
    """One message of 2^k bits for each k, from one block on, if the core is told the number of bits."""
    core = setup.core
    if not core.needs_bits:
        return
    for bit in range((core.block_bits - 1).bit_length(), core.length_bits):
        if core.cycles((1 << bit) // core.block_bits + 1) < LONGEST_CYCLES:
            yield Case((setup.default_message(1 << bit),), reset=power_up_cycles(core))


def _exact_lengths(setup: Setup) -> Iterator[Case]:
    yield from announced_lengths(setup)
    yield from whole_messages(setup)


def _words(setup: Setup, case: Case) -> list[int]:
    return [word for _, _, word in make_section(setup.core, setup.reference, case).inputs]


EXACT = Mode("exact-lengths", "no length of 2^k blocks, words or bits is special", _exact_lengths, catches=())
