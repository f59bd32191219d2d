# SPDX-License-Identifier: Apache-2.0
"""Measures speeds: samples of an algorithm and of OpenSSL alternate, and the fastest sample of each counts.

Time is the CPU time of the thread, which excludes other processes, although they may still affect caches and clock
frequency. Cycles per byte are not reported, because a thread cannot determine its clock frequency.

Other implementations of the same function are measured beside a model where they are installed: OpenSSL's digests, and
the Python packages blake3 (one thread) and PyCryptodome. Packages are called from Python, so they are measured with
long messages only, where the call does not count.
"""

import hashlib
import json
import platform
import re
import shlex
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from fairhash.base import paths
from fairhash.models.bench import loops
from fairhash.models.library import Algorithm, algorithms, find_algorithm, library

_FEATURE = re.compile(r"^#define FAIRHASH_CPU_(\w+) (\d+)U\b", re.MULTILINE)


@dataclass(frozen=True)
class Setting:
    """Conditions of a measurement, which every output states."""

    compiler: str
    flags: str
    """Compiler flags of the library's sources, without paths and macros."""
    cpu: str
    cpu_features: str
    """The allowed instruction-set extensions, as `fairhash_cpu()` reports them."""
    openssl: str


def _compiler(build: Path) -> str:
    """Name and version of the C compiler, from CMake's files."""
    for file in build.glob("CMakeFiles/*/CMakeCCompiler.cmake"):
        variables = dict(re.findall(r'^set\((CMAKE_C_COMPILER_\w+) "([^"]*)"\)', file.read_text("utf-8"), re.MULTILINE))
        if "CMAKE_C_COMPILER_ID" in variables:
            return f"{variables['CMAKE_C_COMPILER_ID']} {variables.get('CMAKE_C_COMPILER_VERSION', '')}".strip()
    return "unknown"


def _flags(build: Path) -> str:
    """Compiler flags of the first library source in compile_commands.json."""
    try:
        commands = json.loads((build / "compile_commands.json").read_text("utf-8"))
    except (OSError, ValueError):
        return "unknown"
    for entry in commands:
        if Path(entry["file"]).parent.name == "src":
            words = shlex.split(entry["command"])[1:]
            return " ".join(word for word in words if re.match(r"-(?![IDoc])", word))
    return "unknown"


def _cpu() -> str:
    """Model name of the processor."""
    try:
        match = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        match = None
    return match[1].strip() if match else platform.machine()


def _cpu_features() -> str:
    """The allowed instruction-set extensions, by their names in fairhash.h."""
    allowed = int(library().fairhash_cpu())
    header = (paths.root() / "models" / "include" / "fairhash.h").read_text("utf-8")
    return " ".join(name for name, bit in _FEATURE.findall(header) if allowed & int(bit)) or "none"


def setting(openssl: str) -> Setting:
    """The present conditions, with the instruction-set extensions that are allowed now."""
    build = paths.build() / "models"
    return Setting(_compiler(build), _flags(build), _cpu(), _cpu_features(), openssl)


_OPENSSL = {
    "sha-1": "SHA1",
    **{f"sha-{bits}": f"SHA2-{bits}" for bits in (224, 256, 384, 512)},
    "sha-512-256": "SHA2-512/256",
    **{f"sha3-{bits}": f"SHA3-{bits}" for bits in (224, 256, 384, 512)},
    "sm3": "SM3",
    "blake2b-512": "BLAKE2B-512",
    "blake2s-256": "BLAKE2S-256",
}
_PACKAGES = {
    "blake3": ("blake3", "blake3"),
    "turboshake128": ("pycryptodome", "Crypto.Hash.TurboSHAKE128"),
    "turboshake256": ("pycryptodome", "Crypto.Hash.TurboSHAKE256"),
    "kt128": ("pycryptodome", "Crypto.Hash.KangarooTwelve"),
}
"""Name of the package and its module, by algorithm."""


@dataclass(frozen=True)
class Peer:
    """Another implementation: its name with the version, and its calls."""

    name: str
    sample: loops.Sample


def _digest(module: Any, message: bytes, digest_bytes: int) -> Callable[[], object]:
    if module.__name__ == "blake3":
        return lambda: module.blake3(message, max_threads=1).digest(digest_bytes)
    return lambda: module.new(data=message).read(digest_bytes)


def _of_package(algorithm: str, message: bytes, digest_bytes: int) -> Peer | None:
    package, name = _PACKAGES[algorithm]
    try:
        module = import_module(name)
        version = metadata.version(package)
    except ImportError:
        return None
    digest = _digest(module, message, digest_bytes)

    def calls(count: int) -> None:
        for _ in range(count):
            digest()

    return Peer(f"{package} {version}", calls)


