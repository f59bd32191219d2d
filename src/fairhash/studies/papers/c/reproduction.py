# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper C: Table 1, Figs 10 to 13, the unrolled cores, and the answers to its questions."""

from collections.abc import Sequence
from pathlib import Path

from fairhash.base import paths
from fairhash.results.export import read_folder
from fairhash.studies.papers.c import figures, questions, tables, unrolling
from fairhash.studies.papers.c.comparisons import comparisons
from fairhash.studies.papers.c.evidence import ALGORITHMS, ARCHITECTURES, Evidence
from fairhash.studies.papers.charts import Chart, bars
from fairhash.studies.papers.document import Section
from fairhash.studies.papers.our_results import OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper


class PaperC(Paper):
    """SHA-1 against SHA-512 on every FPGA with results."""

    letter = "C"
    title = "Comparative Analysis of the Hardware Implementations of Hash Functions SHA-1 and SHA-512"
    introduction = (
        "Table 1, Figs 10 to 13, the unrolled architectures of Sect. 7, and the questions of Sect. "
        "1, with our figures. The "
        "paper's figures are not in our text of it, so the published values are those of its text. "
        "What was not measured "
        "says so.",
    )
    algorithms = (*ALGORITHMS, *figures.CIPHERS)
    architectures = (
        *ARCHITECTURES,
        *tables.MEMORY_ARCHITECTURES,
        *(f"unrolled-{rounds}" for rounds in (2, 4, 5, 8)),
    )

    def __init__(self, results_folder: Path | None = None) -> None:
        """Read clocks by experiment and throughputs over a bus from this folder; default: results/."""
        self._results_folder = results_folder

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the two questions, and the unrolled SHA-1 on the first device."""
        device = self._evidence(ours).devices[0]
        return ("sha-512-over-sha-1", "counters-over-adders", f"unrolling-sha-1-{device}")

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the questions, the table and figures in the paper's order, the unrolling, and the differences."""
        evidence = self._evidence(ours)
        devices = evidence.devices
        shown = [figure for figure in ours.shown_figures if figure.first.device in devices]
        return (
            Section(
                "Is SHA-512 faster than SHA-1, and what does it cost",
                tables=(questions.speed_table(evidence),),
                facts=measurement_facts(shown),
            ),
            Section(
                "Does the 5-to-3 counter pay",
                tables=(
                    questions.counters_table(evidence),
                    *(tables.carry_chains(evidence, device) for device in devices if device.startswith("ecp5")),
                ),
            ),
            Section("Memories", tables=tuple(tables.memories(evidence, device) for device in devices[:1])),
            Section("Table 1", tables=(tables.table_1(),)),
            Section("Sect. 5: functions", tables=(tables.nist_groups(evidence),)),
            *(_figure_10(evidence, device) for device in devices),
            *(_figure_11(evidence, device) for device in devices),
            Section("Fig. 12", tables=tuple(figures.figure_12(evidence, device) for device in devices)),
            Section("Fig. 13", tables=tuple(figures.figure_13(evidence, device) for device in devices)),
            *(_unrolling(evidence, device) for device in devices),
            Section("Follow-up", tables=(unrolling.follow_up_table(evidence, devices[0]),)),
            Section(
                "Departures",
                tables=(
                    self.differences(
                        list(comparisons(evidence, devices[0])),
                        f"The paper's architecture on {devices[0]}, compared with the paper's XCV1000-6.",
                    ),
                ),
            ),
        )

    def _evidence(self, ours: OurResults) -> Evidence:
        ciphers = paths.root() / "examples" / "ciphers" / "results"
        measured = None if self._results_folder else ours.with_results(read_folder(ciphers))
        folder = self._results_folder or paths.results()
        return Evidence(ours.with_default_devices(self.default_devices()), folder, measured)


PAPER = PaperC()


def _figure_10(evidence: Evidence, device: str) -> Section:
    table = figures.figure_10(evidence, device)
    series = {"static": "static_period_ns", "experiment": "experiment_period_ns"}
    chart = bars(table, f"Clock periods on {device}", series, "ns", "Medians over the seeds.")
    return Section(f"Fig. 10: {device}", tables=(table,), charts=_charts(chart))


def _figure_11(evidence: Evidence, device: str) -> Section:
    table = figures.figure_11(evidence, device)
    series = {"static": "static_mbit_s", "experiment": "experiment_mbit_s", "over PCI": "over_pci_mbit_s"}
    chart = bars(table, f"Throughputs on {device}", series, "Mbit/s", "Medians over the seeds.")
    return Section(f"Fig. 11: {device}", tables=(table,), charts=_charts(chart))


def _unrolling(evidence: Evidence, device: str) -> Section:
    shown = [unrolling.table(evidence, algorithm, device) for algorithm in unrolling.ROUNDS]
    series = {"Mbit/s": "throughput_ratio", "cells": "area_ratio", "clock period": "delay_ratio"}
    caption = "Each value over that of one round in a cycle."
    charts = [
        bars(table, f"Unrolled {algorithm} on {device}", series, "over m = 1", caption, "rounds_per_cycle")
        for algorithm, table in zip(unrolling.ROUNDS, shown, strict=True)
    ]
    return Section(f"Rounds in a cycle: {device}", tables=tuple(shown), charts=_charts(*charts))


def _charts(*charts: Chart | None) -> tuple[Chart, ...]:
    return tuple(chart for chart in charts if chart)
