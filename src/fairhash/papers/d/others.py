# SPDX-License-Identifier: Apache-2.0
"""Table III of paper D: other authors' cores, and those of ours that take the same approach."""

from fairhash.analysis.published import number, printed_table
from fairhash.papers.content import Cell, Column, Table
from fairhash.papers.d.fpga import PAPERS_ALGORITHM
from fairhash.papers.d.measured import Ours, note
from fairhash.papers.d.structure import from_approach

_COLUMNS = (
    Column("approach", "approach"),
    Column("whose", "whose"),
    Column("family", "device_family"),
    Column("fmax MHz", "fmax_mhz", 1),
    Column("area", "area"),
    Column("unit", "area_unit"),
    Column("Mbit/s", "throughput_mbit_s"),
    Column("Mbit/s per unit", "throughput_per_area_mbit_s", 2),
    Column("note", "note"),
)


def table(all_ours: Ours) -> Table:
    """Grouped by approach: printed rows, then ours on every FPGA they were measured on."""
    groups: dict[tuple[int, int], list[tuple[Cell, ...]]] = {}
    for row in printed_table("D", 3):
        built = from_approach(row["approach"])
        note_ = "" if built.approach() == _compact(row["approach"]) else f"print says {row['approach']}"
        printed: tuple[Cell, ...] = (
            built.approach(),
            row["work"],
            row["device"],
            number(row["fmax_mhz"]),
            number(row["area_slices"]),
            "slice",
            1000 * number(row["throughput_gbit_s"]),
            number(row["efficiency_mbit_s_per_slice"]),
            note_,
        )
        groups.setdefault((built.unrolled, built.ranks), []).append(printed)
    rows = [row for kind, printed_rows in groups.items() for row in (*printed_rows, *_ours(all_ours, kind))]
    return Table(
        "table-3",
        "Table III: other authors' cores, and ours of the same approach",
        _COLUMNS,
        tuple(rows),
        (
            "S: stages inside a round; P: stages between rounds; U: rounds unrolled. Areas of different families are "
            "different things: compare inside one family only.",
        ),
    )


def _compact(approach: str) -> str:
    """One space in front of each bracket, as print mostly has it."""
    return " ".join(approach.replace("[", " [").split())


def _ours(all_ours: Ours, kind: tuple[int, int]) -> list[tuple[Cell, ...]]:
    """Ours with so many rounds and register ranks; one line that says so where there is no figure."""
    rows: list[tuple[Cell, ...]] = []
    for architecture in all_ours.architectures(PAPERS_ALGORITHM):
        built = all_ours.structure(PAPERS_ALGORITHM, architecture)
        if built is None or (built.unrolled, built.ranks) != kind:
            continue
        for device in all_ours.devices(cells=False):
            figure = all_ours.figure(PAPERS_ALGORITHM, architecture, device)
            if figure is None or figure.clock_mhz is None or figure.area_cells is None:
                continue
            rows.append(
                (
                    built.approach(),
                    f"FairHash {PAPERS_ALGORITHM}/{architecture}",
                    f"{figure.first.device_family} ({device})",
                    figure.clock_mhz.median,
                    figure.area_cells.median,
                    figure.first.area_unit,
                    figure.throughput_mbit_s.median if figure.throughput_mbit_s else None,
                    figure.ratio.median if figure.ratio else None,
                    note(figure),
                )
            )
    approach = next((str(row[0]) for row in rows), from_kind(*kind))
    return rows or [(approach, "FairHash", None, None, None, None, None, None, note(None))]


def from_kind(unrolled: int, ranks: int) -> str:
    """The approach in print's notation."""
    between = unrolled if ranks % unrolled == 0 else 1
    return from_approach(f"U [k={unrolled}] P [n={between}] S [n={ranks // between}]").approach()
