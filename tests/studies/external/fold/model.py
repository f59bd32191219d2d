# SPDX-License-Identifier: Apache-2.0
"""The toy's function, and an answer file of it."""

from pathlib import Path

_MASK = (1 << 64) - 1


def fold(message: bytes) -> bytes:
    """Padded like SHA-256 (FIPS 180-4, 5.1.1), then 32 bits at a time."""
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "big")
    state = 0x0123456789ABCDEF
    for place in range(0, len(padded), 4):
        word = int.from_bytes(padded[place : place + 4], "big")
        turned = (state << 7 | state >> 57) & _MASK
        state = (turned + (word << 32 | word ^ (state & 0xFFFFFFFF))) & _MASK
    return state.to_bytes(8, "big")


def write_answers(file: Path, lengths: range) -> None:
    """An answer file of messages of so many bytes."""
    lines = ["algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source"]
    for length in lengths:
        message = bytes((7 * length + place) % 256 for place in range(length))
        lines.append(
            f"fold,1,64,{8 * length},{message.hex()},{fold(message).hex()},tests/studies/external/fold/model.py"
        )
    file.write_text("\n".join(lines) + "\n", encoding="ascii")
