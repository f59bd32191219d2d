# SPDX-License-Identifier: Apache-2.0
"""Messages and digests as constant words, for descriptions of rounds that compute whole hashes."""

from collections.abc import Sequence
from typing import Literal

from fairhash.features.rounds.word import Graph, Word
from fairhash.models.core_words import pad

MESSAGES = (b"abc", bytes(range(200)))


def words(data: bytes, width: int, order: Literal["big", "little"] = "big") -> list[Word]:
    """Constant words of some bytes."""
    graph, step = Graph(), width // 8
    return [graph.constant(int.from_bytes(data[i : i + step], order), width) for i in range(0, len(data), step)]


def data_of(values: Sequence[Word], order: Literal["big", "little"] = "big") -> bytes:
    """The bytes of constant words."""
    return b"".join(int(word).to_bytes(word.width // 8, order) for word in values)


def blocks(algorithm: str, message: bytes, size: int) -> list[bytes]:
    """The padded blocks of `size` bytes."""
    padded = pad(algorithm, message)
    return [padded[i : i + size] for i in range(0, len(padded), size)]
