# SPDX-License-Identifier: Apache-2.0
"""The words that the testbench sends to a core for a message, and those that it expects for a digest.

Cores of the catalogue receive the words of docs/interface.md. For an external core they follow
from its description: headers or none, padding or none, and ports that mark the end of a message.

Words of the LWC hardware API for a hash function: PDI with a message, DO with its digest. Source: Hardware API for
Lightweight Cryptography, version 1.2 (George Mason University, 2022). An instruction and a status are one word, whose
four highest bits are the code. The header of a segment has 32 bits, the highest first: four bits of type, the flags
`partial`, `end of input`, `end of type` and `last`, eight bits 0, and 16 bits with the number of bytes. The last word
of a segment is filled with zeros.
"""

from collections.abc import Sequence

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore, Order
from fairhash.testbench.message import Message
from fairhash.testbench.reference import Reference

_HASH, _SUCCESS = 0x8, 0xE
_HASH_MESSAGE, _HASH_VALUE = 0x7, 0x9
_PARTIAL, _END_OF_INPUT, _END_OF_TYPE, _LAST = 8, 4, 2, 1
_HEADER_BITS = 32
MOST_SEGMENT_BYTES = (1 << 16) - 1


def lwc_message_words(message: Message, word_bits: int, block_bits: int) -> list[int]:
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
        words += _lwc_segment(_HASH_MESSAGE, flags, piece, word_bits)
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


def lwc_digest_words(digest: bytes, word_bits: int) -> list[int]:
    """Return the words of a digest: its segment, and the status of success."""
    segment = _lwc_segment(_HASH_VALUE, _END_OF_TYPE | _LAST, digest, word_bits)
    return [*segment, _SUCCESS << word_bits - 4]


def header_words(word_bits: int) -> int:
    """Return the number of words of a segment's header."""
    return _HEADER_BITS // word_bits


def _lwc_segment(kind: int, flags: int, data: bytes, word_bits: int) -> list[int]:
    size = word_bits // 8
    pieces = [data[start : start + size].ljust(size, b"\0") for start in range(0, len(data), size)]
    return [
        *_split_header(kind << 28 | flags << 24 | len(data), word_bits),
        *(int.from_bytes(piece) for piece in pieces),
    ]


def _split_header(header: int, word_bits: int) -> list[int]:
    """The words of a header, the highest bits first."""
    mask = (1 << word_bits) - 1
    return [header >> shift & mask for shift in range(_HEADER_BITS - word_bits, -1, -word_bits)]


ORDERS: dict[Order, tuple[int, bool, bool]] = {
    "big": (1, False, False),
    "little": (1, True, False),
    "little-32": (4, True, False),
    "little-64": (8, True, False),
    "swapped-32": (4, False, True),
    "swapped-64": (8, False, True),
}
"""Bytes of a part of a word; whether the first part is the lowest one; whether the bytes of each part are reversed."""


SEGMENT_LENGTH_BITS = 31
"""Bits of the length in our headers, which counts words of 32 bits."""
OUTPUT_LENGTH_BITS = 32
"""Bits of the number of output bytes in our headers."""
_GMU = ("gmu", "gmu-top")
"""The formats of headers of paper A's group."""


def segments(core: Core, reference: Reference, message: Message) -> list[list[int]]:
    """The words of a message, segment by segment to a core that works on several messages, else as one list."""
    external = core.external
    if external and external.ports.header_format in _GMU:
        return [_gmu_words(core, reference, message)]
    if external and external.ports.header_format == "lwc":
        return [lwc_message_words(message, core.word_bits, core.block_bits)]
    if external and not external.ports.with_headers:
        return [_plain_words(core, external, reference, message)]
    request = (message.algorithm, core.word_bits, message.data, message.bits)
    if core.messages_in_flight > 1:
        return reference.block_segments(*request, digest_bits=message.digest_bits)
    words = reference.stream(*request, message.segments, digest_bits=message.digest_bits)
    if external and "in_last" in external.ports.by_role:
        words[-1] |= 1 << core.word_bits
    return [words]


def segment_limit_bits(core: Core) -> int:
    """The longest segment that a header can announce, in bits; the mark of paper A's group is in the same word."""
    header = core.external.ports.header_format if core.external else "fairhash"
    if header in _GMU:
        return (1 << core.word_bits - (header == "gmu-top")) - core.block_bits
    if header == "lwc":
        return 8 * MOST_SEGMENT_BYTES
    if core.external and core.external.ports.blocks_bits:
        return ((1 << core.external.ports.blocks_bits) - 1) * core.block_bits
    return 32 * ((1 << SEGMENT_LENGTH_BITS) - 1)


