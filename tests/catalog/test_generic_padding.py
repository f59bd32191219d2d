# SPDX-License-Identifier: Apache-2.0
"""Paddings named by their rule, against the software models of algorithms that have them."""

import pytest
from pydantic import ValidationError

from fairhash.catalog.generic_padding import GenericPadding
from fairhash.models import pad


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 71, 72, 119, 120, 135, 136, 200])
def test_rules_equal_those_of_known_algorithms(length: int) -> None:
    """`length` is the padding of SHA-256 and SHA-512, `10*1` that of Keccak and SHA-3, at every boundary of blocks."""
    data = bytes(range(length))
    assert GenericPadding(scheme="length", block_bits=512).pad(data) == pad("sha-256", data)
    assert GenericPadding(scheme="length", block_bits=1024, count_bits=128).pad(data) == pad("sha-512", data)
    assert GenericPadding(scheme="10*1", block_bits=1088, first=0x06).pad(data) == pad("sha3-256", data)
    assert GenericPadding(scheme="10*1", block_bits=576).pad(data) == pad("keccak-512", data)


def test_zeros() -> None:
    """Only as many as are missing, but a whole block for an empty message."""
    rule = GenericPadding(scheme="zeros", block_bits=64)
    assert [len(rule.pad(bytes(length))) for length in (0, 1, 8, 9)] == [8, 8, 8, 16]
    assert rule.pad(b"abc") == b"abc\0\0\0\0\0"


def test_little_endian_length() -> None:
    """As RFC 1321, section 3.2, has it: 24 bits."""
    padded = GenericPadding(scheme="length", block_bits=512, little_endian=True).pad(b"abc")
    assert padded == b"abc\x80" + bytes(52) + b"\x18" + bytes(7)


def test_a_length_needs_room() -> None:
    """128 bits and a byte do not fit into a block of 64 bits."""
    with pytest.raises(ValidationError, match="no room for a length of 128 bits"):
        GenericPadding(scheme="length", block_bits=64, count_bits=128)
