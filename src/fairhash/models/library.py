# SPDX-License-Identifier: Apache-2.0
"""The binding of models/include/fairhash.h: the library, its algorithms, its statuses."""

import ctypes
import os
from ctypes import POINTER, Structure, c_bool, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache

from fairhash import paths
from fairhash.errors import FairhashError

_HINT = "run ./run --setup"
_LSB_FIRST = 1

_SIGNATURES: dict[str, tuple[object, list[object]]] = {
    "fairhash_status_text": (c_char_p, [c_int]),
    "fairhash_count": (c_size_t, []),
    "fairhash_at": (c_void_p, [c_size_t]),
    "fairhash_context_bytes": (c_size_t, []),
    "fairhash_init": (c_int, [c_void_p, c_void_p]),
    "fairhash_update": (c_int, [c_void_p, c_char_p, c_uint64]),
    "fairhash_final": (c_int, [c_void_p, c_void_p, c_uint64]),
    "fairhash_hash": (c_int, [c_void_p, c_char_p, c_uint64, c_void_p, c_uint64]),
    "fairhash_hash_many": (c_int, [c_void_p, c_void_p, c_void_p, c_void_p, c_uint64, c_size_t, c_uint]),
    "fairhash_cpu": (c_uint, []),
    "fairhash_cpu_allow": (None, [c_uint]),
    "fairhash_padded_bytes": (c_int, [c_void_p, c_uint64, POINTER(c_uint64)]),
    "fairhash_pad": (c_int, [c_void_p, c_char_p, c_uint64, c_void_p, c_uint64]),
    "fairhash_stream_words": (c_int, [c_void_p, c_uint, c_uint64, c_void_p, c_size_t, POINTER(c_uint64)]),
    "fairhash_stream": (c_int, [c_void_p, c_uint, c_char_p, c_uint64, c_void_p, c_size_t, c_void_p, c_uint64]),
}


class _Descriptor(Structure):
    """``fairhash_algorithm``."""

    _fields_ = (
        ("id", c_char_p),
        ("family", c_char_p),
        ("csv_algorithm", c_char_p),
        ("csv_version", c_char_p),
        ("digest_bits", c_uint32),
        ("block_bits", c_uint32),
        ("needs_bits", c_bool),
        ("free_output", c_bool),
        ("bit_order", c_int),
        ("variant", c_uint32),
        ("functions", c_void_p),
    )


@dataclass(frozen=True)
class Algorithm:
    """A function with a version and a digest size; all sizes in bits."""

    id: str
    family: str
    csv_algorithm: str
    csv_version: str
    """Name and version token of its rows in answer files."""
    digest_bits: int
    """The default one if `free_output`."""
    block_bits: int
    needs_bits: bool
    """Whether a core needs the number of message bits in the last segment's header."""
    lsb_first: bool
    """Whether a partial last byte uses its least significant bits (SHA-3), not its most significant ones."""
    free_output: bool
    """Whether any digest size may be asked for (SHAKE)."""
    handle: int = field(repr=False, compare=False)
    """The library's descriptor."""


@cache
def _load(*_environment: str | None) -> ctypes.CDLL:
    file = paths.build() / "models" / "libfairhash.so"
    if not file.is_file():
        raise FairhashError("the model library is not built", str(file), _HINT)
    try:
        library = ctypes.CDLL(str(file))
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise FairhashError(f"the model library cannot be used: {error}", str(file), _HINT) from error
    return library


def library() -> ctypes.CDLL:
    """build/models/libfairhash.so; a FairhashError if it is not built."""
    return _load(os.environ.get("FAIRHASH_BUILD"), os.environ.get("FAIRHASH_ROOT"))


@cache
def _algorithms(loaded: ctypes.CDLL) -> dict[str, Algorithm]:
    found = {}
    for index in range(loaded.fairhash_count()):
        handle = loaded.fairhash_at(index)
        one = _Descriptor.from_address(handle)
        found[one.id.decode()] = Algorithm(
            one.id.decode(),
            one.family.decode(),
            one.csv_algorithm.decode(),
            one.csv_version.decode(),
            one.digest_bits,
            one.block_bits,
            one.needs_bits,
            one.bit_order == _LSB_FIRST,
            one.free_output,
            handle,
        )
    return found


def algorithms() -> dict[str, Algorithm]:
    """Every algorithm by id, family by family."""
    return dict(_algorithms(library()))


def find_algorithm(name: str) -> Algorithm:
    """The algorithm with this id; an unknown one is a FairhashError that lists the nearest."""
    known = _algorithms(library())
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=5, cutoff=0.5) or list(known)
    raise FairhashError(f"unknown algorithm {name!r}", "", f"known are {', '.join(near)}")


def check(status: int, algorithm: Algorithm) -> None:
    """Turns a status other than 0 into a FairhashError."""
    if status != 0:
        raise FairhashError(library().fairhash_status_text(status).decode(), algorithm.id, "see docs/models.md")


def message_bits(algorithm: Algorithm, data: bytes, bits: int | None) -> int:
    """The length of a message: `bits`, or all of `data`; a FairhashError if `data` has fewer bits."""
    if bits is None:
        return 8 * len(data)
    if not 0 <= bits <= 8 * len(data):
        raise FairhashError(f"a message of {bits} bits in {len(data)} bytes", algorithm.id, "give all its bytes")
    return bits
