# SPDX-License-Identifier: Apache-2.0
"""Digests against facts of the specifications and against hashlib."""

import hashlib
import io
import random
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO, cast

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models import Hasher, algorithms, hash_bits, hash_many, hash_stream

HASHLIB = {
    "sha-1": "sha1",
    **{f"sha-{size}": f"sha{size}" for size in (224, 256, 384, 512)},
    "sha-512-256": "sha512_256",
    **{f"sha3-{size}": f"sha3_{size}" for size in (224, 256, 384, 512)},
}
SHAKES = {"shake128": hashlib.shake_128, "shake256": hashlib.shake_256}

# Message length 0 of ShortMsgKAT_256.txt and ShortMsgKAT_512.txt in each submission package of the SHA-3 competition.
EMPTY = {
    "keccak-256": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    "keccak-512": "0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304"
    "c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e",
    "keccak-r2-256": "ceddacf81dfbd0f45367e3ee10caf61008e81f1b86d987a0b6f814197fced240",
    "keccak-r2-512": "df987cfd23fbc92e7e87faaca300ec3faa1dbadc678e8ee94a830968f22d9209"
    "64ab402dc5d0f7b20c9644be08056555c789d2958bda3df98c94baccea25d3c1",
    "cubehash-256": "44c6de3ac6c73c391bf0906cb7482600ec06b216c7c54a2a8688a6a42676577d",
    "cubehash-512": "4a1d00bbcfcb5a9562fb981e7f7db3350fe2658639d948b9d57452c22328bb32"
    "f468b072208450bad5ee178271408be0b16e5633ac8a1e3cf9864cfbfc8e043a",
    "groestl0-256": "6c462dc6861c19dbc6fa818f3da84bccf6eab703db10a9781eec6633ea9e8b7b",
    "groestl0-512": "a94b5251dc711c2813d70d58dd4f84648f90d2700d9417b4c58070069cf68fa8"
    "6a720e7ee409d64d06adce285bfd60e09d5bcff5bbe7ca2922b96869ae6489be",
    "groestl-256": "1a52d11d550039be16107f9c58db9ebcc417f16f736adb2502567119f0083467",
    "groestl-512": "6d3ad29d279110eef3adbd66de2a0345a77baede1557f5d099fce0c03d6dc2ba"
    "8e6d4a6633dfbd66053c20faa87d1a11f39a7fbe4a6c2f009801370308fc4ad8",
}

# "abc" in FIPS 180-4's and FIPS 202's published examples, and in the Keccak team's.
ABC = {
    "sha-1": "a9993e364706816aba3e25717850c26c9cd0d89d",
    "sha-224": "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
    "sha-256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "sha-512": "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
    "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    "sha-512-256": "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
    "sha3-256": "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
    "keccak-256": "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    "keccak-512": "18587dc2ea106b9a1563e32b3312421ca164c7f1f07bc922a9c83d77cea3a1e5"
    "d0c69910739025372dc14ac9642629379540c17e2a65b19d77aa511a9d00bb96",
}

# RFC 6234, section 8.5, test 5 of each: a message of 5 bits, in the most significant bits of one byte.
FIVE_BITS = {
    "sha-1": (0x98, "29826b003b906e660eff4027ce98af3531ac75ba"),
    "sha-224": (0x68, "e3b048552c3c387bcab37f6eb06bb79b96a4aee5ff27f51531a9551c"),
    "sha-256": (0x68, "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"),
    "sha-384": (
        0x10,
        "8d17be79e32b6718e07d8a603eb84ba0478f7fcfd1bb93995f7d1149e09143ac1ffcfc56820e469f3878d957a15a3fe4",
    ),
    "sha-512": (
        0xB0,
        "d4ee29a9e90985446b913cf1d1376c836f4be2c1cf3cada0720a6bf4857d886a"
        "7ecb3c4e4c0fa8c7f95214e41dc1b0d21b22a84cc03bf8ce4845f34dd5bdbad4",
    ),
}


def test_facts() -> None:
    """Published digests of the empty message, "abc", and five bits."""
    for algorithm, digest in EMPTY.items():
        assert hash_bits(algorithm, b"").hex() == digest, algorithm
    for algorithm, digest in ABC.items():
        assert hash_bits(algorithm, b"abc").hex() == digest, algorithm
    for algorithm, (byte, digest) in FIVE_BITS.items():
        assert hash_bits(algorithm, bytes([byte]), 5).hex() == digest, algorithm
    # FIPS 202 example "Msg5", bits 11001: least significant bit first; the competition's files shift it up.
    assert hash_bits("sha3-224", b"\x13", 5).hex() == "ffbad5da96bad71789330206dc6768ecaeb1b32dca6b3301489674ab"


def test_hashlib() -> None:
    """Random messages of 0 to 20 000 bytes."""
    source = random.Random(2)
    for algorithm, name in HASHLIB.items():
        for size in [*range(0, 300, 7), *(source.randrange(20_000) for _ in range(60))]:
            message = source.randbytes(size)
            assert hash_bits(algorithm, message) == hashlib.new(name, message).digest(), (algorithm, size)
    for algorithm, function in SHAKES.items():
        for size in (0, 1, 135, 136, 137, 167, 168, 169, 500):
            message = source.randbytes(size)
            for digest_bytes in (1, 32, 136, 168, 169, 1000):
                found = hash_bits(algorithm, message, digest_bits=8 * digest_bytes)
                assert found == function(message).digest(digest_bytes), (algorithm, size)


