# SPDX-License-Identifier: Apache-2.0
"""The software models: digests, padding, and the words that a core receives and sends."""

from fairhash.models.core_words import Turns, block_segments, deal, digest_words, pad, stream, stream_many
from fairhash.models.hashing import Hasher, hash_bits, hash_many, hash_stream
from fairhash.models.library import Algorithm, algorithms, find_algorithm
from fairhash.models.parameters import Parameters

__all__ = [
    "Algorithm",
    "Hasher",
    "Parameters",
    "Turns",
    "algorithms",
    "block_segments",
    "deal",
    "digest_words",
    "find_algorithm",
    "hash_bits",
    "hash_many",
    "hash_stream",
    "pad",
    "stream",
    "stream_many",
]
