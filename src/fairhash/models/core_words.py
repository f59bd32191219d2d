# SPDX-License-Identifier: Apache-2.0
"""The words that a core receives and sends (docs/interface.md), and padding."""

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairhash.base.errors import FairhashError
from fairhash.models.hashing import digest_size
from fairhash.models.library import check, find_algorithm, library, message_bits
from fairhash.models.parameters import Parameters, configure


def pad(algorithm: str, data: bytes, bits: int | None = None, parameters: Parameters | None = None) -> bytes:
    """The first `bits` bits of `data` (default: all), padded to whole blocks.

    They follow what the algorithm absorbs before a message, e.g. the block of a key.
    """
    chosen = configure(find_algorithm(algorithm), parameters)
    length = message_bits(chosen, data, bits)
    size = ctypes.c_uint64()
    check(library().fairhash_padded_bytes(chosen.handle, length, ctypes.byref(size)), chosen)
    padded = ctypes.create_string_buffer(size.value)
    check(library().fairhash_pad(chosen.handle, bytes(data), length, padded, size.value), chosen)
    return padded.raw


def stream(
    algorithm: str,
    word_bits: int,
    data: bytes,
    bits: int | None = None,
    segments: Sequence[int] | None = None,
    *,
    digest_bits: int | None = None,
    parameters: Parameters | None = None,
) -> list[int]:
    """The words that a core receives for one message: headers and padded blocks.

    Args:
        algorithm: Id of the algorithm.
        word_bits: Width of a word: 16, 32 or 64 bits.
        bits: Length of the message in bits; default all of `data`.
        segments: Number of blocks of each segment; default one segment. Padding must be in the last segment only: the
            others have at most ``bits // block_bits`` blocks in total.
        digest_bits: Size of the output that the header requests; may differ from the algorithm's only with
            `free_output` or `any_digest_bytes`.
        parameters: Key, customization string and domain separation byte; default none.
    """
    chosen = configure(find_algorithm(algorithm), parameters, digest_bits)
    length = message_bits(chosen, data, bits)
    sizes = list(segments or [])
    if segments is not None and (not sizes or any(not 0 < blocks < 1 << 31 for blocks in sizes)):
        raise FairhashError(f"impossible segments {sizes}", chosen.id, "give the blocks of each, at least one")
    if word_bits not in (16, 32, 64):
        raise FairhashError(f"words of {word_bits} bits", chosen.id, "a word has 16, 32 or 64 bits")
    size_array = (ctypes.c_uint64 * len(sizes))(*sizes)
    count = ctypes.c_uint64()
    shape = (chosen.handle, word_bits)
    check(library().fairhash_stream_words(*shape, length, size_array, len(sizes), ctypes.byref(count)), chosen)
    words = (ctypes.c_uint64 * count.value)()
    size = digest_size(chosen, digest_bits)
    arguments = (bytes(data), length, size_array, len(sizes), size, words, count.value)
    check(library().fairhash_stream(*shape, *arguments), chosen)
    return list(words)


def digest_words(algorithm: str, word_bits: int, digest: bytes) -> list[int]:
    """The words that a core sends for a digest, most significant byte first."""
    chosen = find_algorithm(algorithm)
    step = word_bits // 8
    if word_bits not in (16, 32, 64) or len(digest) % step:
        raise FairhashError(
            f"a digest of {8 * len(digest)} bits in words of {word_bits}", chosen.id, "use a word size that divides it"
        )
    return [int.from_bytes(digest[start : start + step], "big") for start in range(0, len(digest), step)]


Segment = Sequence[int]
"""The words of one segment: its header and blocks."""


@dataclass(frozen=True)
class Turns:
    """An interleaved stream: the words in order, and for each message the index of its last word."""

    words: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """Indices of the messages in the order in which they end, which is the order of their digests."""
        return tuple(sorted(range(len(self.ends)), key=self.ends.__getitem__))


def empty_turn(word_bits: int) -> list[int]:
    """The header of an empty turn: length 0, not the last segment."""
    return [0] * (2 if word_bits == 16 else 1)


