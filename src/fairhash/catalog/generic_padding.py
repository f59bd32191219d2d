# SPDX-License-Identifier: Apache-2.0
"""Paddings that are named by their rule, for algorithms without a software model. Messages are whole bytes."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from fairhash.base.records import StrictModel

Byte = Annotated[int, Field(ge=0, le=255)]


class GenericPadding(StrictModel):
    """One rule with its parameters."""

    scheme: Literal["zeros", "10*1", "length"]
    """`zeros`: zeros to the end of the block, no block for an empty message is added to a full one. `10*1`: byte
    `first`, zeros, and `last` is ORed into the last byte (FIPS 202, section B.2). `length`: byte `first`, zeros, and
    the number of message bits in `count_bits` bits (FIPS 180-4, section 5.1)."""
    block_bits: Annotated[int, Field(ge=64, le=4096, multiple_of=32)]
    first: Byte | None = None
    """Default 0x01 for `10*1`, 0x80 for `length`."""
    last: Byte = 0x80
    count_bits: Annotated[int, Field(ge=8, le=128, multiple_of=8)] = 64
    little_endian: bool = False
    """Whether the length is written with its lowest byte first."""

    @model_validator(mode="after")
    def _room_for_count(self) -> Self:
        if self.scheme == "length" and self.count_bits + 8 > self.block_bits:
            raise ValueError(f"no room for a length of {self.count_bits} bits in a block of {self.block_bits}")
        return self

    def pad(self, data: bytes) -> bytes:
        """The padded message: whole blocks, at least one."""
        size = self.block_bits // 8
        if self.scheme == "zeros":
            return data + bytes(-len(data) % size if data else size)
        if self.scheme == "10*1":
            first = 0x01 if self.first is None else self.first
            padded = bytearray(data + bytes([first]) + bytes(-(len(data) + 1) % size))
            padded[-1] |= self.last
            return bytes(padded)
        count = self.count_bits // 8
        zeros = bytes(-(len(data) + 1 + count) % size)
        length = (8 * len(data) % (1 << self.count_bits)).to_bytes(count, "little" if self.little_endian else "big")
        return data + bytes([0x80 if self.first is None else self.first]) + zeros + length
