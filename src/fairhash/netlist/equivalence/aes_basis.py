# SPDX-License-Identifier: Apache-2.0
"""The basis of GF(2^8) in which the registers of the AES-based cores hold bytes (rtl/ops/aes_sbox_pkg.vhd)."""

from fairhash.netlist.equivalence.word import Word, join, xor_all

_ROWS = (0b00100111, 0b01001110, 0b10011100, 0b00111001, 0b00111100, 0b01111000, 0b11110001, 0b11100010)
"""The change of basis as a matrix over GF(2): bit i of the result is the sum of the bits that row i selects."""


def byte_to_basis(a: Word) -> Word:
    """A byte in the basis, from the representation of FIPS 197."""
    rows = []
    for row in _ROWS:
        rows.append(xor_all(a.slice(i, 1) for i in range(8) if (row >> i) & 1))
    return join(list(reversed(rows)))


def to_basis(word: Word) -> Word:
    """A word with each byte in the basis."""
    return join([byte_to_basis(byte) for byte in word.split(8)])