def find_peer(algorithm: str, message: bytes, digest_bytes: int) -> Peer | None:
    """The other implementation of an algorithm with calls for one message; None if there is none."""
    if algorithm in _PACKAGES:
        return _of_package(algorithm, message, digest_bytes)
    name = _OPENSSL.get(algorithm, "")
    if not name or loops.evp_digest(name) is None:
        return None
    return Peer("OpenSSL", loops.openssl(message, name))


SIZES = (64, 1536, 256 << 10)
"""Bytes: a short message, a network packet, a long message."""

_ALL_FEATURES = (1 << 32) - 1
_MANY_BYTES = 1 << 18
_MANY_MIN_MESSAGES = 8


@dataclass(frozen=True)
class Effort:
    """Effort of a measurement: minimum time of a sample in seconds, and number of samples."""

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
    """OpenSSL's SHA3-256, measured in alternation."""
    many_mb_s: float
    """Rate of `fairhash_hash_many` for messages of this length."""
    peer: str = ""
    """Name of another implementation of the same function, measured in alternation; empty if there is none."""
    peer_mb_s: float | None = None

    @property
    def times_openssl(self) -> float:
        """Speed relative to OpenSSL's SHA3-256."""
        return self.mb_s / self.openssl_mb_s

    @property
    def many_times_one(self) -> float:
        """Speed of hashing several messages at a time relative to one at a time."""
        return self.many_mb_s / self.mb_s

    @property
    def times_peer(self) -> float | None:
        """Speed relative to the other implementation."""
        return None if self.peer_mb_s is None else self.mb_s / self.peer_mb_s


@dataclass(frozen=True)
class Run:
    """Results of one run, and its conditions."""

    setting: Setting
    effort: Effort
    portable: bool
    speeds: tuple[Speed, ...]


def _cpu_time_s(sample: loops.Sample, calls: int) -> float:
    before = time.thread_time()
    sample(calls)
    return time.thread_time() - before


def calls_per_sample(time_s: Callable[[int], float], sample_s: float) -> int:
    """Number of calls that take at least `sample_s` seconds, after a first call that builds tables and fills caches.

    Args:
        time_s: Makes so many calls, and returns the seconds that they took.
        sample_s: The seconds.
    """
    time_s(1)
    calls = 1
    while (used_s := min(time_s(calls) for _ in range(2))) < sample_s:
        calls = max(2 * calls, min(100 * calls, int(1.1 * calls * sample_s / max(used_s, 1e-9))))
    return calls


def _speed(algorithm: Algorithm, message_bytes: int, effort: Effort) -> Speed:
    message = hashlib.shake_128(b"bench-models").digest(message_bytes)
    messages = max(_MANY_MIN_MESSAGES, _MANY_BYTES // message_bytes)
    # calls from Python take too long to compare short messages
    peer = find_peer(algorithm.id, message, algorithm.digest_bits // 8) if message_bytes == SIZES[-1] else None
    samples = [
        loops.openssl(message),
        loops.one(algorithm, message),
        loops.many(algorithm, message, messages),
        *([peer.sample] if peer else []),
    ]
    calls = [calls_per_sample(partial(_cpu_time_s, sample), effort.sample_s) for sample in samples]
    least = [float("inf")] * len(samples)
    for _ in range(effort.repetitions):
        for i, sample in enumerate(samples):
            least[i] = min(least[i], max(_cpu_time_s(sample, calls[i]), 1e-9))
    hashed = (message_bytes, message_bytes, message_bytes * messages, message_bytes)
    rates = [calls[i] * hashed[i] / least[i] / 1e6 for i in range(len(samples))]
    measured = (algorithm.id, message_bytes, rates[1], rates[0], rates[2])
    return Speed(*measured, peer.name, rates[3]) if peer else Speed(*measured)


def measure(
    names: Collection[str] = (),
    effort: Effort = THOROUGH,
    portable: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
) -> Run:
    """Measure algorithms at every message length in SIZES.

    Args:
        names: Ids of the algorithms; default all.
        effort: Length and number of the samples.
        portable: Whether to disable all instruction-set extensions.
        progress: Called before each measurement with the algorithm's id and the numbers of finished and of all
            measurements.
    """
    chosen = [find_algorithm(name) for name in dict.fromkeys(names)] or list(algorithms().values())
    speeds: list[Speed] = []
    library().fairhash_cpu_allow(0 if portable else _ALL_FEATURES)
    try:
        conditions = setting(loops.openssl_version())
        for algorithm in chosen:
            for size in SIZES:
                if progress is not None:
                    progress(algorithm.id, len(speeds), len(chosen) * len(SIZES))
                speeds.append(_speed(algorithm, size, effort))
    finally:
        library().fairhash_cpu_allow(_ALL_FEATURES)
    return Run(conditions, effort, portable, tuple(speeds))
