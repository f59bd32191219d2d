# SPDX-License-Identifier: Apache-2.0
"""NIST's Monte Carlo tests: 100 checkpoints of 1000 digests each, of digests. One wrong digest changes all that follow.

Rules: SHAVS (The Secure Hash Algorithm Validation System, 2014), 6.4, and SHA3VS (2016), 6.2.3 and 6.3.3. Each chain is
compared with hashlib's, and its first and last checkpoints with NIST's own, which `data/monte_carlo.csv` quotes.
"""

import csv
import hashlib
from collections.abc import Callable
from ctypes import create_string_buffer
from functools import partial
from pathlib import Path

import pytest

from fairhash.models import find_algorithm
from fairhash.models.library import library
from tests.models.test_hashing import HASHLIB, SHAKES

FACTS = Path(__file__).parent / "data" / "monte_carlo.csv"
CHECKPOINTS = 100
STEPS = 1000

# The shortest and longest outputs in bytes, from the heads of SHAKE128Monte.rsp and SHAKE256Monte.rsp.
OUTPUT_BYTES = {"shake128": (16, 140), "shake256": (2, 250)}

Digest = Callable[[bytes], bytes]
Output = Callable[[bytes, int], bytes]


def sha_chain(digest: Digest, seed: bytes) -> list[bytes]:
    """SHAVS 6.4: a message is the three digests before it, at first three times the seed."""
    checkpoints = []
    for _ in range(CHECKPOINTS):
        first, second, third = seed, seed, seed
        for _ in range(STEPS):
            first, second, third = second, third, digest(first + second + third)
        seed = third
        checkpoints.append(seed)
    return checkpoints


def sha3_chain(digest: Digest, seed: bytes) -> list[bytes]:
    """SHA3VS 6.2.3: a message is the digest before it."""
    checkpoints = []
    for _ in range(CHECKPOINTS):
        for _ in range(STEPS):
            seed = digest(seed)
        checkpoints.append(seed)
    return checkpoints


def shake_chain(output: Output, seed: bytes, shortest: int, longest: int) -> list[bytes]:
    """SHA3VS 6.3.3: a message is the first 128 bits of the output before it; its last 16 choose the next length."""
    checkpoints = []
    size = longest
    for _ in range(CHECKPOINTS):
        for _ in range(STEPS):
            seed = output(seed[:16].ljust(16, b"\0"), size)
            size = shortest + int.from_bytes(seed[-2:], "big") % (longest - shortest + 1)
        checkpoints.append(seed)
    return checkpoints


def ours(name: str) -> Output:
    """The library's one call without the wrapper, which would take most of the time of 100 000 short messages."""
    algorithm = find_algorithm(name)
    function = library().fairhash_hash
    buffer = create_string_buffer(256)

    def output(message: bytes, size: int) -> bytes:
        assert function(algorithm.handle, message, 8 * len(message), buffer, 8 * size) == 0
        return buffer.raw[:size]

    return output


def facts() -> dict[str, tuple[bytes, bytes, bytes]]:
    """Seed, first and last checkpoint by algorithm."""
    with FACTS.open(encoding="utf-8", newline="") as file:
        return {
            row["algorithm"]: (
                bytes.fromhex(row["seed_hex"]),
                bytes.fromhex(row["first_hex"]),
                bytes.fromhex(row["last_hex"]),
            )
            for row in csv.DictReader(file)
        }


def test_every_algorithm_has_a_chain() -> None:
    """All that hashlib knows too."""
    assert set(facts()) == {*HASHLIB, *SHAKES}


@pytest.mark.parametrize("name", HASHLIB)
def test_fixed_output(name: str) -> None:
    """SHA-1, SHA-2 and SHA-3."""
    seed, first, last = facts()[name]
    output, size = ours(name), find_algorithm(name).digest_bits // 8
    chain = sha3_chain if name.startswith("sha3") else sha_chain
    found = chain(lambda message: output(message, size), seed)
    assert (found[0], found[-1]) == (first, last)
    function = partial(hashlib.new, HASHLIB[name])
    assert found == chain(lambda message: function(message).digest(), seed)


@pytest.mark.parametrize("name", SHAKES)
def test_free_output(name: str) -> None:
    """SHAKE, with outputs of many lengths."""
    seed, first, last = facts()[name]
    found = shake_chain(ours(name), seed, *OUTPUT_BYTES[name])
    assert (found[0], found[-1]) == (first, last)
    function = SHAKES[name]
    assert found == shake_chain(lambda message, size: function(message).digest(size), seed, *OUTPUT_BYTES[name])
