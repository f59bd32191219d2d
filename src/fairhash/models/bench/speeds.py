# SPDX-License-Identifier: Apache-2.0
"""Measures speeds: samples of each algorithm and of OpenSSL by turns, the quickest of each counts.

Time is the thread's processor time, so that other work on the machine takes none of it, though it may take caches and
clock.
Cycles per byte are not told: the clock that a thread ran at is not known to it.
"""

import hashlib
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from fairhash.models.bench import loops
from fairhash.models.bench.setting import Setting, setting
from fairhash.models.library import Algorithm, algorithms, find_algorithm, library

SIZES = (64, 1536, 256 << 10)
"""Bytes: a short message, a network packet, a long message."""

_EVERYTHING = (1 << 32) - 1
_MANY_BYTES = 1 << 18
_MANY_LEAST = 8


@dataclass(frozen=True)
class Effort:
    """How long to measure: samples of at least so much processor time, so many of each."""

    sample_s: float
    repetitions: int


THOROUGH = Effort(0.003, 15)
QUICK = Effort(0.0002, 3)


@dataclass(frozen=True)
class Speed:
    """One algorithm at one message length; rates in 10^6 bytes a second on one thread."""

    algorithm: str
    message_bytes: int
    mb_s: float
    openssl_mb_s: float
    """SHA3-256 in the same run."""
    many_mb_s: float
    """Of several messages of this length at a time (`fairhash_hash_many`)."""

    @property
    def times_openssl(self) -> float:
        """How many times as fast as OpenSSL's SHA3-256."""
        return self.mb_s / self.openssl_mb_s

    @property
    def many_times_one(self) -> float:
        """What several messages at a time gain."""
        return self.many_mb_s / self.mb_s


@dataclass(frozen=True)
class Run:
    """All that one run measured."""

    setting: Setting
    effort: Effort
    portable: bool
    speeds: tuple[Speed, ...]


def _spent_s(sample: loops.Sample, calls: int) -> float:
    before = time.thread_time()
    sample(calls)
    return time.thread_time() - before


def _enough(sample: loops.Sample, sample_s: float) -> int:
    """How many calls take at least that long; those before, which make tables and fill caches, do not count."""
    sample(1)
    calls = 1
    while (spent := min(_spent_s(sample, calls) for _ in range(2))) < sample_s:
        calls = max(2 * calls, min(100 * calls, int(1.1 * calls * sample_s / max(spent, 1e-9))))
    return calls


def _speed(algorithm: Algorithm, message_bytes: int, effort: Effort) -> Speed:
    message = hashlib.shake_128(b"bench-models").digest(message_bytes)
    messages = max(_MANY_LEAST, _MANY_BYTES // message_bytes)
    samples = (
        loops.openssl(message),
        loops.one(algorithm, message),
        loops.many(algorithm, message, messages),
    )
    calls = [_enough(sample, effort.sample_s) for sample in samples]
    least = [float("inf")] * len(samples)
    for _ in range(effort.repetitions):
        for i, sample in enumerate(samples):
            least[i] = min(least[i], max(_spent_s(sample, calls[i]), 1e-9))
    hashed = (message_bytes, message_bytes, message_bytes * messages)
    rates = [calls[i] * hashed[i] / least[i] / 1e6 for i in range(len(samples))]
    return Speed(algorithm.id, message_bytes, rates[1], rates[0], rates[2])


def measure(
    names: Collection[str] = (),
    effort: Effort = THOROUGH,
    portable: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
) -> Run:
    """Measures these algorithms, default all, at every length of SIZES.

    `portable` allows no instruction set but the one that every processor has. `progress` is told which algorithm
    is next, how many measurements are done and how many there are.
    """
    chosen = [find_algorithm(name) for name in dict.fromkeys(names)] or list(algorithms().values())
    speeds: list[Speed] = []
    library().fairhash_cpu_allow(0 if portable else _EVERYTHING)
    try:
        conditions = setting(loops.openssl_version())
        for algorithm in chosen:
            for size in SIZES:
                if progress is not None:
                    progress(algorithm.id, len(speeds), len(chosen) * len(SIZES))
                speeds.append(_speed(algorithm, size, effort))
    finally:
        library().fairhash_cpu_allow(_EVERYTHING)
    return Run(conditions, effort, portable, tuple(speeds))
