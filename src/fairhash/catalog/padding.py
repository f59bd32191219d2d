# SPDX-License-Identifier: Apache-2.0
"""The padding unit (rtl/padding) of a core: which generics it has. The rules are in rtl/padding/algorithms.toml."""

from functools import cache
from typing import Annotated, Any

from pydantic import Field

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.catalog.data_file import read_toml, validate
from fairhash.catalog.external_core import Identifier

PADDING_ENTITY = "padding_unit"
PADDING_FILES = (
    "shell/shell_pkg.vhd",
    "ops/memory_distributed.vhd",
    "padding/padding_pkg.vhd",
    "padding/byte_packer.vhd",
    "padding/last_finder.vhd",
    "padding/word_padder.vhd",
    "padding/length_field.vhd",
    "padding/segmenter.vhd",
    "padding/padding_unit.vhd",
)
"""The sources of a padding unit in compile order, relative to rtl/."""
OUTPUT_LENGTH_ENTITY = "output_length"
_OUTPUT_LENGTH_FILE = "padding/output_length.vhd"
_FILE = "padding/algorithms.toml"
_HINT = "see rtl/padding/README.md"

_MOST_PADDING_BLOCKS = 1
"""Blocks after the one in which a message ends, of the paddings of extendable-output functions: a suffix at most."""


class PaddingRule(StrictModel):
    """The padding of some algorithms."""

    algorithms: Annotated[tuple[str, ...], Field(min_length=1)]
    kind: str
    """What follows the message, in words; the same for paddings of the same shape."""
    requests_output: bool = False
    """Whether the last header of a message has the number of output bytes."""
    generics: dict[Identifier, int] = Field(default_factory=dict)
    """Generics of the padding unit that differ from their defaults, sizes excepted."""


@cache
def padding_rules() -> dict[str, PaddingRule]:
    """The padding of every algorithm, by the algorithm's name."""
    file = paths.rtl() / _FILE
    tables: Any = read_toml(file, _HINT).get("padding")
    if not isinstance(tables, list):
        raise FairhashError("expected [[padding]]", str(file), _HINT)
    rules: dict[str, PaddingRule] = {}
    for number, table in enumerate(tables, 1):
        rule = validate(table, PaddingRule, file, _HINT, f"padding {number}: ")
        for algorithm in rule.algorithms:
            if algorithm in rules:
                raise FairhashError(f"two paddings of {algorithm}", str(file), "remove one")
            rules[algorithm] = rule
    return rules


def padding_rule(algorithm: str) -> PaddingRule:
    """The padding of an algorithm.

    Raises:
        FairhashError: No rule names it.
    """
    rules = padding_rules()
    if algorithm not in rules:
        raise FairhashError(
            f"no padding unit for {algorithm}",
            str(paths.rtl() / _FILE),
            "pad in software, for example by fairhash pad, and use the core by its own ports",
        )
    return rules[algorithm]


def header_words(core: Core) -> int:
    """Words of the header of a segment that is not the last one of its message."""
    return 2 if core.word_bits == 16 else 1


HEADER_CYCLES = 6
"""Cycles from the last word of a segment to the first one of the next, headers included, at most."""
MOST_SEGMENT_WORDS = 128 - HEADER_CYCLES
"""So that a padding unit's memory has 128 words at most."""


def segment_blocks(core: Core) -> int:
    """The blocks of a segment with which its header costs the core no time, or the most that the memory holds.

    A core takes a block in each `block` cycles of clk; in the same time the words of a segment and its header must
    pass in cycles of io_clk.
    """
    block_words = core.block_bits // core.word_bits
    spare = core.formula.block * core.io_ratio - block_words
    most = max(1, MOST_SEGMENT_WORDS // block_words)
    return min(most, -(-header_words(core) // spare)) if spare > 0 else most


def memory_words(core: Core, blocks: int) -> int:
    """The words of a unit's memory: a segment of so many blocks, and what arrives while a header is sent.

    The latter only if the core would otherwise wait. The number is a power of two, 8 at least.
    """
    words = blocks * core.block_bits // core.word_bits
    waits = blocks * core.formula.block * core.io_ratio < words + HEADER_CYCLES
    return max(8, 1 << (words + waits * HEADER_CYCLES - 1).bit_length())


def has_padding_unit(core: Core) -> bool:
    """Whether a padding unit serves the core: one message at a time, a known padding."""
    return core.messages_in_flight == 1 and core.algorithm in padding_rules()


def padded_cores() -> list[Core]:
    """The high-speed and lightweight cores with a padding unit, by name."""
    return [core for core in all_cores().values() if core.is_main and has_padding_unit(core)]


def padding_generics(core: Core, algorithm: str = "", pack: bool = True) -> dict[str, int]:
    """The generics of a core's padding unit.

    Args:
        core: A core of the catalogue that works on one message at a time.
        algorithm: The one of `core.also` whose padding it shall have; default the core's own.
        pack: Whether any word of a message may be partial, or only the last one.

    Raises:
        FairhashError: The core takes turns, or no rule names the algorithm.
    """
    if core.messages_in_flight > 1:
        raise FairhashError("a padding unit has no turns", core.name, "pad in software, see fairhash pad")
    blocks = segment_blocks(core)
    return {
        "W": core.word_bits,
        "BLOCK_BITS": core.block_bits,
        "NEEDS_BITS": int(core.needs_bits),
        "LENGTH_BITS": core.length_bits,
        "SEGMENT_BLOCKS": blocks,
        "MEMORY_WORDS": memory_words(core, blocks),
        "PACK": int(pack),
        **padding_rule(algorithm or core.algorithm).generics,
    }


def padding_files(core: Core) -> tuple[str, ...]:
    """The sources between bytes and a core in compile order, relative to rtl/."""
    return (*PADDING_FILES, _OUTPUT_LENGTH_FILE) if padding_rule(core.algorithm).requests_output else PADDING_FILES


def output_length_generics(core: Core) -> dict[str, int]:
    """The generics of the entity that requests `digest_bits` of output; empty if the headers have no such number."""
    if not padding_rule(core.algorithm).requests_output:
        return {}
    # the last segment has the blocks in which the message ends, and those that only have padding
    most_blocks = segment_blocks(core) + _MOST_PADDING_BLOCKS
    return {
        "W": core.word_bits,
        "NEEDS_BITS": int(core.needs_bits),
        "MOST_WORDS": most_blocks * core.block_bits // core.word_bits,
        "OUTPUT_BYTES": core.digest_bits // 8,
    }
