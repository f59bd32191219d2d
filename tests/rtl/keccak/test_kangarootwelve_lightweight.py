# SPDX-License-Identifier: Apache-2.0
"""kt128/lightweight: trees of one to 258 chunks, and customization strings."""

import random
from pathlib import Path

import pytest

from fairhash.catalog.cores import find_core
from fairhash.testbench.message import Message
from tests.rtl.keccak.kangarootwelve import CHUNK_BYTES, failures, in_groups

CORE = find_core("kt128/lightweight")
SAVED_BYTES = 48 * 168
"""Bytes of the first chunk after which the core stores the state."""
SHORT_BYTES = (0, 1, 2, 165, 166, 167, 168)
"""Around words and a block: the length of an empty string and the domain separation byte follow each message."""
CHUNK_OFFSETS = (-168, -129, -128, -4, -3, -2, -1, 0, 1, 2, 167)
"""Distances of a length from whole chunks, in bytes."""


def _message(draw: random.Random, size: int) -> Message:
    return Message(CORE.algorithm, draw.randbytes(size), 8 * size)


def test_lengths_around_chunks(tmp_path: Path) -> None:
    """Each distance from one to three chunks and from the stored blocks of the first one, between short messages."""
    draw = random.Random(1)
    sizes = [chunks * CHUNK_BYTES + offset for chunks in (1, 2, 3) for offset in CHUNK_OFFSETS]
    sizes += [SAVED_BYTES + offset for offset in (-3, -2, -1, 0, 1)]
    sizes += [draw.choice(SHORT_BYTES) for _ in sizes]
    draw.shuffle(sizes)
    assert failures(CORE, list(in_groups(draw, sizes, _message)), b"", 1, tmp_path) == []


def test_blocks_of_the_final_node(tmp_path: Path) -> None:
    """Chaining values that fill a block, cross its end, or fill it when the message ends: up to 12 chunks."""
    draw = random.Random(2)
    sizes = [chunks * CHUNK_BYTES + draw.choice((-100, -1, 0, 1, 3000)) for chunks in range(2, 13)]
    assert failures(CORE, list(in_groups(draw, sizes, _message)), b"", 2, tmp_path) == []


@pytest.mark.parametrize("string_bytes", [1, 255, 256, 8191, 9000])
def test_customization_strings(string_bytes: int, tmp_path: Path) -> None:
    """The end of the message and the end of the chunk are in the string, in its length, or before both."""
    draw = random.Random(string_bytes)
    sizes = [*SHORT_BYTES, CHUNK_BYTES - string_bytes % CHUNK_BYTES, CHUNK_BYTES - 1, CHUNK_BYTES, 2 * CHUNK_BYTES + 5]
    cases = list(in_groups(draw, sizes, _message))
    assert failures(CORE, cases, draw.randbytes(string_bytes), string_bytes, tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("values", [255, 256, 257])
def test_a_number_of_chaining_values_of_two_bytes(values: int, tmp_path: Path) -> None:
    draw = random.Random(values)
    cases = list(in_groups(draw, [values * CHUNK_BYTES + 1, 3], _message))
    assert failures(CORE, cases, b"", values, tmp_path) == []
