# SPDX-License-Identifier: Apache-2.0
"""Words of the LWC hardware API for a hash function: PDI with a message, DO with its digest.

Source: Hardware API for Lightweight Cryptography, version 1.2 (George Mason University, 2022). An instruction and a
status are one word, whose four highest bits are the code. The header of a segment has 32 bits, the highest first: four
bits of type, the flags `partial`, `end of input`, `end of type` and `last`, eight bits 0, and 16 bits with the number
of bytes. The last word of a segment is filled with zeros.
"""

from fairhash.testbench.message import Message

_HASH, _SUCCESS = 0x8, 0xE
_HASH_MESSAGE, _HASH_VALUE = 0x7, 0x9
_PARTIAL, _END_OF_INPUT, _END_OF_TYPE, _LAST = 8, 4, 2, 1
_HEADER_BITS = 32
MOST_SEGMENT_BYTES = (1 << 16) - 1


def message_words(message: Message, word_bits: int, block_bits: int) -> list[int]:
    """Return the words of a message: the instruction, and its segments.

    Args:
        message: whole bytes; its segments are numbers of blocks.
        word_bits: width of PDI: 8, 16 or 32.
        block_bits: size of a block; all segments but the last hold whole blocks.
    """
    words = [_HASH << word_bits - 4]
    pieces = message_pieces(message, block_bits)
    for number, piece in enumerate(pieces):
        flags = _END_OF_INPUT | _END_OF_TYPE | _LAST if number == len(pieces) - 1 else _PARTIAL
        words += _segment(_HASH_MESSAGE, flags, piece, word_bits)
    return words


def message_pieces(message: Message, block_bits: int) -> list[bytes]:
    """Return the data of each segment of a message; only that of an empty message is empty."""
    block = block_bits // 8
    most = MOST_SEGMENT_BYTES // block * block
    ends, end = [], 0
    for count in (message.segments or ())[:-1]:
        end += count * block
        ends.append(end)
    pieces = [message.data[a:b] for a, b in zip([0, *ends], [*ends, len(message.data)], strict=True)]
    short = [piece[start : start + most] for piece in pieces for start in range(0, len(piece), most)]
    return short or [b""]


def digest_words(digest: bytes, word_bits: int) -> list[int]:
    """Return the words of a digest: its segment, and the status of success."""
    segment = _segment(_HASH_VALUE, _END_OF_TYPE | _LAST, digest, word_bits)
    return [*segment, _SUCCESS << word_bits - 4]


def header_words(word_bits: int) -> int:
    """Return the number of words of a segment's header."""
    return _HEADER_BITS // word_bits


def announce(words: list[int], word_bits: int, more_bytes: int) -> list[int]:
    """Return the words of a message whose only segment announces more bytes than are sent."""
    count = header_words(word_bits)
    header = 0
    for word in words[1 : 1 + count]:
        header = header << word_bits | word
    return [words[0], *_split(header + more_bytes, word_bits), *words[1 + count :]]


def _segment(kind: int, flags: int, data: bytes, word_bits: int) -> list[int]:
    size = word_bits // 8
    pieces = [data[start : start + size].ljust(size, b"\0") for start in range(0, len(data), size)]
    return [*_split(kind << 28 | flags << 24 | len(data), word_bits), *(int.from_bytes(piece) for piece in pieces)]


def _split(header: int, word_bits: int) -> list[int]:
    """The words of a header, the highest bits first."""
    mask = (1 << word_bits) - 1
    return [header >> shift & mask for shift in range(_HEADER_BITS - word_bits, -1, -word_bits)]
