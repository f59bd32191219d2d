# SPDX-License-Identifier: Apache-2.0
"""The toy algorithm of toy_core.vhd in Python, with the functions the testbench asks of a reference."""

from collections.abc import Sequence

IV = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
BLOCK_BYTES = 16
ROUNDS = 8
FINAL_ROUNDS = 4
MASK = 0xFFFFFFFF


def _rotl(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & MASK


def _round(state: tuple[int, ...], number: int) -> tuple[int, ...]:
    a, b, c, d = state
    a = (a + b) & MASK
    d = _rotl(d ^ a, 16)
    c = (c + d) & MASK
    b = _rotl(b ^ c, 12)
    return b, c, d, a ^ number


def advance(state: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """The state after so many rounds, numbered from 0."""
    for number in range(rounds):
        state = _round(state, number)
    return state


def to_words(data: bytes) -> list[int]:
    """32-bit words of whole words of bytes."""
    return [int.from_bytes(data[i : i + 4], "big") for i in range(0, len(data), 4)]


def _narrowed(words: list[int], word_bits: int) -> list[int]:
    """32-bit words as words of 32 or 16 bits, upper half first."""
    if word_bits == 32:
        return words
    return [half for word in words for half in (word >> 16, word & 0xFFFF)]


class Toy:
    """Pads with a one bit and zeros to whole blocks; every length in bits is a message."""

    def pad(self, algorithm: str, data: bytes, bits: int | None = None) -> bytes:
        length = len(data) * 8 if bits is None else bits
        value = int.from_bytes(data[: (length + 7) // 8], "big") >> (-length % 8)
        zeros = -(length + 1) % (BLOCK_BYTES * 8)
        return ((value << 1 | 1) << zeros).to_bytes((length + 1 + zeros) // 8, "big")

    def hash_bits(self, algorithm: str, data: bytes, bits: int | None = None, digest_bits: int | None = None) -> bytes:
        padded = self.pad(algorithm, data, bits)
        state: tuple[int, ...] = IV
        for start in range(0, len(padded), BLOCK_BYTES):
            block = to_words(padded[start : start + BLOCK_BYTES])
            state = tuple(s ^ w for s, w in zip(state, block, strict=True))
            state = advance(state, ROUNDS)
        return b"".join(word.to_bytes(4, "big") for word in advance(state, FINAL_ROUNDS))

    def stream(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        segments: Sequence[int] | None = None,
        *,
        digest_bits: int | None = None,
    ) -> list[int]:
        words = to_words(self.pad(algorithm, data, bits))
        sent: list[int] = []
        start = 0
        lengths = [4 * blocks for blocks in segments or [len(words) // 4]]
        for number, length in enumerate(lengths, 1):
            sent += [length << 1 | (number == len(lengths)), *words[start : start + length]]
            start += length
        assert start == len(words)
        return _narrowed(sent, word_bits)

    def block_segments(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        digest_bits: int | None = None,
    ) -> list[list[int]]:
        words = to_words(self.pad(algorithm, data, bits))
        starts = range(0, len(words), 4)
        return [[8 | (start + 4 == len(words)), *words[start : start + 4]] for start in starts]

    def digest_words(self, algorithm: str, word_bits: int, digest: bytes) -> list[int]:
        return _narrowed(to_words(digest), word_bits)
