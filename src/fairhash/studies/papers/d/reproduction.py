# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper D: Tables I to IV, Figs 2 and 3, checks of areas, and architectures beyond the paper."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from fairhash.base.table import Cell, Column, Columns, Table, column, csv_name
from fairhash.catalog.cores import main_name
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.catalog.targets import libraries as catalog_libraries
from fairhash.figures.selection import rule_recipes
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding
from fairhash.studies.papers.compared_cores import CoreOnDevice
from fairhash.studies.papers.d import table_2, tables_1_3_4
from fairhash.studies.papers.d import verdict as headlines
from fairhash.studies.papers.d.structure import (
    ALGORITHM,
    ALGORITHMS,
    CASES,
    GENERATORS,
    LUT4_ROUND,
    LUT6_ROUND,
    Structure,
    core_name,
    diagrams,
    from_approach,
    further_architectures,
    label,
    named,
)
from fairhash.studies.papers.d.table_2 import published_cases
from fairhash.studies.papers.document import Section, existing
from fairhash.studies.papers.our_results import FIRST_DEVICE, OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper
from fairhash.studies.papers.published_table import parse_number, published_table

SLICE_LUT6 = 4
SLICE_FLIP_FLOPS = 8
"""What a slice of Virtex 6 holds (Xilinx UG364, slice description)."""


def structures() -> dict[str, Structure]:
    """The paper's cases by their numbers."""
    by_case = {case: named(architecture) for case, architecture in CASES.items()}
    return {case: built for case, built in by_case.items() if built}


def slices() -> dict[str, int]:
    """Published area by case."""
    return {case: int(parse_number(row["area_slices"])) for case, row in published_cases().items()}


def capacity(ours: OurResults, devices: list[str]) -> Table:
    """Return what the rounds and registers need at least, what the published slices hold, and what ours took."""
    area, built = slices(), structures()

    def on(device: str) -> Columns[str]:
        heads = (Column(f"{device} cells"), *(Column(name, 0, f"{csv_name(device)}_{key}") for name, key in _COUNTS))
        names = ("area_cells", "luts", "flip_flops")
        return Columns(heads, lambda case: [_core(ours, case, device).shown(name) for name in names])

    def note(case: str) -> str:
        words = {device: _core(ours, case, device).statement() for device in devices}
        return "; ".join(f"{device}: {word}" for device, word in words.items() if word)

    return Table.declare(
        "areas",
        "Logic and registers of the cases, and the room in the published slices",
        built,
        (
            column("case", str),
            column("rounds", lambda case: built[case].unrolled),
            column("ranks", lambda case: built[case].ranks, key="register_ranks"),
            column("FFs at least", lambda case: built[case].flip_flops, key="flip_flops_at_least"),
            column("LUT4", lambda case: built[case].lut4, key="lut4_of_rounds"),
            column("LUT6", lambda case: built[case].lut6, key="lut6_of_rounds"),
            column("published: slices", lambda case: area[case], key="published_slices"),
            column("their LUT6", lambda case: SLICE_LUT6 * area[case], key="lut6_in_published_slices"),
            column("their FFs", lambda case: SLICE_FLIP_FLOPS * area[case], key="flip_flops_in_published_slices"),
            column("LUT6 %", lambda case: 100 * built[case].lut6 / (SLICE_LUT6 * area[case]), 0, "lut6_used_percent"),
            column(
                "FFs %",
                lambda case: 100 * built[case].flip_flops / (SLICE_FLIP_FLOPS * area[case]),
                key="flip_flops_used_percent",
            ),
            *map(on, devices),
            column("note", note),
        ),
        f"Rounds alone: {LUT4_ROUND} LUT4s or {LUT6_ROUND} LUT6s each; ranks of 1600 "
        "bits. Loading, unloading and control come on top, so the shares are lower bounds.",
    )


_COUNTS = (("LUTs", "luts"), ("FFs", "flip_flops"))


def _core(ours: OurResults, case: str, device: str) -> CoreOnDevice:
    return CoreOnDevice(ours, core_name(ALGORITHM, CASES[case]), device)


def verdict(lut6: int, flip_flops: int, added_slices: int) -> str:
    """Whether more logic and registers go into the slices that the paper adds for them."""
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
    """Each case that contains another one: what it has more, and the slices the paper adds."""
    built, published_slices = structures(), slices()
    rows: list[tuple[Cell, ...]] = []
    for small, large in combinations(built, 2):
        if contained(built[small], built[large]):
            luts = built[large].lut6 - built[small].lut6
            registers = built[large].flip_flops - built[small].flip_flops
            more = published_slices[large] - published_slices[small]
            provided = (SLICE_LUT6 * more, SLICE_FLIP_FLOPS * more)
            rows.append((f"{small} to {large}", luts, registers, more, *provided, verdict(luts, registers, more)))
    return Table(
        "areas-pairs",
        "Cases that have all that another one has, and more: does the growth fit?",
        (
            Column("cases"),
            Column("LUT6 more"),
            Column("FFs more", key="flip_flops_more"),
            Column("published: slices more"),
            Column("their LUT6", key="lut6_in_slices_more"),
            Column("their FFs", key="flip_flops_in_slices_more"),
            Column("fits"),
        ),
        tuple(rows),
    )


