# SPDX-License-Identifier: Apache-2.0
"""AES from its definition in FIPS 197: field arithmetic, no tables."""

from itertools import pairwise


def _double(a: int) -> int:
    """Multiply by x in GF(2^8) (section 4.2.1)."""
    return (a << 1) ^ (0x11B if a & 0x80 else 0)


def _times(a: int, b: int) -> int:
    """Multiply in GF(2^8) (section 4.2)."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a, b = _double(a), b >> 1
    return product


def _sub_byte(a: int) -> int:
    """The inverse, or zero, then the affine transformation (section 5.1.1)."""
    inverse = next((b for b in range(256) if _times(a, b) == 1), 0)
    result = 0x63
    for turn in (0, 4, 5, 6, 7):
        result ^= (inverse >> turn | inverse << (8 - turn)) & 0xFF
    return result


_SUB = [_sub_byte(a) for a in range(256)]
_INV_SUB = [_SUB.index(a) for a in range(256)]


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def _round_keys(key: bytes) -> list[bytes]:
    """The key expansion (section 5.2), one round key of 16 bytes an item."""
    words, step, constant = [key[i : i + 4] for i in range(0, len(key), 4)], len(key) // 4, 1
    while len(words) < 4 * (step + 7):
        word = words[-1]
        if len(words) % step == 0:
            word = bytes(_SUB[b] for b in word[1:] + word[:1])
            word = _xor(word, bytes([constant, 0, 0, 0]))
            constant = _double(constant)
        elif step > 6 and len(words) % step == 4:
            word = bytes(_SUB[b] for b in word)
        words.append(_xor(word, words[-step]))
    return [b"".join(words[i : i + 4]) for i in range(0, len(words), 4)]


def _mix(state: bytes, factors: tuple[int, ...]) -> bytes:
    """Multiply each column by the circulant matrix of `factors` (sections 5.1.3 and 5.3.3)."""
    result = []
    for i in range(16):
        column, row = i - i % 4, i % 4
        value = 0
        for j in range(4):
            value ^= _times(state[column + j], factors[(j - row) % 4])
        result.append(value)
    return bytes(result)


def encrypt(key: bytes, block: bytes) -> bytes:
    """Return the ciphertext of one block of 16 bytes; the key has 16 or 32 bytes (section 5.1)."""
    first, *others = _round_keys(key)
    state = _xor(block, first)
    for number, round_key in enumerate(others, 1):
        state = bytes(_SUB[state[(i + 4 * (i % 4)) % 16]] for i in range(16))
        if number < len(others):
            state = _mix(state, (2, 3, 1, 1))
        state = _xor(state, round_key)
    return state


def decrypt(key: bytes, block: bytes) -> bytes:
    """Return the plaintext of one block (section 5.3)."""
    keys = _round_keys(key)[::-1]
    state = _xor(block, keys[0])
    for previous, round_key in pairwise(keys):
        if previous is not keys[0]:
            state = _mix(state, (14, 11, 13, 9))
        state = bytes(_INV_SUB[state[(i - 4 * (i % 4)) % 16]] for i in range(16))
        state = _xor(state, round_key)
    return state
