# SPDX-License-Identifier: Apache-2.0
"""Other implementations of the same function, measured beside a model where they are installed.

They are OpenSSL's digests, and the Python packages blake3 (one thread) and PyCryptodome. Packages are called from
Python, so they are measured with long messages only, where the call does not count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

from fairhash.models.bench import loops

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
