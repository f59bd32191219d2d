# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper B: Tables 1 to 5, Figs 7 and 8, the tweaks of round 3, and the trade-off curves."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from fairhash.base import paths
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.studies.papers.b import comparisons, figures, summary, tables, trade_offs, verdict
from fairhash.studies.papers.b.evidence import LightweightEvidence
from fairhash.studies.papers.b.published import ALGORITHMS, FAMILIES
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding
from fairhash.studies.papers.document import Section, existing
from fairhash.studies.papers.our_results import OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper


class PaperB(Paper):
    """The lightweight cores on every FPGA with results, and the other architectures of their algorithms."""

    letter = "B"
    title = "Lightweight Implementations of SHA-3 Candidates on FPGAs"
    introduction = (
        "Tables 1 to 5, Figs 7 and 8, and the curves of throughput over area that the paper leaves as future work, "
        "with our figures. SHA-256 is not in the paper: it is shown for comparison and never ranked. A missing value "
        "has a reason: `no core yet`, `not measured`, `N/A` (does not fit or route), "
        "`preliminary`.",
    )
    algorithms = ALGORITHMS

    def __init__(self, results_folder: Path | None = None) -> None:
        """Read the parts of areas from this folder; default: results/."""
        self._results_folder = results_folder

    def findings(self, ours: OurResults) -> Mapping[str, Finding]:
        """Return the values of the lightweight cores on the first device."""
        return verdict.findings(self._evidence(ours))

    def picture(self, ours: OurResults) -> Chart | None:
        """Return throughput over area of all cores of each algorithm."""
        return verdict.picture(self._evidence(ours))

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the goals, the order on the first device, and the correlation with the paper's order."""
        return ("goals", f"figure-8-{self._evidence(ours).devices[0]}", "correlation")

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the summary, the differences, the paper's tables and figures in its order, and what it lacks."""
        evidence = self._evidence(ours)
        by_main = self._evidence(ours.by_one_recipe(MAIN_RECIPE))
        devices = evidence.devices
        shown = [figure for figure in ours.shown_figures if figure.first.device in devices]
        differences = self.differences(
            list(comparisons.comparisons(evidence, devices[0])), comparisons.NOTE.format(device=devices[0])
        )
        ratios = comparisons.factors_table(evidence, devices[0])
        return (
            Section(
                "Summary",
                tables=(summary.goals(evidence), summary.claims(evidence), summary.correlations(evidence)),
                facts=measurement_facts(shown),
            ),
            Section("Departures", tables=(differences, *([ratios] if ratios else []))),
            Section("Table 1", tables=(tables.table_1(evidence),)),
            Section("Table 2", tables=(tables.table_2(evidence),)),
            Section(
                "Table 3",
                (tables.area_line(evidence, by_main, devices[0]),),
                (
                    tables.published_table_3(),
                    tables.table_3(evidence, devices[0]),
                    tables.table_3(by_main, devices[0]),
                ),
            ),
            *(Section(f"Table 3: {device}", tables=(tables.table_3(evidence, device),)) for device in devices[1:]),
            Section(
                "Table 4",
                (tables.per_cell_line(evidence, by_main, devices[0]),),
                (
                    tables.published_table_4(),
                    tables.table_4(evidence, devices[0]),
                    tables.table_4(by_main, devices[0]),
                ),
            ),
            *(Section(f"Table 4: {device}", tables=(tables.table_4(evidence, device),)) for device in devices[1:]),
            Section("Table 5", tables=(tables.table_5(),)),
            Section("Fig. 7", charts=existing(*(figures.figure_7(evidence, device) for device in devices))),
            *(_figure_8(evidence, device) for device in devices),
            Section("Fig. 8, published", charts=tuple(figures.published_chart(family) for family in FAMILIES)),
            *(_figure_8e(evidence, device) for device in devices),
            Section("Round 2 against round 3", tables=(comparisons.tweaks_table(evidence),)),
            *(_trade_offs(evidence, device) for device in devices),
        )

    def _evidence(self, ours: OurResults) -> LightweightEvidence:
        return LightweightEvidence(
            ours.with_default_devices(self.default_devices()), self._results_folder or paths.results()
        )


PAPER = PaperB()


def _figure_8(evidence: LightweightEvidence, device: str) -> Section:
    table = figures.order_table(evidence, device)
    return Section(f"Fig. 8: {device}", tables=(table,), charts=existing(figures.order_chart(table, device)))


def _figure_8e(evidence: LightweightEvidence, device: str) -> Section:
    table = figures.split_table(evidence, device)
    return Section(f"Fig. 8e: {device}", tables=(table,), charts=existing(figures.split_chart(table, device)))


def _trade_offs(evidence: LightweightEvidence, device: str) -> Section:
    table = trade_offs.trade_off_table(evidence, device)
    return Section(
        f"Trade-off curves: {device}",
        tables=existing(table),
        charts=tuple(trade_offs.charts(evidence, device)),
    )
