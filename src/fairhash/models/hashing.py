# SPDX-License-Identifier: Apache-2.0
"""Digests of whole messages and of messages in pieces."""

import ctypes
from collections.abc import Callable, Sequence
from typing import BinaryIO

from fairhash.base.errors import FairhashError
from fairhash.models.library import Algorithm, check, find_algorithm, library, message_bits
from fairhash.models.parameters import Parameters, configure

_CHUNK_BYTES = 1 << 20
_MAX_THREADS = (1 << 32) - 1


def digest_size(algorithm: Algorithm, digest_bits: int | None) -> int:
    """Size of a digest in bits: `digest_bits`, or by default the algorithm's; a FairhashError if it has no such one."""
    size = algorithm.digest_bits if digest_bits is None else digest_bits
    if size < 1 or (size != algorithm.digest_bits and not algorithm.free_output):
        raise FairhashError(f"no digest of {size} bits", algorithm.id, f"its digest has {algorithm.digest_bits} bits")
    return size


def hash_bits(
    algorithm: str,
    data: bytes,
    bits: int | None = None,
    digest_bits: int | None = None,
    parameters: Parameters | None = None,
) -> bytes:
    """The digest of a message.

    Args:
        algorithm: Id of the algorithm.
        data: The message. In a partial last byte, the most significant bits are used; the least significant ones if
            the algorithm has `lsb_first`.
        bits: Length of the message in bits; default all of `data`.
        digest_bits: Size of the digest; may differ from the algorithm's only with `free_output` or `any_digest_bytes`.
        parameters: Key, customization string and domain separation byte; default none.

    Returns:
        ``ceil(digest_bits / 8)`` bytes.
    """
    chosen = configure(find_algorithm(algorithm), parameters, digest_bits)
    length = message_bits(chosen, data, bits)
    size = digest_size(chosen, digest_bits)
    digest = ctypes.create_string_buffer((size + 7) // 8)
    check(library().fairhash_hash(chosen.handle, bytes(data), length, digest, size), chosen)
    return digest.raw


def hash_many(
    algorithm: str,
    messages: Sequence[bytes],
    bits: Sequence[int] | None = None,
    digest_bits: int | None = None,
    threads: int = 1,
    *,
    parameters: Parameters | None = None,
) -> list[bytes]:
    """The digests of several messages, equal to those of hash_bits().

    It is faster than hash_bits() with several threads, and for Keccak and SIMD with one thread.

    Args:
        algorithm: Id of the algorithm.
        bits: Length of each message in bits; default all of each.
        digest_bits: See hash_bits().
        threads: Number of threads; 0 for the number of processors.
        parameters: See hash_bits().
    """
    chosen = configure(find_algorithm(algorithm), parameters, digest_bits)
    if bits is not None and len(bits) != len(messages):
        raise FairhashError(f"{len(bits)} lengths of {len(messages)} messages", chosen.id, "give a length for each")
    if not 0 <= threads <= _MAX_THREADS:
        raise FairhashError(f"{threads} threads", chosen.id, "give a number, or 0 for as many as there are processors")
    all_bits = [None] * len(messages) if bits is None else bits
    lengths = [message_bits(chosen, data, length) for data, length in zip(messages, all_bits, strict=True)]
    size = digest_size(chosen, digest_bits)
    step, count = (size + 7) // 8, len(messages)
    digests = ctypes.create_string_buffer(max(1, count * step))
    buffers = [bytes(data) for data in messages]
    arguments = (
        (ctypes.c_char_p * count)(*buffers),
        (ctypes.c_uint64 * count)(*lengths),
        digests,
        size,
        count,
        threads,
    )
    check(library().fairhash_hash_many(chosen.handle, *arguments), chosen)
    raw = digests.raw
    return [raw[start : start + step] for start in range(0, count * step, step)]


class Hasher:
    """Computes the digest of a message that is given in pieces of any number of bits."""

    def __init__(self, algorithm: str, parameters: Parameters | None = None, digest_bits: int | None = None) -> None:
        """Start a message.

        Args:
            algorithm: Id of the algorithm.
            parameters: See hash_bits().
            digest_bits: Size of the digest, for an algorithm with `any_digest_bytes`.
        """
        self.algorithm = configure(find_algorithm(algorithm), parameters, digest_bits)
        self._context = ctypes.create_string_buffer(library().fairhash_context_bytes())
        check(library().fairhash_init(self._context, self.algorithm.handle), self.algorithm)

    def update(self, data: bytes, bits: int | None = None) -> "Hasher":
        """Append the first `bits` bits of `data` (default: all) to the message."""
        length = message_bits(self.algorithm, data, bits)
        check(library().fairhash_update(self._context, bytes(data), length), self.algorithm)
        return self

    def digest(self, digest_bits: int | None = None) -> bytes:
        """The digest of the message so far; more pieces may be appended afterwards."""
        size = digest_size(self.algorithm, digest_bits)
        copy = ctypes.create_string_buffer(self._context.raw, len(self._context))
        digest = ctypes.create_string_buffer((size + 7) // 8)
        check(library().fairhash_final(copy, digest, size), self.algorithm)
        return digest.raw


def hash_stream(
    algorithm: str,
    source: BinaryIO,
    digest_bits: int | None = None,
    progress: Callable[[int], None] | None = None,
    parameters: Parameters | None = None,
) -> bytes:
    """The digest of all bytes of an open file; `progress` is called with the size in bytes of each piece read."""
    hasher = Hasher(algorithm, parameters, digest_bits)
    while piece := source.read(_CHUNK_BYTES):
        hasher.update(piece)
        if progress is not None:
            progress(len(piece))
    return hasher.digest(digest_bits)
