# SPDX-License-Identifier: Apache-2.0
"""What a measurement of the models holds; how fast they are is no test's to say."""

import dataclasses
import hashlib
import math
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models import algorithms
from fairhash.models.bench import loops
from fairhash.models.bench.speeds import SIZES, Effort, Run, find_peer, measure
from fairhash.models.library import library

TINY = Effort(sample_s=0.00001, repetitions=2)


def measured(portable: bool) -> tuple[Run, list[tuple[str, int, int]]]:
    """Two algorithms, one of them with lanes, and the reported progress."""
    steps: list[tuple[str, int, int]] = []
    run = measure(["sha-256", "keccak-512"], TINY, portable, lambda *step: steps.append(step))
    return run, steps


@pytest.mark.parametrize("portable", [False, True])
def test_run(portable: bool) -> None:
    """Every length of every algorithm, positive rates, and what they depend on."""
    run, steps = measured(portable)
    expected = [(name, size) for name in ("sha-256", "keccak-512") for size in SIZES]
    assert [(speed.algorithm, speed.message_bytes) for speed in run.speeds] == expected
    for speed in run.speeds:
        for value in (speed.mb_s, speed.openssl_mb_s, speed.many_mb_s, speed.times_openssl, speed.many_times_one):
            assert 0 < value < math.inf
    assert [done for _, done, _ in steps] == list(range(6))
    assert {total for _, _, total in steps} == {6}
    assert run.portable == portable
    assert (run.setting.cpu_features == "none") or not portable
    assert "-O3" in run.setting.flags.split()
    assert not any(word.startswith(("-I", "-o")) for word in run.setting.flags.split())
    assert "unknown" not in (run.setting.compiler, run.setting.flags)
    assert run.setting.openssl.startswith("OpenSSL ")


def test_features_have_names(checkout: Path) -> None:
    """As many as the bits that the library reports."""
    header = (checkout / "models" / "include" / "fairhash.h").read_text("utf-8")
    named = measure(["sha-256"], TINY).setting.cpu_features.replace("none", "").split()
    assert len(named) == int(library().fairhash_cpu()).bit_count()
    assert all(f"#define FAIRHASH_CPU_{name} " in header for name in named)


def test_everything_is_allowed_afterwards() -> None:
    """Also after an error in the middle."""
    before = library().fairhash_cpu()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(["sha-256"], TINY, portable=True, progress=stop)
    assert library().fairhash_cpu() == before


def test_names() -> None:
    """A name given twice is measured once, an unknown one is refused."""
    assert len(measure(["sha-256", "sha-256"], TINY).speeds) == len(SIZES)
    with pytest.raises(FairhashError, match="sha-257"):
        measure(["sha-257"], TINY)


def test_failures_are_seen() -> None:
    """The loops report a failed call."""
    one = algorithms()["sha-256"]
    loops.one(one, b"abc")(3)
    loops.openssl(b"abc")(3)
    wrong = dataclasses.replace(one, digest_bits=128)
    with pytest.raises(FairhashError):
        loops.many(wrong, b"abc", 4)(1)


def test_peers() -> None:
    """OpenSSL and the packages of the tests are measured with long messages; an algorithm may have none."""
    assert [speed.peer for speed in measure(["blake2s-256"], TINY).speeds] == ["", "", "OpenSSL"]
    for algorithm, package in (("blake3", "blake3 "), ("kt128", "pycryptodome "), ("turboshake256", "pycryptodome ")):
        peer = find_peer(algorithm, b"abc", 32)
        assert peer is not None
        assert peer.name.startswith(package)
        peer.sample(2)
    assert find_peer("luffa-256", b"abc", 32) is None


def test_without_a_libcrypto(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Python's OpenSSL cannot be called by itself, hashlib is."""
    monkeypatch.setattr(loops, "_evp", lambda: None)
    called: list[str] = []
    new = hashlib.new

    def recorded(name: str, data: bytes) -> object:
        called.append(name)
        return new(name, data)

    monkeypatch.setattr(hashlib, "new", recorded)
    loops.openssl(b"abc")(3)
    assert called == ["sha3_256"] * 3
    assert loops.openssl_version().endswith("hashlib")
