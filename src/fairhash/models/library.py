# SPDX-License-Identifier: Apache-2.0
"""Python binding of models/include/fairhash.h: the library, its algorithms and its error codes."""

import ctypes
import hashlib
import os
from ctypes import POINTER, Structure, c_bool, c_char_p, c_int, c_size_t, c_uint, c_uint8, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError, NotInstalled, unknown_name

_HINT = "run ./run --setup"
_LSB_FIRST = 1

_SIGNATURES: dict[str, tuple[object, list[object]]] = {
    "fairhash_status_text": (c_char_p, [c_int]),
    "fairhash_count": (c_size_t, []),
    "fairhash_at": (c_void_p, [c_size_t]),
    "fairhash_configure": (c_int, [c_void_p, c_void_p, c_void_p]),
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
    "fairhash_stream": (
        c_int,
        [c_void_p, c_uint, c_char_p, c_uint64, c_void_p, c_size_t, c_uint64, c_void_p, c_uint64],
    ),
}


class ParameterFields(Structure):
    """The C structure ``fairhash_parameters``."""

    _fields_ = (
        ("digest_bits", c_uint64),
        ("key", c_char_p),
        ("key_bytes", c_size_t),
        ("customization", c_char_p),
        ("customization_bytes", c_size_t),
        ("domain", c_uint8),
    )


class Descriptor(Structure):
    """The C structure ``fairhash_algorithm``."""

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
        ("whole_bytes", c_bool),
        ("any_digest_bytes", c_bool),
        ("takes_domain", c_bool),
        ("min_key_bytes", c_uint32),
        ("max_key_bytes", c_uint32),
        ("max_customization_bytes", c_uint64),
        ("affixes", c_void_p),
        ("parameters", ParameterFields),
    )


@dataclass(frozen=True)
class Algorithm:
    """A function with a version and a digest size; all sizes in bits."""

    id: str
    family: str
    csv_algorithm: str
    csv_version: str
    """Version token in answer files, where `csv_algorithm` is the name."""
    digest_bits: int
    """Size of the digest; the default size if `free_output`."""
    block_bits: int
    needs_bits: bool
    """Whether a core needs the number of message bits in the last segment's header."""
    lsb_first: bool
    """Whether a partial last byte uses its least significant bits (SHA-3, Ascon), else its most significant ones."""
    free_output: bool
    """Whether any digest size may be requested (extendable-output functions)."""
    whole_bytes: bool
    """Whether messages are whole bytes (BLAKE2, BLAKE3, TurboSHAKE, KangarooTwelve)."""
    any_digest_bytes: bool
    """Whether any digest of 8 to `digest_bits` bits may be requested; each size is another function (BLAKE2)."""
    takes_domain: bool
    """Whether it takes a domain separation byte (TurboSHAKE)."""
    min_key_bytes: int
    max_key_bytes: int
    """Length of the longest key; 0 if it takes none."""
    max_customization_bytes: int
    """Length of the longest customization string; 0 if it takes none."""
    handle: int = field(repr=False, compare=False)
    """Address of the library's descriptor."""
    storage: tuple[object, ...] = field(default=(), repr=False, compare=False)
    """What `handle` refers to and the library does not own: a descriptor with parameters."""


def _is_outdated(library: Path) -> bool:
    """Whether a source of the models is newer than the library and is not one that `./run --setup` built it from.

    scripts/setup.sh stores the digest of the sources' names and digests beside the library.
    """
    sources = paths.root() / "models"
    stamp = library.with_name(".built")
    if not (sources / "CMakeLists.txt").is_file() or not stamp.is_file():
        return False
    files = sorted((file.relative_to(sources).as_posix(), file) for file in sources.rglob("*") if file.is_file())
    if max(file.stat().st_mtime_ns for _, file in files) <= library.stat().st_mtime_ns:
        return False
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  ./{name}\n" for name, file in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest() not in stamp.read_text(encoding="utf-8")


@cache
def _load(*_environment: str | None) -> ctypes.CDLL:
    file = paths.build() / "models" / "libfairhash.so"
    if not file.is_file():
        raise NotInstalled("the model library is not built", str(file), _HINT)
    if _is_outdated(file):
        raise NotInstalled("the model library was built from other sources than those in models/", str(file), _HINT)
    try:
        library = ctypes.CDLL(str(file))
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise NotInstalled(f"the model library cannot be loaded: {error}", str(file), _HINT) from error
    return library


def library() -> ctypes.CDLL:
    """build/models/libfairhash.so; a FairhashError if it is not built."""
    return _load(os.environ.get("FAIRHASH_BUILD"), os.environ.get("FAIRHASH_ROOT"))


@cache
def _algorithms(loaded: ctypes.CDLL) -> dict[str, Algorithm]:
    by_id = {}
    for index in range(loaded.fairhash_count()):
        handle = loaded.fairhash_at(index)
        descriptor = Descriptor.from_address(handle)
        by_id[descriptor.id.decode()] = Algorithm(
            descriptor.id.decode(),
            descriptor.family.decode(),
            descriptor.csv_algorithm.decode(),
            descriptor.csv_version.decode(),
            descriptor.digest_bits,
            descriptor.block_bits,
            descriptor.needs_bits,
            descriptor.bit_order == _LSB_FIRST,
            descriptor.free_output,
            descriptor.whole_bytes,
            descriptor.any_digest_bytes,
            descriptor.takes_domain,
            descriptor.min_key_bytes,
            descriptor.max_key_bytes,
            descriptor.max_customization_bytes,
            handle,
        )
    return by_id


def algorithms() -> dict[str, Algorithm]:
    """Every algorithm by id, grouped by family."""
    return dict(_algorithms(library()))


def find_algorithm(name: str) -> Algorithm:
    """The algorithm with this id; for an unknown id a FairhashError lists the most similar ones."""
    by_name = _algorithms(library())
    if name in by_name:
        return by_name[name]
    families = ", ".join(dict.fromkeys(algorithm.family for algorithm in by_name.values()))
    raise unknown_name("algorithm", name, by_name, f"known families are {families}")


def check(status: int, algorithm: Algorithm) -> None:
    """Raise a FairhashError if the status of a library call is not 0."""
    if status != 0:
        raise FairhashError(library().fairhash_status_text(status).decode(), algorithm.id, "see docs/models.md")


def message_bits(algorithm: Algorithm, data: bytes, bits: int | None) -> int:
    """Length of a message in bits: `bits`, or by default all of `data`; a FairhashError if `data` is shorter."""
    if bits is None:
        return 8 * len(data)
    if not 0 <= bits <= 8 * len(data):
        raise FairhashError(f"a message of {bits} bits in {len(data)} bytes", algorithm.id, "give all its bytes")
    if algorithm.whole_bytes and bits % 8:
        raise FairhashError(f"a message of {bits} bits", algorithm.id, "its messages are whole bytes")
    return bits
