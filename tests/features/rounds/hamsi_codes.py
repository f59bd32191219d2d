# SPDX-License-Identifier: Apache-2.0
"""The message expansion of Hamsi, which no proof describes: two linear codes over GF(4) (section 2.2.4).

rtl/hamsi/hamsi_expansion_pkg.vhd explains their structure. A symbol x + y alpha, with alpha^2 = alpha + 1, is x + 2 y.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import xor

_LOGARITHM = {1: 0, 2: 1, 3: 2}
_RECURRENCE = (2, 1, 1, 0, 2, 1, 1, 2, 0, 1, 3, 0, 0, 3, 1, 3)
_SECOND = (1, 0, 2, 2, 2, 0, 0, 0, 3, 3, 0, 1, 3, 2, 1, 3)
_TAIL = (2, 1, 0, 1, 3, 2, 2, 0, 3, 3, 1, 1, 0, 1, 0, 0)
_HEXACODE = ((1, 3, 3), (3, 3, 1), (3, 1, 3))
_SHORTENED = 5


def _times(a: int, b: int) -> int:
    """The product in GF(4)."""
    return (1, 2, 3)[(_LOGARITHM[a] + _LOGARITHM[b]) % 3] if a and b else 0


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return reduce(xor, (_times(x, y) for x, y in zip(a, b, strict=True)))


def _cyclic(message: Sequence[int]) -> list[int]:
    """[128, 16, 70]: a cyclic code, a filter of it, and two symbols of another filter."""
    series = list(message)
    while len(series) < 63 + 16:
        series.append(_dot(_RECURRENCE, series[-16:]))
    windows = [series[j : j + 16] for j in range(63)]
    return [*series[:63], *(_dot(_SECOND, w) for w in windows), *(_dot(_TAIL, w) for w in windows[:2])]


def _powers_of_beta() -> list[tuple[int, int, int]]:
    """The powers of beta in GF(64) over GF(4), with beta^3 = beta^2 + beta + alpha."""
    powers = [(1, 0, 0)]
    while len(powers) < 63:
        a, b, c = powers[-1]
        powers.append((_times(2, c), a ^ c, b ^ c))
    return powers


def _concatenated(message: Sequence[int]) -> list[int]:
    """[256, 32, 131]: the Reed-Solomon code [43, 11, 33] over GF(64), whose symbols the hexacode encodes.

    Its codewords are polynomials with the roots beta^1 to beta^32; the message is the 11 highest coefficients.
    """
    power = _powers_of_beta()
    logarithm = {element: i for i, element in enumerate(power)}
    zero = (0, 0, 0)

    def plus(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
        return (a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2])

    def times(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
        return zero if zero in {a, b} else power[(logarithm[a] + logarithm[b]) % 63]

    generator = [power[0]]
    for i in range(1, 33):
        generator = [plus(low, times(power[i], high)) for low, high in pairwise([zero, *generator, zero])]
    symbols = [*message[: 3 * _SHORTENED + 2], 0, *message[3 * _SHORTENED + 2 :]]
    sent = [(symbols[i], symbols[i + 1], symbols[i + 2]) for i in range(0, 33, 3)]
    rest = [zero] * 32 + sent
    for top in range(42, 31, -1):
        quotient = rest[top]
        for i, coefficient in enumerate(generator):
            rest[top - 32 + i] = plus(rest[top - 32 + i], times(quotient, coefficient))
    code: list[int] = []
    for number, symbol in enumerate([*sent, *rest[:32]]):
        checks = [_dot([row[j] for row in _HEXACODE], symbol) for j in range(3)]
        code += [*symbol[: 2 if number == _SHORTENED else 3], *checks]
    return code[:-1]


def expand(block: bytes) -> list[int]:
    """The words of the expanded message of a block of 4 or 8 bytes."""
    bits = [(byte >> i) & 1 for byte in block for i in range(7, -1, -1)]
    symbols = [2 * y + x for y, x in zip(bits[0::2], bits[1::2], strict=True)]
    code = _cyclic(symbols) if len(block) == 4 else _concatenated(symbols)
    half = len(code) // 2
    words = [0] * (len(code) // 16)
    for n, symbol in enumerate(code):
        bit = 15 - n % 16 + (16 if n >= half else 0)
        words[n % half // 16] |= (symbol & 1) << bit
        words[len(words) // 2 + n % half // 16] |= (symbol >> 1) << bit
    return words
