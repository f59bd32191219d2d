# SPDX-License-Identifier: Apache-2.0
"""Parameters of algorithms: a key, a customization string, a domain separation byte, BLAKE2's digest size."""

import ctypes
from dataclasses import dataclass, replace

from fairhash.base.errors import FairhashError
from fairhash.models.library import Algorithm, Descriptor, ParameterFields, check, library

_MAX_DOMAIN = 0x7F
"""RFC 9861, 2.2."""


@dataclass(frozen=True)
class Parameters:
    """What selects a function of an algorithm, in addition to its digest size; None for the default."""

    key: bytes | None = None
    """Key of BLAKE2 or BLAKE3."""
    customization: bytes | None = None
    """Customization string of Ascon-CXOF128 and KangarooTwelve; context string of BLAKE3's mode derive_key."""
    domain: int | None = None
    """Domain separation byte of TurboSHAKE, 0x01 to 0x7f."""


def _check_key(algorithm: Algorithm, key: bytes) -> None:
    low, high = algorithm.min_key_bytes, algorithm.max_key_bytes
    if high == 0:
        raise FairhashError("unexpected key", algorithm.id, "this algorithm takes none")
    if not low <= len(key) <= high:
        lengths = f"{high}" if low == high else f"{low} to {high}"
        raise FairhashError(f"a key of {len(key)} bytes", algorithm.id, f"give {lengths} bytes")


def _check_customization(algorithm: Algorithm, customization: bytes) -> None:
    if algorithm.max_customization_bytes == 0:
        raise FairhashError("unexpected customization string", algorithm.id, "this algorithm takes none")
    if len(customization) > algorithm.max_customization_bytes:
        raise FairhashError(
            f"a customization string of {len(customization)} bytes",
            algorithm.id,
            f"give at most {algorithm.max_customization_bytes} bytes",
        )


def _check(algorithm: Algorithm, parameters: Parameters) -> None:
    """Raise a FairhashError if the algorithm does not take the parameters."""
    if parameters.key is not None:
        _check_key(algorithm, parameters.key)
    if parameters.customization is not None:
        _check_customization(algorithm, parameters.customization)
    if parameters.key is not None and parameters.customization is not None:
        raise FairhashError("both a key and a customization string", algorithm.id, "give one of them")
    if parameters.domain is not None:
        if not algorithm.takes_domain:
            raise FairhashError("unexpected domain separation byte", algorithm.id, "this algorithm takes none")
        if not 1 <= parameters.domain <= _MAX_DOMAIN:
            raise FairhashError(f"a domain separation byte of {parameters.domain}", algorithm.id, "give 1 to 127")


def _selects_digest(algorithm: Algorithm, digest_bits: int | None) -> bool:
    """Whether the digest size selects another function than the algorithm's own."""
    if not algorithm.any_digest_bytes or digest_bits in (None, algorithm.digest_bits):
        return False
    if digest_bits is None or digest_bits % 8 or not 0 < digest_bits <= algorithm.digest_bits:
        raise FairhashError(
            f"no digest of {digest_bits} bits",
            algorithm.id,
            f"its digest has 8 to {algorithm.digest_bits} bits, in whole bytes",
        )
    return True


def configure(algorithm: Algorithm, parameters: Parameters | None, digest_bits: int | None = None) -> Algorithm:
    """The algorithm with parameters, or itself if there are none.

    Args:
        algorithm: The algorithm.
        parameters: Its parameters.
        digest_bits: Size of the digest; changes the algorithm only if it has `any_digest_bytes`.
    """
    chosen = parameters or Parameters()
    selects_digest = _selects_digest(algorithm, digest_bits)
    if chosen == Parameters() and not selects_digest:
        return algorithm
    _check(algorithm, chosen)
    key, customization = chosen.key or b"", chosen.customization or b""
    fields = ParameterFields(
        digest_bits if selects_digest else 0,
        chosen.key,
        len(key),
        chosen.customization,
        len(customization),
        chosen.domain or 0,
    )
    descriptor = Descriptor()
    check(library().fairhash_configure(ctypes.byref(descriptor), algorithm.handle, ctypes.byref(fields)), algorithm)
    return replace(
        algorithm,
        digest_bits=descriptor.digest_bits,
        handle=ctypes.addressof(descriptor),
        storage=(descriptor, chosen.key, chosen.customization),
    )
