# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper A: its tables and Fig. 1, further variants of them, and the differences."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median

from fairhash.base import paths
from fairhash.base.table import Table
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import devices as catalog_devices
from fairhash.figures.figures import Figure
from fairhash.figures.measures import CELLS, AreaMeasure, geometric_mean
from fairhash.figures.statistics import Spread
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import read_counts
from fairhash.studies.papers.a import cores, correlations, normalised_values, rankings, tables_1_2, tables_3_7, verdict
from fairhash.studies.papers.a.normalised_values import (
    ALGORITHMS,
    ALL,
    ARCHITECTURE,
    CANDIDATES,
    CORES,
    MEASURE_NAMES,
    PAPER_STRUCTURED,
    SHA2,
    Bits,
    Candidate,
    NormalisedValues,
    Ranking,
    overall,
    substitute_paper_structured,
)
from fairhash.studies.papers.a.rankings import NUMBERS
from fairhash.studies.papers.a.tables_1_2 import prediction
from fairhash.studies.papers.a.tables_3_7 import published_ratios
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding
from fairhash.studies.papers.differences import LIMIT, Comparison, Explanation
from fairhash.studies.papers.document import Section
from fairhash.studies.papers.estimate import MEASURES, Estimate, Measure
from fairhash.studies.papers.originals import original_table, stored_originals
from fairhash.studies.papers.our_results import FIRST_DEVICE, OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper

QUANTITIES = (
    "Eq. 6: area",
    "Eq. 8: throughput",
    *(f"Table 5: {name}" for name, _ in MEASURE_NAMES.values()),
    *(f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}" for measure in MEASURES),
)
"""The compared quantities, as the table of differences and reasons.toml name them."""

NOTE = (
    "Eq. 6 and 8 predict 512 over 256 bits (Table 5). Tables 8 to 10: the Overall column. Only known values "
    "are compared."
)
"""Below the table of differences."""


def comparisons(values: NormalisedValues) -> list[Comparison]:
    """Return the comparisons of Table 5, algorithm by algorithm, then those of Tables 8 to 10."""
    return [*(each for candidate in ALL for each in _variant_ratios(values, candidate)), *_overall_values(values)]


def _variant_ratios(values: NormalisedValues, candidate: Candidate) -> Iterator[Comparison]:
    measured = overall(values.large_over_small(candidate), values.ours.overall_devices)
    if measured is None or not measured["ratio"].is_known:
        return
    predicted = prediction(candidate)
    why = {measure: large_over_small(values.ours, candidate, measure) for measure in MEASURES}
    yield _comparison(candidate, QUANTITIES[0], predicted.area, measured["area"], why["area"])
    yield _comparison(candidate, QUANTITIES[1], predicted.throughput, measured["throughput"], why["throughput"])
    expected_ratios = published_ratios(candidate)
    for measure in MEASURES:
        expected = expected_ratios[measure]
        if expected is not None:
            quantity = f"Table 5: {MEASURE_NAMES[measure][0]}"
            yield _comparison(candidate, quantity, expected, measured[measure], why[measure])


def _overall_values(values: NormalisedValues) -> Iterator[Comparison]:
    for measure in MEASURES:
        expected = normalised_values.overalls(NUMBERS[measure])
        measured = Ranking.from_values(values, 512, measure).overalls
        overs = {name: each.value / expected[name] for name, each in measured.items()}
        for candidate in CANDIDATES:
            if candidate.name in measured:
                quantity = f"Table {NUMBERS[measure]}: {MEASURE_NAMES[measure][0]}"
                why = over_reference(values.ours, candidate, 512, measure, overs)
                yield _comparison(candidate, quantity, expected[candidate.name], measured[candidate.name], why)


def _comparison(
    candidate: Candidate, quantity: str, expected: float, measured: Estimate, why: Explanation | None
) -> Comparison:
    return Comparison(candidate.name, quantity, expected, measured.value, measured.low, measured.high, why)


def over_reference(
    ours: OurResults, candidate: Candidate, bits: Bits, measure: Measure, overs: Mapping[str, float]
) -> Explanation | None:
    """Return why a value of Tables 8 to 10 differs.

    Args:
        ours: the results; the counts and clocks are those of the first device of the overall values.
        candidate: whose value it is.
        bits: of the digest.
        measure: of the table.
        overs: our value over the paper's, of every candidate that has both.

    Returns:
        The part that all candidates have in common, which is the reference's, the candidate's part, and what its
        value is made of. None if fewer than three candidates are compared or a core is not known.
    """
    parts = _parts(ours, candidate.core(bits), SHA2.core(bits), measure)
    if len(overs) < 3 or parts is None:
        return None
    common = geometric_mean(list(overs.values()))
    alone = overs[candidate.name] / common
    text = (
        f"The factor is {common:.2f} for the {len(overs)} candidates together, which is the part of the reference "
        f"{SHA2.algorithm(bits)}, times {alone:.2f} of {candidate.algorithm(bits)} alone"
    )
    text += ", which is no departure. " if 1 / LIMIT <= alone <= LIMIT else ". "
    return Explanation(f"{text}On {_device(ours)} {parts}.", _source(ours, candidate.core(bits), SHA2.core(bits)))


