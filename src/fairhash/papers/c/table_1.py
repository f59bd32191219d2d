# SPDX-License-Identifier: Apache-2.0
"""Table 1 of paper C: the functional comparison, derived from the catalogue and from FIPS 180-4."""

from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.papers.c.evidence import ALGORITHMS, PAPER_ARCHITECTURE
from fairhash.papers.published_table import published_table
from fairhash.papers.table import Column, Table

_CIPHERS = {80: "Skipjack", 128: "AES-128", 192: "AES-192", 256: "AES-256"}
"""Ciphers by the size of the key in bits: Skipjack (FIPS 185), AES (FIPS 197)."""


@dataclass(frozen=True)
class Specification:
    """What FIPS 180-4 says of a function and no core declares."""

    state_words: int
    """Sect. 6: working variables."""
    operands: tuple[str, ...]
    """Sect. 6: what the longest sum of a round adds. SHA-1: the new a. SHA-2: the new a, T1 + T2."""
    constants: int
    """Sect. 4.2: different values of K."""
    round_dependent: str
    """Sect. 4.1: functions that depend on the round."""


_SHA_1 = Specification(5, ("ROTL5(a)", "f(b, c, d)", "e", "K", "W"), 4, "f_t")
_SHA_2_OPERANDS = ("h", "Sigma1(e)", "Ch(e, f, g)", "K", "W", "Sigma0(a)", "Maj(a, b, c)")
SPECIFICATIONS = {
    "sha-1": _SHA_1,
    "sha-256": Specification(8, _SHA_2_OPERANDS, 64, "None"),
    "sha-384": Specification(8, _SHA_2_OPERANDS, 80, "None"),
    "sha-512": Specification(8, _SHA_2_OPERANDS, 80, "None"),
}


def derived(core: Core) -> dict[str, str]:
    """Return the column of a function by the paper's row headings.

    The core of the paper's architecture does one round a cycle, so its cycles for a block are the rounds. The length
    field of the padding has an eighth of a block. A birthday attack needs 2^(n/2) operations.
    """
    own = SPECIFICATIONS[core.algorithm]
    security = core.digest_bits // 2
    return {
        "Size of hash value": str(core.digest_bits),
        "Complexity of the best attack": f"2^{{{security}}}",
        "Equivalently secure secret-key cipher": _CIPHERS[security],
        "Message size": f"< 2^{{{core.block_bits // 8}}}",
        "Message block size": str(core.block_bits),
        "Word size": str(core.block_bits // 16),
        "Number of words": str(own.state_words),
        "Number of digest rounds": str(core.formula.block),
        "Number of operands added in the critical path": f"{len(own.operands)}+1",
        "Number of constants K_t": str(own.constants),
        "Round-dependent operations": own.round_dependent,
    }


def table() -> Table:
    """Return every value as derived, and where the published one differs."""
    columns = {algorithm: derived(all_cores()[f"{algorithm}/{PAPER_ARCHITECTURE}"]) for algorithm in ALGORITHMS}
    rows = []
    for row in published_table("C", 1):
        name = row["characteristic"]
        values = [columns[algorithm][name] for algorithm in ALGORITHMS]
        differ = [
            f"{algorithm.upper()}: {row[algorithm.replace('-', '_')]}"
            for algorithm, value in zip(ALGORITHMS, values, strict=True)
            if row[algorithm.replace("-", "_")] != value
        ]
        rows.append((name, *values, "; ".join(differ) or "the same"))
    return Table(
        "table-1",
        "Table 1: functional characteristics",
        (
            Column("characteristic"),
            *(Column(algorithm.upper(), key=algorithm.replace("-", "_")) for algorithm in ALGORITHMS),
            Column("published"),
        ),
        tuple(rows),
        (
            "Derived from what the cores declare (sizes, and rounds as cycles of a block at one "
            "round a cycle) and from "
            "FIPS 180-4 (state, operands, constants). The best attack counted is a birthday attack; "
            "for SHA-1 there is a "
            "faster one since 2005, which the paper could not know.",
        ),
    )
