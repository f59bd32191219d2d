# SPDX-License-Identifier: Apache-2.0
"""The messages of the cores in examples/ciphers/ and their answers: a key, then plaintext encrypted in CBC mode."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.studies.external.ciphers import aes, skipjack, triple_des

Cipher = Callable[[bytes, bytes], bytes]


@dataclass(frozen=True)
class Mode:
    """One cipher and the form of its messages; sizes in bytes."""

    name: str
    encrypt: Cipher
    decrypt: Cipher
    block_bytes: int
    key_bytes: int
    """Size of the key in a message, a multiple of `block_bytes`."""


MODES = (
    Mode("aes-128", aes.encrypt, aes.decrypt, 16, 16),
    Mode("aes-256", aes.encrypt, aes.decrypt, 16, 32),
    Mode("skipjack", skipjack.encrypt, skipjack.decrypt, 8, 16),
    Mode("3des", triple_des.encrypt, triple_des.decrypt, 8, 24),
)


def pad(message: bytes, bits: int) -> bytes:
    """Return the message padded as by SHA-256 (FIPS 180-4, section 5.1.1): '1', zeros, the length in 64 bits."""
    text = "".join(f"{byte:08b}" for byte in message)[:bits] + "1"
    text += "0" * (-(len(text) + 64) % 512) + f"{bits:064b}"
    return int(text, 2).to_bytes(len(text) // 8)


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def _blocks(mode: Mode, data: bytes) -> list[bytes]:
    return [data[i : i + mode.block_bytes] for i in range(0, len(data), mode.block_bytes)]


def answer(mode: Mode, message: bytes, bits: int) -> bytes:
    """Return the last ciphertext block of a message."""
    padded = pad(message, bits)
    key, chain = padded[: mode.key_bytes], bytes(mode.block_bytes)
    for block in _blocks(mode, padded[mode.key_bytes :]):
        chain = mode.encrypt(key, _xor(block, chain))
    return chain


def message_with_answer(mode: Mode, key: bytes, plaintext: bytes) -> bytes:
    """Return a message of 384 bits in whose last block the cipher encrypts `plaintext` with `key`.

    The last 128 bits of the padded message are padding, so the block before it is chosen: the inputs of the cipher are
    computed backwards from the last block.
    """
    padding = _blocks(mode, pad(bytes(48), 384)[48:])
    zeros = bytes(48 - mode.key_bytes - mode.block_bytes)
    chain = bytes(mode.block_bytes)
    for block in _blocks(mode, zeros):
        chain = mode.encrypt(key, _xor(block, chain))
    cipher_input = plaintext
    for block in reversed(padding):
        cipher_input = mode.decrypt(key, _xor(cipher_input, block))
    return key + zeros + _xor(cipher_input, chain)
