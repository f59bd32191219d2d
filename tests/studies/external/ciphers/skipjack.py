# SPDX-License-Identifier: Apache-2.0
"""Skipjack as in "SKIPJACK and KEA Algorithm Specifications", version 2.0 (NIST, 29 May 1998)."""

_F = bytes.fromhex(
    "a3d70983f848f6f4b321157899b1aff9e72d4d8ace4cca2e5295d91e4e384428"
    "0adf02a017f16068" + "12b77ac3e9fa3d5396846bbaf2639a197caee5f5f7166aa2"
    "39b67b0fc19381" + "1beeb41aead0912fb855b9da853f41bfe05a58805f660bd890"
    "35d5c0a733066569" + "450094566d989b7697fcb2c2b0fedb20e1ebd6e4dd474a1d"
    "42ed9e6e493ccd43" + "27d207d4dec7671889cb301f8dc68faac874dcc95d5c31a4"
    "708861" + "2c9f0d2b8750825464267d0340344b1c73d1c4fd3bccfb7fabe63e5ba5"
    "ad04239c145122f02979717eff8c0ee20cefbc72756f37a1ecd38e628b8610e8"
    "087711be924f24c532369dcff3a6bbac5e6ca9135725b5e3bda83a0105592a46"
)
"""The F-table (section II.B.7)."""


def _g(key: bytes, step: int, word: int) -> int:
    """The permutation G at the step k = `step` (section II.B.5)."""
    high, low = word >> 8, word & 0xFF
    for i in range(4):
        high, low = low, _F[low ^ key[(4 * step + i) % 10]] ^ high
    return high << 8 | low


def _inverse_g(key: bytes, step: int, word: int) -> int:
    high, low = word >> 8, word & 0xFF
    for i in (3, 2, 1, 0):
        high, low = _F[high ^ key[(4 * step + i) % 10]] ^ low, high
    return high << 8 | low


def _words(block: bytes) -> list[int]:
    return [int.from_bytes(block[i : i + 2]) for i in range(0, 8, 2)]


def _block(words: list[int]) -> bytes:
    return b"".join(word.to_bytes(2) for word in words)


def encrypt(key: bytes, block: bytes) -> bytes:
    """Return the ciphertext of 8 bytes; of the key the first 10 bytes are used (sections II.B.3 and II.B.4)."""
    w1, w2, w3, w4 = _words(block)
    for step in range(32):
        g = _g(key, step, w1)
        if step // 8 % 2 == 0:
            w1, w2, w3, w4 = g ^ w4 ^ (step + 1), g, w2, w3
        else:
            w1, w2, w3, w4 = w4, g, w1 ^ w2 ^ (step + 1), w3
    return _block([w1, w2, w3, w4])


def decrypt(key: bytes, block: bytes) -> bytes:
    """Return the plaintext of 8 bytes."""
    w1, w2, w3, w4 = _words(block)
    for step in range(31, -1, -1):
        before = _inverse_g(key, step, w2)
        if step // 8 % 2 == 0:
            w1, w2, w3, w4 = before, w3, w4, w1 ^ w2 ^ (step + 1)
        else:
            w1, w2, w3, w4 = before, before ^ w3 ^ (step + 1), w4, w1
    return _block([w1, w2, w3, w4])
