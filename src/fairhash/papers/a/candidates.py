# SPDX-License-Identifier: Apache-2.0
"""The fourteen candidates and SHA-2: the paper's names, the catalogue's algorithms, and the groups of Sect. 5."""

from dataclasses import dataclass
from typing import Literal

Bits = Literal[256, 512]

ARCHITECTURE = "highspeed"
"""The architecture of the cores that reproduce the paper."""


@dataclass(frozen=True)
class Candidate:
    """A row of the paper's tables."""

    name: str
    """In the paper."""
    small: str
    """The algorithm with 256 bits."""
    large: str
    """With 512 bits."""
    group: int
    """The group of Sect. 5: how area and throughput change from 256 to 512 bits."""

    def algorithm(self, bits: Bits) -> str:
        """Return the catalogue's algorithm of the variant; all are the Round-2 versions that the paper implements."""
        return self.small if bits == 256 else self.large

    def core(self, bits: Bits) -> str:
        """Return the name of the core that implements the variant."""
        return f"{self.algorithm(bits)}/{ARCHITECTURE}"


CANDIDATES = (
    Candidate("BLAKE", "blake-32", "blake-64", 3),
    Candidate("BMW", "bmw-256", "bmw-512", 2),
    Candidate("CubeHash", "cubehash-256", "cubehash-512", 1),
    Candidate("ECHO", "echo-256", "echo-512", 4),
    Candidate("Fugue", "fugue-256", "fugue-512", 6),
    Candidate("Groestl", "groestl0-256", "groestl0-512", 3),
    Candidate("Hamsi", "hamsi-256", "hamsi-512", 5),
    Candidate("JH", "jh-256", "jh-512", 1),
    Candidate("Keccak", "keccak-256", "keccak-512", 4),
    Candidate("Luffa", "luffa-256", "luffa-512", 5),
    Candidate("Shabal", "shabal-256", "shabal-512", 1),
    Candidate("SHAvite-3", "shavite3-256", "shavite3-512", 3),
    Candidate("SIMD", "simd-256", "simd-512", 2),
    Candidate("Skein", "skein-256-256", "skein-512-512", 2),
)
"""In the paper's order."""

SHA2 = Candidate("SHA-2", "sha-256", "sha-512", 3)
"""The reference: all others are divided by it."""

ALL = (*CANDIDATES, SHA2)

VARIANTS: tuple[Bits, ...] = (256, 512)

PAPER_STRUCTURED = {f"shabal-{bits}/{ARCHITECTURE}": f"shabal-{bits}/parallel" for bits in VARIANTS}
"""Our core and a second one, which does in each cycle what the paper's core does. Both take the same cycles."""

ALGORITHMS = tuple(candidate.algorithm(bits) for candidate in ALL for bits in VARIANTS)

CORES = tuple(candidate.core(bits) for candidate in ALL for bits in VARIANTS)
"""The thirty cores that reproduce the paper."""

GROUPS = {
    1: "area and throughput not affected",
    2: "area and throughput both double",
    3: "both increase, area more",
    4: "area the same, throughput decreases",
    5: "throughput the same, area increases",
    6: "area increases, throughput decreases",
}
"""Sect. 5, from 256 to 512 bits."""


def group(area: float, throughput: float) -> int | None:
    """Return the group that follows from the predicted ratios, or None if the paper has no such group."""
    if area == 1:
        return 1 if throughput == 1 else 4 if throughput < 1 else None
    if area < 1:
        return None
    if throughput <= 1:
        return 5 if throughput == 1 else 6
    return 2 if throughput == area else 3 if throughput < area else None
