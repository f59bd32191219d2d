# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper B: Tables 1 to 5, Figs 7 and 8, the tweaks of round 3, and the trade-off curves."""

from collections.abc import Sequence
from pathlib import Path

from fairhash import paths
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.papers.b import (
    claims,
    comparisons,
    correlations,
    factors,
    figure_7,
    figure_8,
    goals,
    table_1,
    table_2,
    table_5,
    tables_3_4,
    trade_offs,
    tweaks,
)
from fairhash.papers.b.candidates import ALGORITHMS
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.b.published import FAMILIES
from fairhash.papers.charts import Chart
from fairhash.papers.document import Section
from fairhash.papers.our_results import OurResults, measurement_facts
from fairhash.papers.paper import Paper


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

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the goals, the order on the first device, and the correlation with the paper's order."""
        return ("goals", f"figure-8-{self._evidence(ours).devices[0]}", "correlation")

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the summary, the departures, the paper's tables and figures in its order, and what it lacks."""
        evidence = self._evidence(ours)
        by_main = self._evidence(ours.by_one_recipe(MAIN_RECIPE))
        devices = evidence.devices
        shown = [figure for figure in ours.shown_figures if figure.first.device in devices]
        departures = self.differences(
            list(comparisons.comparisons(evidence, devices[0])), comparisons.NOTE.format(device=devices[0])
        )
        ratios = factors.table(evidence, devices[0])
        return (
            Section(
                "Summary",
                tables=(goals.table(evidence), claims.table(evidence), correlations.table(evidence)),
                facts=measurement_facts(shown),
            ),
            Section("Departures", tables=(departures, *([ratios] if ratios else []))),
            Section("Table 1", tables=(table_1.table(evidence),)),
            Section("Table 2", tables=(table_2.table(evidence),)),
            Section(
                "Table 3",
                (tables_3_4.area_line(evidence, by_main, devices[0]),),
                (
                    tables_3_4.published_table_3(),
                    *(tables_3_4.table_3(evidence, device) for device in devices),
                    tables_3_4.table_3(by_main, devices[0]),
                ),
            ),
            Section(
                "Table 4",
                (tables_3_4.per_cell_line(evidence, by_main, devices[0]),),
                (
                    tables_3_4.published_table_4(),
                    *(tables_3_4.table_4(evidence, device) for device in devices),
                    tables_3_4.table_4(by_main, devices[0]),
                ),
            ),
            Section("Table 5", tables=(table_5.table(),)),
            Section("Fig. 7", charts=_charts(*(figure_7.chart(evidence, device) for device in devices))),
            *(_figure_8(evidence, device) for device in devices),
            Section("Fig. 8, published", charts=tuple(figure_8.published_chart(family) for family in FAMILIES)),
            *(_figure_8e(evidence, device) for device in devices),
            Section("Round 2 against round 3", tables=(tweaks.table(evidence),)),
            *(_trade_offs(evidence, device) for device in devices),
        )

    def _evidence(self, ours: OurResults) -> Evidence:
        return Evidence(ours.with_default_devices(self.default_devices()), self._results_folder or paths.results())


PAPER = PaperB()


def _figure_8(evidence: Evidence, device: str) -> Section:
    table = figure_8.order_table(evidence, device)
    return Section(f"Fig. 8: {device}", tables=(table,), charts=_charts(figure_8.order_chart(table, device)))


def _figure_8e(evidence: Evidence, device: str) -> Section:
    table = figure_8.split_table(evidence, device)
    return Section(f"Fig. 8e: {device}", tables=(table,), charts=_charts(figure_8.split_chart(table, device)))


def _trade_offs(evidence: Evidence, device: str) -> Section:
    table = trade_offs.table(evidence, device)
    return Section(
        f"Trade-off curves: {device}",
        tables=(table,) if table else (),
        charts=tuple(trade_offs.charts(evidence, device)),
    )


def _charts(*charts: Chart | None) -> tuple[Chart, ...]:
    return tuple(chart for chart in charts if chart)
