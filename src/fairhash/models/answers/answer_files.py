# SPDX-License-Identifier: Apache-2.0
"""Writes the answer files: the project's own, and the compact set of official answers.

The own ones, ``vectors/<family>.csv``, are what the models compute. The compact set, ``vectors/official/<family>.csv``,
is selected from a larger folder of official answers.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from fairhash.base import paths
from fairhash.models.answers.answer import Answer, model_of, read, write
from fairhash.models.core_words import pad
from fairhash.models.hashing import hash_bits
from fairhash.models.library import Algorithm, algorithms, find_algorithm

_SHORTEST_BITS = (0, 1, 2, 3, 5, 7, 8, 9, 15, 24, 32)
_BLOCKS = 4
_BLOCKS_WITH_BITS = 2
_CHUNK_BYTES = {"blake3": 1024, "kt128": 8192, "kt256": 8192}
"""Length of a chunk of a tree hash function."""
_SOURCE = "FairHash model"


def _blocks(algorithm: Algorithm, bits: int) -> int:
    """Number of blocks of a padded message of `bits` bits."""
    return 8 * len(pad(algorithm.id, bytes((bits + 7) // 8), bits)) // algorithm.block_bits


def lengths(algorithm: Algorithm) -> list[int]:
    """Message lengths in bits, sorted: the shortest ones, and those around boundaries up to four blocks.

    A boundary is the end of a block, or the longest message whose padding fits into a number of blocks. Lengths of
    whole bytes are around every boundary, other lengths around those of the first two blocks. If padding alone needs
    more than one block, no length fits into one. Tree hash functions have
    lengths around one and two chunks, too.
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
    if algorithm.id in _CHUNK_BYTES:
        chunk = 8 * _CHUNK_BYTES[algorithm.id]
        chosen |= {chunk - 8, chunk, chunk + 8, 2 * chunk, 2 * chunk + 8}
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


ROWS = 40
"""Most rows of one algorithm."""

_PARTIAL_BYTE_ROWS = 12
"""Most rows of one algorithm whose message has a partial last byte."""
_FIRST_BITS = (0, 8, 16, 24, 32, 64, 2048, 4064)
"""Lengths that every algorithm has: the shortest ones, and two of many blocks."""
_MOST_BITS = 4064
"""Longest message of the set, so that it stays small."""
_MOST_BITS_OF_TREE = {"blake3": 8 * 3073, "kt128": 8 * 8192, "kt256": 8 * 8192}
"""The same for tree hash functions: some chunks of 1,024 bytes, and the longest message with one node."""
_OTHER_SOURCES = ("BLAKE2 ed1974e", "RFC 9861", "XKCP 6ce53d0", "ascon-c 446347f crypto_cxof")
"""How the sources of rows begin that the folder of all answers does not have: they stay as they are in the set."""
_NOT_OFFICIAL = ("oracle", "fixed pattern")
"""How the sources of rows begin that somebody's program computed, and not the designers or the standard."""


def _in_order_of_need(algorithm: Algorithm) -> list[int]:
    """Return lengths in bits, the most useful first: _FIRST_BITS, then those around the boundaries."""
    around = [bits + offset for bits in lengths(algorithm) for offset in (0, -8, 8, -1, 1)]
    return list(dict.fromkeys([*_FIRST_BITS, *around]))


def _spread(candidates: Sequence[Answer], number: int) -> list[Answer]:
    """Return `number` of the candidates at equal distances in the sequence, or all of them."""
    if number >= len(candidates):
        return list(candidates)
    return [candidates[position * len(candidates) // number] for position in range(number)]


def select(algorithm: Algorithm, answers: Iterable[Answer]) -> list[Answer]:
    """Select at most ROWS answers of one algorithm, sorted by length; the same answers give the same selection.

    Lengths around the boundaries of blocks and padding come first, with at most _PARTIAL_BYTE_ROWS that are not whole
    bytes. Other lengths fill the rest at equal distances, then further messages of the same lengths.
    """
    by_length: dict[int, Answer] = {}
    further = []
    for answer in answers:
        most_bits = _MOST_BITS_OF_TREE.get(algorithm.id, _MOST_BITS)
        if answer.message_bits <= most_bits and by_length.setdefault(answer.message_bits, answer) is not answer:
            further.append(answer)
    needed = [by_length[bits] for bits in _in_order_of_need(algorithm) if bits in by_length]
    partial = [answer for answer in needed if answer.message_bits % 8][:_PARTIAL_BYTE_ROWS]
    whole = [answer for answer in needed if answer.message_bits % 8 == 0][: ROWS - _PARTIAL_BYTE_ROWS]
    left = sorted(by_length.keys() - {answer.message_bits for answer in (*partial, *whole)})
    partial += _spread([by_length[bits] for bits in left if bits % 8], _PARTIAL_BYTE_ROWS - len(partial))
    whole += _spread([by_length[bits] for bits in left if bits % 8 == 0], ROWS - len(partial) - len(whole))
    repeated = _spread(further, ROWS - len(partial) - len(whole))
    return sorted((*partial, *whole, *repeated), key=lambda answer: answer.message_bits)


def is_from_other_source(answer: Answer) -> bool:
    """Whether a row of the set is of a file or standard that the folder of all answers lacks."""
    return answer.source.startswith(_OTHER_SOURCES)


def _rows_of_other_sources(family: str) -> list[Answer]:
    """The rows of the present set whose source the folder of all answers lacks."""
    file = paths.official_answers() / f"{family}.csv"
    return [answer for answer in read(file) if is_from_other_source(answer)] if file.is_file() else []


def write_official(source: Path, folder: Path) -> list[Path]:
    """Write ``<family>.csv`` in `folder` for every family with official answers in `source`, and return the files.

    Args:
        source: A folder of answer files; rows of algorithms without a model are left out.
        folder: Where the compact set is written.
    """
    of_algorithm: dict[str, list[Answer]] = {}
    for file in sorted(source.rglob("*.csv")):
        for answer in read(file):
            model = model_of(answer)
            if model and not answer.source.startswith(_NOT_OFFICIAL):
                of_algorithm.setdefault(model.id, []).append(answer)
    for family in {find_algorithm(name).family for name in of_algorithm}:
        for answer in _rows_of_other_sources(family):
            model = model_of(answer)
            if model:
                of_algorithm.setdefault(model.id, []).append(answer)
    families: dict[str, list[Answer]] = {}
    for algorithm in algorithms().values():
        rows = select(algorithm, of_algorithm.get(algorithm.id, ()))
        families.setdefault(algorithm.family, []).extend(rows)
    files = []
    for family, rows in families.items():
        if rows:
            file = folder / f"{family}.csv"
            write(file, (replace(row, file=file) for row in rows))
            files.append(file)
    return files