def announce(core: Core, words: Sequence[int], blocks: int) -> list[int]:
    """The words of a segment whose header announces `blocks` blocks more, or whose last word is not marked as such.

    If a port has the number of blocks, that number is larger, and the mark stays: the core must wait for more blocks.
    Both lengths of a header of paper A's group grow, so that they agree: a core may follow either.
    """
    external = core.external
    words = list(words)
    if external and external.ports.header_format in _GMU:
        words[:2] = [word + blocks * core.block_bits for word in words[:2]]
    elif external and external.ports.blocks_bits:
        words = [word + (blocks << core.word_bits + 1) for word in words]
    elif external and not external.ports.with_headers:
        words[-1] &= ~(1 << core.word_bits)
    elif core.word_bits == 16:
        header = (words[0] << 16 | words[1]) + (blocks * core.block_bits // 32 << 1)
        words[:2] = [header >> 16, header & 0xFFFF]
    else:
        words[0] += blocks * core.block_bits // 32 << (core.word_bits - 31)
    return words


def further_header_words(core: Core, message: Message) -> int:
    """Words of the headers of all segments but the first, for a core of the LWC hardware API; else 0."""
    if core.external is None or core.external.ports.header_format != "lwc":
        return 0
    return (len(message_pieces(message, core.block_bits)) - 1) * header_words(core.word_bits)


def early_words(core: Core) -> int:
    """Words of a digest that may come before the end of its message: its header, with the LWC hardware API; else 0."""
    if core.external is None or core.external.ports.header_format != "lwc":
        return 0
    return header_words(core.word_bits)


def output_words(core: Core, reference: Reference, message: Message) -> list[int]:
    """The words that the core gives for a message: its digest, or as much output as was asked for, in whole words."""
    if core.extendable_output is None:
        return digest_words(core, reference, message.algorithm, message.expected(reference))
    size, bits = core.word_bits // 8, message.digest_bits or core.digest_bits
    count = message.received_bytes or -(-bits // 8)
    output = reference.hash_bits(message.algorithm, message.data, message.bits, 8 * size * -(-count // size))
    known = (message.digest or b"")[: bits // 8]
    return digest_words(core, reference, message.algorithm, known + output[len(known) :])


def digest_words(core: Core, reference: Reference, algorithm: str, digest: bytes) -> list[int]:
    """The words that the core gives for a digest."""
    external = core.external
    if external is None:
        return reference.digest_words(algorithm, core.word_bits, digest + bytes(-len(digest) % (core.word_bits // 8)))
    ports = external.ports
    size = (core.digest_bits if ports.kind in ("block", "permutation") else core.digest_word_bits) // 8
    # the rest of the last word is 0, as in our interface
    pieces = [digest[start : start + size] for start in range(0, len(digest), size)]
    pieces = pieces[::-1] if ports.reversed_digest else pieces
    words = [ordered(piece.ljust(size, b"\0"), ports.out_order) for piece in pieces]
    if ports.kind == "lwc":
        words = lwc_digest_words(digest, core.word_bits)
    if "out_last" in ports.by_role:
        words[-1] |= 1 << 8 * size
    if "out_keep" in ports.by_role:
        first = 8 * size + ("out_last" in ports.by_role)
        words = [
            word | _lanes(piece, size, ports.out_order) << first for word, piece in zip(words, pieces, strict=True)
        ]
    return words


def ordered(data: bytes, order: Order) -> int:
    """The bytes as a word; `big` has the first byte in the highest bits."""
    part, reversed_parts, reversed_bytes = ORDERS[order]
    parts = [data[start : start + part] for start in range(0, len(data), part)]
    if reversed_bytes:
        parts = [piece[::-1] for piece in parts]
    return int.from_bytes(b"".join(parts[::-1] if reversed_parts else parts), "big")


def _lanes(piece: bytes, size: int, order: Order) -> int:
    """Which bytes of a word of `size` bytes the piece fills; bit i is set for the bits from 8 i on."""
    lanes = ordered((b"\1" * len(piece)).ljust(size, b"\0"), order)
    return sum((lanes >> 8 * lane & 1) << lane for lane in range(size))


def _plain_words(core: Core, external: ExternalCore, reference: Reference, message: Message) -> list[int]:
    """The message, or its padded blocks, without headers. Unused bytes are ones, which a core must not use."""
    ports, size = external.ports, core.word_bits // 8
    data = message.data if external.pads else reference.pad(message.algorithm, message.data, message.bits)
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    if not pieces or ("in_bytes" in ports.by_role and ports.bytes == "remainder" and len(pieces[-1]) == size):
        pieces.append(b"")
    unused = b"\0" if ports.unused_bytes == "zero" else b"\xff"
    words = []
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        word = ordered(piece.ljust(size, unused), ports.in_order)
        end = core.word_bits
        if "in_last" in ports.by_role or ports.kind in ("block", "registers", "permutation"):
            word |= last << end
            end += 1
        if "in_keep" in ports.by_role:
            word |= _lanes(piece, size, ports.in_order) << end
        if "in_bytes" in ports.by_role and (last or ports.bytes == "count"):
            word |= len(piece) << end
        if ports.blocks_bits:
            word |= len(pieces) << end
        words.append(word)
    return words


def _gmu_words(core: Core, reference: Reference, message: Message) -> list[int]:
    """Segments with the headers of the cores of paper A's group.

    A header is a word with the bits of the segment after padding, and the lowest bit (`gmu`) or the highest bit
    (`gmu-top`) set for the last segment; the last segment has a second word with the bits of the segment before
    padding.
    """
    mark = 1 if core.external and core.external.ports.header_format == "gmu" else 1 << (core.word_bits - 1)
    order = core.external.ports.in_order if core.external else "big"
    padded = reference.pad(message.algorithm, message.data, message.bits)
    size, block = core.word_bits // 8, core.block_bits // 8
    counts = message.segments or (len(padded) // block,)
    words: list[int] = []
    start = 0
    for number, count in enumerate(counts):
        last = number == len(counts) - 1
        words.append(8 * count * block + last * mark)
        words += [max(0, message.bits - 8 * start)] * last
        pieces = padded[start : start + count * block]
        words += [ordered(pieces[at : at + size], order) for at in range(0, len(pieces), size)]
        start += count * block
    if core.external and "in_last" in core.external.ports.by_role:
        words[-1] |= 1 << core.word_bits
    return words
