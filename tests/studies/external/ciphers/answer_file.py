# SPDX-License-Identifier: Apache-2.0
"""``python -m tests.studies.external.ciphers.answer_file`` writes examples/ciphers/answers.csv."""

import hashlib
from pathlib import Path

from tests.studies.external.ciphers.cbc import MODES, answer, message_with_answer
from tests.studies.external.ciphers.vectors import VECTORS

FILE = Path(__file__).parents[4] / "examples" / "ciphers" / "answers.csv"
_HEADER = "algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source"
_BLOCKS = 6
"""Messages have up to this number of padded blocks of 512 bits."""
_AROUND = (0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 255, 256, 383, 384, 385, 440, 445, 446, 447, 448, 449, 511)
"""Lengths in bits relative to a multiple of 512: ends of words, keys, cipher blocks and of the padding."""


def text() -> str:
    """Return the content of the answer file: the vectors of the standards, then SHAKE128 messages."""
    modes = {mode.name: mode for mode in MODES}
    lines = [_HEADER]
    for name, key, plaintext, ciphertext, source in VECTORS:
        mode = modes[name]
        message = message_with_answer(mode, key.ljust(mode.key_bytes, b"\0"), plaintext)
        lines.append(_line(name, message, 8 * len(message), ciphertext, source))
    for mode in MODES:
        for bits in sorted({512 * whole + more for whole in range(_BLOCKS) for more in _AROUND}):
            if bits + 65 > 512 * _BLOCKS:
                continue
            message = hashlib.shake_128(f"{mode.name} {bits}".encode()).digest((bits + 7) // 8)
            if bits % 8:
                message = message[:-1] + bytes([message[-1] & 0xFF00 >> bits % 8 & 0xFF])
            lines.append(_line(mode.name, message, bits, answer(mode, message, bits), "tests/studies/external/ciphers"))
    return "\n".join(lines) + "\n"


def _line(name: str, message: bytes, bits: int, ciphertext: bytes, source: str) -> str:
    return f"{name},CBC,{8 * len(ciphertext)},{bits},{message.hex()},{ciphertext.hex()},{source}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
