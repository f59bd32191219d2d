# SPDX-License-Identifier: Apache-2.0
"""Tables I, III and IV of paper D: round constants as bytes, cores of other authors, and standard cells."""

from collections.abc import Iterator
from itertools import islice

from fairhash.base.table import Cell, Column, Table, column
from fairhash.catalog.targets import libraries
from fairhash.figures import energy
from fairhash.studies.papers.compared_cores import CoreOnDevice
from fairhash.studies.papers.d.structure import (
    ALGORITHM,
    BASE,
    CASES,
    architectures,
    core_name,
    core_structure,
    from_approach,
    label,
)
from fairhash.studies.papers.our_results import OurResults, figure_note, quotient_cells, quotients, shown_value
from fairhash.studies.papers.published_table import Row, parse_number, published_table

ROUNDS = 24

POSITIONS = {0: 0, 1: 1, 3: 3, 7: 4, 15: 5, 31: 6, 63: 7}
"""Bit of the 64-bit constant to bit of the byte; the paper gives only the former (Sect. IV-A), docs/published.md how
the latter was found."""


def _lfsr() -> Iterator[int]:
    """The output bits rc(0), rc(1), ... of the LFSR of FIPS 202, Algorithm 5: a register of eight bits, the first one
    leaves, and the ninth is fed back into places 0, 4, 5 and 6."""
    register = [1, 0, 0, 0, 0, 0, 0, 0]
    while True:
        yield register[0]
        register = [0, *register]
        for place in (0, 4, 5, 6):
            register[place] ^= register[8]
        register = register[:8]


def round_constants() -> list[int]:
    """The 24 constants of 64 bits (FIPS 202, Algorithm 6): bit 2^j - 1 of constant i is rc(j + 7 i)."""
    bits = list(islice(_lfsr(), 7 * ROUNDS))
    return [sum(bits[j + 7 * i] << (2**j - 1) for j in range(7)) for i in range(ROUNDS)]


def packed(constant: int) -> int:
    """The byte that holds the seven bits that may be set."""
    return sum((constant >> bit & 1) << place for bit, place in POSITIONS.items())


def table_1() -> Table:
    """Return every byte as published and as derived."""
    rows = list(zip(published_table("D", 1), round_constants(), strict=True))

    def agrees(row: Row, constant: int) -> bool:
        return int(row["rc_byte"], 16) == packed(constant)

    return Table.declare(
        "table-1",
        "Table I: the round constants as bytes",
        rows,
        (
            column("round", lambda one: one[0]["round"]),
            column("constant", lambda one: f"0x{one[1]:016X}"),
            column("published", lambda one: one[0]["rc_byte"], key="published_byte"),
            column("derived", lambda one: f"0x{packed(one[1]):02X}", key="derived_byte"),
            column("agree", lambda one: "yes" if agrees(*one) else "NO"),
        ),
        f"{sum(agrees(*one) for one in rows)} of {len(rows)} bytes agree.",
    )


