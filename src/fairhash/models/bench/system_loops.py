# SPDX-License-Identifier: Apache-2.0
"""Binding of models/bench/system.c: threads that hash messages from memory or files in compiled loops."""

import ctypes
from collections.abc import Sequence
from ctypes import CDLL, POINTER, Structure, byref, c_char_p, c_int, c_long, c_size_t, c_uint, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.models.bench.loops import evp_digest, measuring_loops
from fairhash.models.library import Algorithm, library

PAGE_BYTES = 4096
"""Alignment and unit of reads past the page cache."""


class _Work(Structure):
    """`system_work` of system.c."""

    _fields_ = (
        ("hash", c_void_p),
        ("hash_many", c_void_p),
        ("evp_digest", c_void_p),
        ("algorithm", c_void_p),
        ("digest_bits", c_size_t),
        ("message_bytes", c_size_t),
        ("messages", c_size_t),
        ("stride", c_size_t),
        ("memory", c_void_p),
        ("files", POINTER(c_char_p)),
        ("direct", c_int),
        ("threads", c_uint),
        ("digests", c_void_p),
    )


class _Times(Structure):
    """`system_times` of system.c."""

    _fields_ = (("total", c_uint64), ("read", c_uint64), ("cpu", c_uint64))


@dataclass(frozen=True)
class Times:
    """Times of a sample in nanoseconds."""

    total: int
    """Elapsed time from the start of all threads to the end of the last one."""
    read: int
    """Elapsed time of reading files, summed over the threads."""
    cpu: int
    """Processor time, summed over the threads."""


@dataclass(frozen=True)
class HashFunction:
    """A function that can be measured: a model of ours, or a digest of OpenSSL."""

    name: str
    digest_bits: int
    algorithm: Algorithm | None
    """None for OpenSSL."""
    openssl_name: str = ""

    def addresses(self, *, lanes: bool) -> dict[str, int | None]:
        """The fields of `system_work` that select the function.

        Args:
            lanes: Whether the messages of a thread are hashed by one call, in lanes if the model has them.

        Raises:
            FairhashError: OpenSSL cannot be called from C, or it is asked to hash in lanes.
        """
        if self.algorithm is not None:
            name = "hash_many" if lanes else "hash"
            function = ctypes.cast(getattr(library(), f"fairhash_{name}"), c_void_p)
            return {name: function.value, "algorithm": self.algorithm.handle}
        address = evp_digest(self.openssl_name)
        if address is None or lanes:
            raise FairhashError("OpenSSL cannot be measured", self.name, "use a Python with a shared libcrypto")
        crypto, handle = address
        return {"evp_digest": ctypes.cast(crypto.EVP_Digest, c_void_p).value, "algorithm": handle}


def _loops() -> CDLL:
    loops = measuring_loops("libfairhash_system.so")
    loops.fairhash_system_run.argtypes = [POINTER(_Work), c_size_t, POINTER(_Times)]
    loops.fairhash_system_pad.argtypes = [
        *(c_void_p, c_void_p, c_char_p, c_size_t, c_void_p, c_size_t, c_size_t),
        POINTER(c_uint64),
    ]
    loops.fairhash_system_drop.argtypes = [POINTER(c_char_p), c_size_t]
    loops.fairhash_system_drop.restype = c_long
    return loops


