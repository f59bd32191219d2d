# SPDX-License-Identifier: Apache-2.0
"""kt128/extendable: trees with outputs of one word to 20 blocks, and customization strings."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash import models
from fairhash.catalog.cores import find_core
from fairhash.testbench.message import Case, Message
from tests.rtl.keccak.kangarootwelve import CHUNK_BYTES, failures, in_groups

CORE = find_core("kt128/extendable")
BLOCK_BYTES = 168
WORD_BYTES = 8
MOST_OUTPUT_BYTES = 20 * BLOCK_BYTES
SHORT_BYTES = (0, 1, 7, 8, 165, 166, 167, 168, 8 * 41)
"""Around words and blocks: the string of its length and the domain separation byte follow each message."""
CHUNK_OFFSETS = (-168, -129, -128, -17, -9, -8, -2, -1, 0, 1, 6, 7, 8, 167)
"""Distances of a length from whole chunks, in bytes."""


def _output_bytes(draw: random.Random) -> int:
    """A word, around the ends of blocks, and any length up to 20 blocks."""
    near = draw.randint(1, 3) * BLOCK_BYTES + draw.randint(-WORD_BYTES - 1, WORD_BYTES + 1)
    return draw.choice((WORD_BYTES, near, draw.randint(1, 3 * BLOCK_BYTES), draw.randint(1, MOST_OUTPUT_BYTES)))


def _message(draw: random.Random, size: int) -> Message:
    return Message(CORE.algorithm, draw.randbytes(size), 8 * size, digest_bits=8 * _output_bytes(draw))


@pytest.mark.parametrize("seed", [1, 2])
def test_lengths_around_chunks(seed: int, tmp_path: Path) -> None:
    """Each distance from one, two and three chunks, between short messages, with outputs of different lengths."""
    draw = random.Random(seed)
    sizes = [chunks * CHUNK_BYTES + offset for chunks in (1, 2, 3) for offset in CHUNK_OFFSETS]
    sizes += [draw.choice(SHORT_BYTES) for _ in sizes]
    draw.shuffle(sizes)
    cases = list(in_groups(draw, sizes, _message))
    assert failures(CORE, cases, b"", seed, tmp_path) == []


@pytest.mark.parametrize("string_bytes", [1, 8, 255, 256, 8191, 9000])
def test_customization_strings(string_bytes: int, tmp_path: Path) -> None:
    """The end of the message and the end of the chunk are in the string, in its length, or before both."""
    draw = random.Random(string_bytes)
    sizes = [*SHORT_BYTES, CHUNK_BYTES - string_bytes % CHUNK_BYTES, CHUNK_BYTES - 1, CHUNK_BYTES, 2 * CHUNK_BYTES + 5]
    cases = list(in_groups(draw, sizes, _message))
    found = failures(CORE, cases, draw.randbytes(string_bytes), string_bytes, tmp_path)
    assert found == []


def test_a_request_in_a_segment_of_padding(tmp_path: Path) -> None:
    """21 chunks are 1,024 blocks: no word of the message is in the last segment, whose header has the request."""
    draw = random.Random(3)
    size = 21 * CHUNK_BYTES - 1  # the length of the empty string is one byte
    padded = models.pad(CORE.algorithm, bytes(size))
    assert len(padded) == 1025 * BLOCK_BYTES
    message = replace(_message(draw, size), segments=(1024, 1), digest_bits=8 * 3 * BLOCK_BYTES)
    others = [_message(draw, 100) for _ in range(2)]
    assert failures(CORE, [Case((others[0], message, others[1]), reset=4)], b"", 3, tmp_path) == []