def test_output_of_any_bits() -> None:
    """SHAKE's output of 11 bits is the first 11 bits of a longer one, least significant first."""
    whole = hashlib.shake_128(b"abc").digest(2)
    assert hash_bits("shake128", b"abc", digest_bits=11) == bytes([whole[0], whole[1] & 0b111])


def test_pieces_and_files() -> None:
    """Updates of bits, a digest in between, and a file of several reads."""
    source = random.Random(3)
    message = source.randbytes(3 << 20)
    assert hash_stream("sha-512", io.BytesIO(message)) == hashlib.sha512(message).digest()
    read: list[int] = []
    assert hash_stream("shake256", io.BytesIO(message), 80, read.append) == hashlib.shake_256(message).digest(10)
    assert sum(read) == len(message)
    hasher = Hasher("sha-256").update(b"\xab", 4).update(b"\xbc\xd0", 12)
    assert hasher.digest() == hashlib.sha256(b"\xab\xcd").digest()
    assert hasher.update(b"abc").digest() == hashlib.sha256(b"\xab\xcdabc").digest()
    low_bits = Hasher("sha3-256").update(b"\xfb", 4).update(b"\xda\x0c", 12)
    assert low_bits.digest() == hashlib.sha3_256(b"\xab\xcd").digest()


class Zeros(io.RawIOBase):
    """A file of so many bytes, all zero."""

    def __init__(self, size: int) -> None:
        self._left = size
        self._zeros = bytes(1 << 20)

    def readable(self) -> bool:
        """Yes."""
        return True

    def read(self, size: int = -1) -> bytes:
        """At most a mebibyte."""
        piece = self._zeros[: min(size if size >= 0 else self._left, self._left)]
        self._left -= len(piece)
        return piece


def test_more_than_32_bits_of_length() -> None:
    """513 MiB, whose number of bits needs more than 32 bits; models/test/test_long.c goes further."""
    size = (513 << 20) + 5
    expected = hashlib.sha256()
    for _ in range(513):
        expected.update(bytes(1 << 20))
    expected.update(bytes(5))
    assert hash_stream("sha-256", cast(BinaryIO, Zeros(size))) == expected.digest()


def test_unused_bits_do_not_matter() -> None:
    """Only the bits of the message count in a partial byte."""
    for algorithm in algorithms().values():
        if algorithm.whole_bytes:
            continue
        used, all_ones = (b"\x05", b"\xfd") if algorithm.lsb_first else (b"\xa0", b"\xbf")
        assert hash_bits(algorithm.id, used, 3) == hash_bits(algorithm.id, all_ones, 3), algorithm.id
        assert hash_bits(algorithm.id, used, 3) != hash_bits(algorithm.id, used, 4), algorithm.id


def test_threads() -> None:
    """Hashing in several threads at once."""
    messages = [bytes([number]) * 100_000 for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda message: hash_bits("sha3-512", message), messages))
    assert found == [hashlib.sha3_512(message).digest() for message in messages]


def test_many() -> None:
    """Messages of unequal lengths, against hashlib and one by one; lengths in bits; sizes that are free."""
    source = random.Random(4)
    messages = [source.randbytes(source.choice((0, 1, 64, 136, source.randrange(5000)))) for _ in range(100)]
    for threads in (0, 1, 3):
        assert hash_many("sha3-256", messages, threads=threads) == [hashlib.sha3_256(one).digest() for one in messages]
        assert hash_many("sha-512", messages, threads=threads) == [hashlib.sha512(one).digest() for one in messages]
    expected = [hashlib.shake_128(one).digest(500) for one in messages]
    assert hash_many("shake128", messages, digest_bits=4000) == expected
    bits = [max(0, 8 * len(one) - 3) for one in messages]
    alone = [hash_bits("keccak-512", one, length) for one, length in zip(messages, bits, strict=True)]
    assert hash_many("keccak-512", messages, bits, threads=2) == alone
    assert hash_many("sha-256", []) == []


def test_many_of_wrong_use() -> None:
    """Too few lengths, a length beyond the message, a negative number of threads."""
    with pytest.raises(FairhashError, match="1 lengths of 2 messages"):
        hash_many("sha-256", [b"a", b"b"], [8])
    with pytest.raises(FairhashError, match="9 bits in 1 bytes"):
        hash_many("sha-256", [b"a", b"b"], [8, 9])
    with pytest.raises(FairhashError, match="-1 threads"):
        hash_many("sha-256", [b"a"], threads=-1)
    with pytest.raises(FairhashError, match="128 bits"):
        hash_many("sha-256", [b"a"], digest_bits=128)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sha-257", b""), ["sha-257", "sha-256"]),
        (("sha-256", b"ab", 17), ["17 bits in 2 bytes"]),
        (("sha-256", b"ab", -1), ["-1 bits"]),
        (("sha-256", b"ab", 16, 128), ["128 bits", "256"]),
        (("shake128", b"ab", 16, 0), ["0 bits"]),
    ],
)
def test_wrong_use(arguments: tuple[str, bytes, int, int], words: list[str]) -> None:
    """One line that says what is wrong."""
    with pytest.raises(FairhashError) as caught:
        hash_bits(*arguments)
    assert all(word in str(caught.value) for word in words)
