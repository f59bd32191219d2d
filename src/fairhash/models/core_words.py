# SPDX-License-Identifier: Apache-2.0
"""The words that a core receives and sends (docs/architecture.md, "A core on the wire"), and padding."""

import ctypes
from collections.abc import Sequence

from fairhash.base.errors import FairhashError
from fairhash.models.hashing import digest_size
from fairhash.models.library import check, find_algorithm, library, message_bits


def pad(algorithm: str, data: bytes, bits: int | None = None) -> bytes:
    """The first `bits` bits of `data` (default: all), padded to whole blocks."""
    chosen = find_algorithm(algorithm)
    length = message_bits(chosen, data, bits)
    size = ctypes.c_uint64()
    check(library().fairhash_padded_bytes(chosen.handle, length, ctypes.byref(size)), chosen)
    padded = ctypes.create_string_buffer(size.value)
    check(library().fairhash_pad(chosen.handle, bytes(data), length, padded, size.value), chosen)
    return padded.raw


def stream(
    algorithm: str,
    word_bits: int,
    data: bytes,
    bits: int | None = None,
    segments: Sequence[int] | None = None,
    *,
    digest_bits: int | None = None,
) -> list[int]:
    """The words that a core receives for one message: headers and padded blocks.

    Args:
        algorithm: Id of the algorithm.
        word_bits: Width of a word: 16, 32 or 64 bits.
        data: The message.
        bits: Length of the message in bits; default all of `data`.
        segments: Number of blocks of each segment; default one segment. Padding must be in the last segment only: the
            others have at most ``bits // block_bits`` blocks in total.
        digest_bits: Size of the output that the header requests; may differ from the algorithm's only with
            `free_output`.
    """
    chosen = find_algorithm(algorithm)
    length = message_bits(chosen, data, bits)
    sizes = list(segments or [])
    if segments is not None and (not sizes or any(not 0 < blocks < 1 << 31 for blocks in sizes)):
        raise FairhashError(f"impossible segments {sizes}", chosen.id, "give the blocks of each, at least one")
    if word_bits not in (16, 32, 64):
        raise FairhashError(f"words of {word_bits} bits", chosen.id, "a word has 16, 32 or 64 bits")
    size_array = (ctypes.c_uint64 * len(sizes))(*sizes)
    count = ctypes.c_uint64()
    shape = (chosen.handle, word_bits)
    check(library().fairhash_stream_words(*shape, length, size_array, len(sizes), ctypes.byref(count)), chosen)
    words = (ctypes.c_uint64 * count.value)()
    size = digest_size(chosen, digest_bits)
    arguments = (bytes(data), length, size_array, len(sizes), size, words, count.value)
    check(library().fairhash_stream(*shape, *arguments), chosen)
    return list(words)


def digest_words(algorithm: str, word_bits: int, digest: bytes) -> list[int]:
    """The words that a core sends for a digest, most significant byte first."""
    chosen = find_algorithm(algorithm)
    step = word_bits // 8
    if word_bits not in (16, 32, 64) or len(digest) % step:
        raise FairhashError(
            f"a digest of {8 * len(digest)} bits in words of {word_bits}", chosen.id, "use a word size that divides it"
        )
    return [int.from_bytes(digest[start : start + step], "big") for start in range(0, len(digest), step)]
