# SPDX-License-Identifier: Apache-2.0
"""The field GF(2^8) of AES and its S-box from their algebraic definitions (FIPS 197, sections 4 and 5.1.1).

Also the basis in which the registers of the AES-based cores hold bytes (rtl/ops/aes_sbox_pkg.vhd).
"""

from collections.abc import Sequence
from functools import cache

from fairhash.features.rounds.word import Graph, Word, join, xor_all

POLYNOMIAL = 0x11B


def double(a: Word) -> Word:
    """2 a: a shift, reduced by x^8 + x^4 + x^3 + x + 1."""
    carry = Word(a.graph, a.bits[7:] * 8)
    return (a << 1) ^ (carry & (POLYNOMIAL & 0xFF))


def times(a: Word, factor: int) -> Word:
    """`factor` times a, for a constant factor."""
    total = a.graph.constant(0, 8)
    while factor:
        if factor & 1:
            total ^= a
        a, factor = double(a), factor >> 1
    return total


def product(a: Word, b: Word) -> Word:
    """a times b: the sum of 2^i a for each bit i of b."""
    total = a.graph.constant(0, 8)
    for bit in b.bits:
        total ^= a & Word(a.graph, (bit,) * 8)
        a = double(a)
    return total


def inverse(a: Word) -> Word:
    """a^254, which is 1/a, and 0 for a = 0."""
    result = a.graph.constant(1, 8)
    power = a
    for _ in range(7):
        power = product(power, power)
        result = product(result, power)
    return result


@cache
def sbox_values() -> tuple[int, ...]:
    """The S-box of every byte: the inverse, then the affine map of section 5.1.1."""
    graph = Graph()
    values = []
    for value in range(256):
        b = inverse(graph.constant(value, 8))
        values.append(int(b ^ b.rotl(1) ^ b.rotl(2) ^ b.rotl(3) ^ b.rotl(4) ^ 0x63))
    return tuple(values)


def sbox(a: Word) -> Word:
    """The S-box as multiplexers of its values, since equivalence checks of eight inverters a^254 take minutes."""
    return look_up(sbox_values(), a)


def look_up(values: Sequence[int], index: Word) -> Word:
    """The value at an index, as multiplexers; all values have 8 bits. Equal multiplexers are one."""
    value = index.value
    if value is not None:
        return index.graph.constant(values[value], 8)
    words = [index.graph.constant(value, 8) for value in values]
    for i in range(index.width):
        condition = index.slice(i, 1)
        words = [condition.choose(words[j + 1], words[j]) for j in range(0, len(words), 2)]
    return words[0]


def mix_column(column: list[Word]) -> list[Word]:
    """MixColumns of one column of four bytes (section 5.1.3)."""
    result = []
    for i in range(4):
        a, b, c, d = (column[(i + k) % 4] for k in range(4))
        result.append(double(a) ^ times(b, 3) ^ c ^ d)
    return result


_ROWS = (0b00100111, 0b01001110, 0b10011100, 0b00111001, 0b00111100, 0b01111000, 0b11110001, 0b11100010)
"""The change of basis as a matrix over GF(2): bit i of the result is the sum of the bits that row i selects."""


def byte_to_basis(a: Word) -> Word:
    """A byte in the basis, from the representation of FIPS 197."""
    rows = []
    for row in _ROWS:
        rows.append(xor_all(a.slice(i, 1) for i in range(8) if (row >> i) & 1))
    return join(list(reversed(rows)))