class Messages:
    """Messages of one length in memory, and the files that hold them if there are any."""

    def __init__(self, data: Sequence[bytes], files: Sequence[Path] = ()) -> None:
        """Copy the messages to memory.

        Args:
            data: Messages of equal length, at least one byte.
            files: The file of each message, or none.
        """
        self.message_bytes = len(data[0])
        self.count = len(data)
        unit = PAGE_BYTES if files else 64
        self.stride = -(-self.message_bytes // unit) * unit
        self._storage = ctypes.create_string_buffer(self.count * self.stride + PAGE_BYTES)
        base = ctypes.addressof(self._storage)
        self.address = -(-base // PAGE_BYTES) * PAGE_BYTES
        for number, message in enumerate(data):
            ctypes.memmove(self.address + number * self.stride, message, len(message))
        self.files = (c_char_p * self.count)(*[str(file).encode() for file in files]) if files else None

    def drop(self) -> None:
        """Remove the files from the page cache.

        Raises:
            FairhashError: some of their pages stay in it.
        """
        if self.files is None:
            return
        resident = _loops().fairhash_system_drop(self.files, self.count)
        if resident != 0:
            what = "a file cannot be read" if resident < 0 else f"{resident} pages of files stay in the page cache"
            where = (self.files[0] or b"").decode()
            raise FairhashError(what, where, "choose --cold direct, or another folder with --folder")


class Hashing:
    """One function applied to all messages, by a number of threads."""

    def __init__(
        self, function: HashFunction, messages: Messages, threads: int, *, lanes: bool = False, direct: bool = False
    ) -> None:
        """Prepare the call.

        Args:
            function: The hash function.
            messages: Its messages; those with files are read from them each time.
            threads: At most 256; each has an equal share of the messages.
            lanes: Whether each thread hashes its messages with one call.
            direct: Whether files are read past the page cache.
        """
        self._messages = messages
        self._digest_bytes = function.digest_bits // 8
        self._digests = ctypes.create_string_buffer(messages.count * self._digest_bytes)
        self._name = function.name
        self._work = _Work(
            digest_bits=function.digest_bits,
            message_bytes=messages.message_bytes,
            messages=messages.count,
            stride=messages.stride,
            memory=messages.address,
            files=messages.files,
            direct=direct,
            threads=threads,
            digests=ctypes.addressof(self._digests),
            **function.addresses(lanes=lanes),
        )
        self._loops = _loops()

    def run(self, passes: int) -> Times:
        """Hash all messages `passes` times.

        Raises:
            FairhashError: a message could not be read or hashed.
        """
        times = _Times()
        if not self._loops.fairhash_system_run(byref(self._work), passes, byref(times)):
            where = (self._messages.files[0] or b"").decode() if self._messages.files else self._name
            hint = "choose --cold dropped if the file system does not allow O_DIRECT" if self._messages.files else ""
            raise FairhashError("a message could not be read or hashed", where, hint)
        return Times(times.total, times.read, times.cpu)

    def digests(self) -> list[bytes]:
        """The digests of the last run."""
        raw = self._digests.raw
        return [raw[i * self._digest_bytes : (i + 1) * self._digest_bytes] for i in range(self._messages.count)]


class Padding:
    """The padding of one message, as the host of an accelerator does it."""

    def __init__(self, algorithm: Algorithm, message: bytes) -> None:
        self._algorithm = algorithm
        self._message = message
        padded = c_uint64()
        library().fairhash_padded_bytes(algorithm.handle, 8 * len(message), byref(padded))
        self.padded_bytes = padded.value
        self._buffer = ctypes.create_string_buffer(padded.value)
        self._loops = _loops()

    def run(self, passes: int) -> Times:
        """Pad the message `passes` times."""
        time = c_uint64()
        function = ctypes.cast(library().fairhash_pad, c_void_p)
        message, handle = self._message, self._algorithm.handle
        done = self._loops.fairhash_system_pad(
            function, handle, message, len(message), self._buffer, self.padded_bytes, passes, byref(time)
        )
        if not done:
            raise FairhashError("a message could not be padded", self._algorithm.id)
        return Times(time.value, 0, time.value)


def openssl_functions() -> list[HashFunction]:
    """SHA-256 and SHA3-256 of OpenSSL; none if it cannot be called from C."""
    names = {"openssl-sha-256": "SHA2-256", "openssl-sha3-256": "SHA3-256"}
    return [HashFunction(own, 256, None, name) for own, name in names.items() if evp_digest(name)]


def model_function(algorithm: Algorithm) -> HashFunction:
    """The software model of an algorithm."""
    return HashFunction(algorithm.id, algorithm.digest_bits, algorithm)
