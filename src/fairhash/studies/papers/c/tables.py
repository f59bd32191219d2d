# SPDX-License-Identifier: Apache-2.0
"""Table 1 of paper C, NIST's tests of Sect. 5, memories, and whether synthesis preserved the carry-save sums."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from fairhash.base.table import Cell, Column, Columns, Table, column
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.features.nist.record import Group
from fairhash.results.schema import Resources
from fairhash.studies.papers.c.evidence import ALGORITHMS, PAIR, PAPER_ARCHITECTURE, ShaEvidence
from fairhash.studies.papers.compared_cores import CoreOnDevice, divided, measured
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, shown_value
from fairhash.studies.papers.published_table import Row, published_table

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
    specified = SPECIFICATIONS[core.algorithm]
    security = core.digest_bits // 2
    return {
        "Size of hash value": str(core.digest_bits),
        "Complexity of the best attack": f"2^{{{security}}}",
        "Equivalently secure secret-key cipher": _CIPHERS[security],
        "Message size": f"< 2^{{{core.block_bits // 8}}}",
        "Message block size": str(core.block_bits),
        "Word size": str(core.block_bits // 16),
        "Number of words": str(specified.state_words),
        "Number of digest rounds": str(core.formula.block),
        "Number of operands added in the critical path": f"{len(specified.operands)}+1",
        "Number of constants K_t": str(specified.constants),
        "Round-dependent operations": specified.round_dependent,
    }


def table_1() -> Table:
    """Return every value as derived, and where the published one differs."""
    values = {algorithm: derived(all_cores()[f"{algorithm}/{PAPER_ARCHITECTURE}"]) for algorithm in ALGORITHMS}
    names = {algorithm: algorithm.replace("-", "_") for algorithm in ALGORITHMS}

    def derived_column(algorithm: str) -> Columns[Row]:
        return column(algorithm.upper(), lambda row: values[algorithm][row["characteristic"]])

    def compare(row: Row) -> str:
        differ = [
            f"{algorithm.upper()}: {row[name]}"
            for algorithm, name in names.items()
            if row[name] != values[algorithm][row["characteristic"]]
        ]
        return "; ".join(differ) or "the same"

    return Table.declare(
        "table-1",
        "Table 1: functional characteristics",
        published_table("C", 1),
        (
            column("characteristic", lambda row: row["characteristic"]),
            *map(derived_column, ALGORITHMS),
            column("published", compare),
        ),
        "Derived from what the cores declare (sizes, and rounds as cycles of a block at one round a cycle) and from "
        "FIPS 180-4 (state, operands, constants). The best attack counted is a birthday attack; for SHA-1 there is a "
        "faster one since 2005, which the paper could not know.",
    )


def nist_groups(evidence: ShaEvidence) -> Table:
    """Return NIST's three groups of tests through the placed netlists, a row for each of the paper's architecture."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm in PAIR:
        core = f"{algorithm}/{PAPER_ARCHITECTURE}"
        outcomes = evidence.nist_outcomes(core)
        for one in outcomes:
            by_name = {group.group: group for group in one.groups}
            texts = [
                (
                    f"{by_name[name].messages} messages, {by_name[name].failure or 'pass'}"
                    if name in by_name
                    else NOT_MEASURED
                )
                for name in get_args(Group)
            ]
            rows.append((core, one.device, one.recipe, one.seed, *texts))
        if not outcomes:
            rows.append((core, None, None, None, *(NOT_MEASURED for _ in get_args(Group))))
    return Table(
        "nist-groups",
        "Sect. 5: NIST's tests through the placed netlist",
        (*map(Column, ("core", "device", "recipe", "seed", "short", "long", "Monte Carlo")),),
        tuple(rows),
        ("Each digest is compared with the software model's. A Monte Carlo checkpoint is 1000 messages.",),
    )


VARIANTS = {
    "sha-1/counters-lut-ram": "message schedule in LUT RAM",
    "sha-512/counters-lut-ram": "message schedule in LUT RAM",
    "sha-512/counters-block-ram": "constants in block RAM",
}
"""Cores that differ from the paper's architecture of the same algorithm in one memory."""
MEMORY_ARCHITECTURES = tuple(dict.fromkeys(core.partition("/")[2] for core in VARIANTS))


