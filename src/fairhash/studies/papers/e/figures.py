# SPDX-License-Identifier: Apache-2.0
"""Figs 3 and 5 to 9 of paper E: time per byte over the length of the messages, as tables and charts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairhash.base.table import Cell, Column, Columns, Table, column, mark
from fairhash.figures.charts import lines as line_chart
from fairhash.figures.charts.svg import to_svg_element
from fairhash.results.software_speed import Cache
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.e.evidence import LONG, MACHINES, NAMES, SHORT, Source, SystemEvidence, value
from fairhash.studies.papers.our_results import PRELIMINARY
from fairhash.studies.system.paper_grid import CORES, PAPER
from fairhash.studies.system.software_cases import ALGORITHMS, LENGTHS

_DIGITS = 3


@dataclass(frozen=True)
class Series:
    """One line of a figure."""

    name: str
    """In the legend; lines of one algorithm have one colour."""
    key: str
    """Part of a column's name in CSV."""
    at: Callable[[int], float | None]
    """Time per byte in ns at a length."""
    published: dict[int, float]
    """Values of the paper's text by length."""
    preliminary: str = ""
    """Why the values are preliminary; empty if they are known."""

    def cell(self, length: int) -> Cell:
        """Return the value at a length, marked if it is preliminary."""
        return mark(self.at(length), self.preliminary)

    def column(self) -> Columns[int]:
        """Declare the column of the line over lengths."""
        return column(self.name, self.cell, _DIGITS, f"{self.key}_ns_per_byte")

    def published_column(self) -> Columns[int]:
        """Declare the column of the paper's values over lengths."""
        return column(f"paper: {self.name}", self.published.get, 2, f"published_{self.key}_ns_per_byte")


def hardware(
    evidence: SystemEvidence,
    machine: str,
    algorithm: str,
    cores: int,
    source: Source = "memory",
    *,
    interleaved: bool = True,
) -> Series:
    """Return the line of an accelerator."""

    def at(length: int) -> float | None:
        row = evidence.hardware(machine, algorithm, cores, length, source, interleaved=interleaved)
        return row.ns_per_byte if row else None

    short = NAMES[algorithm].lower()
    published: dict[int, float] = {}
    if machine == PAPER and source == "memory" and cores == 1:
        published = {
            SHORT: value(f"hardware {short} short"),
            LONG: value(f"hardware {short} long"),
        }
    if (machine, source, algorithm, interleaved) == (PAPER, "memory", "keccak-256", True) and cores in (8, 12):
        published = {LONG: value("hardware keccak many")}
    plural = "s" if cores > 1 else ""
    preliminary = evidence.preliminary(machine, algorithm)
    return Series(f"{NAMES[algorithm]}, {cores} core{plural}", f"{short}_{cores}_cores", at, published, preliminary)


def software(
    evidence: SystemEvidence,
    machine: str,
    algorithm: str,
    threads: int,
    source: Source = "memory",
    *,
    lanes: bool = False,
) -> Series:
    """Return the line of a software implementation."""

    def at(length: int) -> float | None:
        time = evidence.software(machine, algorithm, threads, length, source, lanes=lanes)
        return time.ns_per_byte if time else None

    short = NAMES[algorithm].lower()
    published: dict[int, float] = {}
    if (machine, source, threads) == (PAPER, "memory", 1):
        published = {LONG: value(f"software {short} long")}
    plural = "s" if threads > 1 else ""
    suffix, key = (", lanes", "_lanes") if lanes else ("", "")
    name = f"{NAMES[algorithm]}, {threads} thread{plural}{suffix}"
    return Series(name, f"{short}_{threads}_threads{key}", at, published)


def _thread_counts(evidence: SystemEvidence, machine: str) -> list[int]:
    return [count for count in (1, 2, 4, 8, 16, 32, 64) if count <= evidence.threads(machine)]


def figure_3(evidence: SystemEvidence, machine: str) -> list[Series]:
    """SMH-MEM: one message at a time, from memory."""
    return [
        series
        for algorithm in ALGORITHMS
        for series in (software(evidence, machine, algorithm, 1), hardware(evidence, machine, algorithm, 1))
    ]


