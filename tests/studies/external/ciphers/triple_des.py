# SPDX-License-Identifier: Apache-2.0
"""DES as in FIPS 46-3, and TDEA in EDE form as in SP 800-67; bits are numbered from 1 at the left, as there."""

from collections.abc import Sequence

_IP = [*(58, 50, 42, 34, 26, 18, 10, 2), *(60, 52, 44, 36, 28, 20, 12, 4)]
_IP += [*(62, 54, 46, 38, 30, 22, 14, 6), *(64, 56, 48, 40, 32, 24, 16, 8)]
_IP += [bit - 1 for bit in _IP]
_E = [(4 * group + offset - 1) % 32 + 1 for group in range(8) for offset in range(6)]
_P = [*(16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10)]
_P += [*(2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25)]
_PC1 = [*range(57, 0, -8), *range(58, 1, -8), *range(59, 2, -8), 60, 52, 44, 36]
_PC1 += [*range(63, 6, -8), *range(62, 5, -8), *range(61, 4, -8), 28, 20, 12, 4]
_PC2 = [*(14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2)]
_PC2 += [*(41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32)]
_SHIFTS = (1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1)
_S = (
    "e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d",
    "f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9",
    "a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c",
    "7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e",
    "2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453",
    "c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d",
    "4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c",
    "d2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b",
)
"""S1 to S8, their four rows of sixteen hexadecimal digits one after the other (Appendix 1)."""


def _select(bits: Sequence[int], table: Sequence[int]) -> list[int]:
    return [bits[position - 1] for position in table]


def _bits(data: bytes) -> list[int]:
    return [byte >> shift & 1 for byte in data for shift in range(7, -1, -1)]


def _number(bits: Sequence[int]) -> int:
    return int("".join(map(str, bits)), 2)


def _round_keys(key: bytes) -> list[list[int]]:
    """K1 to K16 (the key schedule KS)."""
    selected = _select(_bits(key), _PC1)
    c, d = selected[:28], selected[28:]
    keys = []
    for shift in _SHIFTS:
        c, d = c[shift:] + c[:shift], d[shift:] + d[:shift]
        keys.append(_select(c + d, _PC2))
    return keys


def _f(right: list[int], key: list[int]) -> list[int]:
    """The cipher function f."""
    mixed = [a ^ b for a, b in zip(_select(right, _E), key, strict=True)]
    result: list[int] = []
    for box, table in enumerate(_S):
        six = mixed[6 * box : 6 * box + 6]
        row, column = 2 * six[0] + six[5], _number(six[1:5])
        value = int(table[16 * row + column], 16)
        result += [value >> shift & 1 for shift in (3, 2, 1, 0)]
    return _select(result, _P)


def _des(block: bytes, keys: list[list[int]]) -> bytes:
    bits = _select(_bits(block), _IP)
    left, right = bits[:32], bits[32:]
    for key in keys:
        left, right = right, [a ^ b for a, b in zip(left, _f(right, key), strict=True)]
    preoutput = right + left
    output = [preoutput[_IP.index(position)] for position in range(1, 65)]
    return _number(output).to_bytes(8)


def des_encrypt(key: bytes, block: bytes) -> bytes:
    """Return the DES ciphertext of 8 bytes; key of 8 bytes, parity ignored."""
    return _des(block, _round_keys(key))


def des_decrypt(key: bytes, block: bytes) -> bytes:
    """Return the DES plaintext of 8 bytes."""
    return _des(block, _round_keys(key)[::-1])


def encrypt(key: bytes, block: bytes) -> bytes:
    """Return the TDEA ciphertext of 8 bytes: E with K3 of D with K2 of E with K1; the key has 24 bytes."""
    return des_encrypt(key[16:], des_decrypt(key[8:16], des_encrypt(key[:8], block)))


def decrypt(key: bytes, block: bytes) -> bytes:
    """Return the TDEA plaintext of 8 bytes."""
    return des_decrypt(key[:8], des_encrypt(key[8:16], des_decrypt(key[16:], block)))
