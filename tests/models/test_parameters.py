# SPDX-License-Identifier: Apache-2.0
"""Keys, customization strings, domain separation bytes and digest sizes, against the designers' files and RFC 9861.

data/parameters.csv has the rows of those files that vectors/official cannot hold, because they have parameters, several
nodes of a tree, or a long output. A string is hexadecimal, or ``ptn N``: N bytes 0, 1, ..., 250, 0, 1, ... (RFC 9861,
section 5, and BLAKE3's test vectors).
"""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models import Hasher, Parameters, algorithms, hash_bits, hash_many, hash_stream, pad, stream

FILE = Path(__file__).with_name("data") / "parameters.csv"


@dataclass(frozen=True)
class Row:
    """One published answer."""

    algorithm: str
    parameters: Parameters
    message: bytes
    digest_bits: int
    digest: bytes


def _bytes(text: str) -> bytes:
    if text.startswith("ptn "):
        length = int(text.removeprefix("ptn "))
        return (bytes(range(251)) * (length // 251 + 1))[:length]
    return bytes.fromhex(text)


def _row(row: dict[str, str]) -> Row:
    parameters = Parameters(
        _bytes(row["key"]) if row["key"] else None,
        _bytes(row["customization"]) if row["customization"] else None,
        int(row["domain"], 16) if row["domain"] else None,
    )
    message, digest = _bytes(row["message"]), bytes.fromhex(row["digest"])
    return Row(row["algorithm"], parameters, message, int(row["digest_bits"]), digest)


def rows() -> list[Row]:
    """The rows of the file."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return [_row(row) for row in csv.DictReader(file)]


def test_published_answers() -> None:
    """In one call, and by hash_many()."""
    checked = rows()
    assert len(checked) > 150
    for row in checked:
        arguments = (row.algorithm, row.message, None, row.digest_bits, row.parameters)
        assert hash_bits(*arguments) == row.digest, (row.algorithm, len(row.message), row.parameters)
    for row in checked[::7]:
        found = hash_many(row.algorithm, [row.message] * 2, digest_bits=row.digest_bits, parameters=row.parameters)
        assert found == [row.digest] * 2


def test_pieces() -> None:
    """A Hasher and a file give the same digests, while the caller's strings are gone."""
    for row in rows()[::5]:
        hasher = Hasher(row.algorithm, row.parameters, row.digest_bits)
        hasher.update(row.message[:100]).update(row.message[100:])
        assert hasher.digest(row.digest_bits) == row.digest
        found = hash_stream(row.algorithm, io.BytesIO(row.message), row.digest_bits, parameters=row.parameters)
        assert found == row.digest


def test_padded_blocks() -> None:
    """Worked out by hand from the specifications."""
    # RFC 7693, 3.3: the key and zeros are the first block; the message follows with zeros.
    assert pad("blake2s-256", b"ab", parameters=Parameters(key=b"k")) == b"k" + bytes(63) + b"ab" + bytes(62)
    assert pad("blake2s-256", b"") == bytes(64)
    assert pad("blake3", b"a") == b"a" + bytes(63)
    # SP 800-232, 5.3: the length of the string in bits, the padded string, the padded message.
    customized = pad("ascon-cxof128", b"abc", parameters=Parameters(customization=b"Z" * 8))
    assert customized == bytes([64, *[0] * 7]) + b"Z" * 8 + b"\1" + bytes(7) + b"abc\1" + bytes(4)
    assert pad("ascon-hash256", bytes(8)) == bytes(8) + b"\1" + bytes(7)
    # RFC 9861, 3.2: the string and its length, whose encoding ends with its number of bytes; then byte D, 7, and
    # zeros to two blocks of 168 bytes, without the last bit of the padding.
    customized = pad("kt128", b"abc", parameters=Parameters(customization=b"C" * 256))
    assert customized == b"abc" + b"C" * 256 + b"\1\0\2" + b"\7" + bytes(73)
    # RFC 9861, 2.2: the byte D, zeros, and 0x80 in the last byte of the block; both in one byte if there is only one.
    assert pad("turboshake128", b"ab", parameters=Parameters(domain=7)) == b"ab\7" + bytes(164) + b"\x80"
    assert pad("turboshake256", bytes(135)) == bytes(135) + b"\x9f"


def test_words_with_affixes() -> None:
    """The words of a core are those of the padded message; the bits in the header are all that is absorbed."""
    words = stream("blake2s-256", 32, b"ab", segments=[1, 1], parameters=Parameters(key=b"k"))
    assert words == [16 << 1, 0x6B000000, *[0] * 15, 16 << 1 | 1, 16, 0x61620000, *[0] * 15]


@pytest.mark.parametrize(
    ("algorithm", "parameters", "digest_bits", "words"),
    [
        ("sha-256", Parameters(key=b"k"), None, "sha-256: unexpected key; this algorithm takes none"),
        ("sha-256", Parameters(customization=b""), None, "unexpected customization string"),
        ("shake128", Parameters(domain=7), None, "unexpected domain separation byte"),
        ("blake2b-512", Parameters(key=bytes(65)), None, "blake2b-512: a key of 65 bytes; give 1 to 64 bytes"),
        ("blake2b-512", Parameters(key=b""), None, "a key of 0 bytes"),
        ("blake2b-512", None, 12, "blake2b-512: no digest of 12 bits; its digest has 8 to 512 bits"),
        ("blake2s-256", None, 264, "no digest of 264 bits"),
        ("blake3", Parameters(key=bytes(31)), None, "give 32 bytes"),
        ("blake3", Parameters(key=bytes(32), customization=b"c"), None, "both a key and a customization string"),
        ("ascon-cxof128", Parameters(customization=bytes(257)), None, "give at most 256 bytes"),
        ("turboshake128", Parameters(domain=128), None, "give 1 to 127"),
        ("turboshake128", Parameters(domain=0), None, "give 1 to 127"),
    ],
)
def test_wrong_use(algorithm: str, parameters: Parameters | None, digest_bits: int | None, words: str) -> None:
    """One line that says what is wrong and what is right."""
    with pytest.raises(FairhashError) as caught:
        hash_bits(algorithm, b"", None, digest_bits, parameters)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whole_bytes() -> None:
    """A message of bits is refused where the specification has bytes."""
    for algorithm in algorithms().values():
        if algorithm.whole_bytes:
            with pytest.raises(FairhashError, match="9 bits"):
                hash_bits(algorithm.id, b"ab", 9)