def memories(evidence: ShaEvidence, device: str) -> Table:
    """Return each core without memory, and its variants with the quotients over it."""
    rows: list[CoreOnDevice] = []
    for algorithm in PAIR:
        base = f"{algorithm}/{PAPER_ARCHITECTURE}"
        variants = [core for core in VARIANTS if core.startswith(f"{algorithm}/")]
        rows += [evidence.on(base, device), *(evidence.on(core, device, base) for core in variants)]

    def most(count: Callable[[Resources], float | None]) -> Callable[[CoreOnDevice], Cell]:
        def cell(one: CoreOnDevice) -> Cell:
            used = [run.resources for run in one.figure.succeeded if run.resources] if one.figure else []
            counts = [number for each in used if (number := count(each)) is not None]
            return shown_value(one.figure, max(counts, default=None))

        return cell

    return Table.declare(
        f"memories-{device}",
        f"Memories on {device}",
        rows,
        (
            column("core", lambda one: one.core),
            column("memory", lambda one: VARIANTS.get(one.core, "registers and logic")),
            measured("cells", "area_cells"),
            column("flip-flops", most(lambda used: used.flip_flops)),
            column("LUTs as RAM", most(lambda used: used.lutram), key="lut_ram"),
            column("block RAMs", most(lambda used: used.bram)),
            measured("MHz", "clock_mhz", 1),
            divided("area", "throughput", "ratio"),
            column("note", lambda one: one.quotient_note()),
        ),
        "The factors are over the first core of the algorithm, with 95 % intervals over the seeds. Block RAMs are "
        "not part of the cells. Synthesis may choose logic for a memory that a core allows: the block RAMs are 0 "
        "then.",
    )


BITS_OF_A_CELL = 2
"""A CCU2C has two bits of a carry chain (Lattice FPGA-TN-02198)."""
END_BITS = 24
"""Allowed for the ends of the chains: at most two bits for each of twelve chains."""


@dataclass(frozen=True)
class Additions:
    """Two-operand additions of one core, from its sources."""

    word_bits: int
    final: int
    """With counters: one for each round variable, K + W, and those of the message schedule."""
    replaced: int
    """Further additions that plain adders would need: operands of the sums less two, and less the final one."""
    block_counter_bits: int

    @property
    def carry_bits(self) -> int:
        """Carry bits if the counters are logic."""
        return self.final * self.word_bits + self.block_counter_bits

    @property
    def plain_carry_bits(self) -> int:
        """Carry bits if synthesis had made carry chains of the counters."""
        return self.carry_bits + self.replaced * self.word_bits


ADDITIONS = {
    # five operands of a with H0, rtl/sha1/sha1_counters_rounds.vhd
    "sha-1": Additions(32, 5 + 1, 3, 27),
    # seven operands of a with H0, five of e; rtl/sha2/sha2_counters_rounds.vhd
    "sha-256": Additions(32, 8 + 1 + 3, 5 + 3, 27),
    "sha-512": Additions(64, 8 + 1 + 3, 5 + 3, 26),
}


def carry_chains(evidence: ShaEvidence, device: str) -> Table:
    """Return carry bits of the netlist beside those with and without counters. `device` is of the family ECP5."""

    def additions(one: CoreOnDevice) -> Additions:
        return ADDITIONS[one.core.partition("/")[0]]

    def bits(one: CoreOnDevice) -> float | None:
        return BITS_OF_A_CELL * one.figure.carry.median if one.figure and one.figure.carry else None

    def verdict(one: CoreOnDevice) -> str:
        if one.figure and one.figure.preliminary and one.figure.succeeded:
            return f"{PRELIMINARY}: {one.figure.preliminary}"
        count = bits(one)
        if count is None:
            return NOT_MEASURED
        return "preserved" if abs(count - additions(one).carry_bits) <= END_BITS else "changed"

    return Table.declare(
        "carry-save-structure",
        f"Carry chains of the netlists on {device}",
        [evidence.on(f"{algorithm}/{PAPER_ARCHITECTURE}", device) for algorithm in ADDITIONS],
        (
            column("core", lambda one: one.core),
            column("bits with counters", lambda one: additions(one).carry_bits, key="expected_carry_bits"),
            column("bits with plain adders", lambda one: additions(one).plain_carry_bits, key="plain_carry_bits"),
            column("bits in the netlist", lambda one: shown_value(one.figure, bits(one)), key="carry_bits"),
            column("carry-save sums", verdict),
        ),
        "If synthesis rebuilt the counters as adders, each further addition would have a carry chain of a word. "
        f"Expected: the final additions of the sources and the block counter; {END_BITS} bits more or less are "
        "ends of chains.",
    )
