# SPDX-License-Identifier: Apache-2.0
"""Areas of netlists mapped to families that nothing open can place: Table 9 as far as mapping alone goes."""

from fairhash.analysis.papers.content import Cell, Column, Table
from fairhash.analysis.papers.paper_a import printed
from fairhash.analysis.papers.paper_a.algorithms import CANDIDATES, SHA2, Bits
from fairhash.analysis.papers.paper_a.columns import key
from fairhash.analysis.papers.paper_a.ours import Ours


def table(ours: Ours) -> Table | None:
    """The 512-bit variants' mapped areas over SHA-512's, print's families beside; None where nothing was mapped."""
    bits: Bits = 512
    devices = sorted(device for core, device in ours.mapped if core == SHA2.core(bits))
    if not devices:
        return None
    rows = []
    for candidate in CANDIDATES:
        cells: list[Cell] = [*printed.by_family(9, candidate.printed)]
        for device in devices:
            own = ours.mapped.get((candidate.core(bits), device))
            cells.append(own / ours.mapped[SHA2.core(bits), device] if own else ours.absence(candidate, bits, device))
        rows.append((candidate.algorithm(bits), *cells))
    return Table(
        "table-9-mapped",
        f"Table 9 by mapping alone, estimates: area over that of {SHA2.algorithm(bits)}",
        (
            Column("algorithm", "algorithm"),
            *(
                Column(f"{'print: ' if first == 0 else ''}{words}", f"printed_{family}", 2)
                for first, (family, words) in enumerate(printed.FAMILIES.items())
            ),
            *(Column(device, f"{key(device)}_mapped", 2) for device in devices),
        ),
        tuple(rows),
        ("Mapped by the open tools to the cells of a family that they cannot place: an area, no clock, no ranking.",),
    )