FAMILY = "Virtex 6"
"""Of Table II; rows of Table III on it may be compared with its cases."""


def findings() -> tuple[str, ...]:
    """Areas, what they do to the efficiency, clocks."""
    return (*_areas(), _efficiency(), _clocks())


def room(case: str) -> int:
    """Six-input tables that the published slices have in addition to the case's rounds, at most."""
    return SLICE_LUT6 * slices()[case] - structures()[case].lut6


def needed(case: str, like: str) -> int:
    """Slices for the case's rounds and as much additional logic as another case has room for."""
    return -(-(room(like) + structures()[case].lut6) // SLICE_LUT6)


def _areas() -> tuple[str, ...]:
    built, published_slices = structures(), slices()
    small = [
        case for case in built if room(case) < 0 or built[case].flip_flops > SLICE_FLIP_FLOPS * published_slices[case]
    ]
    none = "no published area"
    like_i = [
        f"{needed(case, 'I')} slices in case {case} "
        f"(published {published_slices[case]}, {published_slices[case] / needed(case, 'I'):.2f} times that)"
        for case in built
        if case != "I"
    ]
    ranks_v = built["V"].flip_flops - built["II"].flip_flops
    return (
        f"By itself {'the area of case ' + ', '.join(small) if small else none} is too small for what the case must "
        "hold. Beside one another they do not agree.",
        f"Case I has room for {room('I')} six-input tables in addition to its round. With as many, the others "
        f"need {', '.join(like_i)}.",
        f"Case II has room for {room('II')} beside one round, case V for {room('V')} beside two. With the rest of "
        f"case II, case V would need {needed('V', 'II')} slices; the paper adds "
        f"{published_slices['V'] - published_slices['II']} for a second round ({LUT6_ROUND} tables) and "
        f"two ranks ({ranks_v} flip-flops).",
        f"Case III has the logic of case IV and {built['IV'].flip_flops - built['III'].flip_flops} flip-flops less, "
        f"and is published as {published_slices['III'] - published_slices['IV']} slices larger. Case V has "
        f"{built['V'].flip_flops - built['IV'].flip_flops} flip-flops more than case IV and is published as "
        f"{published_slices['IV'] - published_slices['V']} slices smaller.",
    )


def _efficiency() -> str:
    published_slices = slices()
    mbit_s = {case: 1000 * parse_number(row["throughput_gbit_s"]) for case, row in published_cases().items()}
    as_published, as_needed = mbit_s["II"] / published_slices["II"], mbit_s["II"] / needed("II", "I")
    case_v = mbit_s["V"] / published_slices["V"]
    return (
        f"It matters: with {needed('II', 'I')} slices case II would give {as_needed:.2f} Mbit/s per slice instead of "
        f"{as_published:.2f}, and case V would be {case_v / as_needed:.2f} times as efficient instead of "
        f"{case_v / as_published:.2f}. A slice counts as soon as any part of it is used, so an area too large may be "
        "loose packing; none is proved impossible."
    )


def ring_clock_mhz() -> float:
    """Published clock of the core of Table III with the approach of case IV, on the family of Table II."""
    kind = _kind(structures()["IV"])
    (row,) = [
        row
        for row in published_table("D", 3)
        if row["device"] == FAMILY and _kind(from_approach(row["approach"])) == kind
    ]
    return parse_number(row["fmax_mhz"])


def _kind(built: Structure) -> tuple[int, int]:
    return built.unrolled, built.ranks


def _clocks() -> str:
    fmax = {case: parse_number(row["fmax_mhz"]) for case, row in published_cases().items()}
    ring = ring_clock_mhz()
    return (
        f"Clocks: case IV has one round between registers, as case I has, and has {fmax['IV']:.0f} MHz against "
        f"{fmax['I']:.0f}. The core of Table III with the approach of case IV, on the same family, has {ring:.0f} "
        f"MHz, {ring / fmax['IV']:.1f} times case IV and {ring / fmax['I']:.1f} times case I. Case V at "
        f"{fmax['V']:.0f} MHz, with a part of a round between registers, is slower than that one with a whole round. "
        "So its ratio to case I says as much about case I as about case V."
    )


class PaperD(Paper):
    """Each table for Keccak-512 as published and for Keccak-256, on every device with results."""

    letter = "D"
    title = "A New High Throughput and Area Efficient SHA-3 Implementation"
    introduction = (
        "Each table with published values and ours. What was not measured says so. Both sides of a ratio have the "
        "recipe that the rule chose for each, or one recipe for both.",
    )
    algorithms = ALGORITHMS

    def default_devices(self) -> Sequence[str]:
        """Return one FPGA and the cell libraries."""
        return (FIRST_DEVICE, *(name for name, library in catalog_libraries().items() if not library.layout))

    def findings(self, ours: OurResults) -> Mapping[str, Finding]:
        """Return the quotients of the cases."""
        return headlines.findings(ours)

    def picture(self, ours: OurResults) -> Chart | None:
        """Return the cases over case I."""
        return headlines.picture(ours)

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the summary and the five cases on each FPGA."""
        cases = [
            table(ours, algorithm, device).name
            for algorithm, device in _on_fpgas(ours)
            for table in (table_2.cases, table_2.case_ratios)
        ]
        return ("summary", *cases)

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the summary, Tables I to IV with further cores, the doubts about the areas, and the diagrams."""
        fpgas, libraries = _fpgas(ours), _libraries(ours)
        on_fpgas = _on_fpgas(ours)
        everywhere = [*on_fpgas, *((algorithm, device) for algorithm in ALGORITHMS for device in libraries)]
        return (
            Section("Summary", tables=(table_2.summary(ours, everywhere),)),
            Section("Table I", tables=(tables_1_3_4.table_1(),)),
            *(_cases(ours, algorithm, device) for algorithm, device in on_fpgas),
            *(
                Section(
                    f"Beyond the paper: {algorithm} on {device}",
                    tables=(table_2.further_cores(ours, algorithm, device),),
                    facts=_facts(ours, [device], algorithm, further_architectures(ours, algorithm)),
                )
                for algorithm, device in on_fpgas
            ),
            Section(
                "Round-constant generators",
                (
                    "Sect. IV-A: bytes in place of 64-bit constants, an LFSR, or a circular buffer, all in the same "
                    "core.",
                ),
                tuple(table_2.generators(ours, algorithm, device) for algorithm, device in everywhere),
                facts=_facts(ours, [*fpgas, *libraries], None, GENERATORS),
            ),
            Section("Table III", tables=(tables_1_3_4.table_3(ours),)),
            Section(
                "Table IV",
                tables=(
                    tables_1_3_4.table_4(ours),
                    tables_1_3_4.case_v_over_basic(ours),
                    *(table for table in (tables_1_3_4.scaled(ours), tables_1_3_4.rule_check(ours)) if table.rows),
                ),
                facts=_facts(ours, libraries),
            ),
            Section(
                "Doubtful areas and clocks",
                findings(),
                (capacity(ours, fpgas), pairs()),
            ),
            Section(
                "Figs 2 and 3",
                (
                    "The paper draws blocks. Here they are from what the cores declare; R1: 1600 is a register rank "
                    "and its flip-flops, and each rank holds another message.",
                ),
                charts=diagrams(ours, {f"case {case}": name for case, name in CASES.items()}),
            ),
            Section(
                "Architectures beyond the paper",
                charts=diagrams(
                    ours, {label(ALGORITHM, name): name for name in further_architectures(ours, ALGORITHM)}
                ),
            ),
        )


PAPER = PaperD()


def _libraries(ours: OurResults) -> list[str]:
    """Return the cell libraries with results, or the requested ones."""
    return ours.libraries or [device for device in ours.requested_devices if device in catalog_libraries()]


def _fpgas(ours: OurResults) -> list[str]:
    """Return the FPGAs with results; without any, the requested devices, but none if a cell library is shown."""
    if ours.fpgas or _libraries(ours):
        return ours.fpgas
    return list(ours.requested_devices or (FIRST_DEVICE,))


def _on_fpgas(ours: OurResults) -> list[tuple[str, str]]:
    """Return algorithm and FPGA of each table of the cases: two cases at least have results; without any, the first."""
    pairs = [(algorithm, device) for algorithm in ALGORITHMS for device in _fpgas(ours)]
    compared = [
        (algorithm, device)
        for algorithm, device in pairs
        if sum(ours.figure(core_name(algorithm, case), device) is not None for case in CASES.values()) > 1
    ]
    return compared or pairs[:1]


def _cases(ours: OurResults, algorithm: str, device: str) -> Section:
    chart = table_2.chart(ours, algorithm, device)
    text: tuple[str, ...] = ()
    tables = [table_2.cases(ours, algorithm, device), table_2.case_ratios(ours, algorithm, device)]
    fpga = catalog_devices().get(device)
    if fpga and len(rule_recipes(fpga)) > 1:
        by_main = ours.by_one_recipe(MAIN_RECIPE)
        text = (table_2.order_by_one_recipe(ours, by_main, algorithm, device),)
        tables += [table_2.cases(by_main, algorithm, device), table_2.case_ratios(by_main, algorithm, device)]
    return Section(
        f"Table II: {algorithm} on {device}",
        text,
        tuple(tables),
        charts=existing(chart),
        facts=_facts(ours, [device], algorithm, CASES.values()),
    )


def _facts(
    ours: OurResults,
    devices: Sequence[str],
    algorithm: str | None = None,
    architectures: Collection[str] | None = None,
) -> tuple[tuple[str, str], ...]:
    """Return the measurement facts of the figures on these devices; default: of all algorithms and architectures."""
    algorithms = ALGORITHMS if algorithm is None else (algorithm,)
    cores = {main_name(core_name(each, name)) for each in algorithms for name in architectures or ()}
    return measurement_facts(
        figure
        for figure in ours.shown_figures
        if figure.first.device in devices
        and figure.first.algorithm in algorithms
        and (architectures is None or main_name(figure.first.core) in cores)
    )
