# SPDX-License-Identifier: Apache-2.0
"""Padding and core streams against words worked out by hand from the specifications and docs/architecture.md."""

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models import algorithms, digest_words, pad, stream

ABC = 0x61626380


def test_pad() -> None:
    """One block of each padding rule."""
    assert pad("sha-256", b"abc") == b"abc\x80" + bytes(59) + b"\x18"
    assert pad("sha-512", b"abc", 20) == b"ab\x68" + bytes(124) + b"\x14"
    assert pad("keccak-512", b"abc") == b"abc\x01" + bytes(67) + b"\x80"
    assert pad("keccak-512", bytes(71)) == bytes(71) + b"\x81"
    assert pad("keccak-512", b"\xa0", 3) == b"\x0d" + bytes(70) + b"\x80"
    assert pad("sha3-512", b"\x05", 3) == b"\x35" + bytes(70) + b"\x80"
    assert pad("sha3-512", b"") == b"\x06" + bytes(70) + b"\x80"
    assert pad("shake128", b"") == b"\x1f" + bytes(166) + b"\x80"
    assert pad("keccak-r2-512", b"abc") == b"abc\x01\x40\x48\x01" + bytes(65)
    assert pad("cubehash-256", b"abc") == b"abc\x80" + bytes(28)
    assert pad("groestl0-256", b"abc") == b"abc\x80" + bytes(59) + b"\x01"


def test_pad_spills() -> None:
    """The first lengths that need one more block."""
    assert len(pad("sha-256", bytes(56), 447)) == 64
    assert pad("sha-256", bytes(56), 448) == bytes(56) + b"\x80" + bytes(69) + b"\x01\xc0"
    assert pad("groestl-512", bytes(120)) == bytes(120) + b"\x80" + bytes(134) + b"\x02"
    assert len(pad("keccak-256", bytes(136), 1086)) == 136
    assert pad("keccak-256", bytes(136), 1087) == bytes(135) + b"\x80" + bytes(135) + b"\x80"
    assert len(pad("keccak-r2-256", bytes(132))) == 136
    assert pad("keccak-r2-256", bytes(133)) == bytes(133) + b"\x01\x20\x88\x01" + bytes(135)
    assert pad("cubehash-512", bytes(32)) == bytes(32) + b"\x80" + bytes(31)


def test_stream_of_one_segment() -> None:
    """A header and one block, in words of each width."""
    assert stream("sha-256", 32, b"abc") == [0x21, ABC, *[0] * 14, 24]
    assert stream("sha-256", 16, b"abc") == [0, 0x21, 0x6162, 0x6380, *[0] * 29, 24]
    assert stream("sha-512", 64, b"abc") == [0x4100000018, ABC << 32, *[0] * 14, 24]
    assert stream("keccak-512", 64, b"") == [0x2500000000, 1 << 56, *[0] * 7, 0x80]
    assert stream("cubehash-256", 64, b"abc") == [0x1100000018, ABC << 32, 0, 0, 0]


def test_stream_of_segments() -> None:
    """256 bytes are two blocks of SHA-512 and a third one for the padding alone."""
    message = bytes(range(256))
    blocks = [int.from_bytes(message[place : place + 8], "big") for place in range(0, 256, 8)]
    padding = [1 << 63, *[0] * 14, 2048]
    apart = [0x4000000000, *blocks[:16], 0x4000000000, *blocks[16:], 0x4100000000, *padding]
    assert stream("sha-512", 64, message, segments=[1, 1, 1]) == apart
    assert stream("sha-512", 64, message, segments=[1, 2]) == [
        0x4000000000,
        *blocks[:16],
        0x8100000400,
        *blocks[16:],
        *padding,
    ]
    assert stream("sha-512", 64, message) == stream("sha-512", 64, message, segments=[3])


def test_stream_of_extendable_output() -> None:
    """The last header also has the number of output bytes: 42 words of 32 bits in a block, 32 bytes by default."""
    padding = [0x1F << 56, *[0] * 19, 0x80]
    assert stream("shake128", 64, b"") == [0x5500000020, *padding]
    assert stream("shake128", 64, b"", digest_bits=9) == [0x5500000002, *padding]
    assert stream("shake128", 32, b"", digest_bits=8 * 0x12345)[:3] == [0x55, 0x12345, 0x1F000000]
    assert stream("shake128", 16, b"", digest_bits=8 * 0x12345)[:5] == [0, 0x55, 1, 0x2345, 0x1F00]
    two = stream("shake128", 64, bytes(168), segments=[1, 1], digest_bits=8)
    assert (two[0], two[22]) == (0x5400000000, 0x5500000001)
    with pytest.raises(FairhashError, match="no digest of 8 bits"):
        stream("sha-256", 64, b"", digest_bits=8)


def test_digest_words() -> None:
    """Most significant byte first."""
    assert digest_words("sha-224", 32, bytes(range(28)))[:2] == [0x00010203, 0x04050607]
    assert digest_words("sha-256", 16, bytes(range(32)))[-1] == 0x1E1F
    assert digest_words("sha-512", 64, bytes(range(64)))[0] == 0x0001020304050607


def test_every_algorithm_streams() -> None:
    """Words of 64 bits divide every block but those of 32 bits, and no word is wider than requested."""
    for algorithm in algorithms().values():
        word_bits = min(64, algorithm.block_bits)
        words = stream(algorithm.id, word_bits, b"\xff" * 400)
        fields = 1 + algorithm.needs_bits + algorithm.free_output
        header = -(-32 * fields // word_bits)
        assert len(words) == header + len(pad(algorithm.id, b"\xff" * 400)) // (word_bits // 8)
        assert max(stream(algorithm.id, 16, b"\xff" * 400)) == 0xFFFF


@pytest.mark.parametrize(
    "segments", [[], [0, 1], [0, 2], [1, 0], [1], [3], [1, 1], [2, 1], [1, 1, 1], [-1, 3], [1 << 64, 2]], ids=str
)
def test_wrong_segments(segments: list[int]) -> None:
    """1000 bits are two blocks of SHA-512 but one segment, for padding already starts in the first block."""
    assert len(stream("sha-512", 64, bytes(125), segments=[2])) == 33
    with pytest.raises(FairhashError) as caught:
        stream("sha-512", 64, bytes(125), segments=segments)
    assert "segments" in str(caught.value)


def test_wrong_words() -> None:
    """Widths that no core has, and digests that do not divide."""
    for width in (0, 8, 31, 128, -64):
        with pytest.raises(FairhashError, match=f"{width}"):
            stream("sha-256", width, b"")
        with pytest.raises(FairhashError, match=f"{width}"):
            digest_words("sha-256", width, bytes(32))
    with pytest.raises(FairhashError, match="224 bits"):
        digest_words("sha-224", 64, bytes(28))
