# SPDX-License-Identifier: Apache-2.0
"""The descriptions of parts of rounds, evaluated with constants, compute whole hashes: those of the C models.

The models agree with the designers' official answers. What no description contains is written here from the same
specifications: message expansions, keys, round constants, initial values and final transformations.
"""

import pytest

from fairhash.features.rounds.families import echo, fugue, hamsi, jh, luffa, shavite3, simd
from fairhash.features.rounds.word import Graph, Word, xor_all
from fairhash.models.hashing import hash_bits
from tests.features.rounds.constant_words import MESSAGES, blocks, data_of, words
from tests.features.rounds.hamsi_codes import expand

SIZES = pytest.mark.parametrize("size", [256, 512])


def bytes_of(data: bytes) -> list[Word]:
    """Constant words of one byte."""
    return words(data, 8)


def columns_of(data: bytes) -> list[list[Word]]:
    """Columns of four bytes."""
    return [bytes_of(data[i : i + 4]) for i in range(0, len(data), 4)]


def plus(a: list[Word], b: list[Word]) -> list[Word]:
    """The XOR of words."""
    return [x ^ y for x, y in zip(a, b, strict=True)]


def counter(message: bytes, index: int, size: int) -> int:
    """HAIFA's counter: message bits up to the end of block `index`, and 0 if the block has none; `size` is in bytes."""
    return 8 * min(len(message), size * (index + 1)) if len(message) > size * index else 0