def deal(messages: Sequence[Sequence[Segment]], in_flight: int, word_bits: int) -> Turns:
    """Interleave the segments of messages for a core with `in_flight` slots.

    Turn t belongs to slot t mod `in_flight`. A slot whose message has segments left sends the next one; a free slot
    takes the next message, or sends an empty turn while another slot has segments left. With one slot the messages are
    sent one after the other, in segments of any size; with several slots each segment must have one block.
    """
    if in_flight < 1:
        raise FairhashError(f"{in_flight} messages in flight", "", "a core has at least one")
    waiting = list(enumerate(messages))[::-1]
    slots: list[tuple[int, Iterator[Segment], int]] = [(0, iter(()), 0)] * in_flight  # message, segments, how many left
    words: list[int] = []
    ends = [0] * len(messages)
    turn = 0
    while waiting or any(left for *_, left in slots):
        number, segments, left = slots[turn % in_flight]
        if not left and waiting:
            number, chosen = waiting.pop()
            segments, left = iter(chosen), len(chosen)
        if left:
            words += next(segments)
            left -= 1
            if not left:
                ends[number] = len(words) - 1
        else:
            words += empty_turn(word_bits)
        slots[turn % in_flight] = (number, segments, left)
        turn += 1
    return Turns(tuple(words), tuple(ends))


def block_segments(
    algorithm: str, word_bits: int, data: bytes, bits: int | None = None, digest_bits: int | None = None
) -> list[list[int]]:
    """The words of one message cut into segments of one block each.

    They equal ``stream(segments=[1] * blocks)``, except that padding may start in the segment before the last, whose
    header then has 0 message bits. A core that counts message bits (`needs_bits`) cannot derive the length from that,
    so such a length is a FairhashError for its algorithm.
    """
    chosen = find_algorithm(algorithm)
    length = 8 * len(data) if bits is None else bits
    blocks = 8 * len(pad(algorithm, data, bits)) // chosen.block_bits
    if blocks - 1 <= length // chosen.block_bits:
        words = stream(algorithm, word_bits, data, bits, [1] * blocks, digest_bits=digest_bits)
        per_segment = len(empty_turn(word_bits)) + chosen.block_bits // word_bits
        cuts = [number * per_segment for number in range(blocks)]  # a second header word is in the last one only
        return [words[start:end] for start, end in zip(cuts, [*cuts[1:], len(words)], strict=True)]
    if chosen.needs_bits:
        raise FairhashError(
            f"the padding of {length} bits begins before the last block",
            chosen.id,
            "its cores need the message bits of the last segment: send it to a core with one message in flight",
        )
    whole = stream(algorithm, word_bits, data, bits, digest_bits=digest_bits)
    per_block = chosen.block_bits // word_bits
    header, words = whole[: -blocks * per_block], whole[-blocks * per_block :]
    headers = [_header(word_bits, chosen.block_bits, number == blocks - 1) for number in range(blocks)]
    if chosen.free_output and word_bits == 64:
        headers[-1] = [headers[-1][0] | header[0] & 0xFFFFFFFF]
    elif chosen.free_output:
        headers[-1] += header[len(headers[-1]) :]
    return [[*headers[number], *words[number * per_block :][:per_block]] for number in range(blocks)]


def _header(word_bits: int, block_bits: int, last: bool) -> list[int]:
    """The header words of a segment of one block, with 0 message bits and without a number of output bytes."""
    value = block_bits // 32 << 1 | last
    return {64: [value << 32], 32: [value], 16: [value >> 16, value & 0xFFFF]}[word_bits]


def stream_many(
    algorithm: str,
    word_bits: int,
    messages: Sequence[bytes],
    *,
    in_flight: int = 1,
    bits: int | None = None,
    segments: Sequence[int] | None = None,
    digest_bits: int | None = None,
    parameters: Parameters | None = None,
) -> Turns:
    """The words that a core receives for several messages.

    Args:
        algorithm: Id of the algorithm.
        word_bits: Width of a word in bits.
        messages: The messages.
        in_flight: Number of messages on which the core works at once; with 1 they are sent one after the other.
        bits: Length in bits of a single message.
        segments: Number of blocks of each segment of a single message, for a core with one message in flight; other
            cores take one block a segment.
        digest_bits: Size of the output that the headers request, for algorithms with `free_output`.
        parameters: Key, customization string and domain separation byte of all messages, for a core with one message
            in flight.
    """
    if len(messages) > 1 and (bits is not None or segments is not None):
        raise FairhashError("a length or segments for several messages", "", "give them with one message only")
    if in_flight > 1 and segments is not None:
        raise FairhashError(
            f"segments for {in_flight} messages in flight", "", "leave them out: each turn is a segment of one block"
        )
    if in_flight == 1:
        alone = [
            [stream(algorithm, word_bits, data, bits, segments, digest_bits=digest_bits, parameters=parameters)]
            for data in messages
        ]
        return deal(alone, 1, word_bits)
    if parameters not in (None, Parameters()):
        raise FairhashError(
            f"parameters for {in_flight} messages in flight",
            algorithm,
            "send them to a core with one message in flight",
        )
    return deal(
        [block_segments(algorithm, word_bits, data, bits, digest_bits) for data in messages], in_flight, word_bits
    )
