# SPDX-License-Identifier: Apache-2.0
"""Fig. 12 of paper C: the part of the device that each core needs, block RAM included."""

from fairhash.catalog.targets import devices as catalog_devices
from fairhash.papers.c.evidence import Evidence
from fairhash.papers.c.figures_10_11 import cores
from fairhash.papers.c.published import value
from fairhash.papers.our_results import NOT_MEASURED, quotient_cells, shown_value
from fairhash.papers.table import Cell, Column, Table

BLOCK_RAMS = {
    "ecp5-85k-8": (208, 18),
    "ice40-hx8k": (32, 4),
    "gw2a-18c": (46, 18),
    "machxo3-6900": (26, 9),
    "gatemate-a1": (32, 40),
}
"""Number and kbit of the block RAMs: Lattice FPGA-DS-02012, FPGA-DS-02029 and FPGA-DS-02032, Gowin DS102,
Cologne Chip DS1001."""


def table(evidence: Evidence, device: str) -> Table:
    """Return cells and block RAMs, counted and as a part of the device."""
    blocks = BLOCK_RAMS.get(device)
    declared = catalog_devices().get(device)
    cells = declared.part.logic_cells if declared else None
    rows: list[tuple[Cell, ...]] = []
    for algorithm, architecture in cores():
        core = f"{algorithm}/{architecture}"
        figure = evidence.figure(core, device)
        area = figure.area_cells.median if figure and figure.area_cells else None
        over = evidence.ours.quotients(core, f"sha-1/{architecture}", device)
        used = [run.resources.bram for run in figure.succeeded if run.resources] if figure else []
        rows.append(
            (
                core,
                shown_value(figure, area),
                shown_value(figure, 100 * area / cells if area is not None and cells else None),
                shown_value(figure, max(used) if used else None),
                shown_value(figure, 100 * max(used) / blocks[0] if used and blocks else None),
                *quotient_cells(over, "area"),
                evidence.ours.quotient_note(core, f"sha-1/{architecture}", device),
            )
        )
    return Table(
        f"figure-12-{device}",
        f"Fig. 12 on {device}: resources",
        (
            Column("core"),
            Column("cells"),
            Column("% of the device", 1, "area_percent"),
            Column("block RAMs"),
            Column("% of the device", 1, "block_rams_percent"),
            Column("cells over SHA-1", 2, "area_over_sha_1"),
            Column("note"),
        ),
        tuple(rows),
        (
            f"The device has {cells or NOT_MEASURED} logic cells"
            + (f" and {blocks[0]} block RAMs of {blocks[1]} kbit" if blocks else "")
            + f". Published: SHA-512 needs almost twice the slices of SHA-1, and {value('sha-512 block RAMs'):.0f} of "
            f"{value('device block RAMs'):.0f} block RAMs more. These cores have their constants in logic; the table "
            "of memories has the variant with block RAM.",
        ),
    )