@SIZES
def test_echo(size: int) -> None:
    """Two AES rounds of each word, with the counter and with salt 0 as keys, then the BIG operations; BIG.Final."""
    chain_words = size // 64
    chain = [bytes_of(size.to_bytes(16, "little"))] * chain_words
    for index, block in enumerate(blocks(f"echo-{size}", MESSAGES[1], 16 * (16 - chain_words))):
        before = [*chain, *(bytes_of(block[i : i + 16]) for i in range(0, len(block), 16))]
        state = before
        key = counter(MESSAGES[1], index, len(block))
        for _ in range(8 if size == 256 else 10):
            for i in range(16):
                keyed = plus(echo.aes_round(state[i]), bytes_of(key.to_bytes(16, "little")))
                state = [*state[:i], echo.aes_round(keyed), *state[i + 1 :]]
                key += 1
            state = echo.big_mix_columns(echo.big_shift_rows(state))
        sums = [plus(a, b) for a, b in zip(before, state, strict=True)]
        chain = [[xor_all(word[n] for word in sums[i::chain_words]) for n in range(16)] for i in range(chain_words)]
    digest = data_of([byte for word in chain for byte in word])
    assert digest[: size // 8] == hash_bits(f"echo-{size}", MESSAGES[1])


def fugue_sub_round(state: list[fugue.Column]) -> list[fugue.Column]:
    """ROR3, CMIX and SMIX."""
    x = fugue.rotate_and_cmix(state)
    return [*fugue.smix(x[:4]), *x[4:]]


def fugue_digest(state: list[fugue.Column], message: bytes, parts: int) -> bytes:
    """The rounds R of each word, and the final transformation G (sections 4.2 and 4.3)."""
    for word in columns_of(message):
        state = fugue.tix(state, word)
        for _ in range(parts):
            state = fugue_sub_round(state)
    for _ in range(10 if parts == 2 else 32):
        state = fugue_sub_round(state)
    part = len(state) // parts
    for step in range(13 * parts + 1):
        if step:
            distance = part if step % parts else part - 1
            state = [*state[-distance:], *state[:-distance]]
            state = [*fugue.smix(state[:4]), *state[4:]]
        for k in range(parts):
            place = 4 if k == 0 else k * part + (k <= step % parts)
            state = [*state[:place], fugue.plus(state[place], state[0]), *state[place + 1 :]]
    digest = [column for k in range(parts) for column in state[max(1, k * part) :][:4]]
    return data_of([byte for column in digest for byte in column])


@pytest.mark.parametrize("message", MESSAGES)
@SIZES
def test_fugue(size: int, message: bytes) -> None:
    width, parts = (30, 2) if size == 256 else (36, 4)
    # the initial value is the digest of the size as one word, without padding and from zero
    initial = fugue_digest(columns_of(bytes(4 * width)), size.to_bytes(4, "big"), parts)
    state = columns_of(bytes(4 * width - len(initial)) + initial)
    padded = b"".join(blocks(f"fugue-{size}", message, 4))
    assert fugue_digest(state, padded, parts) == hash_bits(f"fugue-{size}", message)


HAMSI_INITIAL = {
    256: "versiteit Leuven, Departement El",
    512: "steelpark Arenberg 10, bus 2446, B-3001 Leuven-Heverlee, Belgium",
}
HAMSI_FINAL = (
    0xCAF9639C, 0x0FF0F9C0, 0x639C0FF0, 0xCAF9F9C0, 0x0FF0F9C0, 0x639CCAF9, 0xF9C00FF0, 0x639CCAF9,
    0x639C0FF0, 0xF9C0CAF9, 0x0FF0CAF9, 0xF9C0639C, 0xF9C0639C, 0xCAF90FF0, 0x0FF0639C, 0xCAF9F9C0,
    0x0FF0F9C0, 0xCAF9639C, 0xCAF9F9C0, 0x639C0FF0, 0x639CCAF9, 0x0FF0F9C0, 0x639CCAF9, 0xF9C00FF0,
    0xF9C0CAF9, 0x639C0FF0, 0xF9C0639C, 0x0FF0CAF9, 0xCAF90FF0, 0xF9C0639C, 0xCAF9F9C0, 0x0FF0639C,
)  # fmt: skip
"""The constants of P_f (section 2.4)."""


@SIZES
def test_hamsi(size: int) -> None:
    """P for each block, and P_f for the last one, with the expanded message beside the chaining value."""
    width = size // 64
    graph = Graph()
    places = hamsi._message_places(width)
    others = [i for i in range(4 * width) if i not in places]
    chain = words(HAMSI_INITIAL[size].encode(), 32)
    padded = blocks(f"hamsi-{size}", b"abc", size // 64)
    for number, block in enumerate(padded, 1):
        message = [graph.constant(word, 32) for word in expand(block)]
        entered = dict(zip(places, message, strict=True)) | dict(zip(others, chain, strict=True))
        state = [entered[i] for i in range(4 * width)]
        last = number == len(padded)
        for index in range((3 if width == 4 else 6) * (2 if last else 1)):
            if last:
                state = [word ^ HAMSI_FINAL[8 * (i // width) + i % width] for i, word in enumerate(state)]
                state[1] ^= index
            else:
                state = hamsi.add_constants(state, graph.constant(index, 32))
            state = hamsi.diffuse(hamsi.substitute(state))
        chain = plus(chain, [*state[:width], *state[2 * width : 3 * width]])
    assert data_of(chain) == hash_bits(f"hamsi-{size}", b"abc")


def jh_constants() -> list[list[Word]]:
    """The bits of 36 constants: C_0 is the fraction of sqrt(2), and the next one is R_6 of it (section 4.6)."""
    value = "6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a"
    graph = Graph()
    elements = [graph.constant(int(digit, 16), 4) for digit in value]
    zero = graph.constant(0, 1)
    result = []
    for _ in range(36):
        result.append([bit for element in elements for bit in element.split(1)])
        elements = jh.permute(jh.linear([jh.substitute(element, zero) for element in elements]))
    return result


def jh_compress(h: list[Word], block: list[Word], constants: list[list[Word]]) -> list[Word]:
    """F_8 of words of one bit: the block, grouping, 35 rounds and half a round, degrouping, the block (section 5.1)."""
    h = [*plus(h[:512], block), *h[512:]]
    # element 2i + j of the grouped state has bits i + 128j, i + 128j + 256, ... of the state; the first is the highest
    order = [[i + 128 * j + 256 * k for k in range(4)] for i in range(128) for j in range(2)]
    q = [Word(h[0].graph, tuple(h[n].bits[0] for n in reversed(element))) for element in order]
    for index, bits in enumerate(constants):
        if index:
            q = jh.permute(jh.linear(q))
        q = [jh.substitute(element, bit) for element, bit in zip(q, bits, strict=True)]
    for element, places in zip(q, order, strict=True):
        for bit, n in zip(element.split(1), places, strict=True):
            h[n] = bit
    return [*h[:512], *plus(h[512:], block)]


def bits_of(data: bytes) -> list[Word]:
    """Constant words of one bit, the highest one of the first byte first."""
    return [bit for byte in bytes_of(data) for bit in byte.split(1)]


@SIZES
def test_jh(size: int) -> None:
    constants = jh_constants()
    h = jh_compress(bits_of(size.to_bytes(2, "big") + bytes(126)), bits_of(bytes(64)), constants)
    for block in blocks(f"jh-{size}", b"abc", 64):
        h = jh_compress(h, bits_of(block), constants)
    digest = "".join(str(int(bit)) for bit in h[-size:])
    assert int(digest, 2).to_bytes(size // 8, "big") == hash_bits(f"jh-{size}", b"abc")


LUFFA_INITIAL = (
    "6d251e6944b051e04eaa6fb4dbf784656e29201190152df4ee058139def610bb",
    "c3b44b95d9d2f25670eee9a0de099fa35d9b05578fc944b3cf1ccf0e746cd581",
    "f7efc89d5dba578104016ce5ad659c050306194f666d183624aa230a8b264ae7",
    "858075d536d79ccee571f7d7204b1f6735870c6a57e9e92314bcb8087cde72ce",
    "6c68e9be5ec41e22c825b7c7affb4363f5df39990fc688f1b07224cc03e86cea",
)
LUFFA_SEEDS = (0x181CCA53380CDE06, 0x5B6F0876F16F8594, 0x7E106CE938979CB0, 0xBB62F36492E93C29, 0x9A025047CFF2A940)
"""Appendices A and B: starting variables, and seeds of the generators of the constants."""


def luffa_constants(seed: int) -> list[list[int]]:
    """The two constants of each of eight steps (section 4.4)."""
    state, values = seed, []
    for _ in range(16):
        state = ((state << 1) & (2**64 - 1)) ^ (state >> 63) * 0xC4D6496C55C61C8D
        state = (state >> 32) | (state & 0xFFFFFFFF) << 32
        values.append(state & 0xFFFFFFFF)
    return [values[i : i + 2] for i in range(0, 16, 2)]


@SIZES
def test_luffa(size: int) -> None:
    """Rounds of the message, a round of zeros, and the digest: another round of zeros for each further 256 bits."""
    count = 3 if size == 256 else 5
    constants = [luffa_constants(seed) for seed in LUFFA_SEEDS]
    v = [words(bytes.fromhex(value), 32) for value in LUFFA_INITIAL[:count]]
    digest = b""
    padded = blocks(f"luffa-{size}", b"abc", 32)
    for number, block in enumerate([*padded, *[bytes(32)] * (size // 256)]):
        v = luffa.tweak(luffa.injected(v, words(block, 32)))
        for i in range(8):
            v = [luffa.step(vj, constants[j][i]) for j, vj in enumerate(v)]
        if number >= len(padded):
            digest += data_of(luffa.plus(*v))
    assert digest == hash_bits(f"luffa-{size}", b"abc")


def shavite3_keys(block: bytes, count: int) -> list[list[Word]]:
    """The message expansion; a word is a column, and its row 0 is the most significant byte."""
    long = len(block) == 128
    step, tap, total = (32, 7, 448) if long else (16, 3, 144)
    low, high = (count & 0xFFFFFFFF).to_bytes(4, "big"), (count >> 32).to_bytes(4, "big")
    zero, ones = bytes(4), bytes([255] * 4)
    not_low, not_high = (bytes(255 - byte for byte in data) for data in (low, high))
    added = (
        {32: (low, high, zero, ones), 164: (zero, zero, high, not_low), 316: (zero, zero, low, not_high),
         440: (high, low, zero, ones)}
        if long
        else {16: (low, not_high, zero, zero), 56: (zero, high, not_low, zero), 84: (zero, zero, high, not_low),
              124: (low, zero, zero, not_high)}
    )  # fmt: skip
    keys = [list(reversed(column)) for column in columns_of(block)]
    while len(keys) < total:
        i = len(keys)
        if (i // step) % 2 == 0:
            for k in range(i, i + 4):
                keys.append(plus(keys[k - step], keys[k - tap]))
            continue
        old = keys[i - step : i - step + 4]
        mixed = shavite3.plus(shavite3.aes_round([*old[1:], old[0]]), keys[-4:])
        keys += shavite3.plus(mixed, [bytes_of(data) for data in added.get(i, (zero,) * 4)])
    return keys


def shavite3_compress(h: list[list[Word]], block: bytes, count: int) -> list[list[Word]]:
    """C_256 or C_512: Feistel rounds, each with three or four AES rounds of one branch or of two."""
    keys = shavite3_keys(block, count)
    branches = [h[i : i + 4] for i in range(0, len(h), 4)]
    left = [column for branch in branches[0::2] for column in branch]
    right = [column for branch in branches[1::2] for column in branch]
    depth, rounds = (3, 12) if len(branches) == 2 else (4, 14)
    for _ in range(rounds):
        mixed = []
        for first in range(0, len(right), 4):
            x = right[first : first + 4]
            for _ in range(depth):
                x = shavite3.aes_round(shavite3.plus(x, keys[:4]))
                keys = keys[4:]
            mixed += x
        left, right = shavite3.next_left(right), shavite3.plus(left, mixed)
    ends = [columns[i : i + 4] for i in range(0, len(left), 4) for columns in (left, right)]
    return shavite3.plus(h, [column for branch in ends for column in branch])


@SIZES
def test_shavite3(size: int) -> None:
    """The initial value is that of two blocks with counter 0; the second one begins with the digest size."""
    h = columns_of(bytes(size // 8))
    for block in (bytes(size // 4), size.to_bytes(2, "little") + bytes(size // 4 - 2)):
        h = shavite3_compress(h, block, 0)
    for index, block in enumerate(blocks(f"shavite3-{size}", MESSAGES[1], size // 4)):
        h = shavite3_compress(h, block, counter(MESSAGES[1], index, size // 4))
    digest = data_of([byte for column in h for byte in reversed(column)])
    assert digest == hash_bits(f"shavite3-{size}", MESSAGES[1])


SIMD_ORDER = (
    4, 6, 0, 2, 7, 5, 3, 1, 15, 11, 12, 8, 9, 13, 10, 14,
    17, 18, 23, 20, 22, 21, 16, 19, 30, 24, 25, 31, 27, 29, 28, 26,
)  # fmt: skip


def simd_rows(block: bytes, final: bool) -> list[list[int]]:
    """The expanded message: a transform modulo 257 by its definition, then the inner codes 185 and 233."""
    n = len(block) // 16
    x = list(block + bytes(len(block)))
    x[-1] = 1
    x[-3] = int(final)
    powers = [1]
    while len(powers) < len(x):
        powers.append(powers[-1] * (139 if n == 4 else 41) % 257)
    y = [sum(value * powers[i * j % len(x)] for j, value in enumerate(x)) % 257 for i in range(len(x))]

    def pair(factor: int, a: int, b: int) -> int:
        products = [factor * (value - 257 if value > 128 else value) & 0xFFFF for value in (y[a], y[b])]
        return products[0] | products[1] << 16

    rows = [[pair(185, 2 * n * i + 2 * j, 2 * n * i + 2 * j + 1) for j in range(n)] for i in range(16)]
    for odd in range(2):
        for i in range(8):
            firsts = [2 * n * i + 2 * j + odd for j in range(n)]
            rows.append([pair(233, first, first + 16 * n) for first in firsts])
    return [rows[place] for place in SIMD_ORDER]


def simd_compress(chain: list[Word], block: bytes, final: bool) -> list[Word]:
    """32 steps with the expanded message, and four with the chaining value."""
    n = len(block) // 16
    state = plus(chain, words(block, 32, "little"))
    rows = [[chain[0].graph.constant(word, 32) for word in row] for row in simd_rows(block, final)]
    for i, row in enumerate([*rows, *(chain[n * k : n * k + n] for k in range(4))]):
        state = simd.step(state, row, i)
    return state


@pytest.mark.parametrize("message", MESSAGES)
@SIZES
def test_simd(size: int, message: bytes) -> None:
    """The initial value is the compression of the function's name from zero."""
    name = f"SIMD-{size} v1.1".encode()
    chain = simd_compress(words(bytes(size // 4), 32), name + bytes(size // 4 - len(name)), False)
    padded = blocks(f"simd-{size}", message, size // 4)
    for number, block in enumerate(padded, 1):
        chain = simd_compress(chain, block, number == len(padded))
    assert data_of(chain, "little")[: size // 8] == hash_bits(f"simd-{size}", message)