def figure_5(evidence: SystemEvidence, machine: str) -> list[Series]:
    """MMH-MEM in software."""
    counts = _thread_counts(evidence, machine)
    own = [software(evidence, machine, algorithm, count) for algorithm in ALGORITHMS for count in counts]
    if machine != PAPER and counts:
        own += [
            software(evidence, machine, algorithm, count, lanes=True) for algorithm in ALGORITHMS for count in counts
        ]
    return own


def figures_6_7(evidence: SystemEvidence, machine: str, *, interleaved: bool) -> list[Series]:
    """MMH-MEM in hardware: Fig. 6 without interleaving, Fig. 7 with it."""
    return [
        hardware(evidence, machine, algorithm, cores, interleaved=interleaved or cores == 1)
        for algorithm in ALGORITHMS
        for cores in CORES[machine][algorithm]
    ]


def figure_8(evidence: SystemEvidence, machine: str) -> list[Series]:
    """SMH-HD: one file at a time."""
    return [
        series
        for algorithm in ALGORITHMS
        for series in (
            software(evidence, machine, algorithm, 1, "disk"),
            hardware(evidence, machine, algorithm, 1, "disk"),
        )
    ]


def figure_9(evidence: SystemEvidence, machine: str) -> list[Series]:
    """MMH-HD: many files, with the most threads and cores."""
    return [
        series
        for algorithm in ALGORITHMS
        for series in (
            software(evidence, machine, algorithm, max(1, evidence.threads(machine)), "disk", lanes=machine != PAPER),
            hardware(evidence, machine, algorithm, evidence.most_cores(machine, algorithm), "disk"),
        )
    ]


def measured_files(evidence: SystemEvidence) -> Table:
    """Return the measured software from the disk of this machine, one file after another."""
    return Table.declare(
        "measured-files",
        "Measured from the disk of this machine: ns/B",
        LENGTHS,
        (
            column("bytes", int, key="message_bytes"),
            *(_files(evidence, algorithm, cache) for algorithm in ALGORITHMS for cache in _CACHES),
        ),
        "One thread, medians. Direct: past the page cache; warm: from the page cache. A virtual machine's disk may be "
        "memory of its host.",
    )


_CACHES: tuple[Cache, ...] = ("direct", "warm")


def _files(evidence: SystemEvidence, algorithm: str, cache: Cache) -> Columns[int]:
    """Declare the columns of an algorithm's time per byte and of the part in which a file is read."""

    def cells(length: int) -> tuple[Cell, Cell]:
        row = evidence.measured(algorithm, 1, length, cache)
        reading = row.read_ns_per_byte if row else None
        return row.ns_per_byte.median if row else None, reading.median if reading else None

    name, key = NAMES[algorithm], f"{NAMES[algorithm].lower()}_{cache}"
    return Columns(
        (
            Column(f"{name}, {cache}", _DIGITS, f"{key}_ns_per_byte"),
            Column("reading", _DIGITS, f"{key}_reading_ns_per_byte"),
        ),
        cells,
    )


def table_and_chart(
    number: int, machine: str, scenario: str, lines: Sequence[Series], note: str
) -> tuple[Table, Chart | None]:
    """Return a figure as a table, and as a chart if there is any value.

    Args:
        number: Of the figure.
        machine: Whose values they are.
        scenario: What the figure shows.
        lines: Its lines.
        note: Below the table.
    """
    name = f"figure-{number}-{machine}"
    title = f"Fig. {number}, {scenario}, {MACHINES[machine]}: ns/B"
    reasons = {series.preliminary: series.name.partition(",")[0] for series in lines if series.preliminary}
    columns: Sequence[Columns[int]] = (
        column("bytes", int, key="message_bytes"),
        *(series.column() for series in lines),
        *(series.published_column() for series in lines if series.published),
    )
    notes = [f"{PRELIMINARY.capitalize()}: {who}, {why}." for why, who in reasons.items()]
    table = Table.declare(name, title, LENGTHS, columns, note, *notes)
    points = {
        series.name + (f" ({PRELIMINARY})" if series.preliminary else ""): [
            (float(n), at) for n in LENGTHS if (at := series.at(n)) is not None
        ]
        for series in lines
    }
    points = {name: values for name, values in points.items() if values}
    if not points:
        return table, None
    heading = f"Fig. {number}, {MACHINES[machine]}"
    svg = to_svg_element(line_chart.specification(heading, "message length", "ns per byte", points), heading)
    return table, Chart(f"{name}-chart", title, svg, table.to_csv(), "Time per message byte; both axes logarithmic.")
