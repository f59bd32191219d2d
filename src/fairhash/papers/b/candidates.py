# SPDX-License-Identifier: Apache-2.0
"""The sixteen designs of paper B: the paper's names and the catalogue's algorithms."""

from dataclasses import dataclass

ARCHITECTURE = "lightweight"
"""The architecture of the cores that reproduce the paper."""


@dataclass(frozen=True)
class Candidate:
    """A row of the paper's Tables 3 and 4."""

    name: str
    """In the paper, in ASCII."""
    algorithm: str
    """In the catalogue."""
    competition: str
    """The rounds of the SHA-3 competition that the version was submitted to, as in Fig. 7."""
    table_1: str = ""
    """Its row of Table 1 if that has another name."""

    @property
    def core(self) -> str:
        """The name of the core that reproduces the design."""
        return f"{self.algorithm}/{ARCHITECTURE}"


CANDIDATES = (
    Candidate("BLAKE-256", "blake-256", "3"),
    Candidate("Groestl", "groestl-256", "3", "Groestl(-0)"),
    Candidate("JH42", "jh42-256", "3"),
    Candidate("Keccak", "keccak-256", "2 and 3"),
    Candidate("Skein", "skein-512-256", "2 and 3"),
    Candidate("BLAKE-32", "blake-32", "2"),
    Candidate("BMW", "bmw-256", "2"),
    Candidate("CubeHash", "cubehash-256", "2"),
    Candidate("ECHO", "echo-256", "2"),
    Candidate("Fugue", "fugue-256", "2"),
    Candidate("Groestl-0", "groestl0-256", "2", "Groestl(-0)"),
    Candidate("Hamsi", "hamsi-256", "2"),
    Candidate("JH", "jh-256", "2"),
    Candidate("Luffa", "luffa-256", "2"),
    Candidate("Shabal", "shabal-256", "2"),
    Candidate("SHAvite-3", "shavite3-256", "2"),
)
"""In the order of Tables 3 and 4: the finalists, then the other candidates of round 2."""

FINALISTS = CANDIDATES[:5]
"""Throughputs per area of different families are compared over the geometric mean of these."""

REFERENCE = Candidate("SHA-256", "sha-256", "")
"""Not in the paper; shown for comparison, and never ranked."""

ALL = (*CANDIDATES, REFERENCE)

ALGORITHMS = tuple(candidate.algorithm for candidate in ALL)

TWEAKS = (("BLAKE-32", "BLAKE-256"), ("Groestl-0", "Groestl"), ("JH", "JH42"))
"""The versions of round 2 and of round 3 that differ in the datapath."""


def candidate(name: str) -> Candidate:
    """Return the design of this name in Tables 3 and 4."""
    return next(each for each in ALL if each.name == name)
