# SPDX-License-Identifier: Apache-2.0
"""How many cycles a core may take for the messages of a section, stalls included (docs/verification.md, "Bounds")."""

from collections.abc import Sequence

from fairhash.catalog.core import Core
from fairhash.models.turns import Turns
from fairhash.testbench.adapters import late_cycles
from fairhash.testbench.message import ALWAYS_READY


def allowed_cycles(  # noqa: PLR0917 - what a section consists of
    core: Core,
    blocks: Sequence[int],
    turns: Turns,
    gaps: Sequence[int],
    readies: Sequence[tuple[int, int]],
    outputs: Sequence[int],
) -> int:
    """Return the io_clk cycles from the start of a section to its last digest word, at most.

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
    return cycles * core.io_ratio + late_cycles(core) * len(blocks)


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
