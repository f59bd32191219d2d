# SPDX-License-Identifier: Apache-2.0
"""The calls to be measured, repeated in compiled loops, so that the overhead of Python does not count.

OpenSSL is called through EVP_Digest if Python links libcrypto dynamically, else through hashlib.
"""

import ctypes
import hashlib
import ssl
from collections.abc import Callable
from ctypes import CDLL, c_char_p, c_size_t, c_void_p
from functools import cache
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.models.library import Algorithm, check, library

Sample = Callable[[int], None]
"""A function that makes the given number of calls."""

REFERENCE = "sha3_256"
_MAX_DIGEST_BYTES = 64


def measuring_loops(name: str) -> CDLL:
    """Load a library of measuring loops from build/models.

    Raises:
        FairhashError: it cannot be loaded.
    """
    file = paths.build() / "models" / name
    try:
        return CDLL(str(file))
    except OSError as error:
        problem = f"the library of measuring loops cannot be loaded: {error}"
        raise FairhashError(problem, str(file), "run ./run --setup") from error


def _repeat() -> CDLL:
    loops = measuring_loops("libfairhash_repeat.so")
    loops.fairhash_repeat_hash.argtypes = [c_void_p, c_void_p, c_char_p, c_size_t, c_void_p, c_size_t]
    loops.fairhash_repeat_openssl.argtypes = [c_void_p, c_void_p, c_char_p, c_size_t, c_void_p, c_size_t]
    return loops


def one(algorithm: Algorithm, message: bytes) -> Sample:
    """Calls of `fairhash_hash` with one message."""
    loops = _repeat()
    function = ctypes.cast(library().fairhash_hash, c_void_p)
    digest = ctypes.create_string_buffer(_MAX_DIGEST_BYTES)

    def calls(count: int) -> None:
        if not loops.fairhash_repeat_hash(function, algorithm.handle, message, len(message), digest, count):
            raise FairhashError("a message could not be hashed", algorithm.id)

    return calls


def many(algorithm: Algorithm, message: bytes, messages: int) -> Sample:
    """Calls of `fairhash_hash_many` with `messages` messages, on one thread."""
    pointers = (c_char_p * messages)(*[message] * messages)
    bits = (ctypes.c_uint64 * messages)(*[8 * len(message)] * messages)
    digests = ctypes.create_string_buffer(messages * _MAX_DIGEST_BYTES)
    arguments = (algorithm.handle, pointers, bits, digests, algorithm.digest_bits, messages, 1)
    function = library().fairhash_hash_many

    def calls(count: int) -> None:
        for _ in range(count):
            check(function(*arguments), algorithm)

    return calls


@cache
def evp_digest(name: str) -> tuple[CDLL, int] | None:
    """The libcrypto that Python has loaded, and its handle of a digest; None if it cannot be called directly.

    Args:
        name: OpenSSL's name of the digest, e.g. ``SHA3-256``.
    """
    hashlib.new(REFERENCE)
    try:
        mapped = Path("/proc/self/maps").read_text("utf-8")
        file = next(line.split(maxsplit=5)[5] for line in mapped.splitlines() if "/libcrypto" in line)
        crypto = CDLL(file)
        crypto.EVP_MD_fetch.restype = c_void_p
        crypto.EVP_MD_fetch.argtypes = [c_void_p, c_char_p, c_char_p]
        handle = crypto.EVP_MD_fetch(None, name.encode(), None)
    except (OSError, StopIteration, AttributeError):
        return None
    return (crypto, handle) if handle else None


def _evp() -> tuple[CDLL, int] | None:
    return evp_digest("SHA3-256")


def openssl_version() -> str:
    """Version of Python's OpenSSL, and the function through which it is called."""
    return f"{ssl.OPENSSL_VERSION}, {'EVP_Digest' if _evp() else 'hashlib'}"


def openssl(message: bytes, name: str = "SHA3-256") -> Sample:
    """Calls of one of OpenSSL's digests with one message.

    Args:
        message: The message.
        name: OpenSSL's name of the digest. If OpenSSL cannot be called directly, it must be the default.
    """
    evp = _evp() if name == "SHA3-256" else evp_digest(name)
    if evp is None:
        return lambda count: [hashlib.new(REFERENCE, message).digest() for _ in range(count)].clear()
    crypto, handle = evp
    loops = _repeat()
    function = ctypes.cast(crypto.EVP_Digest, c_void_p)
    digest = ctypes.create_string_buffer(_MAX_DIGEST_BYTES)

    def calls(count: int) -> None:
        if not loops.fairhash_repeat_openssl(function, handle, message, len(message), digest, count):
            raise FairhashError("OpenSSL could not hash a message", REFERENCE)

    return calls
