# SPDX-License-Identifier: Apache-2.0
"""The project's own answer files, ``vectors/<family>.csv``, which the models write."""

import hashlib
from pathlib import Path

from fairhash.models.answers.answer import Answer, write
from fairhash.models.core_words import pad
from fairhash.models.hashing import hash_bits
from fairhash.models.library import Algorithm, algorithms

_SHORTEST_BITS = (0, 1, 2, 3, 5, 7, 8, 9, 15, 24, 32)
_BLOCKS = 4
_BLOCKS_WITH_BITS = 2
_SOURCE = "FairHash model"


def _blocks(algorithm: Algorithm, bits: int) -> int:
    """Number of blocks of a padded message of `bits` bits."""
    return 8 * len(pad(algorithm.id, bytes((bits + 7) // 8), bits)) // algorithm.block_bits


def lengths(algorithm: Algorithm) -> list[int]:
    """Message lengths in bits, sorted: the shortest ones, and those around boundaries up to four blocks.

    A boundary is the end of a block, or the longest message whose padding fits into a number of blocks. Lengths of
    whole bytes are around every boundary, other lengths around those of the first two blocks. If padding alone needs
    more than one block, no length fits into one.
    """
    chosen = set(_SHORTEST_BITS)
    for block in range(1, _BLOCKS + 1):
        full = block * algorithm.block_bits
        step = 8 if algorithm.whole_bytes else 1
        low, high = (full - algorithm.block_bits) // step, full // step + 1
        while low < high:
            middle = (low + high) // 2
            if _blocks(algorithm, middle * step) > block:
                high = middle
            else:
                low = middle + 1
        fits, overflows = (low - 1) * step, low * step
        chosen |= {fits // 8 * 8, (overflows + 7) // 8 * 8, full}
        if block <= _BLOCKS_WITH_BITS:
            chosen |= {fits, overflows, full - 1, full + 1, full + 8}
    return sorted(bits for bits in chosen if bits >= 0 and not (algorithm.whole_bytes and bits % 8))


def _message(algorithm: Algorithm, bits: int) -> bytes:
    """A reproducible pseudo-random message: SHAKE128 of the algorithm's id and the length."""
    message = bytearray(hashlib.shake_128(f"{algorithm.id} {bits}".encode()).digest((bits + 7) // 8))
    if bits % 8:
        message[-1] &= 0xFF >> (8 - bits % 8) if algorithm.lsb_first else 0xFF00 >> bits % 8 & 0xFF
    return bytes(message)


def own_answers(algorithm: Algorithm, file: Path) -> list[Answer]:
    """The answers of one algorithm for `file`; their line number is 0."""
    kind = (algorithm.csv_algorithm, algorithm.csv_version, algorithm.digest_bits)
    rows = []
    for bits in lengths(algorithm):
        message = _message(algorithm, bits)
        rows.append(Answer(*kind, bits, message, hash_bits(algorithm.id, message, bits), _SOURCE, file, 0))
    return rows


def write_families(folder: Path) -> list[Path]:
    """Write ``<family>.csv`` in `folder` for every family, and return the files."""
    families: dict[str, list[Algorithm]] = {}
    for algorithm in algorithms().values():
        families.setdefault(algorithm.family, []).append(algorithm)
    files = []
    for family, members in families.items():
        file = folder / f"{family}.csv"
        write(file, (answer for algorithm in members for answer in own_answers(algorithm, file)))
        files.append(file)
    return files
