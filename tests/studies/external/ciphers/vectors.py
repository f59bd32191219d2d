# SPDX-License-Identifier: Apache-2.0
"""Vectors of the standards: cipher, key, plaintext block, ciphertext block, section."""

_TDEA_KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"
_AES_PLAINTEXT = "00112233445566778899aabbccddeeff"
_KEY_128 = "000102030405060708090a0b0c0d0e0f"
_KEY_256 = _KEY_128 + "101112131415161718191a1b1c1d1e1f"

VECTORS = tuple(
    (name, bytes.fromhex(key), bytes.fromhex(plaintext), bytes.fromhex(ciphertext), source)
    for name, key, plaintext, ciphertext, source in (
        (
            *("aes-128", "2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734"),
            *("3925841d02dc09fbdc118597196a0b32", "FIPS 197 appendix B"),
        ),
        ("aes-128", _KEY_128, _AES_PLAINTEXT, "69c4e0d86a7b0430d8cdb78070b4c55a", "FIPS 197 appendix C.1"),
        ("aes-256", _KEY_256, _AES_PLAINTEXT, "8ea2b7ca516745bfeafc49904b496089", "FIPS 197 appendix C.3"),
        ("skipjack", "00998877665544332211", "33221100ddccbbaa", "2587cae27a12d300", "Skipjack annex III.A"),
        ("3des", _TDEA_KEY, "5468652071756663", "a826fd8ce53b855f", "SP 800-67 appendix B.1"),
        ("3des", _TDEA_KEY, "6b2062726f776e20", "cce21c8112256fe6", "SP 800-67 appendix B.1"),
        ("3des", _TDEA_KEY, "666f78206a756d70", "68d5c05dd9b6b900", "SP 800-67 appendix B.1"),
    )
)
