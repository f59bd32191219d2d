# SPDX-License-Identifier: Apache-2.0
"""Table III of paper D: other authors' cores, and our cores of the same approach."""

from fairhash.papers.d.architectures import ALGORITHM, architectures, core_name, core_structure, label
from fairhash.papers.d.structure import from_approach
from fairhash.papers.our_results import OurResults, figure_note, shown_value
from fairhash.papers.published_table import parse_number, published_table
from fairhash.papers.table import Cell, Column, Table

_COLUMNS = (
    Column("approach"),
    Column("whose"),
    Column("family", key="device_family"),
    Column("fmax MHz", 1),
    Column("area"),
    Column("unit"),
    Column("Mbit/s"),
    Column("Mbit/s per unit", 2, "throughput_per_area_mbit_s"),
    Column("note"),
)


def table(ours: OurResults) -> Table:
    """Return the rows by approach: the published ones, then ours on every FPGA."""
    groups: dict[tuple[int, int], list[tuple[Cell, ...]]] = {}
    for row in published_table("D", 3):
        built = from_approach(row["approach"])
        note = "" if built.approach() == _compact(row["approach"]) else f"the paper says {row['approach']}"
        published: tuple[Cell, ...] = (
            built.approach(),
            row["work"],
            row["device"],
            parse_number(row["fmax_mhz"]),
            parse_number(row["area_slices"]),
            "slice",
            1000 * parse_number(row["throughput_gbit_s"]),
            parse_number(row["efficiency_mbit_s_per_slice"]),
            note,
        )
        groups.setdefault((built.unrolled, built.ranks), []).append(published)
    rows = [row for kind, published_rows in groups.items() for row in (*published_rows, *_our_rows(ours, kind))]
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
    """Return the approach with one space before each bracket, as most rows of the paper have it."""
    return " ".join(approach.replace("[", " [").split())


def _our_rows(ours: OurResults, kind: tuple[int, int]) -> list[tuple[Cell, ...]]:
    """Ours with so many rounds and register ranks; one line that says so where there is no figure."""
    rows: list[tuple[Cell, ...]] = []
    for architecture in architectures(ours, ALGORITHM):
        built = core_structure(ours, ALGORITHM, architecture)
        if built is None or (built.unrolled, built.ranks) != kind:
            continue
        for device in ours.fpgas:
            figure = ours.figure(core_name(ALGORITHM, architecture), device)
            if figure is None or figure.clock_mhz is None or figure.area_cells is None:
                continue
            rows.append(
                (
                    built.approach(),
                    f"FairHash {ALGORITHM}/{label(ALGORITHM, architecture)}",
                    f"{figure.first.device_family} ({device})",
                    shown_value(figure, figure.clock_mhz),
                    shown_value(figure, figure.area_cells),
                    ours.area_unit(figure),
                    shown_value(figure, figure.throughput_mbit_s),
                    shown_value(figure, figure.ratio),
                    figure_note(figure),
                )
            )
    approach = next((str(row[0]) for row in rows), from_kind(*kind))
    return rows or [(approach, "FairHash", None, None, None, None, None, None, figure_note(None))]


def from_kind(unrolled: int, ranks: int) -> str:
    """Return the approach in the paper's notation."""
    between = unrolled if ranks % unrolled == 0 else 1
    return from_approach(f"U [k={unrolled}] P [n={between}] S [n={ranks // between}]").approach()
