# SPDX-License-Identifier: Apache-2.0
"""Descriptions of rounds of hash functions in use today, evaluated with constants, compute the digests of the C models.

What no description contains is written here from the same specifications: message expansions, permutations of message
words, and initial values.
"""

import pytest

from fairhash.features.rounds.families import ascon, blake2, sha2, sm3
from fairhash.features.rounds.word import Graph, Word
from fairhash.models.hashing import hash_bits
from tests.features.rounds.constant_words import MESSAGES, blocks, data_of, words

SIGMA = [
    [int(digit, 16) for digit in row]
    for row in (
        "0123456789abcdef",
        "ea489fd61c02b753",
        "b8c052fdae367194",
        "7931dcbe265a40f8",
        "905724afe1bc683d",
        "2c6a0b834d75fe19",
        "c51fed4a0763928b",
        "db7ec13950f4862a",
        "6fe9b308c2d714a5",
        "a2847615fb9e3cd0",
    )
]
"""Section 2.7 of RFC 7693."""


def permuted(state: list[Word]) -> list[Word]:
    """Ascon-p[12]."""
    for index in range(ascon.ROUNDS):
        state = ascon.one_round(state, index)
    return state


def test_ascon() -> None:
    """Ascon-Hash256 (SP 800-232, section 5.1)."""
    message = MESSAGES[0]
    state = permuted([Graph().constant(0x0000080100CC0002, 64), *words(bytes(32), 64)])
    for block in blocks("ascon-hash256", message, 8):
        state = permuted([state[0] ^ words(block, 64, order="little")[0], *state[1:]])
    digest = b""
    while len(digest) < 32:
        digest += data_of(state[:1], order="little")
        state = permuted(state)
    assert digest == hash_bits("ascon-hash256", message)


def test_sm3() -> None:
    """CF of section 5.3, with the message expansion."""
    message = MESSAGES[0]
    initial = "7380166f4914b2b9172442d7da8a0600a96f30bc163138aae38dee4db0fb0e4e"
    chain = words(bytes.fromhex(initial), 32)
    for block in blocks("sm3", message, 64):
        w = words(block, 32)
        for j in range(16, 68):
            x = w[j - 16] ^ w[j - 9] ^ w[j - 3].rotl(15)
            w.append(x ^ x.rotl(15) ^ x.rotl(23) ^ w[j - 13].rotl(7) ^ w[j - 6])
        a, b, c, d, e, f, g, h = chain
        for j in range(64):
            parity = Graph().constant(int(j < 16), 1)
            constant = Graph().constant(0x79CC4519 if j < 16 else 0x7A879D8A, 32).rotl(j % 32)
            ss1 = (a.rotl(12) + e + constant).rotl(7)
            next_a = sm3.ff(parity, a, b, c) + d + (ss1 ^ a.rotl(12)) + (w[j] ^ w[j + 4])
            next_e = sm3.p0(sm3.gg(parity, e, f, g) + h + ss1 + w[j])
            a, b, c, d, e, f, g, h = next_a, a, b.rotl(9), c, next_e, e, f.rotl(19), g
        chain = [x ^ y for x, y in zip(chain, (a, b, c, d, e, f, g, h), strict=True)]
    assert data_of(chain) == hash_bits("sm3", message)


@pytest.mark.parametrize(("algorithm", "width", "rounds"), [("blake2s-256", 32, 10), ("blake2b-512", 64, 12)])
def test_blake2(algorithm: str, width: int, rounds: int) -> None:
    """F of section 3.2 for a message of one block."""
    message = MESSAGES[1][: 2 * width]
    initial = [Graph().constant(value, width) for value in sha2.initial_value(width)]
    h = [initial[0] ^ (0x01010000 + width), *initial[1:]]
    m = words(message.ljust(2 * width, b"\0"), width, order="little")
    v = [*h, *initial]
    v[12] = v[12] ^ len(message)
    v[14] = ~v[14]
    for index in range(rounds):
        order = SIGMA[index % 10]
        for g in range(8):
            places = [g % 4, *(4 * row + (g + row * (g // 4)) % 4 for row in (1, 2, 3))]
            mixed = blake2.g([v[i] for i in places], m[order[2 * g]], m[order[2 * g + 1]])
            for place, word in zip(places, mixed, strict=True):
                v[place] = word
    assert data_of([h[i] ^ v[i] ^ v[i + 8] for i in range(8)], order="little") == hash_bits(algorithm, message)
