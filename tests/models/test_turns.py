# SPDX-License-Identifier: Apache-2.0
"""Dealing into turns against turns written out by hand from docs/interface.md, "Turns"."""

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models import block_segments, deal, pad, stream, stream_many

# Messages a, b, ... of blocks 1, 2, ..., each a segment of one word here: a1 is 0xA1.
A3 = [[0xA1], [0xA2], [0xA3]]
B1 = [[0xB1]]
C2 = [[0xC1], [0xC2]]
D1 = [[0xD1]]
E4 = [[0xE1], [0xE2], [0xE3], [0xE4]]


def test_a_lone_message_has_empty_turns_between() -> None:
    """M - 1 of them, and none after the last block."""
    assert deal([A3], 3, 64).words == (0xA1, 0, 0, 0xA2, 0, 0, 0xA3)
    assert deal([A3], 2, 64).words == (0xA1, 0, 0xA2, 0, 0xA3)
    assert deal([B1], 3, 64).words == (0xB1,)
    assert deal([A3], 2, 16).words == (0xA1, 0, 0, 0xA2, 0, 0, 0xA3)  # a header is two words of 16 bits
    assert deal([A3], 3, 64).ends == (6,)


def test_unequal_lengths_with_more_messages_than_slots() -> None:
    """Two slots: b ends, c and then e take its slot over; d takes the one of a."""
    turns = deal([A3, B1, C2, D1, E4], 2, 64)
    # slot 0: a1    a2    a3    d1    -     -     -
    # slot 1:    b1    c1    c2    e1    e2    e3    e4
    assert turns.words == (0xA1, 0xB1, 0xA2, 0xC1, 0xA3, 0xC2, 0xD1, 0xE1, 0, 0xE2, 0, 0xE3, 0, 0xE4)
    assert turns.ends == (4, 1, 5, 6, 13)
    assert turns.order == (1, 0, 2, 3, 4)


def test_a_slot_whose_messages_are_over_stays_empty() -> None:
    """Three slots, the longest first: its neighbours send empty turns until it has ended."""
    turns = deal([E4, B1, C2], 3, 64)
    assert turns.words == (0xE1, 0xB1, 0xC1, 0xE2, 0, 0xC2, 0xE3, 0, 0, 0xE4)
    assert turns.ends == (9, 1, 5)
    assert turns.order == (1, 2, 0)


def test_equal_messages_fill_all_turns() -> None:
    """No empty turn at all, and the digests come in the order of the slots."""
    turns = deal([C2, C2, C2], 3, 64)
    assert turns.words == (0xC1, 0xC1, 0xC1, 0xC2, 0xC2, 0xC2)
    assert turns.ends == (3, 4, 5)
    assert turns.order == (0, 1, 2)


def test_one_slot_is_one_message_after_the_other() -> None:
    """In whatever segments; nothing is empty."""
    turns = deal([C2, B1, [[0xA1, 0xA2], [0xA3]]], 1, 64)
    assert turns.words == (0xC1, 0xC2, 0xB1, 0xA1, 0xA2, 0xA3)
    assert turns.ends == (1, 2, 5)
    assert deal([], 2, 64).words == ()
    with pytest.raises(FairhashError, match="0 messages in flight"):
        deal([B1], 0, 64)


def test_words_of_keccak() -> None:
    """ "abc" and 72 zero bytes of Keccak-512: one and two blocks of nine words; headers by hand."""
    last, not_last = (18 << 1 | 1) << 32, (18 << 1) << 32
    abc = [last | 24, 0x6162630100000000, *[0] * 7, 0x80]
    zeros = [[not_last, *[0] * 9], [last, 1 << 56, *[0] * 7, 0x80]]
    assert stream_many("keccak-512", 64, [bytes(72), b"abc"], in_flight=2).words == (*zeros[0], *abc, *zeros[1])
    assert stream_many("keccak-512", 64, [bytes(72)], in_flight=2).words == (*zeros[0], 0, *zeros[1])
    assert stream_many("keccak-512", 64, [b"abc", bytes(72)], in_flight=2).words == (*abc, *zeros[0], 0, *zeros[1])


@pytest.mark.parametrize("word_bits", [16, 32, 64])
@pytest.mark.parametrize("algorithm", ["keccak-512", "blake-256", "sha-256", "skein-512-256"])
def test_blocks_are_the_stream_of_one_block_a_segment(algorithm: str, word_bits: int) -> None:
    """Also where the last segment has a second header word (BLAKE)."""
    data = bytes(range(200))
    segments = block_segments(algorithm, word_bits, data)
    assert [word for words in segments for word in words] == stream(
        algorithm, word_bits, data, segments=[1] * len(segments)
    )
    assert len({len(words) for words in segments[:-1]}) == 1
    assert len(segments[-1]) - len(segments[0]) in (0, 1 if word_bits == 32 else 2 if word_bits == 16 else 0)


@pytest.mark.parametrize("word_bits", [16, 32, 64])
def test_padding_may_begin_before_the_last_block(word_bits: int) -> None:
    """1087 bits of Keccak-256 and 133 bytes of its second round: no segment may be cut there, but a turn must be."""
    for algorithm, data, bits in (("keccak-256", bytes(136), 1087), ("keccak-r2-256", bytes(133), 1064)):
        first, last = block_segments(algorithm, word_bits, data, bits)
        head = {64: (68 << 32, 69 << 32), 32: (68, 69), 16: (68, 69)}[word_bits]
        high = [0] if word_bits == 16 else []
        step = word_bits // 8
        padded = pad(algorithm, data, bits)
        words = [int.from_bytes(padded[place : place + step], "big") for place in range(0, 272, step)]
        assert first == [*high, head[0], *words[: len(words) // 2]]
        assert last == [*high, head[1], *words[len(words) // 2 :]]


def test_bits_that_a_core_could_not_count() -> None:
    """BLAKE counts message bits by the last header, so 1000 bits cannot go block by block."""
    with pytest.raises(FairhashError, match=r"blake-512: the padding of 1000 bits begins before the last block"):
        block_segments("blake-512", 64, bytes(125))


def test_stream_many_refuses() -> None:
    """What belongs to one message, or to cores without turns."""
    with pytest.raises(FairhashError, match="several messages"):
        stream_many("keccak-512", 64, [b"", b""], bits=0)
    with pytest.raises(FairhashError, match="several messages"):
        stream_many("keccak-512", 64, [b"", b""], segments=[1])
    with pytest.raises(FairhashError, match="segments for 2 messages in flight"):
        stream_many("keccak-512", 64, [b""], in_flight=2, segments=[1])
    with pytest.raises(FairhashError, match="-1 messages in flight"):
        stream_many("keccak-512", 64, [b""], in_flight=-1)
    one_by_one = stream_many("sha-256", 32, [b"abc", b""])
    assert one_by_one.words == (*stream("sha-256", 32, b"abc"), *stream("sha-256", 32, b""))


def test_extendable_output_in_turns() -> None:
    """The last header requests the output, also if padding begins in the block before: 1342 bits leave 2 for it."""
    data, request = b"\xff" * 168, {"digest_bits": 24}
    first, last = block_segments("shake128", 64, data, 1342, **request)
    assert (first[0], last[0]) == (0x54 << 32, 0x55 << 32 | 3)
    assert block_segments("shake128", 16, data, 1342, **request)[1][:4] == [0, 0x55, 0, 3]
    padded = pad("shake128", data, 1342)
    assert [*first[1:], *last[1:]] == [int.from_bytes(padded[at : at + 8], "big") for at in range(0, 336, 8)]
