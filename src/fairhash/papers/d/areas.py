# SPDX-License-Identifier: Apache-2.0
"""Whether the printed areas of Table II can hold what each case is made of, alone and one beside another."""

from itertools import combinations

from fairhash.analysis.published import number
from fairhash.papers.content import Cell, Column, Table
from fairhash.papers.d.fpga import PAPERS_ALGORITHM, printed_cases
from fairhash.papers.d.measured import CASES, Ours
from fairhash.papers.d.structure import LUT4_ROUND, LUT6_ROUND, Structure, named

SLICE_LUT6 = 4
SLICE_FLIP_FLOPS = 8
"""What a slice of Virtex 6 holds (Xilinx UG364, slice description)."""


def structures() -> dict[str, Structure]:
    """The paper's cases by their numbers."""
    found = {case: named(architecture) for case, architecture in CASES.items()}
    return {case: built for case, built in found.items() if built}


def slices() -> dict[str, int]:
    """Printed area by case."""
    return {case: int(number(row["area_slices"])) for case, row in printed_cases().items()}


def capacity(all_ours: Ours, devices: list[str]) -> Table:
    """What the rounds and registers need at least, what the printed slices hold, and what ours took."""
    rows: list[tuple[Cell, ...]] = []
    for case, built in structures().items():
        area = slices()[case]
        luts, registers = SLICE_LUT6 * area, SLICE_FLIP_FLOPS * area
        used = (100 * built.lut6 / luts, 100 * built.flip_flops / registers)
        measured: list[Cell] = []
        for device in devices:
            figure = all_ours.figure(PAPERS_ALGORITHM, CASES[case], device)
            measured.append(figure.area_cells.median if figure and figure.area_cells else None)
            measured.append(figure.flip_flops.median if figure and figure.flip_flops else None)
        needs = (built.unrolled, built.ranks, built.flip_flops, built.lut4, built.lut6)
        rows.append((case, *needs, area, luts, registers, *used, *measured))
    columns = [
        Column("case", "case"),
        Column("rounds", "rounds"),
        Column("ranks", "register_ranks"),
        Column("FFs at least", "flip_flops_at_least"),
        Column("LUT4", "lut4_of_rounds"),
        Column("LUT6", "lut6_of_rounds"),
        Column("print: slices", "printed_slices"),
        Column("their LUT6", "lut6_in_printed_slices"),
        Column("their FFs", "flip_flops_in_printed_slices"),
        Column("LUT6 %", "lut6_used_percent"),
        Column("FFs %", "flip_flops_used_percent"),
    ]
    for device in devices:
        columns.append(Column(f"{device} cells", f"{device.replace('-', '_')}_cells"))
        columns.append(Column("FFs", f"{device.replace('-', '_')}_flip_flops"))
    return Table(
        "areas",
        "What the cases must hold, and what print leaves them",
        tuple(columns),
        tuple(rows),
        (
            f"Rounds alone: {LUT4_ROUND} functions of four inputs or {LUT6_ROUND} six-input tables each; ranks of 1600 "
            "bits. Loading, unloading and control come on top, so the shares are lower bounds.",
        ),
    )


def verdict(lut6: int, flip_flops: int, added_slices: int) -> str:
    """Whether more logic and registers go into the slices that print adds for them."""
    if added_slices < 0:
        return f"no: more content in {-added_slices} slices less"
    if lut6 <= SLICE_LUT6 * added_slices and flip_flops <= SLICE_FLIP_FLOPS * added_slices:
        return "yes"
    short = (max(0, lut6 - SLICE_LUT6 * added_slices), max(0, flip_flops - SLICE_FLIP_FLOPS * added_slices))
    words = [f"{count} {kind}" for count, kind in zip(short, ("LUT6", "FFs"), strict=True) if count]
    return f"no: {' and '.join(words)} too many, unless the smaller case left them empty"


def contained(smaller: Structure, larger: Structure) -> bool:
    """Whether the larger has all rounds and ranks of the smaller, and more of either."""
    both = smaller.unrolled <= larger.unrolled and smaller.ranks <= larger.ranks
    return both and (smaller.unrolled, smaller.ranks) != (larger.unrolled, larger.ranks)


def pairs() -> Table:
    """Each case that contains another one: what it has more, and the slices print adds."""
    built, printed = structures(), slices()
    rows: list[tuple[Cell, ...]] = []
    for small, large in combinations(built, 2):
        if contained(built[small], built[large]):
            luts = built[large].lut6 - built[small].lut6
            registers = built[large].flip_flops - built[small].flip_flops
            more = printed[large] - printed[small]
            held = (SLICE_LUT6 * more, SLICE_FLIP_FLOPS * more)
            rows.append((f"{small} to {large}", luts, registers, more, *held, verdict(luts, registers, more)))
    return Table(
        "areas-pairs",
        "Cases that have all that another one has, and more: does the growth fit?",
        (
            Column("cases", "cases"),
            Column("LUT6 more", "lut6_more"),
            Column("FFs more", "flip_flops_more"),
            Column("print: slices more", "printed_slices_more"),
            Column("their LUT6", "lut6_in_slices_more"),
            Column("their FFs", "flip_flops_in_slices_more"),
            Column("fits", "fits"),
        ),
        tuple(rows),
    )
