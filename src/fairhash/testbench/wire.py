# SPDX-License-Identifier: Apache-2.0
"""The words that the testbench sends to a core for a message, and those that it expects for a digest.

Cores of the catalogue receive the words of docs/architecture.md, "A core on the wire". For an external core they follow
from its description: headers or none, padding or none, and ports that mark the end of a message.
"""

from collections.abc import Sequence

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore, Order
from fairhash.testbench import lwc
from fairhash.testbench.message import Message
from fairhash.testbench.reference import Reference

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
        return [lwc.message_words(message, core.word_bits, core.block_bits)]
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
        return 8 * lwc.MOST_SEGMENT_BYTES
    return 32 * ((1 << SEGMENT_LENGTH_BITS) - 1)


def announce(core: Core, words: Sequence[int], blocks: int) -> list[int]:
    """The words of a segment whose header announces `blocks` blocks more, or whose last word is not marked as such.

    Both lengths of a header of paper A's group grow, so that they agree: a core may follow either.
    """
    external = core.external
    words = list(words)
    if external and external.ports.header_format in _GMU:
        words[:2] = [word + blocks * core.block_bits for word in words[:2]]
    elif external and external.ports.header_format == "lwc":
        return lwc.announce(words, core.word_bits, blocks * core.block_bits // 8)
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
    return (len(lwc.message_pieces(message, core.block_bits)) - 1) * lwc.header_words(core.word_bits)


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
    words = [ordered(digest[start : start + size], ports.out_order) for start in range(0, len(digest), size)]
    words = words[::-1] if ports.reversed_digest else words
    if ports.kind == "lwc":
        words = lwc.digest_words(digest, core.word_bits)
    if "out_last" in ports.by_role:
        words[-1] |= 1 << 8 * size
    if "out_keep" in ports.by_role:
        keep = ((1 << size) - 1) << (8 * size + ("out_last" in ports.by_role))
        words = [word | keep for word in words]
    return words


def ordered(data: bytes, order: Order) -> int:
    """The bytes as a word; `big` has the first byte in the highest bits."""
    part, reversed_parts, reversed_bytes = ORDERS[order]
    parts = [data[start : start + part] for start in range(0, len(data), part)]
    if reversed_bytes:
        parts = [piece[::-1] for piece in parts]
    return int.from_bytes(b"".join(parts[::-1] if reversed_parts else parts), "big")


def _plain_words(core: Core, external: ExternalCore, reference: Reference, message: Message) -> list[int]:
    """The message, or its padded blocks, without headers."""
    ports, size = external.ports, core.word_bits // 8
    data = message.data if external.pads else reference.pad(message.algorithm, message.data, message.bits)
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    if not pieces or ("in_bytes" in ports.by_role and ports.bytes == "remainder" and len(pieces[-1]) == size):
        pieces.append(b"")
    words = []
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        word = ordered(piece.ljust(size, b"\0"), ports.in_order)
        end = core.word_bits
        if "in_last" in ports.by_role or ports.kind in ("block", "registers", "permutation"):
            word |= last << end
            end += 1
        if "in_keep" in ports.by_role:
            lanes = ordered((b"\1" * len(piece)).ljust(size, b"\0"), ports.in_order)
            word |= sum((lanes >> 8 * lane & 1) << end + lane for lane in range(size))
        if "in_bytes" in ports.by_role and (last or ports.bytes == "count"):
            word |= len(piece) << end
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
