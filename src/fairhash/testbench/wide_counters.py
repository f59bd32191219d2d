# SPDX-License-Identifier: Apache-2.0
"""Counters of bits and blocks inside cores that no simulation brings to their upper bits by counting.

A test makes such a counter jump: after some blocks of a message it continues from a value as if many more had come. The
models here jump at the same block. tests/testbench/test_wide_counters.py changes the VHDL so, and the mode `jump` of
mutants the registers of a netlist (fairhash/features/mutants/jump.py).
"""

import ctypes
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairhash import models
from fairhash.catalog.core import Core
from fairhash.models.library import check, find_algorithm, library
from fairhash.testbench.message import Message

BLOCKS = 5
"""Full blocks of a message, about."""
MODEL_BITS = 64
"""The models count bits in this width."""
LENGTH_ORDER: dict[str, Literal["big", "little"]] = {"blake": "big", "echo": "little", "shavite3": "little"}
"""The order of the bytes of the length in the padding, for families whose padding has one."""
LENGTH_REACH = 24
"""Bytes at the end of the padding that the length is among."""


@dataclass(frozen=True)
class WideCounter:
    """A counter that includes the block in process and is cleared before each message."""

    net: str = ""
    """Its net in the netlist for ECP5, driven by one register; empty if there is none, or it has not been tried."""
    block_units: int = 1
    """What it adds for a block: 1 if it counts blocks, the bits of a block if it counts bits."""


COUNTERS = {
    "blake-32/highspeed": WideCounter("counter.blocks"),
    "blake-64/highspeed": WideCounter(),
    "shavite3-256/highspeed": WideCounter("counter.counter.blocks"),
    "shavite3-512/highspeed": WideCounter(),
    # counts thirds of a block, of 512 bits
    "echo-256/lightweight": WideCounter("message_counter.upper", block_units=3),
    "echo-256/highspeed": WideCounter(block_units=1536),
    "echo-512/highspeed": WideCounter(block_units=1024),
    "skein-256-256/highspeed": WideCounter(),
    "skein-512-512/highspeed": WideCounter("count_position.blocks"),
    "skein-512-512/four-rounds": WideCounter(),
    # the halves of the counter are exchanged while it counts
    "shabal-256/highspeed": WideCounter(),
    "shabal-512/highspeed": WideCounter(),
    "shabal-256/parallel": WideCounter("datapath.number"),
    "shabal-512/parallel": WideCounter(),
    "blake2s-256/highspeed": WideCounter("control.blocks"),
    "blake2b-512/highspeed": WideCounter("control.blocks"),
    "blake2s-256/lightweight": WideCounter("control.blocks"),
    "blake2b-512/lightweight": WideCounter("control.blocks"),
    "blake2s-256/g-2": WideCounter(),
    "blake2s-256/g-4": WideCounter(),
    "blake2s-256/g-8": WideCounter(),
    "blake2b-512/g-4": WideCounter(),
}
"""By core."""


def longest_jump(core: Core) -> int:
    """The most blocks to which the counter of a core can jump, so that a message of BLOCKS blocks still ends."""
    return (1 << min(MODEL_BITS, core.length_bits)) // core.block_bits - BLOCKS - 2


def jump_messages(core: Core) -> tuple[Message, ...]:
    """Messages whose last block is partial, full, and without a bit of message."""
    draw = random.Random(3)
    sizes = [BLOCKS * core.block_bits // 8 + more for more in (5, 0, -1)]
    return tuple(Message(core.algorithm, draw.randbytes(size), 8 * size) for size in sizes)


class _Fields(ctypes.Structure):
    """The first fields of ``fairhash_context``."""

    _fields_ = (("algorithm", ctypes.c_void_p), ("message_bits", ctypes.c_uint64), ("blocks", ctypes.c_uint64))


class JumpingModels:
    """The models, with `jump` blocks absorbed where a message has absorbed one. A Reference."""

    def __init__(self, jump: int) -> None:
        self.jump = jump

    def _more_bits(self, algorithm: str) -> int:
        return (self.jump - 1) * find_algorithm(algorithm).block_bits

    def pad(self, algorithm: str, data: bytes, bits: int | None = None) -> bytes:
        """The padded bytes that are sent; a length in the padding includes the blocks that are not."""
        padded = models.pad(algorithm, data, bits)
        length = 8 * len(data) if bits is None else bits
        total = length + self._more_bits(algorithm)
        order = LENGTH_ORDER.get(find_algorithm(algorithm).family)
        if order is None:
            return padded
        place = padded.rindex(length.to_bytes(8, order), len(padded) - LENGTH_REACH)
        return padded[:place] + total.to_bytes(8, order) + padded[place + 8 :]

    def hash_bits(self, algorithm: str, data: bytes, bits: int | None = None, digest_bits: int | None = None) -> bytes:
        """The digest, by the model's context."""
        chosen = find_algorithm(algorithm)
        context = ctypes.create_string_buffer(library().fairhash_context_bytes())
        fields = _Fields.from_buffer(context)
        check(library().fairhash_init(context, chosen.handle), chosen)
        # a full block is absorbed only when more of the message comes
        first = chosen.block_bits // 8 + 1
        check(library().fairhash_update(context, data[:first], 8 * first), chosen)
        assert (fields.message_bits, fields.blocks) == (8 * first, 1)
        fields.message_bits += self._more_bits(algorithm)
        fields.blocks = self.jump
        length = 8 * len(data) if bits is None else bits
        check(library().fairhash_update(context, data[first:], length - 8 * first), chosen)
        digest = ctypes.create_string_buffer(chosen.digest_bits // 8)
        check(library().fairhash_final(context, digest, chosen.digest_bits), chosen)
        return digest.raw

    def stream(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        segments: Sequence[int] | None = None,
        *,
        digest_bits: int | None = None,
    ) -> list[int]:
        """The words of one segment."""
        words = models.stream(algorithm, word_bits, data, bits, segments)
        sent, size = self.pad(algorithm, data, bits), word_bits // 8
        payload = [int.from_bytes(sent[place : place + size], "big") for place in range(0, len(sent), size)]
        return [*words[: len(words) - len(payload)], *payload]

    def block_segments(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        digest_bits: int | None = None,
    ) -> list[list[int]]:
        """No core with several messages in flight has such a counter."""
        raise NotImplementedError

    def digest_words(self, algorithm: str, word_bits: int, digest: bytes) -> list[int]:
        """The digest's words."""
        return models.digest_words(algorithm, word_bits, digest)
