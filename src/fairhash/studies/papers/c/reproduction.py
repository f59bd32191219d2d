# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper C: Table 1, Figs 10 to 13, unrolled cores, answers, and comparisons with reasons."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

from fairhash.base import paths
from fairhash.results.export import read_folder
from fairhash.studies.papers.c import figures, questions, tables, verdict
from fairhash.studies.papers.c.evidence import (
    ALGORITHMS,
    ARCHITECTURES,
    PAIR,
    PAPER_ARCHITECTURE,
    ShaEvidence,
    faster,
    follow_up_gain,
    logic_share,
    value,
)
from fairhash.studies.papers.c.questions import area_ratio, experiment_ratio, known_steps, static_ratio, steps
from fairhash.studies.papers.charts import Chart, bars
from fairhash.studies.papers.claims import Finding
from fairhash.studies.papers.differences import Comparison, Explanation
from fairhash.studies.papers.document import Section, existing
from fairhash.studies.papers.our_results import OurResults, measurement_facts
from fairhash.studies.papers.paper import Paper

_BOTH = "SHA-512 over SHA-1"


def comparisons(evidence: ShaEvidence, device: str) -> Iterator[Comparison]:
    """Yield the comparisons of the paper's architecture on one device, of known figures only."""
    static = static_ratio(evidence, PAPER_ARCHITECTURE, device)
    if static and not static.preliminary:
        yield Comparison(_BOTH, "Sect. 8: static", faster("static analysis"), static.value, static.low, static.high)
    experiment = experiment_ratio(evidence, PAPER_ARCHITECTURE, device)
    if experiment and not experiment.preliminary:
        expected, measured = faster("experiment"), experiment
        yield Comparison(_BOTH, "Sect. 8: experiment", expected, measured.value, measured.low, measured.high)
    area = area_ratio(evidence, PAPER_ARCHITECTURE, device)
    if area and not area.preliminary:
        why = explain_area(evidence, device)
        yield Comparison(_BOTH, "Sect. 8: area", verdict.ALMOST_TWICE, area.value, explanation=why)
    for algorithm in PAIR:
        figure = evidence.ours.known_figure(f"{algorithm}/{PAPER_ARCHITECTURE}", device)
        share = logic_share(figure) if figure else None
        if share is not None and share < 1:
            expected = value(f"{algorithm} interconnect share")
            why = explain_wires(evidence, device)
            yield Comparison(algorithm.upper(), "Sect. 7: wires in %", expected, 100 * (1 - share), explanation=why)
        found_steps = known_steps(steps(evidence, algorithm, device))
        if found_steps:
            best = max(found_steps, key=lambda step: step.throughput.value).throughput
            expected = follow_up_gain(algorithm.upper())
            yield Comparison(algorithm.upper(), "follow-up: unrolled", expected, best.value, best.low, best.high)
        for step in found_steps:
            if (algorithm, step.rounds) == ("sha-1", 5):
                expected, measured = value("unrolled throughput at m = 5"), step.throughput
                yield Comparison("SHA-1", "Sect. 7: m = 5", expected, measured.value, measured.low, measured.high)


_COUNTER_BITS = {"sha-1": 32, "sha-512": 2 * 64}
"""Bits of 5-to-3 counters in a round: one counter of SHA-1's word, two of SHA-512's (paper C, Sect. 4)."""


def explain_area(evidence: ShaEvidence, device: str) -> Explanation | None:
    """Return what SHA-512's cells over SHA-1's consist of, or None if one of the two is not known."""
    small, large = (evidence.ours.known_figure(f"{name}/{PAPER_ARCHITECTURE}", device) for name in PAIR)
    if not (
        small and large and small.area_cells and small.luts and small.flip_flops and large.luts and large.flip_flops
    ):
        return None
    luts, registers = large.luts.median / small.luts.median, large.flip_flops.median / small.flip_flops.median
    bits = _COUNTER_BITS["sha-512"] / _COUNTER_BITS["sha-1"]
    text = (
        f"SHA-512 has {registers:.2f} times the registers and {luts:.2f} times the LUTs: a round has {bits:.0f} times "
        "the bits of 5-to-3 counters, two counters of 64 bits and one of 32, and the counters are LUTs here."
    )
    blocks = evidence.ours.known_figure(f"sha-512/{PAPER_ARCHITECTURE}-block-ram", device)
    if blocks and blocks.area_cells:
        text += (
            f" With its constants in block RAM, as in the paper, the factor is "
            f"{blocks.area_cells.median / small.area_cells.median:.2f}."
        )
    return Explanation(text, f"{_source(device)}: resources of {_names()}")


