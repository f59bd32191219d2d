# SPDX-License-Identifier: Apache-2.0
"""The proofs of the rounds of every family."""

from collections.abc import Iterable

from fairhash.features.proofs.proof import Proof
from fairhash.features.rounds.families import (
    blake,
    bmw,
    cubehash,
    echo,
    fugue,
    groestl,
    hamsi,
    jh,
    keccak,
    luffa,
    sha2,
    shabal,
    shavite3,
    simd,
    skein,
)
from fairhash.features.rounds.round_proof import as_proof

_FAMILIES = (sha2, blake, bmw, cubehash, echo, fugue, groestl, hamsi, jh, keccak, luffa, shabal, shavite3, simd, skein)


def round_proofs() -> Iterable[Proof]:
    """A proof of each round; no tool is started."""
    return [as_proof(proof) for family in _FAMILIES for proof in family.PROOFS]
