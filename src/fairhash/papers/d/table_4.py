# SPDX-License-Identifier: Apache-2.0
"""Table IV of paper D: standard cells, published and measured; scaled values are in a table of their own."""

import re

from fairhash.analysis.figures import Figure
from fairhash.papers.d.architectures import ALGORITHM, BASE, CASES, architectures, core_name, label
from fairhash.papers.our_results import OurResults, figure_note, quotient_cells, quotients, shown_value
from fairhash.papers.published_table import parse_number, published_table
from fairhash.papers.table import Cell, Column, Table

STEP = 1.43
"""Sect. V: the clock's factor from one process generation to the next (130 to 90 nm, 90 to 65 nm)."""
GENERATIONS_NM = (350, 250, 180, 130, 90, 65)
"""The generations the rule counts; the paper names the last three."""
PAPERS_PROCESS_NM = 65

_COLUMNS = (
    Column("whose"),
    Column("library"),
    Column("kGE", 1, "area_kge"),
    Column("fmax MHz", 1),
    Column("Gbit/s", 2, "throughput_gbit_s"),
    Column("Mbit/s/GE", 4, "efficiency_mbit_s_per_ge"),
    Column("note"),
)


def table(ours: OurResults) -> Table:
    """Return the published rows, then each of our cores on each library."""
    rows: list[tuple[Cell, ...]] = []
    for row in published_table("D", 4):
        own = row["work"].startswith("Our work")
        whose = "Wong et al., case V" if own else row["work"].strip("()").replace(")", "", 1)
        library = "TSMC 65 nm" if own else "ST 130 nm"
        note = "" if own else "Gbit/s and Mbit/s/GE scaled to 65 nm in the paper, MHz not"
        figures = [parse_number(row[name]) for name in ("area_kge", "fmax_mhz", "throughput_gbit_s")]
        rows.append((whose, library, *figures, parse_number(row["efficiency_mbit_s_per_ge"]), note))
    for device in ours.libraries:
        for architecture in architectures(ours, ALGORITHM):
            figure = ours.figure(core_name(ALGORITHM, architecture), device)
            if figure is not None:
                rows.append(
                    (f"FairHash {label(ALGORITHM, architecture)}", device, *_figures(figure), figure_note(figure))
                )
    if not ours.libraries:
        rows.append(("FairHash", None, None, None, None, None, figure_note(None)))
    note = "Ours: as measured on that library, nothing scaled. GE: area over that of the library's two-input NAND."
    return Table("table-4", "Table IV: standard cells", _COLUMNS, tuple(rows), (note,))


def _figures(figure: Figure) -> tuple[Cell, ...]:
    area, clock, speed = figure.area_cells, figure.clock_mhz, figure.throughput_mbit_s
    return (
        shown_value(figure, area.median / 1000 if area else None),
        shown_value(figure, clock),
        shown_value(figure, speed.median / 1000 if speed else None),
        shown_value(figure, figure.ratio),
    )


def case_v_over_basic(ours: OurResults) -> Table:
    """Return case V over one round a cycle: the paper's two rows, and ours within each library."""
    first, basic = published_table("D", 4)[:2]
    columns = ("throughput_gbit_s", "area_kge", "efficiency_mbit_s_per_ge")
    published = [parse_number(first[column]) / parse_number(basic[column]) for column in columns]
    what = "published: Wong et al., case V, over [9], basic"
    rows: list[tuple[Cell, ...]] = [
        (what, "TSMC 65 nm over ST 130 nm", *published, "the lower row scaled in the paper by 2 for two generations")
    ]
    for device in ours.libraries:
        case_v, base = core_name(ALGORITHM, CASES["V"]), core_name(ALGORITHM, BASE)
        values = quotient_cells(ours.quotients(case_v, base, device), "throughput", "area", "ratio")
        note = ours.quotient_note(case_v, base, device) or figure_note(ours.figure(case_v, device))
        rows.append((f"FairHash case-5 over {label(ALGORITHM, BASE)}", device, *values, note))
    if len(rows) == 1:
        rows.append((f"FairHash case-5 over {label(ALGORITHM, BASE)}", None, None, None, None, figure_note(None)))
    names = (Column("what"), Column("library"))
    ratios = (
        Column("Gbit/s x", 2, "throughput_ratio"),
        Column("GE x", 2, "area_ratio"),
        Column("Mbit/s/GE x", 2),
    )
    return Table(
        "table-4-ratios",
        "Case V over basic on standard cells",
        (*names, *ratios, Column("note")),
        tuple(rows),
        ("The paper divides two libraries and two authors' flows. Ours are one library and one flow.",),
    )