def large_over_small(ours: OurResults, candidate: Candidate, measure: Measure) -> Explanation | None:
    """Return what the quotient of 512 over 256 bits is made of, or None if a variant is not known."""
    parts = _parts(ours, candidate.core(512), candidate.core(256), measure)
    if parts is None:
        return None
    return Explanation(f"On {_device(ours)} {parts}.", _source(ours, candidate.core(512), candidate.core(256)))


def _parts(ours: OurResults, above: str, below: str, measure: Measure) -> str | None:
    """Return the quotients that make up the one of two cores, as the end of a sentence."""
    first, second = (ours.known_figure(core, _device(ours)) for core in (above, below))
    if first is None or second is None:
        return None
    texts = []
    if measure != "area":
        texts.append(_clocks(first, second))
    if measure != "throughput":
        texts.append(_counts(first, second))
    return "; ".join(texts)


def _clocks(above: Figure, below: Figure) -> str:
    throughput = _quotient(above.throughput_mbit_s, below.throughput_mbit_s)
    clock = _quotient(above.clock_mhz, below.clock_mhz)
    text = f"it has {throughput / clock:.2f} times the bits in a cycle and {clock:.2f} times the clock"
    paths = [_path(figure) for figure in (above, below)]
    if all(paths):
        text += f", with slowest paths of {paths[0]} and {paths[1]}"
    return text


def _path(figure: Figure) -> str:
    paths = [run.critical_path for run in figure.succeeded if run.critical_path]
    if not paths:
        return ""
    logic = median(path.logic_ns for path in paths)
    wires = median(path.routing_ns for path in paths)
    levels = median(path.levels for path in paths)
    return f"{logic:.1f} ns in {levels:.0f} cells and {wires:.1f} ns in wires"


def _counts(above: Figure, below: Figure) -> str:
    used, registers = (above.counted_cells, below.counted_cells), (above.flip_flops, below.flip_flops)
    return (
        f"it has {_quotient(*used):.2f} times the LUTs and carry cells ({_medians(*used)}) and "
        f"{_quotient(*registers):.2f} times the registers ({_medians(*registers)})"
    )


def _quotient(above: Spread | None, below: Spread | None) -> float:
    """The quotient of two medians; a known figure has all of them."""
    return above.median / below.median if above and below else math.nan


def _medians(*spreads: Spread | None) -> str:
    return " and ".join(f"{spread.median:.0f}" for spread in spreads if spread)


def _device(ours: OurResults) -> str:
    return ours.overall_devices[0]


def _source(ours: OurResults, *cores: str) -> str:
    return f"results/{_device(ours)}.jsonl: {' and '.join(cores)} by their chosen recipes"


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

    def findings(self, ours: OurResults) -> Mapping[str, Finding]:
        """Return the values of the 512-bit variants."""
        return verdict.findings(NormalisedValues(ours.select_cores(CORES)))

    def picture(self, ours: OurResults) -> Chart | None:
        """Return the published order beside ours."""
        return verdict.picture(NormalisedValues(ours.select_cores(CORES)))

    def basis(self, ours: OurResults) -> str:
        """Return the basis of the paper's own cores."""
        return super().basis(ours.select_cores(CORES))

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
                    correlations.correlation_table(compared),
                    correlations.by_family(values),
                    correlations.our_families(values),
                    correlations.family_spread(values),
                ),
                facts=measurement_facts(_shown_figures(highspeed)),
            ),
            Section("Departures", tables=(self.differences(comparisons(values), NOTE),)),
            Section("Table 1", tables=(tables_1_2.table_1(highspeed),)),
            Section("Table 2", tables=(tables_1_2.table_2(highspeed, values),)),
            Section("Tables 3 and 4", tables=_both_variants(highspeed, values)),
            Section(
                "Table 5",
                (rankings.table_5_line(values, main),),
                (*tables_3_7.tables_5(highspeed, values), tables_3_7.table_5(main)),
            ),
            *_tables_6_to_10(values, main, 512),
            *_standard_cells(values),
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
    return Section("Original cores", tables=tuple(original_table(found, PaperA.letter, device) for device in devices))


def _standard_cells(values: NormalisedValues) -> list[Section]:
    """Return the orders on cell libraries beside those on FPGAs; no section if no candidate is known on a library."""
    if not rankings.measured_libraries(values.ours):
        return []
    orders = (rankings.cells_ranking_table(values, bits) for bits in (512, 256))
    return [Section("Standard cells", tables=(rankings.cells_correlation_table(values), *orders))]


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
