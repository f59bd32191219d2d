# SPDX-License-Identifier: Apache-2.0
"""NIST's groups: lengths and chain as SHAVS has them, against NIST's own answers and hashlib; a wrong core fails."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores
from fairhash.features.nist.measure import STEPS, long_lengths, monte_carlo, run_groups, short_lengths
from fairhash.models import hash_bits
from fairhash.testbench.answers import known_answers
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.reference import models
from fairhash.testbench.verification import VerifyOptions, verify

FIRST_CHECKPOINTS = {
    "sha-1": ("dd4df644eaf3d85bace2b21accaa22b28821f5cd", "11f5c38b4479d4ad55cb69fadf62de0b036d5163"),
    "sha-256": (
        "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691",
        "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
    ),
    "sha-384": (
        "edff07255c71b54a9beae52cdfa083569a08be89949cbba73ddc8acf429359ca5e5be7a673633ca0d9709848f522a9df",
        "e81b86c49a38feddfd185f71ca7da6732a053ed4a2640d52d27f53f9f76422650b0e93645301ac99f8295d6f820f1035",
    ),
    "sha-512": (
        "5c337de5caf35d18ed90b5cddfce001ca1b8ee8602f367e7c24ccca6f893802f"
        "b1aca7a3dae32dcd60800a59959bc540d63237876b799229ae71a2526fbc52cd",
        "ada69add0071b794463c8806a177326735fa624b68ab7bcab2388b9276c036e4"
        "eaaff87333e83c81c0bca0359d4aeebcbcfd314c0630e0c2af68c1fb19cc470e",
    ),
}
"""Seed and first digest of NIST's files SHA1Monte.rsp, SHA256Monte.rsp, SHA384Monte.rsp and SHA512Monte.rsp."""


@pytest.mark.parametrize("algorithm", FIRST_CHECKPOINTS)
def test_the_chain_gives_nists_digests(algorithm: str) -> None:
    """With hashlib and with our model."""
    seed, expected = (bytes.fromhex(text) for text in FIRST_CHECKPOINTS[algorithm])
    name = algorithm.replace("-", "")
    for hash_bytes in (lambda data: hashlib.new(name, data).digest(), lambda data: hash_bits(algorithm, data)):
        *_, (_, digest) = islice(monte_carlo(seed, hash_bytes), STEPS)
        assert digest == expected


def test_the_chain_restarts_from_a_checkpoint() -> None:
    """The 1001st message is the 1000th digest three times (SHAVS, Sect. 6.4); worked with hashlib here."""
    seed = bytes(20)
    last = [seed] * 3
    for _ in range(STEPS):
        last = [*last[1:], hashlib.sha1(b"".join(last)).digest()]
    message, digest = next(islice(monte_carlo(seed, lambda data: hash_bits("sha-1", data)), STEPS, None))
    assert message == 3 * last[-1]
    assert digest == hashlib.sha1(message).digest()


def test_lengths_are_those_of_shavs() -> None:
    """Sect. 6.2.2: 65 messages up to 512 bits; 6.3.2: 64 messages of 1304 to 51200 bits. Twice that for SHA-512."""
    assert (len(short_lengths(512)), short_lengths(512)[:2], short_lengths(512)[-1]) == (65, [0, 8], 512)
    assert (len(long_lengths(512)), long_lengths(512)[0], long_lengths(512)[-1]) == (64, 1304, 51200)
    assert (len(short_lengths(1024)), len(long_lengths(1024)), long_lengths(1024)[-1]) == (129, 128, 102400)


def test_the_rtl_passes_all_groups() -> None:
    core = all_cores()["sha-1/counters"]
    results = run_groups(core, fast_engine(core), checkpoints=1)
    assert [(result.group, result.messages, result.failure) for result in results] == [
        ("short", 65, ""),
        ("long", 64, ""),
        ("monte-carlo", 1000, ""),
    ]


@dataclass(frozen=True)
class WrongDigest:
    """The right engine, with one bit of the last output word changed in simulations of many messages."""

    name: str = "fast"

    def run(self, stimulus: Path, observation: Path, seed: int, wave: Path | None = None) -> None:
        fast_engine(all_cores()["sha-1/counters"]).run(stimulus, observation, seed, wave)
        lines = observation.read_text().splitlines()
        self._flip(lines)
        observation.write_text("\n".join(lines) + "\n")

    def _flip(self, lines: list[str]) -> None:
        last = max(number for number, line in enumerate(lines) if line.startswith("o"))
        kind, cycle, word = lines[last].split()
        lines[last] = f"{kind} {cycle} {int(word, 16) ^ 1:08X}"

    def wave_name(self) -> str:
        return "none"


def test_a_wrong_digest_is_found() -> None:
    results = run_groups(all_cores()["sha-1/counters"], WrongDigest(), checkpoints=1)
    assert [(result.group, result.messages) for result in results] == [
        ("short", 64),
        ("long", 63),
        ("monte-carlo", 249),
    ]
    assert all("wrong word" in result.failure for result in results)


def test_other_algorithms_are_refused() -> None:
    core = all_cores()["keccak-256/highspeed"]
    with pytest.raises(FairhashError, match="no groups for this algorithm"):
        run_groups(core, WrongDigest())


def test_official_answers_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """NIST's answers of the checkout and all of ../shared/vectors; the number of rows is in the output of the tests."""
    core = all_cores()["sha-1/counters"]
    for folder in filter(None, (paths.official_answers(), paths.further_answers())):
        rows = known_answers(core, folder)
        report = verify(core, VerifyOptions(modes=("answers",), answers=folder, seed=1))
        with capsys.disabled():
            print(f"\n{core.name}: {len(rows)} rows of {folder}")
        assert report.ok
        assert report.modes[0].messages == len(rows) >= 40
        expected: Sequence[bytes] = [models().hash_bits("sha-1", row.data, row.bits) for row in rows]
        assert expected == [row.digest for row in rows]
