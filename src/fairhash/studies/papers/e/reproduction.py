# SPDX-License-Identifier: Apache-2.0
"""The reproduction of paper E: Tables I to III, Figs 3 to 9, and where software and hardware cross."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fairhash.base import paths
from fairhash.base.table import Table, column
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding
from fairhash.studies.papers.differences import Comparison, Explanation
from fairhash.studies.papers.document import Section
from fairhash.studies.papers.e import crossings, figures, tables, verdict
from fairhash.studies.papers.e.evidence import LONG, MACHINES, NAMES, SHORT, Source, SystemEvidence, value
from fairhash.studies.papers.e.transfers import figure_4
from fairhash.studies.papers.our_results import OurResults
from fairhash.studies.papers.paper import Paper
from fairhash.studies.papers.published_table import published_rows
from fairhash.studies.system import paper_grid
from fairhash.studies.system.paper_grid import TODAY
from fairhash.studies.system.software_cases import ALGORITHMS

_SOURCES: tuple[Source, ...] = ("memory", "disk")
_SIMULATED = "results/system/paper-e-grid.json: keccak-256 on the paper's computer, from memory and from disk"
_EXPLANATIONS = {
    "Sect. III.C: disk, 8 bytes": "the value of the disk was chosen for it",
    "Sect. III.C: disk, 256 KB": "10 ns from 100 MB/s; 3.05 ns are the access of 0.8 ms (docs/published.md)",
    "Sect. III.A: long": "the cores lose no cycle between blocks; the paper's time is 29.2 or 50.9 cycles for a block",
    "Sect. III.A: 8 bytes": "padding and notification were chosen for the mean of both algorithms",
}


def comparisons(evidence: SystemEvidence) -> Iterator[Comparison]:
    """Yield the comparisons; nothing if the grid is not stored."""
    for algorithm in ALGORITHMS:
        name = NAMES[algorithm]
        lengths = (("long", LONG, "Sect. III.A: long"), ("short", SHORT, "Sect. III.A: 8 bytes"))
        for published, length, quantity in lengths:
            run = evidence.hardware(paper_grid.PAPER, algorithm, 1, length)
            if run:
                yield Comparison(name, quantity, value(f"hardware {name.lower()} {published}"), run.ns_per_byte)
    for cores in (8, 12):
        run = evidence.hardware(paper_grid.PAPER, "keccak-256", cores, LONG)
        if run:
            quantity = f"Sect. III.B: {cores} cores, interleaved"
            yield Comparison("Keccak", quantity, value("hardware keccak many"), run.ns_per_byte)
    for algorithm in ALGORITHMS:
        most = evidence.most_cores(paper_grid.PAPER, algorithm)
        many = evidence.hardware(paper_grid.PAPER, algorithm, most, LONG, interleaved=False)
        one = evidence.hardware(paper_grid.PAPER, algorithm, 1, LONG)
        if many and one:
            quantity = f"Sect. III.B: {most} cores over 1, non-interleaved"
            yield Comparison(NAMES[algorithm], quantity, 1.0, many.ns_per_byte / one.ns_per_byte)
    for length, text, expected in (
        (SHORT, "8 bytes", 1e6 * value("disk increase short")),
        (LONG, "256 KB", value("disk increase long")),
    ):
        memory, disk = (evidence.hardware(paper_grid.PAPER, "keccak-256", 1, length, source) for source in _SOURCES)
        if memory and disk:
            added = disk.ns_per_byte - memory.ns_per_byte
            quantity = f"Sect. III.C: disk, {text}"
            explanation = Explanation(_EXPLANATIONS[quantity], _SIMULATED)
            yield Comparison("Keccak", quantity, expected, added, explanation=explanation)


def checks(evidence: SystemEvidence) -> Table:
    """Return every number of the text that the model of the computer predicts, beside the model's value."""
    return Table.declare(
        "checks",
        "The numbers of the text",
        comparisons(evidence),
        (
            column("algorithm", lambda one: one.algorithm),
            column("of", lambda one: one.quantity, key="quantity"),
            column("paper", lambda one: one.expected, 2, "published"),
            column("simulated", lambda one: one.measured, 2),
            column("difference in %", lambda one: 100 * (one.over - 1), 1, "difference_percent"),
            column("reason", lambda one: _EXPLANATIONS.get(one.quantity, "")),
        ),
        "ns/B, or a quotient of two times. Cores, bus, buffers and disk have the parameters of the paper (Table "
        "II, Sect. II.B, Sect. III.B, Table I).",
    )