def table_3(ours: OurResults) -> Table:
    """Return the cores of other authors by approach: the published ones, then ours on every FPGA."""
    groups: dict[tuple[int, int], list[tuple[Cell, ...]]] = {}
    for row in published_table("D", 3):
        built = from_approach(row["approach"])
        note = "" if built.approach() == _compact(row["approach"]) else f"the paper says {row['approach']}"
        published = (parse_number(row["fmax_mhz"]), parse_number(row["area_slices"]), "slice")
        speed = (1000 * parse_number(row["throughput_gbit_s"]), parse_number(row["efficiency_mbit_s_per_slice"]))
        groups.setdefault((built.unrolled, built.ranks), []).append(
            (built.approach(), row["work"], row["device"], *published, *speed, note)
        )
    rows = [row for kind, published_rows in groups.items() for row in (*published_rows, *_our_rows(ours, kind))]
    return Table(
        "table-3",
        "Table III: other authors' cores, and ours of the same approach",
        (
            Column("approach"),
            Column("whose"),
            Column("family", key="device_family"),
            Column("fmax MHz", 1),
            Column("area"),
            Column("unit"),
            Column("Mbit/s"),
            Column("Mbit/s per unit", 2, "throughput_per_area_mbit_s"),
            Column("note"),
        ),
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
    """Return ours with so many rounds and register ranks; one line that says so where there is no figure."""
    rows: list[tuple[Cell, ...]] = []
    for architecture in architectures(ours, ALGORITHM):
        built = core_structure(ours, ALGORITHM, architecture)
        if built is None or (built.unrolled, built.ranks) != kind:
            continue
        name = f"FairHash {ALGORITHM}/{label(ALGORITHM, architecture)}"
        for device in ours.fpgas:
            core = CoreOnDevice(ours, core_name(ALGORITHM, architecture), device)
            figure = core.figure
            if figure is None or figure.clock_mhz is None or figure.area_cells is None:
                continue
            area = (core.shown("clock_mhz"), core.shown("area_cells"), ours.area_unit(figure))
            speed = (core.shown("throughput_mbit_s"), core.shown("ratio"), figure_note(figure))
            rows.append((built.approach(), name, f"{figure.first.device_family} ({device})", *area, *speed))
    approach = next((str(row[0]) for row in rows), from_kind(*kind))
    return rows or [(approach, "FairHash", *(None,) * 6, figure_note(None))]


def from_kind(unrolled: int, ranks: int) -> str:
    """Return the approach in the paper's notation."""
    between = unrolled if ranks % unrolled == 0 else 1
    return from_approach(f"U [k={unrolled}] P [n={between}] S [n={ranks // between}]").approach()


STEP = 1.43
"""Sect. V: the clock's factor from one process generation to the next (130 to 90 nm, 90 to 65 nm)."""
GENERATIONS_NM = (350, 250, 180, 130, 90, 65, 45)
"""The generations the rule counts; the paper names 130, 90 and 65."""
PAPERS_PROCESS_NM = 65


def table_4(ours: OurResults) -> Table:
    """Return the published rows on standard cells, then each of our cores on each library.

    A case of the paper that is not measured on a library has a row that says so.
    """
    rows: list[tuple[Cell, ...]] = []
    for row in published_table("D", 4):
        is_theirs = row["work"].startswith("Our work")
        whose = "Wong et al., case V" if is_theirs else row["work"].strip("()").replace(")", "", 1)
        library = "TSMC 65 nm" if is_theirs else "ST 130 nm"
        note = "" if is_theirs else "Gbit/s and Mbit/s/GE scaled to 65 nm in the paper, MHz not"
        names = ("area_kge", "fmax_mhz", "throughput_gbit_s", "efficiency_mbit_s_per_ge")
        rows.append((whose, library, *(parse_number(row[name]) for name in names), None, note))
    for core in _on_libraries(ours):
        figure = core.figure
        if figure is None and core.core in _CASE_CORES and core.device in _without_wires(ours):
            rows.append((f"FairHash {_label(core)}", core.device, *(None,) * 5, figure_note(None)))
        if figure is not None:
            area, speed = figure.area_cells, figure.throughput_mbit_s
            values = (
                shown_value(figure, area.median / 1000 if area else None),
                core.shown("clock_mhz"),
                shown_value(figure, speed.median / 1000 if speed else None),
                core.shown("ratio"),
                shown_value(figure, energy.pj_per_bit(figure)),
            )
            rows.append((f"FairHash {_label(core)}", core.device, *values, figure_note(figure)))
    if not ours.libraries:
        rows.append(("FairHash", *(None,) * 6, figure_note(None)))
    return Table(
        "table-4",
        "Table IV: standard cells",
        (
            Column("whose"),
            Column("library"),
            Column("kGE", 1, "area_kge"),
            Column("fmax MHz", 1),
            Column("Gbit/s", 2, "throughput_gbit_s"),
            Column("Mbit/s/GE", 4, "efficiency_mbit_s_per_ge"),
            Column("pJ/bit", 2, "energy_pj_per_bit"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Ours: as measured on that library, nothing scaled. GE: area over that of the library's two-input NAND. "
            "pJ/bit: energy of long messages, which the paper does not have.",
        ),
    )


def _on_libraries(ours: OurResults) -> list[CoreOnDevice]:
    return [
        CoreOnDevice(ours, core_name(ALGORITHM, architecture), device)
        for device in ours.libraries
        for architecture in architectures(ours, ALGORITHM)
    ]


_CASE_CORES = frozenset(core_name(ALGORITHM, architecture) for architecture in CASES.values())


def _without_wires(ours: OurResults) -> list[str]:
    """Return the measured libraries whose netlists are timed without wires; routing takes only small cores."""
    declared = libraries()
    return [device for device in ours.libraries if device not in declared or declared[device].layout is None]


def _label(core: CoreOnDevice) -> str:
    return label(*core.core.split("/"))


def case_v_over_basic(ours: OurResults) -> Table:
    """Return case V over one round a cycle: the paper's two rows, and ours within each library."""
    first, basic = published_table("D", 4)[:2]
    names = ("throughput_gbit_s", "area_kge", "efficiency_mbit_s_per_ge")
    published = [parse_number(first[name]) / parse_number(basic[name]) for name in names]
    what = "published: Wong et al., case V, over [9], basic"
    rows: list[tuple[Cell, ...]] = [
        (what, "TSMC 65 nm over ST 130 nm", *published, "the lower row scaled in the paper by 2 for two generations")
    ]
    case_v, base = core_name(ALGORITHM, CASES["V"]), core_name(ALGORITHM, BASE)
    what = f"FairHash case-5 over {label(ALGORITHM, BASE)}"
    for device in ours.libraries:
        values = quotient_cells(ours.quotients(case_v, base, device), "throughput", "area", "ratio")
        note = ours.quotient_note(case_v, base, device) or figure_note(ours.figure(case_v, device))
        rows.append((what, device, *values, note))
    if len(rows) == 1:
        rows.append((what, *(None,) * 4, figure_note(None)))
    return Table(
        "table-4-ratios",
        "Case V over basic on standard cells",
        (
            Column("what"),
            Column("library"),
            Column("Gbit/s x", 2, "throughput_ratio"),
            Column("GE x", 2, "area_ratio"),
            Column("Mbit/s/GE x", 2),
            Column("note"),
        ),
        tuple(rows),
        ("The paper divides two libraries and two authors' flows. Ours are one library and one flow.",),
    )


def process_nm(device: str) -> int | None:
    """Feature size of a declared library; None for another one."""
    library = libraries().get(device)
    return library.corner.process_nm if library and library.corner else None


def scale(from_nm: int, to_nm: int) -> float | None:
    """Factor on the clock by STEP for each generation; None for a process that is no generation."""
    if from_nm not in GENERATIONS_NM or to_nm not in GENERATIONS_NM:
        return None
    return STEP ** (GENERATIONS_NM.index(to_nm) - GENERATIONS_NM.index(from_nm))


def scaled(ours: OurResults) -> Table:
    """Return our figures scaled to the paper's process by the paper's rule; these values are computed."""

    def factor(core: CoreOnDevice) -> float:
        size = process_nm(core.device)
        return (scale(size, PAPERS_PROCESS_NM) if size else None) or 0

    def times(core: CoreOnDevice, measure: str, unit: float) -> Cell:
        return shown_value(core.figure, getattr(core.figure, measure).median / unit * factor(core))

    return Table.declare(
        "table-4-scaled",
        "Scaled to 65 nm: computed by a rule, not measured",
        [
            core
            for core in _on_libraries(ours)
            if factor(core) and core.figure and core.figure.clock_mhz and core.figure.throughput_mbit_s
        ],
        (
            column("core", lambda core: f"{ALGORITHM}/{_label(core)}"),
            column("library", lambda core: core.device),
            column("nm", lambda core: process_nm(core.device), key="process_nm"),
            column("measured MHz", lambda core: core.shown("clock_mhz"), 1, "fmax_mhz"),
            column("factor", factor, 2),
            column("scaled MHz", lambda core: times(core, "clock_mhz", 1), 0, "scaled_fmax_mhz"),
            column("scaled Gbit/s", lambda core: times(core, "throughput_mbit_s", 1000), 1, "scaled_throughput_gbit_s"),
            column("note", lambda core: core.statement()),
        ),
        f"Rule: clock and throughput times {STEP} for each generation of {', '.join(map(str, GENERATIONS_NM))} nm "
        f"({STEP}^2 = {STEP**2:.2f} from 130 to 65 nm, where the paper takes 2). Areas in GE are not scaled.",
    )


def rule_check(ours: OurResults) -> Table:
    """Return the rule's factor and the measured one, for each two libraries that were measured."""
    sizes = {device: size for device in _without_wires(ours) if (size := process_nm(device))}
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