def explain_wires(evidence: ShaEvidence, device: str) -> Explanation | None:
    """Return how the wires' part of a critical path compares with that of all cores of paper C on the device.

    None if fewer than five other cores are known and have a critical path.
    """
    figures = [each for each in evidence.ours.shown_figures if each.first.device == device and not each.preliminary]
    shares = [100 * (1 - share) for each in figures if (share := logic_share(each)) is not None and share < 1]
    if len(shares) <= len(PAIR) + 3:
        return None
    text = (
        f"A property of the device, not of the core: the {len(shares)} known cores of this paper on it have "
        f"{min(shares):.0f} to {max(shares):.0f} % of the slowest path in wires, median {median(shares):.0f} %."
    )
    return Explanation(text, f"{_source(device)}: critical_path of these cores")


def _names() -> str:
    return " and ".join(f"{name}/{PAPER_ARCHITECTURE}" for name in PAIR)


def _source(device: str) -> str:
    return f"results/{device}.jsonl"


class PaperC(Paper):
    """SHA-1 against SHA-512 on every FPGA with results."""

    letter = "C"
    title = "Comparative Analysis of the Hardware Implementations of Hash Functions SHA-1 and SHA-512"
    introduction = (
        "Table 1, Figs 10 to 13, the unrolled architectures of Sect. 7, and the questions of Sect. 1, with our "
        "figures. We have the paper's text without its figures, so the published values are those of its text. What "
        "was not measured says so.",
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

    def findings(self, ours: OurResults) -> Mapping[str, Finding]:
        """Return the values of the paper's architecture on the first device."""
        return verdict.findings(self._evidence(ours))

    def picture(self, ours: OurResults) -> Chart | None:
        """Return SHA-512 over SHA-1, and the counters over adders."""
        return verdict.picture(self._evidence(ours))

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
            _figure_12(evidence),
            _figure_13(evidence),
            *(_unrolling(evidence, device) for device in devices),
            Section("Follow-up", tables=(questions.follow_up_table(evidence, devices[0]),)),
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

    def _evidence(self, ours: OurResults) -> ShaEvidence:
        ciphers = paths.root() / "examples" / "ciphers" / "results"
        measured = None if self._results_folder else ours.with_results(read_folder(ciphers))
        folder = self._results_folder or paths.results()
        return ShaEvidence(ours.with_default_devices(self.default_devices()), folder, measured)


PAPER = PaperC()


def _figure_10(evidence: ShaEvidence, device: str) -> Section:
    table = figures.figure_10(evidence, device)
    series = {"static": "static_period_ns", "experiment": "experiment_period_ns"}
    chart = bars(table, f"Clock periods on {device}", series, "ns", "Medians over the seeds.")
    return Section(f"Fig. 10: {device}", tables=(table,), charts=existing(chart))


def _figure_11(evidence: ShaEvidence, device: str) -> Section:
    table = figures.figure_11(evidence, device)
    series = {"static": "static_mbit_s", "experiment": "experiment_mbit_s", "over PCI": "over_pci_mbit_s"}
    chart = bars(table, f"Throughputs on {device}", series, "Mbit/s", "Medians over the seeds.")
    return Section(f"Fig. 11: {device}", tables=(table,), charts=existing(chart))


def _figure_12(evidence: ShaEvidence) -> Section:
    shown = [figures.figure_12(evidence, device) for device in evidence.devices]
    series = {"logic cells": "area_percent", "block RAMs": "block_rams_percent"}
    charts = [
        bars(table, f"Fig. 12: resources on {device}", series, "% of the device", "Medians over the seeds.")
        for device, table in zip(evidence.devices, shown, strict=True)
    ]
    return Section("Fig. 12", tables=tuple(shown), charts=existing(*charts))


def _figure_13(evidence: ShaEvidence) -> Section:
    shown = [figures.figure_13(evidence, device) for device in evidence.devices]
    caption = "The fastest core of each, one message at a time; medians over the seeds."
    charts = [
        bars(table, f"Fig. 13: hash functions and ciphers on {device}", figures.SIDES, "Mbit/s", caption, "pair")
        for device, table in zip(evidence.devices, shown, strict=True)
    ]
    return Section("Fig. 13", tables=tuple(shown), charts=existing(*charts))


def _unrolling(evidence: ShaEvidence, device: str) -> Section:
    shown = [questions.unrolling_table(evidence, algorithm, device) for algorithm in questions.ROUNDS]
    series = {"Mbit/s": "throughput_ratio", "cells": "area_ratio", "clock period": "delay_ratio"}
    caption = "Each value over that of one round in a cycle."
    charts = [
        bars(table, f"Unrolled {algorithm} on {device}", series, "over m = 1", caption, "rounds_per_cycle")
        for algorithm, table in zip(questions.ROUNDS, shown, strict=True)
    ]
    return Section(f"Rounds in a cycle: {device}", tables=tuple(shown), charts=existing(*charts))
