# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper D: Tables I to IV, Figs 2 and 3, and architectures beyond the paper."""

from collections.abc import Collection, Mapping, Sequence

from fairhash.catalog.cores import main_name
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.catalog.targets import libraries as catalog_libraries
from fairhash.figures.selection import rule_recipes
from fairhash.studies.papers.d import area_checks, table_2, tables_1_3_4
from fairhash.studies.papers.d.architectures import (
    ALGORITHM,
    ALGORITHMS,
    CASES,
    GENERATORS,
    core_name,
    core_structure,
    further_architectures,
    label,
)
from fairhash.studies.papers.d.structure import diagram
from fairhash.studies.papers.document import Section
from fairhash.studies.papers.our_results import FIRST_DEVICE, OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper


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
        """Return one FPGA and both cell libraries."""
        return (FIRST_DEVICE, "osu018")

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the summary and the five cases on each FPGA."""
        cases = [
            table(ours, algorithm, device).name
            for algorithm in ALGORITHMS
            for device in _fpgas(ours)
            for table in (table_2.cases, table_2.case_ratios)
        ]
        return ("summary", *cases)

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the summary, Tables I to IV with further cores, the doubts about the areas, and the diagrams."""
        fpgas, libraries = _fpgas(ours), _libraries(ours)
        on_fpgas = [(algorithm, device) for algorithm in ALGORITHMS for device in fpgas]
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
                area_checks.findings(),
                (area_checks.capacity(ours, fpgas), area_checks.pairs()),
            ),
            Section(
                "Figs 2 and 3",
                (
                    "The paper draws blocks. Here they are from what the cores declare; [R1: 1600] is a register rank "
                    "and its flip-flops, and each rank holds another message.",
                ),
                diagrams=_diagrams(ours, {f"case {case}": name for case, name in CASES.items()}),
            ),
            Section(
                "Architectures beyond the paper",
                diagrams=_diagrams(
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
        charts=(chart,) if chart else (),
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


def _diagrams(ours: OurResults, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the diagrams of architectures by title, as far as their structure is known."""
    built = {title: core_structure(ours, ALGORITHM, architecture) for title, architecture in names.items()}
    return tuple(diagram(title, each) for title, each in built.items() if each)