class PaperE(Paper):
    """The paper's computer and one of today."""

    letter = "E"
    title = "Data-Oriented Performance Analysis of SHA-3 Candidates on FPGA Accelerated Computers"
    introduction = (
        "Tables I to III and Figs 3 to 9, each for the computer of the paper and for a computer of today. We have the "
        "paper's text without its figures, so the published values are those of its text.",
        "The computer of the paper is simulated cycle by cycle with its parameters, and its software is computed from "
        "its times of long messages. The software of today is measured, its accelerator simulated (docs/system.md).",
    )
    algorithms = ALGORITHMS
    architectures = ("highspeed",)

    def __init__(self, results_folder: Path | None = None) -> None:
        """Read stored runs and speeds from this folder; default: results/."""
        self._results_folder = results_folder

    def evidence(self, ours: OurResults) -> SystemEvidence:
        """Return the stored runs and speeds, with these results of the cores."""
        return SystemEvidence(self._results_folder or paths.results(), ours)

    def main_table_names(self, ours: OurResults) -> Sequence[str]:
        """Return the checks, Table III and the crossings."""
        return ("checks", *(f"{name}-{machine}" for name in ("table-3", "crossing") for machine in MACHINES))

    def figure_count(self, ours: OurResults) -> int:
        """Return the number of stored simulations."""
        evidence = self.evidence(ours)
        return len(evidence.runs.rows) if evidence.runs else 0

    def findings(self, ours: OurResults) -> Mapping[str, Finding]:
        """Return the values of the simulated computer of the paper."""
        evidence = self.evidence(ours)
        return verdict.findings(evidence, list(comparisons(evidence)))

    def picture(self, ours: OurResults) -> Chart | None:
        """Return the map of what limits both computers."""
        return verdict.picture(self.evidence(ours))

    def basis(self, ours: OurResults) -> str:
        """Return the number of simulations, and the figures of the cores of today."""
        runs = self.evidence(ours).runs
        simulated = f"{len(runs.rows)} simulations of two computers" if runs else "No simulation"
        return f"{simulated}; the cores of today: {super().basis(ours)}"

    def sections(self, ours: OurResults) -> Sequence[Section]:
        """Return the tables and figures in the order of the paper."""
        evidence = self.evidence(ours)
        return (
            Section(
                "Does the model agree with the paper",
                tables=(checks(evidence),),
                facts=_facts(evidence),
            ),
            Section("Table I", tables=(tables.table_1(evidence),)),
            Section("Table II", tables=(tables.table_2(ours),)),
            Section("Accelerators on our FPGA", tables=(tables.accelerators(evidence),)),
            _figure(evidence, 3, "one message from memory"),
            Section("Fig. 4", charts=(figure_4(),)),
            _figure(evidence, 5, "many messages from memory in software"),
            _figure(evidence, 6, "many messages from memory in hardware, non-interleaved"),
            _figure(evidence, 7, "many messages from memory in hardware, interleaved"),
            _figure(evidence, 8, "one message from disk"),
            _figure(evidence, 9, "many messages from disk"),
            Section("Table III", tables=tuple(crossings.bottleneck_table(evidence, machine) for machine in MACHINES)),
            Section(
                "Where hardware is faster",
                tables=tuple(crossings.crossing_table(evidence, machine) for machine in MACHINES),
            ),
            Section("Contradictions in the paper", tables=(_contradictions(),)),
            Section(
                "Departures",
                tables=(self.differences(list(comparisons(evidence)), "The computer of the paper."),),
            ),
        )


PAPER = PaperE()

_NOTES = {
    5: "With several threads: processor time divided by the threads, because other processes used the processors.",
    8: "Software: measured hashing, and the time of the same disk as for the accelerator.",
    9: "As Fig. 8, with the most threads and cores.",
}


def _lines(evidence: SystemEvidence, number: int, machine: str) -> list[figures.Series]:
    if number in (6, 7):
        return figures.figures_6_7(evidence, machine, interleaved=number == 7)
    make = {3: figures.figure_3, 5: figures.figure_5, 8: figures.figure_8, 9: figures.figure_9}[number]
    return make(evidence, machine)


def _figure(evidence: SystemEvidence, number: int, scenario: str) -> Section:
    shown, charts = [], []
    for machine in MACHINES:
        lines = _lines(evidence, number, machine)
        # elapsed time needs no note
        note = _NOTES.get(number, "") if machine == TODAY and not (number == 5 and evidence.is_quiet) else ""
        table, chart = figures.table_and_chart(number, machine, scenario, lines, note)
        shown.append(table)
        charts += [chart] if chart else []
    if number == 8:
        shown.append(figures.measured_files(evidence))
    return Section(f"Fig. {number}", tables=tuple(shown), charts=tuple(charts))


def _facts(evidence: SystemEvidence) -> tuple[tuple[str, str], ...]:
    facts: list[tuple[str, str]] = []
    if evidence.runs:
        runs = evidence.runs
        facts.append(("simulations", f"{len(runs.rows)} in {runs.seconds:.0f} s ({runs.date:%Y-%m-%d})"))
        worst = max(abs(row.formula_ns_per_byte / row.ns_per_byte - 1) for row in runs.find(paper_grid.PAPER))
        facts.append(("closed form against simulation, computer of the paper", f"at most {worst:.1%} apart"))
    if evidence.speeds:
        machine = evidence.speeds.machine
        computer = f"{machine.cpu}, {machine.processors} processors, {machine.memory}, {machine.os}"
        facts.append(("software of today", computer))
        facts.append(("disk of today in software", f"{machine.disk}, read with O_DIRECT"))
        load = f"{machine.load_before:.1f} before, {machine.load_after:.1f} after"
        others = "" if evidence.is_quiet else ": other processes used the processors"
        facts.append(("load average of the software's measurement", f"{load}{others}"))
    return tuple(facts)


def _contradictions() -> Table:
    return Table.declare(
        "contradictions",
        "Contradictions in the paper",
        published_rows("E", "contradictions"),
        (
            column("where", lambda row: row["where"]),
            column("paper", lambda row: row["paper"], key="published"),
            column("but", lambda row: row["but"]),
            column("effect here", lambda row: row["effect_here"], key="effect"),
        ),
    )