def process_nm(device: str) -> int | None:
    """Feature size from a library's name: the digits of ``osu018`` are hundredths of a micrometre."""
    match = re.fullmatch(r"osu0(\d\d)", device)
    return 10 * int(match[1]) if match else None


def scale(from_nm: int, to_nm: int) -> float | None:
    """Factor on the clock by STEP for each generation; None for a process that is no generation."""
    if from_nm not in GENERATIONS_NM or to_nm not in GENERATIONS_NM:
        return None
    return STEP ** (GENERATIONS_NM.index(to_nm) - GENERATIONS_NM.index(from_nm))


def scaled(ours: OurResults) -> Table:
    """Return our figures scaled to the paper's process by the paper's rule; these values are computed."""
    rows: list[tuple[Cell, ...]] = []
    for device in ours.libraries:
        size = process_nm(device)
        factor = scale(size, PAPERS_PROCESS_NM) if size else None
        for architecture in architectures(ours, ALGORITHM):
            figure = ours.figure(core_name(ALGORITHM, architecture), device)
            if factor and figure and figure.clock_mhz and figure.throughput_mbit_s:
                clock, speed = figure.clock_mhz.median, figure.throughput_mbit_s.median / 1000
                name = f"{ALGORITHM}/{label(ALGORITHM, architecture)}"
                values = (
                    shown_value(figure, clock),
                    factor,
                    *(shown_value(figure, v * factor) for v in (clock, speed)),
                )
                rows.append((name, device, size, *values, ours.statement(core_name(ALGORITHM, architecture), device)))
    return Table(
        "table-4-scaled",
        "Scaled to 65 nm: computed by a rule, not measured",
        (
            Column("core"),
            Column("library"),
            Column("nm", key="process_nm"),
            Column("measured MHz", 1, "fmax_mhz"),
            Column("factor", 2),
            Column("scaled MHz", 0, "scaled_fmax_mhz"),
            Column("scaled Gbit/s", 1, "scaled_throughput_gbit_s"),
            Column("note"),
        ),
        tuple(rows),
        (
            f"Rule: clock and throughput times {STEP} for each generation of {', '.join(map(str, GENERATIONS_NM))} nm "
            f"({STEP}^2 = {STEP**2:.2f} from 130 to 65 nm, where the paper takes 2). Areas in GE are not scaled.",
        ),
    )


def rule_check(ours: OurResults) -> Table:
    """Return the rule's factor and the measured one, for each two libraries that were measured."""
    sizes = {device: size for device in ours.libraries if (size := process_nm(device))}
    rows: list[tuple[Cell, ...]] = []
    for old, old_nm in sizes.items():
        for new, new_nm in sizes.items():
            factor = scale(old_nm, new_nm) if old_nm > new_nm else None
            for architecture in architectures(ours, ALGORITHM) if factor else ():
                over = quotients(
                    ours.figure(core_name(ALGORITHM, architecture), new),
                    ours.figure(core_name(ALGORITHM, architecture), old),
                )
                if over and not over.preliminary:
                    rows.append((f"{ALGORITHM}/{label(ALGORITHM, architecture)}", old, new, over.clock, factor))
    return Table(
        "table-4-rule",
        "The scaling rule against measurement",
        (
            Column("core"),
            Column("from", key="from_library"),
            Column("to", key="to_library"),
            Column("measured clock x", 2),
            Column("rule", 2),
        ),
        tuple(rows),
    )
