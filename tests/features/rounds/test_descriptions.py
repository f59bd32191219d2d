# SPDX-License-Identifier: Apache-2.0
"""The descriptions of rounds, evaluated with constants, compute whole hashes: they must be those of the C models.

The models agree with the designers' official answers.
"""

import pytest

from fairhash.features.rounds.families import blake, bmw, cubehash, groestl, keccak, sha2, shabal, skein
from fairhash.features.rounds.word import Graph, Word
from fairhash.models.core_words import pad
from fairhash.models.hashing import hash_bits
from tests.features.rounds.constant_words import MESSAGES, blocks, data_of, words


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("size", [256, 512])
def test_sha2(message: bytes, size: int) -> None:
    width = size // 8
    h = [Graph().constant(value, width) for value in sha2.initial_value(width)]
    for block in blocks(f"sha-{size}", message, 2 * width):
        h = sha2.compress(h, words(block, width))
    assert data_of(h) == hash_bits(f"sha-{size}", message)


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("size", [256, 512])
def test_keccak(message: bytes, size: int) -> None:
    state = keccak.state_of(words(bytes(200), 64))
    for block in blocks(f"keccak-{size}", message, 8 * keccak.RATE_LANES[size]):
        state = keccak.absorb(state, words(block, 64, order="little"))
        for index in range(24):
            state = keccak.one_round(state, keccak.round_constant(index))
    assert data_of(keccak.lanes_of(state)[: size // 64], order="little") == hash_bits(f"keccak-{size}", message)


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("size", [256, 512])
def test_groestl(message: bytes, size: int) -> None:
    columns = size // 32
    h = groestl.columns_of(Graph().constant(size, 64 * columns))
    for block in blocks(f"groestl0-{size}", message, 8 * columns):
        h = groestl.compress(h, groestl.columns_of(words(block, 64 * columns)[0]))
    h = groestl.plus(groestl.permutation(h, False), h)
    digest = data_of([byte for column in h[columns // 2 :] for byte in column])
    assert digest == hash_bits(f"groestl0-{size}", message)


def test_cubehash() -> None:
    """One message and one size, since 336 rounds of constants take seconds."""
    state = cubehash.initial_state(Graph(), 256)
    for block in blocks("cubehash-256", b"abc", 32):
        state = cubehash.absorb(state, words(block, 32, order="little"))
    assert data_of(cubehash.finish(state)[:8], order="little") == hash_bits("cubehash-256", b"abc")


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("width", [32, 64])
def test_bmw(message: bytes, width: int) -> None:
    algorithm = f"bmw-{8 * width}"
    first = 0x40 if width == 32 else 0x80
    # the initial value is the bytes from 40 or 80 (hexadecimal) on, read as big-endian words
    h = words(bytes(range(first, first + 2 * width)), width)
    for block in blocks(algorithm, message, 2 * width):
        h = bmw.compress(h, words(block, width, order="little"))
    final = [Graph().constant(0xAAAAAAAAAAAAAAA0 + i, width) for i in range(16)]
    assert data_of(bmw.compress(final, h)[8:], order="little") == hash_bits(algorithm, message)


@pytest.mark.parametrize("message", MESSAGES)
def test_shabal(message: bytes) -> None:
    zero = [Graph().constant(0, 32)] * 16
    state = shabal.State(zero[:12], zero, zero)
    for number in (-1, 0):
        prefix = [Graph().constant(256 + 16 * (number + 1) + i, 32) for i in range(16)]
        state = shabal.full_round(state, prefix, number % (1 << 64))
    padded = blocks("shabal-256", message, 64)
    for number, block in enumerate(padded, 1):
        m = words(block, 32, order="little")
        state = shabal.full_round(state, m, number)
    # in the three final rounds the block stays the same; a round subtracts it and the next one adds it again
    for _ in range(3):
        state = shabal.full_round(state, m, len(padded))
    assert data_of(state.c[8:], order="little") == hash_bits("shabal-256", message)


@pytest.mark.parametrize("size", [256, 512])
def test_skein(size: int) -> None:
    """UBI of the configuration, of one message block and of the output (sections 3.4 and 3.5)."""
    graph, count = Graph(), size // 64

    def ubi(chain: list[Word], block: list[Word], position: int, flags: int) -> list[Word]:
        tweak = [graph.constant(position, 64), graph.constant(flags << 56, 64)]
        return [x ^ y for x, y in zip(skein.encrypt(chain, tweak, block), block, strict=True)]

    zero = [graph.constant(0, 64)] * count
    configuration = [graph.constant(0x133414853, 64), graph.constant(size, 64), *zero[2:]]
    chain = ubi(zero, configuration, 32, 0xC0 | 4)
    message = b"abc"
    chain = ubi(chain, words(message + bytes(size // 8 - 3), 64, order="little"), 3, 0xC0 | 48)
    chain = ubi(chain, zero, 8, 0xC0 | 63)
    assert data_of(chain, order="little") == hash_bits(f"skein-{size}-{size}", message)


PI_DIGITS = {
    32: "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89"
    "452821e638d01377be5466cf34e90c6cc0ac29b7c97c50dd3f84d5b5b5470917",
}
SIGMA = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)


def test_blake() -> None:
    """BLAKE-32 of one block, by sections 2.1.1 and 2.1.2."""
    graph = Graph()
    constants = words(bytes.fromhex(PI_DIGITS[32]), 32)
    h = [graph.constant(value, 32) for value in sha2.initial_value(32)]
    m = words(pad("blake-32", b"abc"), 32)
    v = [*h, *constants[:4], *(word ^ 24 for word in constants[4:6]), *constants[6:8]]
    for order in SIGMA:
        v = blake.one_round(v, [m[order[i]] ^ constants[order[i ^ 1]] for i in range(16)])
    digest = [x ^ v[i] ^ v[8 + i] for i, x in enumerate(h)]
    assert data_of(digest) == hash_bits("blake-32", b"abc")
