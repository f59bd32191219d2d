# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper A: its tables and Fig. 1, further variants of them, and the differences."""

from collections.abc import Iterable, Sequence

from fairhash.base import paths
from fairhash.base.table import Table
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.figures.figures import Figure
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import read_counts
from fairhash.studies.papers.a import comparisons, cores, correlations, rankings, tables_1_2, tables_3_7
from fairhash.studies.papers.a.normalised_values import NormalisedValues, Ranking, substitute_paper_structured
from fairhash.studies.papers.a.published import ALGORITHMS, ARCHITECTURE, CORES, PAPER_STRUCTURED, Bits
from fairhash.studies.papers.document import Section
from fairhash.studies.papers.estimate import MEASURES, Measure
from fairhash.studies.papers.originals import stored_originals, table
from fairhash.studies.papers.our_results import FIRST_DEVICE, OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper


class PaperA(Paper):
    """Tables 1 to 10 and Fig. 1, for 512 bits as published and for 256 bits too."""

    letter = "A"
    title = (
        "Comprehensive Comparison of Hardware Performance of Fourteen Round 2 SHA-3 Candidates with 512-bit Outputs "
        "Using Field Programmable Gate Arrays"
    )
    introduction = (
        "Each table with published values and ours. A missing value has a reason: `no core yet`, `not measured`, "
        "`N/A` (tried: does not fit or route), `preliminary`, `no SHA-2` (no known reference on that family).",
    )
    algorithms = ALGORITHMS
    architectures = (ARCHITECTURE,)

    def default_devices(self) -> Sequence[str]:
        """Return the largest device of each family, ECP5 first."""
        largest: dict[str, str] = {}
        for device in sorted(catalog_devices().values(), key=lambda device: (device.part.logic_cells, device.id)):
            largest[device.family] = device.id
        return tuple(sorted(largest.values(), key=lambda device: (device != FIRST_DEVICE, device)))

    def our_results(
        self, results: Iterable[Result], devices: Sequence[str] = (), area: AreaMeasure = CELLS
    ) -> OurResults:
        """Return the results of the paper's algorithms, with ECP5 as the device to show where there are none."""
        return super().our_results(results, devices, area).with_default_devices((FIRST_DEVICE,))

    def figure_count(self, ours: OurResults) -> int:
        """Return how many figures of the paper's own cores the page shows."""
        return len(_shown_figures(ours.select_cores(CORES)))

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the ranking by throughput per area and the correlation with the paper's order."""
        return ("table-10", "correlation")

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the summary, the differences, the paper's tables and figure, and the further variants."""
        highspeed = ours.select_cores(CORES)
        values = NormalisedValues(highspeed)
        best = NormalisedValues(highspeed, "best")
        compared = [values, best]
        main = NormalisedValues(highspeed.by_one_recipe(MAIN_RECIPE))
        if any(result.core in PAPER_STRUCTURED.values() for result in ours.results):
            substituted = ours.with_results(substitute_paper_structured(ours.results)).select_cores(CORES)
            compared.append(NormalisedValues(substituted, paper_structured=True))
        mapped = [table for table in (correlations.mapped_areas(highspeed), correlations.mapped_order(values)) if table]
        return (
            Section(
                "Summary",
                tables=(
                    tables_1_2.basis_table(highspeed),
                    correlations.table(compared),
                    correlations.by_family(values),
                ),
                facts=measurement_facts(_shown_figures(highspeed)),
            ),
            Section("Departures", tables=(self.differences(comparisons.comparisons(values), comparisons.NOTE),)),
            Section("Table 1", tables=(tables_1_2.table_1(highspeed),)),
            Section("Table 2", tables=(tables_1_2.table_2(highspeed, values),)),
            Section("Tables 3 and 4", tables=_both_variants(highspeed, values)),
            Section(
                "Table 5",
                (rankings.table_5_line(values, main),),
                (*tables_3_7.tables_5(highspeed, values), tables_3_7.table_5(main)),
            ),
            *_tables_6_to_10(values, main, 512),
            Section("Best architectures", tables=cores.best_tables(ours)),
            Section("Table 9 by mapping alone", tables=tuple(mapped)),
            Section(
                "LUTs, carry cells and registers",
                tables=(
                    *(cores.counts_table(highspeed, device) for device in highspeed.family_devices),
                    cores.registers_table(
                        cores.counts_of_today(read_counts(paths.results() / "synthesis"), highspeed.results),
                        highspeed.cores,
                        catalog_devices()[FIRST_DEVICE],
                    ),
                ),
            ),
            *_tables_6_to_10(values, main, 256),
            _original_cores(ours),
            Section(
                "Best of seeds, as ATHENa reports",
                tables=tuple(_overall(best, bits, measure) for bits in (512, 256) for measure in MEASURES),
            ),
        )


PAPER = PaperA()


def _original_cores(ours: OurResults) -> Section:
    """Return the cores of the paper's group that were measured, beside ours: a table for each device."""
    found = stored_originals(PaperA.letter, ours.results)
    devices = sorted({figure.first.device for original in found for figure in original.figures})
    return Section("Original cores", tables=tuple(table(found, PaperA.letter, device) for device in devices))


def _shown_figures(ours: OurResults) -> list[Figure]:
    """Return the figures on the devices that represent a family."""
    return [figure for figure in ours.shown_figures if figure.first.device in ours.family_devices]


def _both_variants(ours: OurResults, values: NormalisedValues) -> tuple[Table, ...]:
    """Return Tables 3 and 4 and one more for each further family: ECP5 is beside Virtex 5, the next beside
    Stratix III."""
    beside = [*ours.family_devices, None, None]
    two = (tables_3_7.tables_3_4(ours, values, 3, beside[0]), tables_3_7.tables_3_4(ours, values, 4, beside[1]))
    return (*two, *(tables_3_7.further(ours, values, device) for device in ours.family_devices[2:]))


def _tables_6_to_10(values: NormalisedValues, main: NormalisedValues, bits: Bits) -> list[Section]:
    """Return Tables 6 to 10 and Fig. 1 for one digest size, each table by the rule and by one recipe for all cores."""
    is_published = bits == tables_3_7.PUBLISHED_BITS
    suffix = "" if is_published else f", {bits} bits"
    our_chart = rankings.figure_1(values, bits)
    charts = (*([our_chart] if our_chart else []), *([rankings.published_figure_1()] if is_published else []))
    sections = [
        Section(
            f"Table 6{suffix}",
            (rankings.clock_line(values.ours, main.ours, bits),),
            (tables_3_7.table_6(values.ours, bits), tables_3_7.table_6(main.ours, bits)),
        ),
        Section(
            f"Table 7{suffix}", tables=(tables_3_7.table_7(values.ours, bits), tables_3_7.table_7(main.ours, bits))
        ),
    ]
    for measure in MEASURES:
        ranking = Ranking.from_values(values, bits, measure)
        by_main = Ranking.from_values(main, bits, measure)
        shown = (
            rankings.overall_table(values, ranking),
            rankings.overall_table(main, by_main),
            rankings.family_table(values, ranking),
        )
        line = rankings.ranking_line(ranking, by_main)
        sections.append(Section(f"Table {rankings.NUMBERS[measure]}{suffix}", (line,), shown))
    return [*sections, Section(f"Fig. 1{suffix}", charts=charts)]


def _overall(values: NormalisedValues, bits: Bits, measure: Measure) -> Table:
    return rankings.overall_table(values, Ranking.from_values(values, bits, measure))
