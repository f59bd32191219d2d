# SPDX-License-Identifier: Apache-2.0
"""Whether synthesis preserved the carry-save sums of paper C's architecture: carry bits in the ECP5 netlists."""

from dataclasses import dataclass

from fairhash.papers.c.evidence import PAPER_ARCHITECTURE, Evidence
from fairhash.papers.our_results import NOT_MEASURED, PRELIMINARY, shown_value
from fairhash.papers.table import Cell, Column, Table

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


def table(evidence: Evidence, device: str) -> Table:
    """Return carry bits of the netlist beside those with and without counters. `device` is of the family ECP5."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm, own in ADDITIONS.items():
        core = f"{algorithm}/{PAPER_ARCHITECTURE}"
        figure = evidence.figure(core, device)
        bits = BITS_OF_A_CELL * figure.carry.median if figure and figure.carry else None
        unchanged = abs(bits - own.carry_bits) <= END_BITS if bits is not None else None
        verdict = NOT_MEASURED if unchanged is None else "preserved" if unchanged else "changed"
        if figure and figure.preliminary:
            verdict = f"{PRELIMINARY}: {figure.preliminary}"
        rows.append((core, own.carry_bits, own.plain_carry_bits, shown_value(figure, bits), verdict))
    return Table(
        "carry-save-structure",
        f"Carry chains of the netlists on {device}",
        (
            Column("core"),
            Column("bits with counters", key="expected_carry_bits"),
            Column("bits with plain adders", key="plain_carry_bits"),
            Column("bits in the netlist", key="carry_bits"),
            Column("carry-save sums"),
        ),
        tuple(rows),
        (
            "If synthesis rebuilt the counters as adders, each further addition would have a carry chain of a word. "
            f"Expected: the final additions of the sources and the block counter; {END_BITS} bits more or less are "
            "ends of chains.",
        ),
    )
